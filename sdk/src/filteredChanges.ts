/** Notifications of changes, and the subscription filters for them (specification, 2026-07-28: Subscriptions). */

import type { SubscriptionFilter } from '@mcp-gen/protocol/author';
import * as Method from '@mcp-gen/protocol/registry/methods';
import { declares, ErrorCode, JsonRpcError, MetaKey, type Capabilities } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { without } from './properties.js';
import {
  derived,
  hasNotification,
  NOTIFICATIONS,
  REQUESTS,
  sentBy,
  type ChangingList,
  type FilteredNotification,
} from './registry.js';
import { encodeIllegal } from './uri/percent.js';

/** A notification that a stream can be filtered by. */
export interface FilteredChange {
  /** The property of the filter that requests it: `toolsListChanged`. */
  readonly filter: string;
  readonly method: FilteredNotification;
  /** The path of the capability that the server must have declared: `tools.listChanged`. */
  readonly capability: string | undefined;
}

/** What a session knows of its other side. */
export interface DeclaringSession {
  readonly revision: string;
  readonly peer: { readonly capabilities: Capabilities };
}

/** The notifications that a stream can be filtered by. */
const changes = derived((): readonly FilteredChange[] =>
  sentBy('server', NOTIFICATIONS).flatMap(([method, { filter, capability }]) =>
    filter === undefined ? [] : [{ filter, method: method as FilteredNotification, capability }],
  ),
);

/** Returns their methods. */
export const filteredMethods: () => ReadonlySet<string> = derived(() => new Set(changes().map(({ method }) => method)));

/** Returns the notifications that announce changes of lists, whether or not a stream can be filtered by them. */
export const listMethods: () => ReadonlySet<string> = derived(
  () =>
    new Set(
      sentBy('client', REQUESTS).flatMap(([, facts]) =>
        // Updates of a resource are only for the clients that have subscribed to it.
        facts.changes === undefined || facts.changes === Method.notificationsResourcesUpdated ? [] : [facts.changes],
      ),
    ),
);

/** Returns the notifications that servers send to every client that follows them. They belong to no request. */
export const announcedMethods: () => ReadonlySet<string> = derived(
  () => new Set([...filteredMethods(), ...listMethods()]),
);

/** Returns the lists whose changes a notification announces: `tools/list` for `notifications/tools/list_changed`. */
export function listsOf(notification: string): readonly string[] {
  return sentBy('client', REQUESTS).flatMap(([method, { changes }]) => (changes === notification ? [method] : []));
}

/**
 * Returns the lists that a notification of changes is about, by their methods without `/list`: `tools` for
 * `notifications/tools/list_changed`. A list that is a part of another one is left out: `resources/templates`.
 */
export function listNamesOf(notification: string): readonly ChangingList[] {
  const lists = listsOf(notification);
  const isPart = (list: string): boolean => {
    // oxlint-disable-next-line mcp-gen/protocol-literals -- the type of the names of lists goes by the same ending.
    const whole = `${list.split('/', 1)[0]}/list`;
    return list !== whole && list.endsWith('/list') && lists.includes(whole);
  };
  return lists.flatMap((list) => (isPart(list) ? [] : [list.replace(/\/list$/, '') as ChangingList]));
}

/** Returns the changes that a filter requests, and that a revision has. */
export function changesIn(filter: SubscriptionFilter, revision: string): readonly FilteredChange[] {
  const wanted = filter as { readonly [name: string]: unknown };
  return changes().filter((change) => wanted[change.filter] === true && hasNotification(change.method, revision));
}

/** Returns the changes that the other side of a session has declared, and that its revision has. */
export function declaredChanges({ revision, peer }: DeclaringSession): readonly FilteredChange[] {
  return changes().filter(
    ({ method, capability }) =>
      hasNotification(method, revision) && (capability === undefined || declares(peer.capabilities, capability)),
  );
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

/**
 * Returns whether a URI equals another one or is a part of it. Servers may encode the characters that a URI must not have, also if their
 * clients have named it without that.
 */
export function isPartOf(uri: string, whole: string): boolean {
  if (uri === whole) return true;
  const [part, all] = [encodeIllegal(uri), encodeIllegal(whole)];
  return part === all || part.startsWith(all.endsWith('/') ? all : `${all}/`);
}

/** Returns the params of a notification without the id of its stream, which is meaningless elsewhere. */
export function withoutSubscriptionId<Params>(params: Params): Params {
  if (!isObject(params) || !isObject(params['_meta']) || !(MetaKey.SubscriptionId in params['_meta'])) return params;
  const meta = without(params['_meta'], MetaKey.SubscriptionId);
  const others = Object.keys(meta).length === 0 ? without(params, '_meta') : { ...params, _meta: meta };
  return others as Params;
}
