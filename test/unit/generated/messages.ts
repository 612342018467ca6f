/** Whole messages for tests of generated code, and how to change one place in them. */

export { replaceAt } from '../../support/samples.js';

/** Valid content blocks, those of a tool result in both revisions first. */
export const CONTENT = {
  text: { type: 'text', text: 'hello' },
  image: { type: 'image', data: 'aGk=', mimeType: 'image/png' },
  textResource: { type: 'resource', resource: { uri: 'file:///a', text: 'hello' } },
  blobResource: { type: 'resource', resource: { uri: 'file:///a', blob: 'aGk=' } },
  annotated: { type: 'text', text: 'hello', annotations: { audience: ['user', 'assistant'], priority: 0.5 } },
  audio: { type: 'audio', data: 'aGk=', mimeType: 'audio/wav' },
} as const;

const INFO = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/** Params of every request, without what is optional. */
export const PARAMS: { readonly [method: string]: object } = {
  initialize: INFO,
  ping: {},
  'resources/list': {},
  'resources/templates/list': {},
  'resources/read': { uri: 'file:///a' },
  'resources/subscribe': { uri: 'file:///a' },
  'resources/unsubscribe': { uri: 'file:///a' },
  'prompts/list': {},
  'prompts/get': { name: 'greet' },
  'tools/list': {},
  'tools/call': { name: 'add', arguments: { a: 1 } },
  'logging/setLevel': { level: 'info' },
  'completion/complete': { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'W' } },
  'sampling/createMessage': { messages: [{ role: 'user', content: CONTENT.text }], maxTokens: 10 },
  'roots/list': {},
};

/** Params of every notification, without what is optional. */
export const NOTIFICATION_PARAMS: { readonly [method: string]: object } = {
  'notifications/initialized': {},
  'notifications/cancelled': { requestId: 1 },
  'notifications/progress': { progressToken: 1, progress: 0.5 },
  'notifications/resources/list_changed': {},
  'notifications/resources/updated': { uri: 'file:///a' },
  'notifications/prompts/list_changed': {},
  'notifications/tools/list_changed': {},
  'notifications/message': { level: 'info', data: ['anything'] },
  'notifications/roots/list_changed': {},
};
