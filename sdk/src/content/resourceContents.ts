import { describe } from '@mcp-gen/runtime/options';
import type { BlobResourceContents, MetaObject, TextResourceContents } from '@mcp-gen/protocol/author';
import { defined } from '../defined.js';
import { toBase64 } from './base64.js';
import { ReturnValueError } from './returnValueError.js';
import { legalUri } from './legalUri.js';

/** Options of resource contents. */
export interface ContentsOptions {
  /** The URI. Default: that of the resource. */
  readonly uri?: string | undefined;
  /** The MIME type. Default: that of the resource; else `text/plain` for text, and `application/octet-stream` for bytes. */
  readonly mimeType?: string | undefined;
  /** Free-form metadata. */
  readonly _meta?: MetaObject | undefined;
}

/** Text contents. */
export interface TextContents extends ContentsOptions {
  /** The text. */
  readonly text: string;
}

/** Binary contents. */
export interface BlobContents extends ContentsOptions {
  /** The bytes, or base64. */
  readonly blob: Uint8Array | string;
}

/** Contents of a resource with options. */
export type Contents = TextContents | BlobContents;

/** Default MIME types of contents (RFC 2046, sections 4.1.3 and 4.5.1). */
export const TEXT = 'text/plain';
export const BYTES = 'application/octet-stream';

/**
 * Converts contents to the form that is sent. Characters that a URI must not have are encoded.
 *
 * @param mimeType for contents without one. Default `text/plain` for text, `application/octet-stream` for bytes
 * @throws {ReturnValueError} if they are invalid, or the URI has no scheme.
 */
export function resourceContents(
  contents: string | Uint8Array | Contents,
  uri: string,
  mimeType?: string,
): TextResourceContents | BlobResourceContents {
  const made = completed(contents, uri, mimeType);
  return { ...made, uri: legalUri(made.uri) };
}

function completed(
  contents: string | Uint8Array | Contents,
  uri: string,
  mimeType?: string,
): TextResourceContents | BlobResourceContents {
  if (typeof contents === 'string') return { uri, mimeType: mimeType ?? TEXT, text: contents };
  if (contents instanceof Uint8Array) return { uri, mimeType: mimeType ?? BYTES, blob: toBase64(contents) };
  if (!isContents(contents)) {
    throw new ReturnValueError(
      `Invalid contents of a resource: expected a string, a Uint8Array, { text }, or { blob }, not ${describe(contents)}. For data, use JSON.stringify(data)`,
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
