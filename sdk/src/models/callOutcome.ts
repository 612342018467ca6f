import type { ContentBlock } from '@mcp-gen/protocol/author';
import type { ToolResult } from '../client/toolResult.js';

/** The output of a tool for a model. */
export interface Output {
  /** Text, and data that the API takes, in the order of the content. Never empty. */
  readonly parts: readonly OutputPart[];
  readonly isError: boolean;
}

/** Text, or data in base64. */
export type OutputPart =
  | { readonly text: string; readonly data?: undefined }
  | { readonly text?: undefined; readonly data: string; readonly mimeType: string; readonly name: string };

/** What came of a call. */
export type CallOutcome = Pick<ToolResult, 'content' | 'structuredContent' | 'isError'>;

/**
 * Converts a result for a model. Content that the API does not take becomes a text that says so, because a model must not believe that there
 * was none.
 *
 * @param media the media types of data that the API takes in results of tools
 */
export function outputOf({ content, structuredContent, isError }: CallOutcome, media: ReadonlySet<string>): Output {
  const parts = content.flatMap((block) => partOf(block, media));
  const hasText = content.some((block) => block.type === 'text' && block.text !== '');
  if (structuredContent !== undefined && !hasText) parts.push({ text: JSON.stringify(structuredContent) });
  return { parts: parts.length === 0 ? [{ text: 'The tool returned nothing.' }] : parts, isError };
}

/** Returns an error for a model. */
export function failure(message: string): CallOutcome {
  return { content: [{ type: 'text', text: message }], structuredContent: undefined, isError: true };
}

/** Returns the text of an output, for APIs whose results are text. */
export function textOf({ parts }: Output): string {
  return parts.flatMap(({ text }) => (text === undefined ? [] : [text])).join('\n');
}

function partOf(block: ContentBlock, media: ReadonlySet<string>): OutputPart[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [{ text: block.text }];
    case 'image':
      return [dataPart(block.data, block.mimeType, 'image', media)];
    case 'audio':
      return [dataPart(block.data, block.mimeType, 'audio', media)];
    case 'resource_link': {
      const { uri, name, title = name, description, mimeType } = block;
      return [{ text: `Link to a resource: ${JSON.stringify({ uri, title, description, mimeType })}` }];
    }
    case 'resource': {
      const { uri, mimeType = 'application/octet-stream' } = block.resource;
      if ('text' in block.resource) return [{ text: `Resource ${uri}:\n${block.resource.text}` }];
      return [{ text: `Resource ${uri}:` }, dataPart(block.resource.blob, mimeType, nameOf(uri), media)];
    }
  }
}

function dataPart(data: string, mimeType: string, name: string, media: ReadonlySet<string>): OutputPart {
  if (media.has(mimeType)) return { data, mimeType, name };
  return { text: `[${byteLength(data)} bytes of ${mimeType}, which this model cannot be given]` };
}

/** Returns the last segment of a URI, for APIs that require the name of a file. */
function nameOf(uri: string): string {
  const [path = ''] = uri.split(/[?#]/, 1);
  return path.split('/').findLast((segment) => segment !== '') ?? 'resource';
}

function byteLength(base64: string): number {
  const padding = ['==', '='].find((end) => base64.endsWith(end))?.length ?? 0;
  return Math.floor(((base64.length - padding) * 3) / 4);
}
