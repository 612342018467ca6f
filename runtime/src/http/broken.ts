import { ConnectionClosedError } from '../errors.js';
import { textOf } from '../report.js';

/** What is told of a connection that broke. `fetch` and streams say only that they failed; why is at the bottom of their causes. */
export function broken(what: string, error: unknown): ConnectionClosedError {
  return new ConnectionClosedError('transport-error', `${what}: ${reasonOf(error)}`, { cause: error });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return textOf(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Attempts at several addresses have no message of their own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message;
}
