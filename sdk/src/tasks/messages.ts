/** Validates and converts the questions and results of tasks for the revisions of their clients. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { ErrorCode, JsonRpcError, type RequestEntry, type Revision } from '@mcp-gen/runtime';
import { NotExpressibleError } from '../conversions/index.js';
import { withoutNewest } from '../conversions/results.js';
import { isStateless } from '../era.js';
import { clientStateOf, type Context } from '../server/context.js';
import { invalidParams, toProtocolError } from '../server/errorCodes.js';
import { ToolError } from '../server/errors.js';
import type { TaskError, TaskQuestion } from './taskRecord.js';

/** Validates and converts the messages of tasks. */
export class TaskMessages {
  readonly #report: (error: unknown) => void;
  /** The loaded revisions, without the task extension. */
  readonly #revisions = new Map<string, Revision>();

  /** @param report called for errors that no client receives */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Adds a loaded revision. */
  add(revision: Revision): void {
    this.#revisions.set(revision.id, revision);
  }

  /**
   * Returns the result that the request would have been answered with.
   *
   * @param tool the name of the tool that was called
   * @throws {TypeError} if it is invalid in the revision.
   */
  sent(result: object, tool: string, context: Context): object {
    const { revision } = context;
    const entry = this.#revisions.get(revision)?.server.requests[Method.toolsCall];
    const whole = isStateless(revision) ? { resultType: 'complete', ...result } : withoutNewest(result);
    if (entry === undefined || entry.result(whole)) return whole;
    const converted = clientStateOf(context).translator.toRevision(Method.toolsCall, 'result', whole, { name: tool });
    if (entry.result(converted)) return converted as object;
    throw new TypeError(`The result of the task is invalid in revision ${revision}`);
  }

  /** Returns whether a stored result is a valid tool result in the revision of the reader. */
  isResult(result: object, revision: string): boolean {
    const entry = this.#revisions.get(revision)?.server.requests[Method.toolsCall];
    return entry === undefined || entry.result(isStateless(revision) ? { resultType: 'complete', ...result } : result);
  }

  /** Converts an error of a task to the error that the request would have been answered with. */
  errorOf(error: unknown, context: Context | undefined): TaskError {
    const protocolError = error instanceof ToolError && context !== undefined ? toProtocolError(error, context) : error;
    if (protocolError instanceof JsonRpcError) {
      const { code, message, data } = protocolError;
      return { code, message, ...(data !== undefined && { data }) };
    }
    this.#report(error);
    const message = error instanceof NotExpressibleError ? error.message : 'Internal error';
    return { code: ErrorCode.InternalError, message };
  }

  /** @throws {TypeError} if a question does not exist in the revision, or is invalid. */
  checkQuestion(method: string, params: unknown, revision: string): void {
    const entry = this.#questionOf(method, revision);
    if (entry === undefined) throw new TypeError(`Revision ${revision} does not have the question ${method}`);
    const issue = entry.params(params) ? entry.checkParams?.(params as never) : { message: 'its params are invalid' };
    if (issue !== undefined) throw new TypeError(`Invalid question ${method}: ${issue.message}`);
  }

  /** @throws {JsonRpcError} if an answer is not valid for its question. */
  checkAnswer(key: string, { method }: TaskQuestion, answer: unknown, revision: string): void {
    if (this.#questionOf(method, revision)?.result(answer) === true) return;
    throw invalidParams(
      `Invalid params: the answer ${JSON.stringify(key)} in inputResponses is not a result of ${method}`,
    );
  }

  #questionOf(method: string, revision: string): RequestEntry | undefined {
    const client = this.#revisions.get(revision)?.client;
    return client?.questions?.[method] ?? client?.requests[method];
  }
}
