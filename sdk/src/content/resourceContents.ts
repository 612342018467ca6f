import type { BlobResourceContents, MetaObject, TextResourceContents } from '@mcp-gen/protocol/author';
import { defined } from '../defined.js';
import { toBase64 } from './base64.js';
import { describe, ReturnValueError } from './errors.js';

/** What can be said of contents beside what they are. */
export interface ContentsOptions {
  /** Default: that of the resource. */
  readonly uri?: string | undefined;
  /** Default: that of the resource; else `text/plain` for text, and `application/octet-stream` for bytes. */
  readonly mimeType?: string | undefined;
  /** Free-form metadata. */
  readonly _meta?: MetaObject | undefined;
}

/** Contents that are text. */
export interface TextContents extends ContentsOptions {
  /** The text. */
  readonly text: string;
}

/** Contents that are bytes. */
export interface BlobContents extends ContentsOptions {
  /** The bytes, or their base64. */
  readonly blob: Uint8Array | string;
}

/** Contents of a resource, with more facts. */
export type Contents = TextContents | BlobContents;

/** What contents are that do not say (RFC 2046, sections 4.1.3 and 4.5.1). */
export const TEXT = 'text/plain';
export const BYTES = 'application/octet-stream';

/**
 * Contents as they are sent.
 *
 * @param mimeType for contents that say no other. Default `text/plain` for texts, `application/octet-stream` for bytes
 * @throws {ReturnValueError} if they are none.
 */
export function resourceContents(
  contents: string | Uint8Array | Contents,
  uri: string,
  mimeType?: string,
): TextResourceContents | BlobResourceContents {
  if (typeof contents === 'string') return { uri, mimeType: mimeType ?? TEXT, text: contents };
  if (contents instanceof Uint8Array) return { uri, mimeType: mimeType ?? BYTES, blob: toBase64(contents) };
  if (!isContents(contents)) {
    throw new ReturnValueError(
      `${describe(contents)} is no contents of a resource: give a string, a Uint8Array, or { text } or { blob }; for data JSON.stringify(data)`,
    );
  }
  if ('text' in contents) return { uri, mimeType: mimeType ?? TEXT, ...defined(contents) };
  const { blob, ...rest } = defined(contents);
  return { uri, mimeType: mimeType ?? BYTES, ...rest, blob: typeof blob === 'string' ? blob : toBase64(blob) };
}

function isContents(value: unknown): value is Contents {
  if (typeof value !== 'object' || value === null) return false;
  const { text, blob } = value as { readonly text?: unknown; readonly blob?: unknown };
  return typeof text === 'string' || typeof blob === 'string' || blob instanceof Uint8Array;
}
