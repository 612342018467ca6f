import type { CallToolResult, ContentBlock } from '@mcp-gen/protocol/author';

/** How large a result may be, and what becomes of larger ones. */
export interface SizeLimit {
  /** Characters of all content, base64 included, and of the structured content as JSON. */
  readonly maxCharacters: number;
  /**
   * `error`: throws. `cut`: texts are cut and other blocks are left out, with a note that says so. Structured content cannot be
   * cut, and is an error. Default `error`.
   */
  readonly whenLarger?: 'error' | 'cut';
}

/** A handler gave more than the limit allows. */
export class OutputTooLargeError extends Error {
  override readonly name = 'OutputTooLargeError';

  constructor(what: string, size: number, limit: number) {
    super(
      `${what} has ${size} characters, and ${limit} are the most: return less, a page of it, or a link to a resource`,
    );
  }
}

/**
 * The result, within the limit. One that is small enough is returned as it is.
 *
 * @throws {OutputTooLargeError} if it is too large and may not be cut, or cannot be.
 */
export function limitSize(result: CallToolResult, { maxCharacters, whenLarger = 'error' }: SizeLimit): CallToolResult {
  const { content, structuredContent } = result;
  const structured = structuredContent === undefined ? 0 : JSON.stringify(structuredContent).length;
  if (structured > maxCharacters)
    throw new OutputTooLargeError('The structured content of the result', structured, maxCharacters);
  const size = content.reduce((sum, block) => sum + sizeOf(block), structured);
  if (size <= maxCharacters) return result;
  if (whenLarger === 'error') throw new OutputTooLargeError('The result', size, maxCharacters);

  let left = maxCharacters - structured;
  const kept: ContentBlock[] = [];
  for (const block of content) {
    const length = sizeOf(block);
    if (length <= left) kept.push(block);
    else kept.push(block.type === 'text' ? { ...block, text: cutText(block.text, left) } : leftOut(block, length));
    left = Math.max(0, left - length);
  }
  return { ...result, content: kept };
}

/** The beginning of a text, and a note of how much there was. */
function cutText(text: string, length: number): string {
  const pair = /[\ud800-\udbff]/.test(text.charAt(length - 1));
  const kept = text.slice(0, pair ? length - 1 : length);
  return `${kept}${kept && '\n'}[cut: ${kept.length} of ${text.length} characters]`;
}

function leftOut({ type }: ContentBlock, length: number): ContentBlock {
  return { type: 'text', text: `[left out: content of type ${type} with ${length} characters]` };
}

function sizeOf(block: ContentBlock): number {
  switch (block.type) {
    case 'text':
      return block.text.length;
    case 'image':
    case 'audio':
      return block.data.length;
    case 'resource_link':
      return block.uri.length + block.name.length;
    case 'resource':
      return 'text' in block.resource ? block.resource.text.length : block.resource.blob.length;
  }
}
