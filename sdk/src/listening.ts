/** Notifications of changes, and the subscription filters for them (specification, 2026-07-28: Subscriptions). */

import type { SubscriptionFilter } from '@mcp-gen/protocol/author';
import { declares, ErrorCode, JsonRpcError, MetaKey, type Capabilities } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { without } from './conversions/without.js';
import { NOTIFICATIONS, REQUESTS, sentBy, type ChangingList, type FilteredNotification } from './registry.js';

/** A notification of changes that a stream can be filtered by. */
export interface FilteredChange {
  /** The property of the filter that requests it: `toolsListChanged`. */
  readonly filter: string;
  readonly method: ListChanged;
  /** The path of the capability that the server must have declared: `tools.listChanged`. */
  readonly capability: string | undefined;
}

/** The notifications for changed lists of a server. */
export type ListChanged = FilteredNotification;

/** The notifications of changes that a stream can be filtered by. */
const CHANGES: readonly FilteredChange[] = sentBy('server', NOTIFICATIONS).flatMap(([method, { filter, capability }]) =>
  filter === undefined ? [] : [{ filter, method: method as ListChanged, capability }],
);

/** Their methods. */
export const LIST_METHODS: ReadonlySet<string> = new Set(CHANGES.map(({ method }) => method));

/** Returns the lists whose changes a notification announces: `tools/list` for `notifications/tools/list_changed`. */
export function listsOf(notification: string): readonly string[] {
  return sentBy('client', REQUESTS).flatMap(([method, { changes }]) => (changes === notification ? [method] : []));
}

/** Returns the list that a notification of changes is about: `tools` for `notifications/tools/list_changed`. Undefined: it is about no list. */
export function listOf(notification: string): ChangingList | undefined {
  return listsOf(notification)[0]?.split('/')[0] as ChangingList | undefined;
}

/** Returns the changes that a filter requests. Default: all. */
export function changesIn(filter?: SubscriptionFilter): readonly FilteredChange[] {
  if (filter === undefined) return CHANGES;
  return CHANGES.filter((change) => (filter as { readonly [name: string]: unknown })[change.filter] === true);
}

/** Returns the changes that a side has declared. */
export function declaredChanges(capabilities: Capabilities): readonly FilteredChange[] {
  return CHANGES.filter(({ capability }) => capability === undefined || declares(capabilities, capability));
}

/** Returns the filter that requests changes. */
export function filterFor(changes: readonly FilteredChange[]): SubscriptionFilter {
  return Object.fromEntries(changes.map(({ filter }) => [filter, true]));
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
