import { ConnectionClosedError } from '../../errors.js';
import { textOf } from '../../report.js';

/** Returns the error for a broken connection. `fetch` and streams report only that they failed; the reason is the innermost cause. */
export function broken(what: string, error: unknown): ConnectionClosedError {
  return new ConnectionClosedError('transport-error', `${what}: ${reasonOf(error)}`, { cause: error });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return textOf(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // An error for several addresses has no message of its own.
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error.message;
}
