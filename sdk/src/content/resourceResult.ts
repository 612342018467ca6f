import { describe } from '@mcp-gen/runtime/options';
import type { MetaObject, ReadResourceResult } from '@mcp-gen/protocol/author';
import { ReturnValueError } from './returnValueError.js';
import { resourceContents, type Contents } from './resourceContents.js';

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
