/** The entries of resources: what a client sees of one in a list, and what reads it. */

import { checkOptions, count, finite, OBJECT, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import type { Annotations, Resource } from '@mcp-gen/protocol/author';
import type { ResourceReturn } from '../content/index.js';
import { BYTES, TEXT } from '../content/resourceContents.js';
import { defined } from '../properties.js';
import { legalIcons } from '../icons.js';
import { encodeIllegal, type Uri } from '../uri/index.js';
import type { Context } from './context.js';
import { type Access, ENTRY_OPTIONS, type EntryOptions, metadata } from './entryOptions.js';
import { checkHandler } from './checkHandler.js';

/** Options of a resource. */
export interface ResourceOptions extends EntryOptions {
  /** A programmatic name. Default: the last part of the URI. */
  readonly name?: string | undefined;
  /**
   * The MIME type: `inode/directory` for a folder. Default: `text/plain` for a string, `application/octet-stream` for bytes. For a handler,
   * the default depends on the content it returns.
   */
  readonly mimeType?: string | undefined;
  /** The size in bytes, if known. Default: none. */
  readonly size?: number | undefined;
  /** Its audience, priority, and time of the last change. Default: none. */
  readonly annotations?: Annotations | undefined;
}

/** The names of {@link ResourceOptions}. */
export const RESOURCE_OPTIONS: OptionTable<ResourceOptions, 'size'> = {
  ...ENTRY_OPTIONS,
  name: STRING,
  mimeType: STRING,
  size: finite(count(undefined, 0)),
  annotations: OBJECT,
};

/** Reads a resource. Receives the normalized URI (RFC 3986). Throws a `NotFoundError` if the resource does not exist now. */
export type ResourceHandler = (uri: Uri, context: Context) => ResourceReturn | Promise<ResourceReturn>;

/** The content of a resource, or the function that reads it. */
export type ResourceContent = ResourceHandler | string | Uint8Array;

/** A registered resource as the server keeps it. */
export interface ResourceEntry {
  readonly resource: Resource;
  readonly access: Access | undefined;
  readonly handler: ResourceHandler;
}

/** @throws {TypeError} if the options or the content are invalid. */
export function resourceEntry(
  uri: string,
  parsed: Uri,
  options: ResourceOptions,
  given: ResourceContent,
): ResourceEntry {
  const what = `the resource ${uri}`;
  if (typeof given !== 'string' && !(given instanceof Uint8Array)) checkHandler(what, given, options);
  checkOptions(what, options, RESOURCE_OPTIONS);
  const { access, ...described } = options;
  const handler = typeof given === 'function' ? given : () => given;
  const mimeType = options.mimeType ?? mimeTypeOf(given);
  return { resource: describeResource(uri, parsed, { ...described, mimeType }, what), access, handler };
}

/**
 * Returns a resource as clients see it in a list.
 *
 * @param what names it in errors
 * @throws {TypeError} if an option is invalid.
 */
export function describeResource(
  uri: string,
  parsed: Uri,
  options: Omit<ResourceOptions, 'access'>,
  what: string,
): Resource {
  const icons = legalIcons(what, options.icons);
  const { name = lastPart(parsed), meta, ...described } = options;
  return { uri: encodeIllegal(uri), name, ...defined({ ...described, icons }), ...metadata(meta, what) };
}

/** Returns undefined for a handler: the type is known after a read. */
function mimeTypeOf(given: ResourceContent): string | undefined {
  if (typeof given === 'function') return undefined;
  return typeof given === 'string' ? TEXT : BYTES;
}

function lastPart({ href, path }: Uri): string {
  return path.split('/').findLast((part) => part !== '') ?? href;
}
