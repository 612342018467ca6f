/** What all extensions of a server add to its questions. */

import type { AnyOptionTable } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { addedOptions } from '../extension/addedOptions.js';
import type { SentQuestion, ServerQuestionHooks } from './questionHooks.js';
import type { AskedClient } from './questions.js';

/** What all extensions of a server add to its questions. */
export class ExtensionQuestions {
  readonly #hooks: readonly ServerQuestionHooks[];
  /** The options of `context.ask` with those that extensions add. */
  readonly options: AnyOptionTable;

  /**
   * @param usual the options of `context.ask` without extensions
   * @throws {TypeError} if two extensions, or an extension and `context.ask`, have the same option.
   */
  constructor(hooks: readonly (ServerQuestionHooks & { readonly id: string })[], usual: AnyOptionTable) {
    this.#hooks = hooks;
    this.options = { ...usual, ...addedOptions('questions', hooks, usual) };
  }

  /** Returns the params with which a question is sent. */
  params(params: object, question: SentQuestion, client: AskedClient): object {
    return this.#hooks.reduce((given, hook) => hook.params?.(given, question, client) ?? given, params);
  }

  /** Resolves with the answers for the responses of the client, by key. */
  async answers(
    responses: { readonly [key: string]: unknown },
    asked: ReadonlyMap<string, SentQuestion>,
  ): Promise<{ readonly [key: string]: unknown }> {
    const all = Object.entries(responses).map(async ([key, response]) => {
      const question = asked.get(key);
      if (question === undefined || !isObject(response)) return [key, response] as const;
      return [key, await this.#answer(response, question)] as const;
    });
    return Object.fromEntries(await Promise.all(all));
  }

  #answer(response: object, question: SentQuestion): unknown {
    for (const hook of this.#hooks) {
      const answer = hook.answer?.(response, question);
      if (answer !== undefined) return answer;
    }
    return response;
  }
}
