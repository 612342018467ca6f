/** Errors that a tool did not throw for the model: reported in full, and sent to the client as a generic message. */

import { describeThrown, HandlerError } from './errors.js';

/** How much of an error that is not a `ToolError` is sent to the model. */
export type ErrorDetail = 'hide' | 'show';

/** The values of {@link ErrorDetail}. */
export const ERROR_DETAILS: readonly ErrorDetail[] = ['hide', 'show'];

/** Maximum characters of a message that is shown. */
const MAX_MESSAGE_LENGTH = 2_000;

/** Reports the errors of tools, and creates the message for the model. */
export class Failures {
  readonly #detail: ErrorDetail;
  readonly #report: (error: unknown) => void;

  constructor(detail: ErrorDetail, report: (error: unknown) => void) {
    this.#detail = detail;
    this.#report = report;
  }

  /**
   * Reports the error of a tool.
   *
   * @returns the message for the model
   */
  report(tool: string, thrown: unknown): string {
    this.#report(new HandlerError(tool, thrown));
    const message = this.#detail === 'show' && thrown instanceof Error ? messageOf(thrown) : '';
    return message === '' ? `Tool "${tool}" failed with an internal error` : message;
  }
}

/** The errors behind results with a generic message: for code that observes requests, such as tracing. */
const thrownFor = new WeakMap<object, unknown>();

/** Remembers the error behind a result. */
export function markFailure<Result extends object>(result: Result, thrown: unknown): Result {
  thrownFor.set(result, thrown);
  return result;
}

/** Returns the error behind a result; undefined if there is none. */
export function failureOf(result: object): unknown {
  return thrownFor.get(result);
}

/** Returns the message of an error, which a class can define as anything. */
function messageOf(error: Error): string {
  try {
    const message: unknown = error.message;
    if (typeof message !== 'string') return '';
    return message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH - 1)}…` : message;
  } catch {
    return '';
  }
}

/** Wraps a thrown value that is not an error. Without a stack and a name, its origin would be hard to find. */
export function notAnError(value: unknown, target: string): TypeError {
  return new TypeError(`${target}: ${describeThrown(value)}`, { cause: value });
}
