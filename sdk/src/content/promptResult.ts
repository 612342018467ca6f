import { describe } from '@mcp-gen/runtime/options';
import type { ContentBlock, GetPromptResult, MetaObject, PromptMessage, Role } from '@mcp-gen/protocol/author';
import { isContentBlock, text, withLegalUri } from './blocks.js';
import { ReturnValueError } from './returnValueError.js';
import { resourceContents } from './resourceContents.js';

/** A message of a prompt. */
export interface PromptReturnMessage {
  /** The author of the message: `user` or `assistant`. */
  readonly role: Role;
  /** The content: a string becomes a text block. */
  readonly content: string | ContentBlock;
}

/** A complete result, for handlers that return more than messages. */
export interface PromptResult {
  /** A description of the prompt. Default: the description of its registration. */
  readonly description?: string;
  /** The messages in order. A string is a message of the user. */
  readonly messages: string | readonly (string | PromptReturnMessage)[];
  /** Free-form metadata. */
  readonly _meta?: MetaObject;
}

/** The return value of a prompt handler. A string is a message of the user. */
export type PromptReturn = string | PromptReturnMessage | readonly (string | PromptReturnMessage)[] | PromptResult;

/** The messages of a prompt. The server adds the fields that the revision requires. */
export type PromptMessages = Pick<GetPromptResult, 'description' | 'messages' | '_meta'>;

/**
 * Converts the return value of a prompt handler to a result.
 *
 * @throws {ReturnValueError} if a message is invalid.
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
    if ((role === 'user' || role === 'assistant') && isContentBlock(block))
      return { role, content: typed(withLegalUri(block)) };
  }
  throw new ReturnValueError(
    `The handler of the prompt returned ${describe(value)}: return a string or messages, such as { role: 'user', content: 'Hello' }`,
  );
}

/** Adds a MIME type to an embedded resource, since prompts require one (specification: Prompts, Data Types). */
function typed(block: ContentBlock): ContentBlock {
  if (block.type !== 'resource' || block.resource.mimeType !== undefined) return block;
  return { ...block, resource: resourceContents(block.resource, block.resource.uri) };
}

function isPromptResult(value: unknown): value is PromptResult {
  return typeof value === 'object' && value !== null && 'messages' in value;
}
