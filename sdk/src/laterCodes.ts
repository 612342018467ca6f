/** Error codes that the revision of their receiver does not have. */

import { all } from '@mcp-gen/protocol/registry/errors';
import { ErrorCode, holds, JsonRpcError, type ErrorListener } from '@mcp-gen/runtime';

/** Replaces the codes of errors that only later revisions have: their receiver would not understand them. */
export class LaterCodes {
  readonly #report: ErrorListener;
  readonly #reported = new Set<string>();

  /** @param report called once for each code and revision */
  constructor(report: ErrorListener) {
    this.#report = report;
  }

  /**
   * Returns the error to send: the error itself, or an internal error with its message: the data belongs to the code.
   *
   * @param revision of the receiver
   */
  replace(error: JsonRpcError, revision: string): JsonRpcError {
    const since = firstRevisionOf(error.code);
    return since === undefined || revision >= since ? error : this.#replaced(error, revision);
  }

  /**
   * Returns the error to pass on: the error itself, or an internal error if the sender's revision has its code, and that of the receiver does
   * not. Other codes mean what the sender says: the protocol does not define them in its revision.
   */
  passOn(error: JsonRpcError, from: string, to: string): JsonRpcError {
    return defines(from, error.code) && !defines(to, error.code) ? this.#replaced(error, to) : error;
  }

  /** Returns an internal error with the message of another error, whose code the revision does not have. */
  #replaced({ code, message }: JsonRpcError, revision: string): JsonRpcError {
    const key = `${code} ${revision}`;
    if (!this.#reported.has(key)) {
      this.#reported.add(key);
      this.#report(
        new Error(
          `The error code ${code} was sent as ${ErrorCode.InternalError}: revision ${revision} does not have it`,
        ),
      );
    }
    return new JsonRpcError(ErrorCode.InternalError, message);
  }
}

function defines(revision: string, code: number): boolean {
  return all.some((each) => each.code === code && holds(each, revision));
}

/** Returns the first revision that has an error code; undefined for codes that the protocol does not define. */
function firstRevisionOf(code: number): string | undefined {
  let first: string | undefined;
  for (const each of all) {
    if (each.code === code && (first === undefined || each.since < first)) first = each.since;
  }
  return first;
}
