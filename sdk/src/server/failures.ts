/** What becomes of errors that a tool did not throw for the model: reported in full, told in general words. */

import { describeThrown, HandlerError } from './errors.js';

/** How much of an error that is not a `ToolError` reaches the model. */
export type ErrorDetail = 'hide' | 'show';

/** The values of {@link ErrorDetail}. */
export const ERROR_DETAILS: readonly ErrorDetail[] = ['hide', 'show'];

/** Characters of a message that are shown. */
const LONGEST_MESSAGE = 2_000;

/** Reports the errors of tools, and words them for the model. */
export class Failures {
  readonly #detail: ErrorDetail;
  readonly #report: (error: unknown) => void;

  constructor(detail: ErrorDetail, report: (error: unknown) => void) {
    this.#detail = detail;
    this.#report = report;
  }

  /**
   * Reports what a tool failed with.
   *
   * @returns what the model is told of it
   */
  tell(tool: string, thrown: unknown): string {
    this.#report(new HandlerError(tool, thrown));
    const message = this.#detail === 'show' && thrown instanceof Error ? messageOf(thrown) : '';
    return message === '' ? `Tool "${tool}" failed with an internal error` : message;
  }
}

/** What results were made of that tell of an error: for what watches requests. */
const thrownFor = new WeakMap<object, unknown>();

/** Notes which error a result tells of. */
export function markFailure<Result extends object>(result: Result, thrown: unknown): Result {
  thrownFor.set(result, thrown);
  return result;
}

/** Returns the error that a result tells of in general words; nothing if there is none. */
export function failureOf(result: object): unknown {
  return thrownFor.get(result);
}

/** The message of an error, which a class can make anything. */
function messageOf(error: Error): string {
  try {
    const message: unknown = error.message;
    if (typeof message !== 'string') return '';
    return message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE - 1)}…` : message;
  } catch {
    return '';
  }
}

/** Returns an error for a thrown value that is not one: without a stack, and mostly without a name, nobody would find its origin. */
export function notAnError(value: unknown, target: string): TypeError {
  return new TypeError(`${target}: ${describeThrown(value)}`, { cause: value });
}
