import type { AuthorRequests } from '@mcp-gen/protocol/author';

/** A method of the protocol that a server handles. */
export type AnsweredMethod =
  | 'tools/list'
  | 'tools/call'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'subscriptions/listen'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete'
  | 'logging/setLevel';

/** The requests of all revisions, in both directions. */
const PROTOCOL_METHODS: { readonly [Method in keyof AuthorRequests]: true } = {
  'server/discover': true,
  'completion/complete': true,
  'prompts/get': true,
  'prompts/list': true,
  'resources/list': true,
  'resources/templates/list': true,
  'resources/read': true,
  'subscriptions/listen': true,
  'tools/call': true,
  'tools/list': true,
  'sampling/createMessage': true,
  'roots/list': true,
  'elicitation/create': true,
  ping: true,
  initialize: true,
  'logging/setLevel': true,
  'resources/subscribe': true,
  'resources/unsubscribe': true,
  'tasks/get': true,
  'tasks/result': true,
  'tasks/list': true,
  'tasks/cancel': true,
};

/** Returns whether any revision of the protocol has a request with this method. */
export function isProtocolMethod(method: string): boolean {
  return Object.hasOwn(PROTOCOL_METHODS, method);
}

/** The requests of the protocol that a server handles, with the names of their handlers in the runtime. */
export const METHODS = {
  listTools: 'tools/list',
  callTool: 'tools/call',
  listResources: 'resources/list',
  listResourceTemplates: 'resources/templates/list',
  readResource: 'resources/read',
  subscribe: 'resources/subscribe',
  unsubscribe: 'resources/unsubscribe',
  subscriptionsListen: 'subscriptions/listen',
  listPrompts: 'prompts/list',
  getPrompt: 'prompts/get',
  complete: 'completion/complete',
  setLevel: 'logging/setLevel',
} as const satisfies { readonly [handler: string]: AnsweredMethod };

const ANSWERED: ReadonlySet<string> = new Set(Object.values(METHODS));

/** Returns whether a method is a request of the protocol that a server handles. */
export function isAnswered(method: string): method is AnsweredMethod {
  return ANSWERED.has(method);
}
