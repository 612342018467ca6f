import type { ModelSchema } from '../modelSchema.js';
import { IMAGES, PDF, type Api } from './api.js';

/** A tool of the Messages API of Anthropic. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: ModelSchema;
}

/** A block of the content of a result. */
export type AnthropicPart =
  | { type: 'text'; text: string }
  | {
      type: 'image';
      source: { type: 'base64'; media_type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'; data: string };
    }
  | { type: 'document'; title: string; source: { type: 'base64'; media_type: 'application/pdf'; data: string } };

/** A content block with the result of a call, for the next message of the role `user`. */
export interface AnthropicResult {
  type: 'tool_result';
  tool_use_id: string;
  content: AnthropicPart[];
  is_error?: boolean;
}

/** A content block of a message. */
export interface AnthropicBlock {
  readonly type: string;
}

interface ToolUse extends AnthropicBlock {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export const anthropic: Api<AnthropicTool[], readonly AnthropicBlock[], AnthropicResult> = {
  media: new Set([...IMAGES, PDF]),
  define: (tools) =>
    tools.map(({ name, description, schema }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: schema,
    })),
  callsOf: (content) => content.filter((block): block is ToolUse => block.type === 'tool_use'),
  result: ({ id }, { parts, isError }) => ({
    type: 'tool_result',
    tool_use_id: id,
    content: parts.map((part): AnthropicPart => {
      if (part.text !== undefined) return { type: 'text', text: part.text };
      const { data, mimeType: media_type, name: title } = part;
      if (media_type === PDF) return { type: 'document', title, source: { type: 'base64', media_type, data } };
      return { type: 'image', source: { type: 'base64', media_type: media_type as 'image/png', data } };
    }),
    ...(isError ? { is_error: true } : {}),
  }),
};
