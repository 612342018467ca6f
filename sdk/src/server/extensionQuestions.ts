/** What all extensions of a server add to its questions. */

import type { AnyOptionTable } from '@mcp-gen/runtime/options';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { SentQuestion, ServerQuestionHooks } from './questionHooks.js';
import type { AskedClient } from './questions.js';

/** What all extensions of a server add to its questions. */
export class ExtensionQuestions {
  readonly #hooks: readonly ServerQuestionHooks[];

  constructor(hooks: readonly ServerQuestionHooks[]) {
    this.#hooks = hooks;
  }

  /** Returns options of `context.ask` with those that extensions add. */
  options(usual: AnyOptionTable): AnyOptionTable {
    return Object.assign({}, usual, ...this.#hooks.map(({ options }) => options)) as AnyOptionTable;
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
      const answer = this.#hooks.map((hook) => hook.answer?.(response, question)).find((each) => each !== undefined);
      return [key, answer === undefined ? response : await answer] as const;
    });
    return Object.fromEntries(await Promise.all(all));
  }
}
