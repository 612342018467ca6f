/** Shows values and results for people. */

import { plainLine, plainText } from '@mcp-gen/sdk/client';
import { escapeHidden } from '../compiler.js';
import type { ContentBlock } from '@mcp-gen/protocol/author';

/** Returns a value in one line. */
export function describeValue(value: unknown): string {
  return plainLine(typeof value === 'string' ? value : jsonOf(value), 120);
}

/** Returns JSON in which nothing is hidden: characters that terminals act on, or that nobody sees, are escaped. */
export function jsonText(value: unknown): string {
  return escapeHidden(jsonOf(value, 2));
}

/** Returns JSON, also of what JSON does not have. */
export function jsonOf(value: unknown, indentation = 0): string {
  return value === undefined ? 'null' : JSON.stringify(value, undefined, indentation);
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
