/** What is asked of the official reference server, and a part of what it answers. */

import { expect } from 'vitest';
import type { TestClient } from '../support/clients/client.js';

/** What asks: the stub of a revision, or a whole client. */
type Asked = Pick<
  TestClient,
  | 'ping'
  | 'listTools'
  | 'callTool'
  | 'listResources'
  | 'listResourceTemplates'
  | 'readResource'
  | 'listPrompts'
  | 'getPrompt'
  | 'complete'
>;

export const TEXT = 'demo://resource/dynamic/text/7';
const BLOB = 'demo://resource/dynamic/blob/7';

export const containing = (text: string): unknown => expect.stringContaining(text);
const includes = (item: object): unknown => expect.arrayContaining([expect.objectContaining(item)]);
export const saying = (text: string): object => ({ content: [{ type: 'text', text: containing(text) }] });

interface Exchange {
  readonly title: string;
  readonly ask: (server: Asked) => Promise<object>;
  readonly answer: object;
}

/** What is asked, and a part of what is answered. */
export const EXCHANGES: readonly Exchange[] = [
  { title: 'ping', ask: (server) => server.ping(), answer: {} },
  { title: 'list tools', ask: (server) => server.listTools(), answer: { tools: includes({ name: 'echo' }) } },
  {
    title: 'call a tool',
    ask: (server) => server.callTool({ name: 'echo', arguments: { message: 'Grüße 🌍' } }),
    answer: saying('Echo: Grüße 🌍'),
  },
  {
    title: 'call a tool with wrong arguments',
    ask: (server) => server.callTool({ name: 'get-sum', arguments: { a: 'one', b: 2 } }),
    answer: { isError: true, ...saying('expected number') },
  },
  {
    title: 'call a tool that answers with an image',
    ask: (server) => server.callTool({ name: 'get-tiny-image' }),
    answer: { content: includes({ type: 'image', mimeType: 'image/png' }) },
  },
  {
    title: 'call a tool that answers with annotations',
    ask: (server) => server.callTool({ name: 'get-annotated-message', arguments: { messageType: 'error' } }),
    answer: { content: [{ type: 'text', annotations: { priority: 1, audience: ['user', 'assistant'] } }] },
  },
  {
    title: 'call a tool that answers with a resource',
    ask: (server) => server.callTool({ name: 'get-resource-reference', arguments: { resourceId: 7 } }),
    answer: { content: includes({ type: 'resource', resource: expect.objectContaining({ uri: TEXT }) as unknown }) },
  },
  {
    title: 'call a tool that asks for a message of the model',
    ask: (server) => server.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'Why?' } }),
    answer: saying('Because of: Resource trigger-sampling-request context: Why?'),
  },
  {
    title: 'call a tool that asks for the roots',
    ask: (server) => server.callTool({ name: 'get-roots-list' }),
    answer: saying('file:///'),
  },
  {
    title: 'list resources',
    ask: (server) => server.listResources(),
    answer: { resources: includes({ mimeType: 'text/markdown' }) },
  },
  {
    title: 'list resource templates',
    ask: (server) => server.listResourceTemplates(),
    answer: { resourceTemplates: includes({ uriTemplate: 'demo://resource/dynamic/text/{resourceId}' }) },
  },
  {
    title: 'read a resource of text',
    ask: (server) => server.readResource({ uri: TEXT }),
    answer: { contents: [{ uri: TEXT, mimeType: 'text/plain', text: containing('Resource 7') }] },
  },
  {
    title: 'read a resource of bytes',
    ask: (server) => server.readResource({ uri: BLOB }),
    answer: { contents: [{ uri: BLOB, blob: expect.stringMatching(/^[\w+/]+=*$/) as unknown }] },
  },
  {
    title: 'list prompts',
    ask: (server) => server.listPrompts(),
    answer: { prompts: includes({ name: 'args-prompt', arguments: includes({ name: 'city', required: true }) }) },
  },
  {
    title: 'get a prompt',
    ask: (server) => server.getPrompt({ name: 'args-prompt', arguments: { city: 'Rome' } }),
    answer: { messages: [{ role: 'user', content: { type: 'text', text: containing('Rome') } }] },
  },
  {
    title: 'complete the argument of a prompt',
    ask: (server) =>
      server.complete({
        ref: { type: 'ref/prompt', name: 'completable-prompt' },
        argument: { name: 'department', value: 'S' },
      }),
    answer: { completion: { values: ['Sales', 'Support'], total: 2, hasMore: false } },
  },
  {
    title: 'complete the variable of a resource template',
    ask: (server) =>
      server.complete({
        ref: { type: 'ref/resource', uri: 'demo://resource/dynamic/text/{resourceId}' },
        argument: { name: 'resourceId', value: '7' },
      }),
    answer: { completion: { values: ['7'] } },
  },
];
