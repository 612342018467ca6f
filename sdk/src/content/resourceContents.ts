import { describe } from '@mcp-gen/runtime/options';
import type {
  BlobResourceContents,
  MetaObject,
  ReadResourceResult,
  TextResourceContents,
} from '@mcp-gen/protocol/author';
import { quote } from '@mcp-gen/runtime/codegen/v1';
import { defined } from '../properties.js';
import { encodeIllegal } from '../uri/percent.js';
import { ReturnValueError } from './returnValueError.js';

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

/**
 * Encodes the characters that a URI must not have: spaces, quotes, braces, backslashes, all beyond ASCII, and others (RFC 3986, section 2).
 *
 * @throws {ReturnValueError} if the URI has no scheme.
 */
export function legalUri(uri: string): string {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:/.test(uri)) return encodeIllegal(uri);
  throw new ReturnValueError(
    `The URI ${quote(uri)} has no scheme: expected an absolute URI, such as note:1 or file:///a.txt`,
  );
}

const CHUNK = 0x8000;

/** Encodes bytes as base64 (RFC 4648, section 4). */
export function toBase64(bytes: Uint8Array): string {
  // Platforms other than Node may lack Buffer, although its type is declared.
  const { Buffer } = globalThis as { readonly Buffer?: typeof globalThis.Buffer };
  if (Buffer !== undefined) return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
  let binary = '';
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK));
  }
  return btoa(binary);
}

/** A complete result, for handlers that return more than contents. */
export interface ResourceResult {
  /** The contents; several for a folder. */
  readonly contents: readonly (string | Uint8Array | Contents)[];
  /** How long the result stays fresh, in milliseconds, in revisions that support it. Default 0. */
  readonly ttlMs?: number;
  /** Who may share the result, in revisions that support it. Default `private`. */
  readonly cacheScope?: 'public' | 'private';
  /** Free-form metadata. */
  readonly _meta?: MetaObject;
}

/** The return value of a resource handler: text, bytes, contents with options, or an array of them. */
export type ResourceReturn =
  | string
  | Uint8Array
  | Contents
  | readonly (string | Uint8Array | Contents)[]
  | ResourceResult;

/** The contents of a resource. The server adds the fields that the revision requires. */
export type ResourceRead = Pick<ReadResourceResult, 'contents' | '_meta'> &
  Partial<Pick<ReadResourceResult, 'ttlMs' | 'cacheScope'>>;

/**
 * Converts the return value of a resource handler to a result.
 *
 * @param uri for contents without one
 * @param mimeType for contents without one
 * @throws {ReturnValueError} if the value is not valid contents.
 */
export function toResourceResult(value: unknown, uri: string, mimeType?: string): ResourceRead {
  if (value === undefined) {
    throw new ReturnValueError(
      'The handler returned nothing: return a string, a Uint8Array, or contents with text or blob',
    );
  }
  const { contents, ...rest } = isResourceResult(value) ? value : { contents: Array.isArray(value) ? value : [value] };
  return {
    ...rest,
    contents: contents.map((each) => {
      if (Array.isArray(each))
        throw new ReturnValueError(`The handler returned ${describe(each)} inside an array: return a flat array`);
      return resourceContents(each as Contents, uri, mimeType);
    }),
  };
}

function isResourceResult(value: unknown): value is ResourceResult {
  return typeof value === 'object' && value !== null && 'contents' in value && Array.isArray(value.contents);
}
