/** The facts of all messages, from the generated registry. */

import { notifications, requests } from '@mcp-gen/protocol/registry/messages';
import type * as Method from '@mcp-gen/protocol/registry/methods';
import type {
  AddedClientNotifications,
  AddedClientRequests,
  AddedServerNotifications,
  AddedServerRequests,
} from './unified.js';
import { definitionOf, holds, type RevisionRange } from '@mcp-gen/runtime';
import type { MessageTable, RevisionDefinition } from '@mcp-gen/runtime/codegen/v1/served';

type Requests = typeof requests;
type Notifications = typeof notifications;

/** What the protocol says about one message. */
export interface MessageFacts extends RevisionRange {
  /** The name of its handlers in the runtime. */
  readonly name: string;
  readonly sender: 'client' | 'server' | 'both';
  /** The path of the capability that it needs. */
  readonly capability?: string;
  /** Whether the runtime handles it. */
  readonly lifecycle?: true;
  /** The revisions that deprecate it. */
  readonly deprecated?: RevisionRange;
}

/** What the protocol says about one request. */
export interface RequestFacts extends MessageFacts {
  readonly paginated?: true;
  /** Whether its result may ask for input. */
  readonly asks?: true;
  /** Whether its result states how long it may be cached. */
  readonly cacheable?: true;
  /** The notification that tells of changes of its result. */
  readonly changes?: string;
}

/** What the protocol says about one notification. */
export interface NotificationFacts extends MessageFacts {
  /** The property of the filter that selects it for a stream of changes. */
  readonly filter?: string;
}

/** The requests of all revisions, by method, and those that definitions add. */
export let REQUESTS: MessageTable<RequestFacts> = requests;

/** The notifications of all revisions, by method, and those that definitions add. */
export let NOTIFICATIONS: MessageTable<NotificationFacts> = notifications;

/** Makes the tables those of the registry, with the messages of all definitions that hold. */
export function setDefinitions(definitions: readonly RevisionDefinition[]): void {
  [REQUESTS, NOTIFICATIONS] = [requests, notifications];
  for (const definition of definitions) {
    REQUESTS = definition.addTo(REQUESTS, 'requests');
    NOTIFICATIONS = definition.addTo(NOTIFICATIONS, 'notifications');
  }
}

/** Returns a function that computes a value of the tables once, and again after definitions have changed them. */
export function derived<Value>(compute: () => Value): () => Value {
  let last: { readonly value: Value; readonly of: typeof REQUESTS } | undefined;
  return () => {
    if (last?.of !== REQUESTS) last = { value: compute(), of: REQUESTS };
    return last.value;
  };
}

/** The methods of a table whose facts match. */
type Matching<Table, Facts> = { [Method in keyof Table]: Table[Method] extends Facts ? Method : never }[keyof Table];

/** The methods of a table that a side sends, without those that the runtime handles, and the methods of added messages. */
type SentBy<Table, Side, Added = object> =
  | Exclude<Matching<Table, { readonly sender: Side | 'both' }>, Matching<Table, { readonly lifecycle: true }>>
  | keyof Added;

/** The requests that clients send, and that a server can answer. */
export type ClientRequestMethod = SentBy<Requests, 'client', AddedClientRequests>;

/** The requests that servers send, or ask in results. */
export type ServerRequestMethod = SentBy<Requests, 'server', AddedServerRequests>;

/** The notifications that clients send. */
export type ClientNotificationMethod = SentBy<Notifications, 'client', AddedClientNotifications>;

/** The notifications that servers send. */
export type ServerNotificationMethod = SentBy<Notifications, 'server', AddedServerNotifications>;

/** The notifications that streams of changes can be filtered by: servers send them to the clients that follow them. */
export type FilteredNotification = Matching<Notifications, { readonly filter: string }>;

/** The lists of servers whose changes a notification announces. A single resource is not a list. */
export type ListRequest = Exclude<
  Matching<Requests, { readonly sender: 'client'; readonly changes: SentBy<Notifications, 'server'> }>,
  Matching<Requests, { readonly changes: typeof Method.notificationsResourcesUpdated }>
>;

/** The notifications that announce changes of lists. */
export type ListChanged = Requests[ListRequest]['changes'];

/** The notifications that servers send to every client that follows them. */
export type AnnouncedNotification = FilteredNotification | ListChanged;

/** The lists of servers that announce their changes, by their methods without `/list`: `tools`. */
export type ChangingList = {
  [Method in ListRequest]: IsPart<Method> extends true ? never : Method extends `${infer List}/list` ? List : Method;
}[ListRequest];

/** Whether a list has the notification of a list that it is a part of: `resources/templates/list` has that of `resources/list`. */
type IsPart<Method extends ListRequest> = Method extends `${infer Whole}/${string}/list`
  ? `${Whole}/list` extends infer Other extends ListRequest
    ? Requests[Other]['changes'] extends Requests[Method]['changes']
      ? true
      : false
    : false
  : false;

/** Returns the facts of the messages that a side sends, without those that the runtime handles. */
export function sentBy<Facts extends MessageFacts>(
  side: 'client' | 'server',
  table: { readonly [method: string]: Facts | undefined },
): readonly (readonly [method: string, facts: Facts])[] {
  return Object.entries(table).flatMap(([method, facts]) =>
    facts !== undefined && facts.lifecycle !== true && (facts.sender === side || facts.sender === 'both')
      ? [[method, facts] as const]
      : [],
  );
}

/** Returns whether a table has a method. Methods come from the other side, and may have the name of a property of every object. */
export function hasOwnFacts(table: object, method: string): boolean {
  return Object.hasOwn(table, method);
}

/** Returns whether any revision of the protocol has a request with this method. */
export function isProtocolMethod(method: string): boolean {
  return hasOwnFacts(REQUESTS, method);
}

/** Returns the facts of a message; undefined if no revision has it. */
export function factsOf(method: string): MessageFacts | undefined {
  return own(REQUESTS, method) ?? own(NOTIFICATIONS, method);
}

/** Returns whether a revision has a message. */
export function hasMessage(method: string, revision: string): boolean {
  return hasRequest(method, revision) || hasNotification(method, revision);
}

/** Returns whether a revision has a request. */
export function hasRequest(method: string, revision: string): boolean {
  return has('requests', REQUESTS, method, revision);
}

/** Returns whether a revision has a notification. */
export function hasNotification(method: string, revision: string): boolean {
  return has('notifications', NOTIFICATIONS, method, revision);
}

/** Returns the first revision that deprecates a message, if the given one does. */
export function deprecatedSince(method: string, revision: string): string | undefined {
  const range = factsOf(method)?.deprecated;
  const definition = definitionOf(revision);
  if (definition !== undefined) return definition.deprecatedSince(method, range?.since);
  return range !== undefined && holds(range, revision) ? range.since : undefined;
}

type Table = MessageTable<MessageFacts>;

function has(kind: 'requests' | 'notifications', table: Table, method: string, revision: string): boolean {
  const defined = definitionOf(revision)?.[kind];
  if (defined !== undefined) return Object.hasOwn(defined, method);
  const facts = own(table, method);
  return facts !== undefined && holds(facts, revision);
}

function own(table: Table, method: string): MessageFacts | undefined {
  return Object.hasOwn(table, method) ? table[method] : undefined;
}
