/** What is on the wire: names of the drafts, and our own for what no draft has yet. */

/** Draft Definition Tags: in metadata of requests, tags by the method of their list. */
export const KNOWN_TAGS = 'io.modelcontextprotocol/knownTags';
/** Draft Definition Tags: in metadata of results and in data of errors, the lists whose tags did not match. */
export const STALE_TAGS = 'io.modelcontextprotocol/staleTags';
/** Draft Per-Primitive Digests: in metadata of a tool or prompt, the digest of its definition. */
export const DIGEST = 'io.modelcontextprotocol/digest';
/** Draft Per-Primitive Digests: in metadata of a call, the digest that the caller has. */
export const EXPECTED_DIGEST = 'io.modelcontextprotocol/expectedDigest';

/** Ours: in metadata of a request for a list, the tag of the list that the client has. */
export const IF_NONE_MATCH = 'com.example/ifNoneMatch';
/** Ours: in metadata of a list, what it is instead of the whole list: see {@link Changes}. */
export const CHANGES = 'com.example/changes';

/** The drafts have no error codes yet: these are outside of the reserved range. */
export const STALE_DEFINITIONS = -31_409;
export const DIGEST_CHANGED = -31_410;

/** The longest tag that is read. */
export const MAX_TAG = 256;

/** The items of a result are those that are new or have changed since a tag. Nothing has changed if there are none, and none is removed. */
export interface Changes {
  /** The tag that the request had. */
  readonly since: string;
  /** The keys of items that are no longer in the list. */
  readonly removed: readonly string[];
  /** The number of items of the whole list, by which a client checks the list that it has made. */
  readonly total: number;
}

/** A list of the protocol. */
export interface List {
  /** The property of results with the items. */
  readonly items: string;
  /** The property that names an item. */
  readonly key: string;
  /** The notification of its changes. */
  readonly changes: string;
}

const RESOURCES = 'notifications/resources/list_changed';

export const LISTS: ReadonlyMap<string, List> = new Map([
  ['tools/list', { items: 'tools', key: 'name', changes: 'notifications/tools/list_changed' }],
  ['prompts/list', { items: 'prompts', key: 'name', changes: 'notifications/prompts/list_changed' }],
  ['resources/list', { items: 'resources', key: 'uri', changes: RESOURCES }],
  ['resources/templates/list', { items: 'resourceTemplates', key: 'uriTemplate', changes: RESOURCES }],
]);

/** The lists that a request depends on. */
export const RELEVANT: ReadonlyMap<string, readonly string[]> = new Map([
  ['tools/call', ['tools/list']],
  ['prompts/get', ['prompts/list']],
  ['resources/read', ['resources/list', 'resources/templates/list']],
]);

/** Metadata, of which nothing is known. */
export type Meta = Readonly<Record<string, unknown>>;

/** Returns the metadata of params, a result, or an item. */
export function metaOf(value: unknown): Meta {
  const { _meta } = (value ?? {}) as { readonly _meta?: unknown };
  return isRecord(_meta) ? _meta : {};
}

/** Returns a tag or a digest of the other side; undefined for anything else. */
export function tagIn(record: unknown, name: string): string | undefined {
  if (!isRecord(record)) return undefined;
  const tag = record[name];
  return typeof tag === 'string' && tag.length <= MAX_TAG ? tag : undefined;
}

export function isRecord(value: unknown): value is Meta {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
