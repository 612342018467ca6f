/** Validates and converts the questions and results of tasks for the revisions of their clients. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import type { RequestEntry } from '@mcp-gen/runtime';
import { isStateless } from '../era.js';
import type { Context } from '../server/context.js';
import type { ExtensionServer } from '../server/extensionServer.js';
import type { TaskError, TaskQuestion } from './taskRecord.js';
import { invalidParams } from './wire.js';

/** Validates and converts the messages of tasks. */
export class TaskMessages {
  readonly #server: Pick<ExtensionServer<never>, 'revision' | 'resultOf' | 'errorOf'>;

  constructor(server: Pick<ExtensionServer<never>, 'revision' | 'resultOf' | 'errorOf'>) {
    this.#server = server;
  }

  /**
   * Returns the result that the request would have been answered with.
   *
   * @param tool the name of the tool that was called
   * @throws {TypeError} if it is invalid in the revision.
   */
  sent(result: object, tool: string, context: Context): object {
    return this.#server.resultOf(Method.toolsCall, result, context, { name: tool });
  }

  /** Returns whether a stored result is a valid tool result in the revision of the reader. */
  isResult(result: object, revision: string): boolean {
    const entry = this.#server.revision(revision)?.server.requests[Method.toolsCall];
    return entry === undefined || entry.result(isStateless(revision) ? { resultType: 'complete', ...result } : result);
  }

  /** Converts an error of a task to the error that the request would have been answered with. */
  errorOf(error: unknown, context: Context | undefined): TaskError {
    const { code, message, data } = this.#server.errorOf(error, context);
    return { code, message, ...(data !== undefined && { data }) };
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
    const client = this.#server.revision(revision)?.client;
    return client?.questions?.[method] ?? client?.requests[method];
  }
}
