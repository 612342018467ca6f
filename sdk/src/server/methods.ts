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
} as const;

/** A request that a server answers. */
export type AnsweredMethod = (typeof METHODS)[keyof typeof METHODS];
