/**
 * What no schema says: how a conversation opens, whether messages may come in batches, which capability a method needs, which
 * messages belong to the conversation itself. Each row names the page of the specification that it was read from, under the folder
 * of its first revision. Every method of the protocol's own schemas needs a row. A row that no method uses is reported.
 */

import { holdsFor, type Range } from './range.js';

/** The JSON Schema dialect of the derived file. */
export type Dialect = 'draft-07' | '2020-12';

/** How a revision opens a conversation: with an `initialize` handshake, or with metadata on every request. */
export type Era = 'session' | 'stateless';

/** What the specification's prose says of one method. */
export interface MethodFacts extends Range {
  readonly method: string;
  /**
   * The capability behind the method, as a path: declared by the side that answers a request, and by the side that sends
   * a notification. `none` if the method needs no capability of that side.
   */
  readonly capability: string;
  /** The result's definition, if it is not named after the request. */
  readonly result?: string;
  /** A definition that may come instead of the result. */
  readonly otherResult?: string;
  /** Part of the conversation itself: the runtime acts on it. */
  readonly lifecycle?: true;
  /** Its sender must not cancel it. */
  readonly cancellable?: false;
  /** The page of the specification. */
  readonly source: string;
}

/** What the specification's prose says of one revision. */
export interface RevisionFacts {
  readonly revision: string;
  readonly era: Era;
  /** Whether messages may arrive together in an array, and the page that says so. */
  readonly batching: { readonly allowed: boolean; readonly source: string };
  /** Whether the keys of `_meta` have a form that senders keep to, and the page that says so. */
  readonly metadataKeys: { readonly stated: boolean; readonly source: string };
  readonly dialect: Dialect;
  /** The unions of messages by direction that its schema does not declare, since no such message exists. */
  readonly withoutUnions?: readonly string[];
}

export const methodFacts: readonly MethodFacts[] = [
  {
    method: 'initialize',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'none',
    lifecycle: true,
    cancellable: false,
    source: 'basic/utilities/cancellation: behavior requirements',
  },
  {
    method: 'ping',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'none',
    lifecycle: true,
    result: 'EmptyResult',
    source: 'basic/utilities/ping: message format',
  },
  {
    method: 'notifications/initialized',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'none',
    lifecycle: true,
    source: 'basic/lifecycle: initialization',
  },
  {
    method: 'notifications/cancelled',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'none',
    lifecycle: true,
    source: 'basic/utilities/cancellation: cancellation flow',
  },
  {
    method: 'notifications/cancelled',
    from: '2026-07-28',
    capability: 'none',
    lifecycle: true,
    source: 'basic/patterns/cancellation: cancellation flow',
  },
  {
    method: 'notifications/progress',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'none',
    lifecycle: true,
    source: 'basic/utilities/progress: progress flow',
  },
  {
    method: 'notifications/progress',
    from: '2026-07-28',
    capability: 'none',
    lifecycle: true,
    source: 'basic/patterns/progress: progress flow',
  },
  {
    method: 'server/discover',
    from: '2026-07-28',
    capability: 'none',
    source: 'server/discover: every server implements it',
  },
  {
    method: 'subscriptions/listen',
    from: '2026-07-28',
    capability: 'none',
    source: 'basic/patterns/subscriptions: no capability is named',
  },
  {
    method: 'notifications/subscriptions/acknowledged',
    from: '2026-07-28',
    capability: 'none',
    source: 'basic/patterns/subscriptions: no capability is named',
  },
  { method: 'resources/list', from: '2024-11-05', capability: 'resources', source: 'server/resources: capabilities' },
  {
    method: 'resources/templates/list',
    from: '2024-11-05',
    capability: 'resources',
    source: 'server/resources: capabilities',
  },
  { method: 'resources/read', from: '2024-11-05', capability: 'resources', source: 'server/resources: capabilities' },
  {
    method: 'resources/subscribe',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'resources.subscribe',
    result: 'EmptyResult',
    source: 'server/resources: capabilities, subscriptions',
  },
  {
    method: 'resources/unsubscribe',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'resources.subscribe',
    result: 'EmptyResult',
    source: 'server/resources: capabilities, subscriptions',
  },
  {
    method: 'notifications/resources/list_changed',
    from: '2024-11-05',
    capability: 'resources.listChanged',
    source: 'server/resources: list changed notification',
  },
  {
    method: 'notifications/resources/updated',
    from: '2024-11-05',
    capability: 'resources.subscribe',
    source: 'server/resources: subscriptions',
  },
  { method: 'prompts/list', from: '2024-11-05', capability: 'prompts', source: 'server/prompts: capabilities' },
  { method: 'prompts/get', from: '2024-11-05', capability: 'prompts', source: 'server/prompts: capabilities' },
  {
    method: 'notifications/prompts/list_changed',
    from: '2024-11-05',
    capability: 'prompts.listChanged',
    source: 'server/prompts: list changed notification',
  },
  { method: 'tools/list', from: '2024-11-05', capability: 'tools', source: 'server/tools: capabilities' },
  {
    method: 'tools/call',
    from: '2024-11-05',
    until: '2025-06-18',
    capability: 'tools',
    source: 'server/tools: capabilities',
  },
  {
    method: 'tools/call',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'tools',
    otherResult: 'CreateTaskResult',
    source: 'basic/utilities/tasks: creating tasks; server/tools: capabilities',
  },
  { method: 'tools/call', from: '2026-07-28', capability: 'tools', source: 'server/tools: capabilities' },
  {
    method: 'notifications/tools/list_changed',
    from: '2024-11-05',
    capability: 'tools.listChanged',
    source: 'server/tools: list changed notification',
  },
  {
    method: 'logging/setLevel',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'logging',
    result: 'EmptyResult',
    source: 'server/utilities/logging: capabilities',
  },
  {
    method: 'notifications/message',
    from: '2024-11-05',
    capability: 'logging',
    source: 'server/utilities/logging: capabilities',
  },
  {
    method: 'completion/complete',
    from: '2024-11-05',
    until: '2024-11-05',
    capability: 'none',
    source: 'server/utilities/completion: no capability is named',
  },
  {
    method: 'completion/complete',
    from: '2025-03-26',
    capability: 'completions',
    source: 'server/utilities/completion: capabilities',
  },
  {
    method: 'sampling/createMessage',
    from: '2024-11-05',
    until: '2025-06-18',
    capability: 'sampling',
    source: 'client/sampling: capabilities',
  },
  {
    method: 'sampling/createMessage',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'sampling',
    otherResult: 'CreateTaskResult',
    source: 'basic/utilities/tasks: creating tasks; client/sampling: capabilities',
  },
  {
    method: 'sampling/createMessage',
    from: '2026-07-28',
    capability: 'sampling',
    source: 'client/sampling: capabilities',
  },
  { method: 'roots/list', from: '2024-11-05', capability: 'roots', source: 'client/roots: capabilities' },
  {
    method: 'notifications/roots/list_changed',
    from: '2024-11-05',
    until: '2025-11-25',
    capability: 'roots.listChanged',
    source: 'client/roots: root list changes',
  },
  {
    method: 'elicitation/create',
    from: '2025-06-18',
    until: '2025-06-18',
    capability: 'elicitation',
    source: 'client/elicitation: capabilities',
  },
  {
    method: 'elicitation/create',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'elicitation',
    otherResult: 'CreateTaskResult',
    source: 'basic/utilities/tasks: creating tasks; client/elicitation: capabilities',
  },
  {
    method: 'elicitation/create',
    from: '2026-07-28',
    capability: 'elicitation',
    source: 'client/elicitation: capabilities',
  },
  // It needs a capability of its receiver (`elicitation.url`), which no row can say yet.
  {
    method: 'notifications/elicitation/complete',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'none',
    source: 'client/elicitation: completion notifications',
  },
  {
    method: 'tasks/get',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'tasks',
    source: 'basic/utilities/tasks: capabilities',
  },
  {
    method: 'tasks/result',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'tasks',
    result: 'GetTaskPayloadResult',
    source: 'basic/utilities/tasks: capabilities',
  },
  {
    method: 'tasks/cancel',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'tasks.cancel',
    source: 'basic/utilities/tasks: capabilities',
  },
  {
    method: 'tasks/list',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'tasks.list',
    source: 'basic/utilities/tasks: capabilities',
  },
  {
    method: 'notifications/tasks/status',
    from: '2025-11-25',
    until: '2025-11-25',
    capability: 'none',
    source: 'basic/utilities/tasks: task status notification',
  },
];

/** One row a revision, oldest first. */
export const revisionFacts: readonly RevisionFacts[] = [
  {
    revision: '2024-11-05',
    era: 'session',
    batching: { allowed: false, source: 'basic/messages: requests, notifications and responses are single objects' },
    metadataKeys: { stated: false, source: 'basic/messages: says nothing of _meta but that it is there' },
    dialect: 'draft-07',
  },
  {
    revision: '2025-03-26',
    era: 'session',
    batching: { allowed: true, source: 'basic/index: batching' },
    metadataKeys: { stated: false, source: 'basic/index: says nothing of _meta' },
    dialect: 'draft-07',
  },
  {
    revision: '2025-06-18',
    era: 'session',
    batching: { allowed: false, source: 'changelog: batching is removed' },
    metadataKeys: { stated: true, source: 'basic/index: general fields, _meta' },
    dialect: 'draft-07',
  },
  {
    revision: '2025-11-25',
    era: 'session',
    batching: { allowed: false, source: 'basic/transports: each POST is one message' },
    metadataKeys: { stated: true, source: 'basic/index: general fields, _meta' },
    dialect: '2020-12',
  },
  {
    revision: '2026-07-28',
    era: 'stateless',
    batching: { allowed: false, source: 'basic/transports/streamable-http: each POST is one message' },
    metadataKeys: { stated: true, source: 'basic/index: _meta' },
    dialect: '2020-12',
    // Servers ask inside results.
    withoutUnions: ['ServerRequest'],
  },
];

/** What a person has decided about one revision, or what is taken over from another one as a guess. */
export interface Facts {
  readonly revision: RevisionFacts;
  readonly methods: ReadonlyMap<string, MethodFacts>;
  /** The revision that all this was decided for, if it is another one. */
  readonly guessedFrom: string | undefined;
}

/**
 * Returns the facts of a revision. If it has no rows of its own, those of the newest earlier revision are the guess, and a method
 * without a row there gets its newest row.
 */
export function factsOf(revision: string): Facts {
  const row = revisionFacts.findLast((row) => row.revision <= revision) ?? revisionFacts[0];
  if (!row) throw new Error('No facts of any revision');
  const own = rowsFor(row.revision);
  if (row.revision === revision) return { revision: row, methods: own, guessedFrom: undefined };
  const newest = new Map(methodFacts.toSorted((a, b) => (a.from < b.from ? -1 : 1)).map((each) => [each.method, each]));
  return { revision: row, methods: new Map([...newest, ...own]), guessedFrom: row.revision };
}

function rowsFor(revision: string): ReadonlyMap<string, MethodFacts> {
  return new Map(methodFacts.filter((row) => holdsFor(row, revision)).map((row) => [row.method, row]));
}
