import type { ModelSchema } from '../modelSchema.js';
import { textOf } from '../callOutcome.js';
import type { Api } from './api.js';

/** A function of the Chat Completions API of OpenAI, which many other vendors have too. */
export interface OpenAiChatTool {
  type: 'function';
  function: { name: string; description?: string; parameters: ModelSchema };
}

/** A message with the result of a call. */
export interface OpenAiChatResult {
  role: 'tool';
  tool_call_id: string;
  content: string;
}

/** An element of `tool_calls` of a message. */
export interface OpenAiChatCall {
  readonly id: string;
  readonly type: string;
}

interface FunctionCall extends OpenAiChatCall {
  readonly function: { readonly name: string; readonly arguments: string };
}

export const openAiChat: Api<OpenAiChatTool[], readonly OpenAiChatCall[] | null | undefined, OpenAiChatResult> = {
  media: new Set(),
  define: (tools) =>
    tools.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, ...(description === undefined ? {} : { description }), parameters: schema },
    })),
  callsOf: (calls) =>
    (calls ?? [])
      .filter((call): call is FunctionCall => call.type === 'function')
      .map((call) => ({ id: call.id, name: call.function.name, input: call.function.arguments })),
  // The API has no flag for errors.
  result: ({ id }, output) => ({
    role: 'tool',
    tool_call_id: id,
    content: (output.isError ? 'Error: ' : '') + textOf(output),
  }),
};
