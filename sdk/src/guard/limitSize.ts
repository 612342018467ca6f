import type { ContentBlock, EmbeddedResource, PromptMessage, TextContent } from '@mcp-gen/protocol/author';
import { brandError } from '@mcp-gen/runtime';
import type { PromptMessages, ToolOutput } from '../content/index.js';

/** The maximum size of a result, and what happens to larger ones. */
export interface SizeLimit {
  /** Maximum characters: all content, including base64, and structured content and metadata as JSON. */
  readonly maxCharacters: number;
  /**
   * `error`: throws. `cut`: truncates the content, with a note. Structured content cannot be truncated: it is an error. Default `error`.
   */
  readonly whenLarger?: 'error' | 'cut' | undefined;
}

/** The output of a handler is larger than the limit. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError';
  /** The error code of this class. */
  readonly code = 'OUTPUT_TOO_LARGE';

  static {
    brandError(this, 'OutputTooLargeError');
  }

  constructor(what: string, size: number, limit: number) {
    super(
      `${what} has ${size} characters: at most ${limit} are allowed. Return less, a page of it, or a link to a resource`,
    );
  }
}

/**
 * Limits the size of a result. A result within the limit is returned unchanged.
 *
 * @throws {OutputTooLargeError} if it is too large, and truncating is not allowed or not possible.
 */
export function limitSize(result: ToolOutput, limit: SizeLimit): ToolOutput {
  const { content, structuredContent, _meta } = result;
  const uncut = sizeOfJson(structuredContent) + sizeOfJson(_meta);
  if (uncut > limit.maxCharacters) {
    throw new OutputTooLargeError(
      'The structured content of the result, with its metadata,',
      uncut,
      limit.maxCharacters,
    );
  }
  const kept = limitBlocks('The result', content, uncut, limit);
  return kept === content ? result : { ...result, content: [...kept] };
}

/**
 * Limits the size of a prompt in the same way.
 *
 * @throws {OutputTooLargeError} if it is too large, and truncating is not allowed.
 */
export function limitPrompt(result: PromptMessages, limit: SizeLimit): PromptMessages {
  const { messages } = result;
  const blocks = messages.map(({ content }) => content);
  const kept = limitBlocks('The prompt', blocks, 0, limit);
  if (kept === blocks) return result;
  return { ...result, messages: kept.map((content, at) => ({ ...(messages[at] as PromptMessage), content })) };
}

/** Returns the blocks within the limit, a truncated one, and a note with the number of omitted ones. */
function limitBlocks(
  what: string,
  blocks: readonly ContentBlock[],
  taken: number,
  { maxCharacters, whenLarger = 'error' }: SizeLimit,
): readonly ContentBlock[] {
  const sizes = blocks.map(sizeOf);
  const size = sizes.reduce((sum, each) => sum + each, taken);
  if (size <= maxCharacters) return blocks;
  if (whenLarger === 'error') throw new OutputTooLargeError(what, size, maxCharacters);

  let left = maxCharacters - taken;
  const fitting = sizes.findIndex((each) => (left -= each) < 0);
  const cut = blocks[fitting] as ContentBlock;
  const whole = cut.type === 'text' ? cut.text : '';
  // What is left for a text, beside its metadata, which cannot be cut. Negative for any other block.
  const room = left + whole.length;
  const more = blocks.length - fitting - 1;
  return [
    ...blocks.slice(0, fitting),
    room < 0 ? leftOut(cut, sizes[fitting] as number) : ({ ...cut, text: cutText(whole, room) } as TextContent),
    ...(more > 0 ? [note(`[left out: ${more} more]`)] : []),
  ];
}

/** Truncates a text, and adds a note with its length. */
function cutText(text: string, length: number): string {
  const pair = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  const kept = text.slice(0, pair ? length - 1 : length);
  return `${kept}${kept === '' ? '' : '\n'}[cut: ${kept.length} of ${text.length} characters]`;
}

function leftOut({ type }: ContentBlock, length: number): ContentBlock {
  return note(`[left out: content of type ${type} with ${length} characters]`);
}

function note(text: string): ContentBlock {
  return { type: 'text', text };
}

/** Returns the size of a block and its metadata. */
function sizeOf(block: ContentBlock): number {
  if (block.type === 'resource_link') return sizeOfJson(block);
  return (
    dataOf(block).length + sizeOfJson(block._meta) + sizeOfJson((block as Partial<EmbeddedResource>).resource?._meta)
  );
}

function dataOf(block: Exclude<ContentBlock, { readonly type: 'resource_link' }>): string {
  if (block.type === 'text') return block.text;
  if (block.type !== 'resource') return block.data;
  return 'text' in block.resource ? block.resource.text : block.resource.blob;
}

function sizeOfJson(value: unknown): number {
  return value === undefined ? 0 : JSON.stringify(value).length;
}
