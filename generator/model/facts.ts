/**
 * What no schema says, a table for each revision: how a conversation opens, whether messages may come in batches, which
 * capability a method needs, which messages belong to the conversation itself. Each row names the page of the
 * specification it was read from. A row that no method uses is reported.
 */

/** The JSON Schema dialect of the derived file. */
export type Dialect = 'draft-07' | '2020-12';

/** How a revision opens a conversation: with an `initialize` handshake, or with metadata on every request. */
export type Era = 'session' | 'stateless';

/** What the specification's prose says of one method. */
export interface MethodFacts {
  /**
   * The capability behind the method, as a path: declared by the side that answers a request, and by the side that sends
   * a notification.
   */
  readonly capability?: string;
  /** The result's definition, where it is not called after the request. */
  readonly result?: string;
  /** A definition that may come instead of the result. */
  readonly otherResult?: string;
  /** Part of the conversation itself: the runtime acts on it. */
  readonly lifecycle?: true;
  /** Its sender must not cancel it. */
  readonly cancellable?: false;
  /** The page of the specification, under its revision's folder. */
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
  readonly methods: { readonly [method: string]: MethodFacts };
}

const methods20241105 = {
  initialize: { lifecycle: true, cancellable: false, source: 'basic/utilities/cancellation: behavior requirements' },
  ping: { lifecycle: true, result: 'EmptyResult', source: 'basic/utilities/ping: message format' },
  'notifications/initialized': { lifecycle: true, source: 'basic/lifecycle: initialization' },
  'notifications/cancelled': { lifecycle: true, source: 'basic/utilities/cancellation: cancellation flow' },
  'notifications/progress': { lifecycle: true, source: 'basic/utilities/progress: progress flow' },
  'resources/list': { capability: 'resources', source: 'server/resources: capabilities' },
  'resources/templates/list': { capability: 'resources', source: 'server/resources: capabilities' },
  'resources/read': { capability: 'resources', source: 'server/resources: capabilities' },
  'resources/subscribe': {
    capability: 'resources.subscribe',
    result: 'EmptyResult',
    source: 'server/resources: capabilities, subscriptions',
  },
  'resources/unsubscribe': {
    capability: 'resources.subscribe',
    result: 'EmptyResult',
    source: 'server/resources: capabilities, subscriptions',
  },
  'notifications/resources/list_changed': {
    capability: 'resources.listChanged',
    source: 'server/resources: list changed notification',
  },
  'notifications/resources/updated': { capability: 'resources.subscribe', source: 'server/resources: subscriptions' },
  'prompts/list': { capability: 'prompts', source: 'server/prompts: capabilities' },
  'prompts/get': { capability: 'prompts', source: 'server/prompts: capabilities' },
  'notifications/prompts/list_changed': {
    capability: 'prompts.listChanged',
    source: 'server/prompts: list changed notification',
  },
  'tools/list': { capability: 'tools', source: 'server/tools: capabilities' },
  'tools/call': { capability: 'tools', source: 'server/tools: capabilities' },
  'notifications/tools/list_changed': {
    capability: 'tools.listChanged',
    source: 'server/tools: list changed notification',
  },
  'logging/setLevel': {
    capability: 'logging',
    result: 'EmptyResult',
    source: 'server/utilities/logging: capabilities',
  },
  'notifications/message': { capability: 'logging', source: 'server/utilities/logging: capabilities' },
  'sampling/createMessage': { capability: 'sampling', source: 'client/sampling: capabilities' },
  'roots/list': { capability: 'roots', source: 'client/roots: capabilities' },
  'notifications/roots/list_changed': { capability: 'roots.listChanged', source: 'client/roots: root list changes' },
} as const satisfies RevisionFacts['methods'];

const methods20250326 = {
  ...methods20241105,
  'completion/complete': { capability: 'completions', source: 'server/utilities/completion: capabilities' },
} as const satisfies RevisionFacts['methods'];

const methods20250618 = {
  ...methods20250326,
  'elicitation/create': { capability: 'elicitation', source: 'client/elicitation: capabilities' },
} as const satisfies RevisionFacts['methods'];

const methods20251125 = {
  ...methods20250618,
  'tools/call': {
    capability: 'tools',
    otherResult: 'CreateTaskResult',
    source: 'basic/utilities/tasks: creating tasks; server/tools: capabilities',
  },
  'sampling/createMessage': {
    capability: 'sampling',
    otherResult: 'CreateTaskResult',
    source: 'basic/utilities/tasks: creating tasks; client/sampling: capabilities',
  },
  'elicitation/create': {
    capability: 'elicitation',
    otherResult: 'CreateTaskResult',
    source: 'basic/utilities/tasks: creating tasks; client/elicitation: capabilities',
  },
  'tasks/get': { capability: 'tasks', source: 'basic/utilities/tasks: capabilities' },
  'tasks/result': {
    capability: 'tasks',
    result: 'GetTaskPayloadResult',
    source: 'basic/utilities/tasks: capabilities',
  },
  'tasks/cancel': { capability: 'tasks.cancel', source: 'basic/utilities/tasks: capabilities' },
  'tasks/list': { capability: 'tasks.list', source: 'basic/utilities/tasks: capabilities' },
  // `notifications/elicitation/complete` needs a capability of its receiver (`elicitation.url`), which no row can say yet.
} as const satisfies RevisionFacts['methods'];

const methods20260728 = {
  'notifications/cancelled': { lifecycle: true, source: 'basic/patterns/cancellation: cancellation flow' },
  'notifications/progress': { lifecycle: true, source: 'basic/patterns/progress: progress flow' },
  'resources/list': methods20251125['resources/list'],
  'resources/templates/list': methods20251125['resources/templates/list'],
  'resources/read': methods20251125['resources/read'],
  'notifications/resources/list_changed': methods20251125['notifications/resources/list_changed'],
  'notifications/resources/updated': methods20251125['notifications/resources/updated'],
  'prompts/list': methods20251125['prompts/list'],
  'prompts/get': methods20251125['prompts/get'],
  'notifications/prompts/list_changed': methods20251125['notifications/prompts/list_changed'],
  'tools/list': methods20251125['tools/list'],
  'tools/call': methods20250618['tools/call'],
  'notifications/tools/list_changed': methods20251125['notifications/tools/list_changed'],
  'notifications/message': methods20251125['notifications/message'],
  'completion/complete': methods20251125['completion/complete'],
} as const satisfies RevisionFacts['methods'];

/** One row a revision, oldest first. */
export const revisionFacts: readonly RevisionFacts[] = [
  {
    revision: '2024-11-05',
    era: 'session',
    batching: { allowed: false, source: 'basic/messages: requests, notifications and responses are single objects' },
    metadataKeys: { stated: false, source: 'basic/messages: says nothing of _meta but that it is there' },
    dialect: 'draft-07',
    methods: methods20241105,
  },
  {
    revision: '2025-03-26',
    era: 'session',
    batching: { allowed: true, source: 'basic/index: batching' },
    metadataKeys: { stated: false, source: 'basic/index: says nothing of _meta' },
    dialect: 'draft-07',
    methods: methods20250326,
  },
  {
    revision: '2025-06-18',
    era: 'session',
    batching: { allowed: false, source: 'changelog: batching is removed' },
    metadataKeys: { stated: true, source: 'basic/index: general fields, _meta' },
    dialect: 'draft-07',
    methods: methods20250618,
  },
  {
    revision: '2025-11-25',
    era: 'session',
    batching: { allowed: false, source: 'basic/transports: each POST is one message' },
    metadataKeys: { stated: true, source: 'basic/index: general fields, _meta' },
    dialect: '2020-12',
    methods: methods20251125,
  },
  {
    revision: '2026-07-28',
    era: 'stateless',
    batching: { allowed: false, source: 'basic/transports/streamable-http: each POST is one message' },
    metadataKeys: { stated: true, source: 'basic/index: _meta' },
    dialect: '2020-12',
    methods: methods20260728,
  },
];

/** The facts of a revision, and whether they are its own or taken over from the newest one before it. */
export function factsOf(revision: string): { readonly facts: RevisionFacts; readonly own: boolean } {
  const facts = revisionFacts.findLast((row) => row.revision <= revision) ?? revisionFacts[0];
  if (!facts) throw new Error('No facts of any revision');
  return { facts, own: facts.revision === revision };
}
