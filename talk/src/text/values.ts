/** Shows values and results for people. */

import { plainLine, plainText } from '@mcp-gen/sdk/client';
import type { ContentBlock } from '@mcp-gen/protocol/author';

/** Returns a value in one line. */
export function describeValue(value: unknown): string {
  return plainLine(typeof value === 'string' ? value : jsonOf(value), 120);
}

/** Characters that terminals act on, or that nobody sees. JSON itself escapes those below a space. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns JSON in which nothing is hidden: characters that terminals act on, or that nobody sees, are escaped. */
export function jsonText(value: unknown): string {
  return hiddenEscaped(jsonOf(value, 2));
}

/** Returns JSON, also of what JSON does not have. */
export function jsonOf(value: unknown, indentation = 0): string {
  return value === undefined ? 'null' : JSON.stringify(value, undefined, indentation);
}

/** Escapes what is hidden in JSON. */
export function hiddenEscaped(json: string): string {
  return json.replace(HIDDEN, (hidden) =>
    Array.from({ length: hidden.length }, (_, at) => `\\u${hidden.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}

/** A file that a result contains. */
export interface FoundFile {
  readonly data: string;
  readonly mimeType: string;
}

/**
 * Returns content as text.
 *
 * @param save keeps a file, and returns what is shown in its place
 */
export function contentText(blocks: readonly ContentBlock[], save: (file: FoundFile) => string): string {
  return blocks
    .map((block) => {
      switch (block.type) {
        case 'text':
          return plainText(block.text);
        case 'image':
        case 'audio':
          return save(block);
        case 'resource_link':
          return `${plainLine(block.title ?? block.name)}: ${plainLine(block.uri, 2_000)}`;
        case 'resource': {
          const { resource } = block;
          if ('text' in resource) return plainText(resource.text);
          return save({ data: resource.blob, mimeType: resource.mimeType ?? 'application/octet-stream' });
        }
        default:
          return jsonText(block);
      }
    })
    .join('\n');
}
