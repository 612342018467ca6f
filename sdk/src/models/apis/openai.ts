import type { ModelSchema } from '../modelSchema.js';
import { textOf } from '../callOutcome.js';
import { dataUrl, IMAGES, PDF, type Api } from './api.js';

/** A function of the Responses API of OpenAI. */
export interface OpenAiTool {
  type: 'function';
  name: string;
  description?: string;
  parameters: ModelSchema;
  /** Always false: strict schemas may not have optional parameters. */
  strict: false;
}

/** A part of the output of a call. */
export type OpenAiPart =
  | { type: 'input_text'; text: string }
  | { type: 'input_image'; image_url: string; detail: 'auto' }
  | { type: 'input_file'; filename: string; file_data: string };

/** An input item with the result of a call. */
export interface OpenAiResult {
  type: 'function_call_output';
  call_id: string;
  output: string | OpenAiPart[];
}

/** An output item of a response. */
export interface OpenAiItem {
  readonly type: string;
}

interface FunctionCall extends OpenAiItem {
  readonly call_id: string;
  readonly name: string;
  readonly arguments: string;
}

export const openAi: Api<OpenAiTool[], readonly OpenAiItem[], OpenAiResult> = {
  media: new Set([...IMAGES, PDF]),
  define: (tools) =>
    tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      ...(description === undefined ? {} : { description }),
      parameters: schema,
      strict: false,
    })),
  callsOf: (output) =>
    output
      .filter((item): item is FunctionCall => item.type === 'function_call')
      .map(({ call_id, name, arguments: input }) => ({ id: call_id, name, input })),
  result({ id }, output) {
    const { parts, isError } = output;
    const isText = parts.every(({ text }) => text !== undefined);
    // The API has no flag for errors.
    const told = isError ? 'Error: ' : '';
    if (isText) return { type: 'function_call_output', call_id: id, output: told + textOf(output) };
    const items = parts.map((part): OpenAiPart => {
      if (part.text !== undefined) return { type: 'input_text', text: part.text };
      const { data, mimeType, name } = part;
      const url = dataUrl(mimeType, data);
      if (mimeType === PDF) return { type: 'input_file', filename: name, file_data: url };
      return { type: 'input_image', image_url: url, detail: 'auto' };
    });
    const first: OpenAiPart[] = isError ? [{ type: 'input_text', text: told.trim() }] : [];
    return { type: 'function_call_output', call_id: id, output: [...first, ...items] };
  },
};

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

interface ChatFunctionCall extends OpenAiChatCall {
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
      .filter((call): call is ChatFunctionCall => call.type === 'function')
      .map((call) => ({ id: call.id, name: call.function.name, input: call.function.arguments })),
  // The API has no flag for errors.
  result: ({ id }, output) => ({
    role: 'tool',
    tool_call_id: id,
    content: (output.isError ? 'Error: ' : '') + textOf(output),
  }),
};
