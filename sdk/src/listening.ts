/** What clients are told of changes, and what they ask for to be told (specification, 2026-07-28: Subscriptions). */

import type { AuthorNotifications, SubscriptionFilter } from '@mcp-gen/protocol/author';
import { ErrorCode, JsonRpcError, MetaKey } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { without } from './conversions/without.js';

/** The notifications that a list of a server has changed. */
export type ListChanged = Exclude<
  Extract<keyof AuthorNotifications, `${string}/list_changed`>,
  'notifications/roots/list_changed'
>;

/** The notifications that a list has changed, by the names that the runtime knows their handlers by. */
export const LIST_NOTIFICATIONS = {
  toolListChanged: 'notifications/tools/list_changed',
  promptListChanged: 'notifications/prompts/list_changed',
  resourceListChanged: 'notifications/resources/list_changed',
} as const satisfies { readonly [handler: string]: ListChanged };

/** The same as a set. */
export const LIST_METHODS: ReadonlySet<string> = new Set(Object.values(LIST_NOTIFICATIONS));

/** A part of a filter that asks for the changes of a list. */
export type ListFilter = Exclude<keyof SubscriptionFilter, 'resourceSubscriptions'>;

/** The capability that a filter for a list needs, and the notification that it asks for. */
export const LISTS = {
  toolsListChanged: { capability: 'tools', method: LIST_NOTIFICATIONS.toolListChanged },
  promptsListChanged: { capability: 'prompts', method: LIST_NOTIFICATIONS.promptListChanged },
  resourcesListChanged: { capability: 'resources', method: LIST_NOTIFICATIONS.resourceListChanged },
} as const satisfies {
  readonly [Name in ListFilter]: { readonly capability: string; readonly method: ListChanged };
};

/** A list that can change. */
export type ChangingList = (typeof LISTS)[ListFilter];

/** Returns the parts about lists of all filters for which a predicate holds. */
export function listFilters(holds: (list: ChangingList, name: ListFilter) => boolean): readonly ListFilter[] {
  return (Object.keys(LISTS) as ListFilter[]).filter((name) => holds(LISTS[name], name));
}

/** Resources that one stream may follow, and the characters of their URIs. */
const MOST_RESOURCES = 1_000;
const MOST_CHARACTERS = 1_048_576;

/** @throws {JsonRpcError} if there are too many, or their URIs are too long (-32602). */
export function checkResources(uris: readonly string[]): void {
  const characters = uris.reduce((sum, { length }) => sum + length, 0);
  if (uris.length <= MOST_RESOURCES && characters <= MOST_CHARACTERS) return;
  throw new JsonRpcError(
    ErrorCode.InvalidParams,
    `Invalid params: a stream follows at most ${MOST_RESOURCES} resources, whose URIs have at most ${MOST_CHARACTERS} characters`,
  );
}

/** Returns whether an update of a resource is one of another resource: of the same, or of one that it is a part of. */
export function isPartOf(uri: string, whole: string): boolean {
  return uri === whole || uri.startsWith(whole.endsWith('/') ? whole : `${whole}/`);
}

/** Returns the params of a notification without the id of the stream that it came on, which means nothing to anybody else. */
export function withoutSubscriptionId<Params>(params: Params): Params {
  if (!isObject(params) || !isObject(params['_meta']) || !(MetaKey.SubscriptionId in params['_meta'])) return params;
  const meta = without(params['_meta'], MetaKey.SubscriptionId);
  const others = Object.keys(meta).length === 0 ? without(params, '_meta') : { ...params, _meta: meta };
  return others as Params;
}
