/** Notifications of changes, and the subscription filters for them (specification, 2026-07-28: Subscriptions). */

import type { AuthorNotifications, SubscriptionFilter } from '@mcp-gen/protocol/author';
import { ErrorCode, JsonRpcError, MetaKey } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { without } from './conversions/without.js';

/** The notifications for changed lists of a server. */
export type ListChanged = Exclude<
  Extract<keyof AuthorNotifications, `${string}/list_changed`>,
  'notifications/roots/list_changed'
>;

/** The notifications for changed lists, by handler name of the runtime. */
export const LIST_NOTIFICATIONS = {
  toolListChanged: 'notifications/tools/list_changed',
  promptListChanged: 'notifications/prompts/list_changed',
  resourceListChanged: 'notifications/resources/list_changed',
} as const satisfies { readonly [handler: string]: ListChanged };

/** The same as a set. */
export const LIST_METHODS: ReadonlySet<string> = new Set(Object.values(LIST_NOTIFICATIONS));

/** A property of a filter that requests the changes of a list. */
export type ListFilter = Exclude<keyof SubscriptionFilter, 'resourceSubscriptions'>;

/** The capability that each list filter needs, and the notification that it requests. */
export const LISTS = {
  toolsListChanged: { capability: 'tools', method: LIST_NOTIFICATIONS.toolListChanged },
  promptsListChanged: { capability: 'prompts', method: LIST_NOTIFICATIONS.promptListChanged },
  resourcesListChanged: { capability: 'resources', method: LIST_NOTIFICATIONS.resourceListChanged },
} as const satisfies {
  readonly [Name in ListFilter]: { readonly capability: string; readonly method: ListChanged };
};

/** A list that can change. */
export type ChangingList = (typeof LISTS)[ListFilter];

/** Returns the filters of all lists that match a predicate. */
export function listFilters(holds: (list: ChangingList, name: ListFilter) => boolean): readonly ListFilter[] {
  return (Object.keys(LISTS) as ListFilter[]).filter((name) => holds(LISTS[name], name));
}

/** Maximum number of resources of one stream, and maximum characters of their URIs. */
const MAX_RESOURCES = 1_000;
const MAX_CHARACTERS = 1_048_576;

/** @throws {JsonRpcError} if there are too many, or their URIs are too long (-32602). */
export function checkResources(uris: readonly string[]): void {
  const characters = uris.reduce((sum, { length }) => sum + length, 0);
  if (uris.length <= MAX_RESOURCES && characters <= MAX_CHARACTERS) return;
  throw new JsonRpcError(
    ErrorCode.InvalidParams,
    `Invalid params: a stream follows at most ${MAX_RESOURCES} resources, whose URIs have at most ${MAX_CHARACTERS} characters`,
  );
}

/** Returns whether a URI equals another one or is a part of it. */
export function isPartOf(uri: string, whole: string): boolean {
  return uri === whole || uri.startsWith(whole.endsWith('/') ? whole : `${whole}/`);
}

/** Returns the params of a notification without the id of its stream, which is meaningless elsewhere. */
export function withoutSubscriptionId<Params>(params: Params): Params {
  if (!isObject(params) || !isObject(params['_meta']) || !(MetaKey.SubscriptionId in params['_meta'])) return params;
  const meta = without(params['_meta'], MetaKey.SubscriptionId);
  const others = Object.keys(meta).length === 0 ? without(params, '_meta') : { ...params, _meta: meta };
  return others as Params;
}
