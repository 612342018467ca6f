/** What tasks ask and end with, as the revisions of their clients have it. */

import { ErrorCode, JsonRpcError, type Revision } from '@mcp-gen/runtime';
import { NotExpressibleError } from '../conversions/index.js';
import { withoutNewest } from '../conversions/withoutNewest.js';
import { isStateless } from '../era.js';
import { conversationOf, type Context } from '../server/context.js';
import { invalidParams, toProtocolError } from '../server/errorCodes.js';
import { ToolError } from '../server/errors.js';
import type { TaskError, TaskQuestion } from './record.js';

/** Checks and converts the messages of tasks. */
export class TaskMessages {
  readonly #report: (error: unknown) => void;
  /** The revisions that are used, without what tasks add. */
  readonly #revisions = new Map<string, Revision>();

  /** @param report called for errors that no client receives */
  constructor(report: (error: unknown) => void) {
    this.#report = report;
  }

  /** Adds a revision, which has been loaded. */
  add(revision: Revision): void {
    this.#revisions.set(revision.id, revision);
  }

  /**
   * Returns the result as the request would have been answered with.
   *
   * @throws {TypeError} if it is not valid in the revision.
   */
  sent(result: object, context: Context): object {
    const { revision } = context;
    const entry = this.#revisions.get(revision)?.server.requests['tools/call'];
    const whole = isStateless(revision) ? { resultType: 'complete', ...result } : withoutNewest(result);
    if (entry === undefined || entry.result(whole)) return whole;
    const converted = conversationOf(context).translator.toRevision('tools/call', 'result', whole);
    if (entry.result(converted)) return converted as object;
    throw new TypeError(`The result of the task is not valid in revision ${revision}`);
  }

  /** Returns whether what a store has as a result is one of a tool in the revision of whoever reads it. */
  isResult(result: object, revision: string): boolean {
    const entry = this.#revisions.get(revision)?.server.requests['tools/call'];
    return entry === undefined || entry.result(isStateless(revision) ? { resultType: 'complete', ...result } : result);
  }

  /** What a client is told of an error is what it would have been told of it without a task. */
  errorOf(error: unknown, context: Context | undefined): TaskError {
    const told = error instanceof ToolError && context !== undefined ? toProtocolError(error, context) : error;
    if (told instanceof JsonRpcError) {
      const { code, message, data } = told;
      return { code, message, ...(data !== undefined && { data }) };
    }
    this.#report(error);
    const message = error instanceof NotExpressibleError ? error.message : 'Internal error';
    return { code: ErrorCode.InternalError, message };
  }

  /** @throws {TypeError} if a question is not one of the revision, or not valid there. */
  checkQuestion(method: string, params: unknown, revision: string): void {
    const client = this.#revisions.get(revision)?.client;
    const entry = client?.questions?.[method] ?? client?.requests[method];
    if (entry === undefined) throw new TypeError(`Revision ${revision} has no question ${method}`);
    const issue = entry.params(params) ? entry.checkParams?.(params as never) : { message: 'its params are not valid' };
    if (issue !== undefined) throw new TypeError(`The question ${method} cannot be asked: ${issue.message}`);
  }

  /** @throws {JsonRpcError} if an answer is not one to its question. */
  checkAnswer(key: string, { method }: TaskQuestion, answer: unknown, revision: string): void {
    if (this.#revisions.get(revision)?.client.questions?.[method]?.result(answer) === true) return;
    throw invalidParams(
      `Invalid params: the answer ${JSON.stringify(key)} in inputResponses is not a result of ${method}`,
    );
  }
}
