import type { MetaObject, ReadResourceResult } from '@mcp-gen/protocol/author';
import { describe, ReturnValueError } from './errors.js';
import { resourceContents, type Contents } from './resourceContents.js';

/** A whole result, for handlers that say more than the contents. */
export interface ResourceResult {
  /** What the resource holds; several for a folder. */
  readonly contents: readonly (string | Uint8Array | Contents)[];
  /** How long it counts as fresh, in milliseconds, where the revision has words for that. Default 0. */
  readonly ttlMs?: number;
  /** Who may share it, where the revision has words for that. Default `private`. */
  readonly cacheScope?: 'public' | 'private';
  /** Free-form metadata. */
  readonly _meta?: MetaObject;
}

/** What the handler of a resource may return: text, bytes, contents with more facts, or several of them. */
export type ResourceReturn =
  | string
  | Uint8Array
  | Contents
  | readonly (string | Uint8Array | Contents)[]
  | ResourceResult;

/** What a resource holds. The server adds what the revision of the conversation says beside it. */
export type ResourceRead = Pick<ReadResourceResult, 'contents' | '_meta'> &
  Partial<Pick<ReadResourceResult, 'ttlMs' | 'cacheScope'>>;

/**
 * The result of reading a resource, made of what its handler returned.
 *
 * @param uri for contents without one
 * @param mimeType for contents that say no other
 * @throws {ReturnValueError} if it is not contents of a resource.
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
        throw new ReturnValueError(`The handler returned ${describe(each)} inside of a list: return one list`);
      return resourceContents(each as Contents, uri, mimeType);
    }),
  };
}

function isResourceResult(value: unknown): value is ResourceResult {
  return typeof value === 'object' && value !== null && 'contents' in value && Array.isArray(value.contents);
}
