/** Builders of content blocks, for results of tools and messages of prompts. */

import type {
  Annotations,
  AudioContent,
  ContentBlock,
  EmbeddedResource,
  ImageContent,
  MetaObject,
  Resource,
  ResourceLink,
  Role,
  TextContent,
} from '@mcp-gen/protocol/author';
import { isObject, quote } from '@mcp-gen/runtime/codegen/v1';
import { nearest } from '@mcp-gen/runtime/options';
import { type Contents, legalUri, resourceContents, toBase64 } from './resourceContents.js';

/** Options of any content block (specification: Resources, Annotations). */
export interface ContentOptions {
  /** The intended audience. Default: not set, which means both. */
  readonly audience?: Role | readonly Role[] | undefined;
  /** The priority: from 0 (optional) to 1 (required). Default: not set. */
  readonly priority?: number | undefined;
  /** The time of the last change: a Date, or an ISO 8601 string. Default: not set. */
  readonly lastModified?: Date | string | undefined;
  /** Free-form metadata: `_meta`. */
  readonly meta?: MetaObject | undefined;
}

/**
 * Creates a text block.
 *
 * @example
 * ```ts
 * import { image, Server, text } from '@mcp-gen/sdk';
 *
 * const server = new Server({ name: 'painter', version: '1.0.0' });
 * const picture = new Uint8Array(); // a PNG
 * server.tool('paint', {}, () => [text('As you wished:', { audience: 'user' }), image(picture, 'image/png')]);
 * ```
 * @throws {RangeError} if the priority is not from 0 to 1, or `lastModified` is an invalid Date.
 */
export function text(text: string, options?: ContentOptions): TextContent {
  return { type: 'text', text, ...common(options) };
}

/**
 * Creates an image block from bytes or base64.
 *
 * @throws {RangeError} as {@link text} does.
 */
export function image(data: Uint8Array | string, mimeType: string, options?: ContentOptions): ImageContent {
  return { type: 'image', data: encoded(data), mimeType, ...common(options) };
}

/**
 * Creates an audio block from bytes or base64. Clients of 2024-11-05, which does not have audio, receive an embedded resource instead.
 *
 * @throws {RangeError} as {@link text} does.
 */
export function audio(data: Uint8Array | string, mimeType: string, options?: ContentOptions): AudioContent {
  return { type: 'audio', data: encoded(data), mimeType, ...common(options) };
}

/**
 * Creates a link to a resource that the client may read: at least its URI and name. Characters that a URI must not have are encoded.
 *
 * @throws {RangeError} as {@link text} does.
 * @throws {ReturnValueError} if the URI has no scheme.
 */
export function resourceLink(resource: Resource, options?: ContentOptions): ResourceLink {
  return withLegalUri({ ...resource, type: 'resource_link', ...common(options) });
}

/**
 * Creates an embedded resource: a string (`text/plain`), bytes (`application/octet-stream`), or contents with their own MIME type.
 * Characters that a URI must not have are encoded.
 *
 * @throws {RangeError} as {@link text} does.
 * @throws {ReturnValueError} if the contents are invalid, or the URI has no scheme.
 */
export function embedded(
  uri: string,
  contents: string | Uint8Array | Contents,
  options?: ContentOptions,
): EmbeddedResource {
  return { type: 'resource', resource: resourceContents(contents, uri), ...common(options) };
}

/** Returns a block whose URI is encoded as {@link legalUri} does. */
export function withLegalUri<Block extends ContentBlock>(block: Block): Block {
  if (block.type === 'resource_link') return { ...block, uri: legalUri(block.uri) };
  if (block.type !== 'resource' || typeof block.resource.uri !== 'string') return block;
  return { ...block, resource: { ...block.resource, uri: legalUri(block.resource.uri) } };
}

/** Returns whether a value has the shape of a content block. Full validation happens when it is sent. */
export function isContentBlock(value: unknown): value is ContentBlock {
  if (typeof value !== 'object' || value === null) return false;
  const block = value as { readonly [key: string]: unknown };
  switch (block['type']) {
    case 'text':
      return typeof block['text'] === 'string';
    case 'image':
    case 'audio':
      return typeof block['data'] === 'string' && typeof block['mimeType'] === 'string';
    case 'resource_link':
      return typeof block['uri'] === 'string' && typeof block['name'] === 'string';
    case 'resource':
      return typeof block['resource'] === 'object' && block['resource'] !== null;
    default:
      return false;
  }
}

const TYPES: readonly string[] = [
  'text',
  'image',
  'audio',
  'resource_link',
  'resource',
] satisfies ContentBlock['type'][];

/** Returns what is wrong with the type of a value that is not a content block, to append to its description. */
export function mistakeIn(value: unknown): string {
  const type = isObject(value) ? value['type'] : undefined;
  if (typeof type !== 'string') return '';
  if (TYPES.includes(type)) return ` (type ${quote(type)} without its properties)`;
  const meant = nearest(type, TYPES);
  return ` (unknown type ${quote(type)}${meant === undefined ? '' : `, did you mean ${quote(meant)}?`})`;
}

function encoded(data: Uint8Array | string): string {
  return typeof data === 'string' ? data : toBase64(data);
}

function common(options: ContentOptions | undefined): { annotations?: Annotations; _meta?: MetaObject } {
  if (options === undefined) return {};
  const annotations = annotationsOf(options);
  return {
    ...(Object.keys(annotations).length > 0 && { annotations }),
    ...(options.meta && { _meta: options.meta }),
  };
}

function annotationsOf({ audience, priority, lastModified }: ContentOptions): Annotations {
  if (priority !== undefined && !(priority >= 0 && priority <= 1)) {
    throw new RangeError(`Invalid priority ${priority}: expected a number from 0 to 1`);
  }
  return {
    ...(audience !== undefined && { audience: typeof audience === 'string' ? [audience] : [...audience] }),
    ...(priority !== undefined && { priority }),
    ...(lastModified !== undefined && { lastModified: timestamp(lastModified) }),
  };
}

function timestamp(time: Date | string): string {
  if (typeof time === 'string') return time;
  if (Number.isNaN(time.getTime())) throw new RangeError('lastModified is an invalid Date');
  return time.toISOString();
}
