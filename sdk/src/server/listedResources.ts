/** Resources that are not registered: the function of a template lists them, page by page. */

import { checkOptions, describe } from '@mcp-gen/runtime/options';
import type { Resource } from '@mcp-gen/protocol/author';
import { JsonRpcError } from '@mcp-gen/runtime';
import { isObject, quote } from '@mcp-gen/runtime/codegen/v1';
import { ReturnValueError } from '../content/returnValueError.js';
import { encodeIllegal, parseUri, UriError, type Uri } from '../uri/index.js';
import { isAllowed } from './entryOptions.js';
import type { Context } from './context.js';
import { describeThrown, NotFoundError, ToolError } from './errors.js';
import type { Match } from './lookup.js';
import { foreignCursor, readCursor, writeCursor, type Keyed } from './pagination.js';
import { describeResource } from './resourceEntry.js';
import { LISTED_OPTIONS, type ListedResource, type ListedResources } from './resourceLister.js';
import type { TemplateEntry } from './templates.js';

/** The kind of the cursors: `[kind, template]` continues after the list of a template, `[kind, template, cursor]` within it. */
const KIND = 'listed resource';

/** Where a page begins. */
export interface Place {
  /** The template whose list is next, or was the last one. */
  readonly after: string;
  /** The cursor of the application, if the page continues the list of the template. */
  readonly own?: string;
}

/** Lists the resources of all templates with a function, in the order of the templates' URIs, so that any process can continue. */
export interface ResourceLists {
  /** The enabled templates. */
  readonly templates: readonly Keyed<TemplateEntry>[];
  /** A page that has this number of resources is not continued with the list of another template. */
  readonly pageSize: number;
  /** Maximum number of resources that a function returns at a time: each is parsed and matched, which takes time. */
  readonly listLimit: number;
  /** Finds the registration of a URI. */
  readonly find: (uri: Uri) => Match<unknown> | 'refused' | undefined;
  readonly report: (error: unknown) => void;
}

/** Returns the place of a cursor; undefined if it is a cursor of the registered resources. */
export function placeOf(cursor: string): Place | undefined {
  const [kind, after, ...rest] = readCursor(cursor);
  if (kind !== KIND) return undefined;
  const [own] = rest;
  if (typeof after !== 'string' || rest.length > 1 || (rest.length === 1 && typeof own !== 'string')) {
    throw foreignCursor();
  }
  return { after, ...(typeof own === 'string' && { own }) };
}

/**
 * Continues a page with the lists of the templates.
 *
 * @param first the resources at the beginning of the page
 * @throws {JsonRpcError} if a function does not know the cursor, or the caller may not see its list.
 * @throws {ReturnValueError} if a function returns an invalid value.
 * @throws the reason of the signal, if the request is cancelled before all functions were called.
 */
export async function listPage(
  { templates, pageSize, listLimit, find, report }: ResourceLists,
  first: readonly Resource[],
  { after, own }: Place,
  context: Context,
): Promise<{ readonly resources: readonly Resource[]; readonly nextCursor?: string }> {
  const resources = [...first];
  let last = after;
  const lists = templates
    .filter(({ key, entry }) => entry.list !== undefined && isAllowed(entry, context) && key >= after)
    .toSorted((one, other) => (one.key < other.key ? -1 : 1));
  const isStart = after === '' && own === undefined;
  if (!isStart && lists[0]?.key !== after) throw foreignCursor();
  const seen = new Set<string>();
  for (const { key, entry } of lists) {
    const isContinued = key === after;
    if (isContinued && own === undefined) continue;
    if (resources.length >= pageSize) return { resources, nextCursor: writeCursor(KIND, last) };
    context.signal.throwIfAborted();
    const page = await callList(entry, isContinued ? own : undefined, context, listLimit);
    const unmatched: string[] = [];
    for (const listed of page.resources) {
      const { resource, uri } = readListed(entry, listed);
      if (seen.has(uri.href)) continue;
      seen.add(uri.href);
      const found = find(uri);
      if (found === undefined) unmatched.push(resource.uri);
      else if (belongsTo(entry, found)) resources.push(resource);
    }
    if (unmatched.length > 0) report(unreadable(entry, unmatched));
    if (page.nextCursor !== undefined) return { resources, nextCursor: writeCursor(KIND, key, page.nextCursor) };
    last = key;
  }
  return { resources };
}

/** Returns whether a template lists a resource: the caller may read it, and neither a registration nor another template lists it. */
function belongsTo(entry: TemplateEntry, found: Match<unknown> | 'refused'): boolean {
  if (found === 'refused' || 'resource' in found) return false;
  return found.template === entry || found.template.list === undefined;
}

async function callList(
  entry: TemplateEntry,
  cursor: string | undefined,
  context: Context,
  limit: number,
): Promise<ListedResources> {
  const given = await givenList(entry, cursor, context);
  if (given === undefined && cursor !== undefined) throw foreignCursor();
  const page = Array.isArray(given) ? { resources: given as readonly ListedResource[] } : given;
  if (!isObject(page) || !Array.isArray(page['resources'])) {
    const expected = 'return an array of resources, or { resources, nextCursor }';
    throw new ReturnValueError(`The function returned ${describe(given)}: ${expected}`).about(nameOf(entry));
  }
  const { length } = page['resources'];
  if (length > limit) {
    throw new ReturnValueError(
      `The function returned ${length} resources: return pages of at most ${limit}, with nextCursor, or raise the option limits.listLimit of the server`,
    ).about(nameOf(entry));
  }
  const { nextCursor } = page as { readonly nextCursor?: unknown };
  if (nextCursor !== undefined && typeof nextCursor !== 'string') {
    throw new ReturnValueError(`Invalid nextCursor: expected a string, got ${describe(nextCursor)}`).about(
      nameOf(entry),
    );
  }
  return page as unknown as ListedResources;
}

/** Calls the function. Its errors name the template, except those that are meant for the client. */
async function givenList(entry: TemplateEntry, cursor: string | undefined, context: Context): Promise<unknown> {
  try {
    return await entry.list?.(cursor, context);
  } catch (error) {
    const isForClient =
      error instanceof JsonRpcError || (error instanceof ToolError && !(error instanceof NotFoundError));
    if (isForClient || context.signal.aborted) throw error;
    throw new Error(`${nameOf(entry)}: ${describeThrown(error)}`, { cause: error });
  }
}

/** @throws {ReturnValueError} if it is invalid. */
function readListed(entry: TemplateEntry, listed: unknown): { readonly resource: Resource; readonly uri: Uri } {
  const where = nameOf(entry);
  const given = isObject(listed) ? listed['uri'] : undefined;
  if (typeof given !== 'string') {
    throw new ReturnValueError(`The function returned a resource without a URI: ${describe(listed)}`).about(where);
  }
  try {
    const what = `the resource ${quote(given)}`;
    checkOptions(what, listed, LISTED_OPTIONS);
    const { uri: _, ...options } = listed as ListedResource;
    const uri = parseUri(encodeIllegal(given));
    const { mimeType, annotations } = entry.template;
    const inherited = { ...(mimeType !== undefined && { mimeType }), ...(annotations && { annotations }) };
    return { resource: { ...inherited, ...describeResource(given, uri, options, what) }, uri };
  } catch (error) {
    if (error instanceof TypeError || error instanceof RangeError || error instanceof UriError) {
      throw new ReturnValueError(error.message, { cause: error }).about(where);
    }
    throw error;
  }
}

function unreadable(entry: TemplateEntry, uris: readonly string[]): TypeError {
  const first = quote(uris[0] ?? '');
  return new TypeError(
    uris.length === 1
      ? `${nameOf(entry)}: no registration matches the URI ${first}, so the resource cannot be read. It is left out`
      : `${nameOf(entry)}: no registration matches ${uris.length} URIs, such as ${first}, so these resources cannot be read. They are left out`,
  );
}

function nameOf({ template }: TemplateEntry): string {
  return `List of the template ${template.uriTemplate}`;
}
