import type { ContentBlock, GetPromptResult, MetaObject, PromptMessage, Role } from '@mcp-gen/protocol/author';
import { isContentBlock, text } from './blocks.js';
import { describe, ReturnValueError } from './errors.js';
import { resourceContents } from './resourceContents.js';

/** A message of a prompt. */
export interface PromptReturnMessage {
  /** Who says it: `user` or `assistant`. */
  readonly role: Role;
  /** What they say: a string is a text. */
  readonly content: string | ContentBlock;
}

/** A whole result, for handlers that say more than the messages. */
export interface PromptResult {
  /** What the prompt is for. Default: the description that it was registered with. */
  readonly description?: string;
  /** What is said, in its order. A string is a message of the user. */
  readonly messages: string | readonly (string | PromptReturnMessage)[];
  /** Free-form metadata. */
  readonly _meta?: MetaObject;
}

/** What the handler of a prompt may return. A string is a message of the user. */
export type PromptReturn = string | PromptReturnMessage | readonly (string | PromptReturnMessage)[] | PromptResult;

/** The messages of a prompt. The server adds what the revision of the conversation says beside them. */
export type PromptMessages = Pick<GetPromptResult, 'description' | 'messages' | '_meta'>;

/**
 * The result of a prompt, made of what its handler returned.
 *
 * @throws {ReturnValueError} if one is not a message.
 */
export function toPromptResult(value: unknown): PromptMessages {
  const { messages, ...rest } = isPromptResult(value) ? value : { messages: value };
  const list: readonly unknown[] = Array.isArray(messages) ? messages : [messages];
  return { ...rest, messages: list.map(message) };
}

function message(value: unknown): PromptMessage {
  if (typeof value === 'string') return { role: 'user', content: text(value) };
  if (typeof value === 'object' && value !== null && 'role' in value && 'content' in value) {
    const { role, content } = value;
    const block = typeof content === 'string' ? text(content) : content;
    if ((role === 'user' || role === 'assistant') && isContentBlock(block)) return { role, content: typed(block) };
  }
  throw new ReturnValueError(
    `The handler of the prompt returned ${describe(value)}: return a string, or messages such as { role: 'user', content: 'Hello' }`,
  );
}

/** In prompts, a resource says of what type it is (specification: Prompts, Data Types). */
function typed(block: ContentBlock): ContentBlock {
  if (block.type !== 'resource' || block.resource.mimeType !== undefined) return block;
  return { ...block, resource: resourceContents(block.resource, block.resource.uri) };
}

function isPromptResult(value: unknown): value is PromptResult {
  return typeof value === 'object' && value !== null && 'messages' in value;
}
