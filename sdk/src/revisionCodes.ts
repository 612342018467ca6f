/** Error codes that the revision of their receiver does not have. */

import { all, MissingRequiredClientCapability, ResourceNotFound } from '@mcp-gen/protocol/registry/errors';
import { definitionOf, ErrorCode, holds, JsonRpcError, type ErrorListener } from '@mcp-gen/runtime';

/** What is sent for codes of the protocol to a revision without them. Default: -32603. */
const REPLACED: { readonly [code: number]: number } = {
  [ResourceNotFound.code]: ErrorCode.InvalidParams,
  // Nothing is wrong with the server: the client cannot do what the request needs.
  [MissingRequiredClientCapability.code]: ErrorCode.InvalidRequest,
};

/** Replaces the error codes that only other revisions have: their receiver would not understand them. */
export class RevisionCodes {
  readonly #report: ErrorListener;
  readonly #reported = new Set<string>();

  /** @param report called once for each code and revision */
  constructor(report: ErrorListener) {
    this.#report = report;
  }

  /**
   * Returns the error to send: the error itself, or one with another code and the same message and data. Codes that no revision has are
   * those of applications.
   *
   * @param revision of the receiver
   */
  replace(error: JsonRpcError, revision: string): JsonRpcError {
    const isOfProtocol = all.some(({ code }) => code === error.code);
    return isOfProtocol && !defines(revision, error.code) ? this.#replaced(error, revision) : error;
  }

  /**
   * Returns the error to pass on: the error itself, or one with another code if the sender's revision has its code, and that of the receiver
   * does not. Other codes mean what the sender says: the protocol does not define them in its revision.
   */
  passOn(error: JsonRpcError, from: string, to: string): JsonRpcError {
    return defines(from, error.code) && !defines(to, error.code) ? this.#replaced(error, to) : error;
  }

  #replaced({ code, message, data }: JsonRpcError, revision: string): JsonRpcError {
    const sent = REPLACED[code] ?? ErrorCode.InternalError;
    const key = `${code} ${revision}`;
    if (!this.#reported.has(key)) {
      this.#reported.add(key);
      this.#report(new Error(`The error code ${code} was sent as ${sent}: revision ${revision} does not have it`));
    }
    return new JsonRpcError(sent, message, data);
  }
}

function defines(revision: string, code: number): boolean {
  const own = definitionOf(revision)?.errors;
  return own?.includes(code) ?? all.some((each) => each.code === code && holds(each, revision));
}
