/** A request that a server answers. */
export type AnsweredMethod =
  | 'tools/list'
  | 'tools/call'
  | 'resources/list'
  | 'resources/templates/list'
  | 'resources/read'
  | 'resources/subscribe'
  | 'resources/unsubscribe'
  | 'prompts/list'
  | 'prompts/get'
  | 'completion/complete'
  | 'logging/setLevel';

/** The requests that a server answers, by the names that the runtime knows their handlers by. */
export const METHODS = {
  listTools: 'tools/list',
  callTool: 'tools/call',
  listResources: 'resources/list',
  listResourceTemplates: 'resources/templates/list',
  readResource: 'resources/read',
  subscribe: 'resources/subscribe',
  unsubscribe: 'resources/unsubscribe',
  listPrompts: 'prompts/list',
  getPrompt: 'prompts/get',
  complete: 'completion/complete',
  setLevel: 'logging/setLevel',
} as const satisfies { readonly [handler: string]: AnsweredMethod };
