/** What a handler can do on a server without sessions. */

import { MetaKey } from '@mcp-gen/runtime';
import { AskError, Server, type Context } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { expect, test } from 'vitest';
import { rawRequest } from '../../support/rawHttp.js';
import { call, listen } from '../runtime/httpSupport.js';
import { untilEnd } from '../../support/untilEnd.js';
import { reportingServer } from './support.js';
import { request } from '../../support/rpc.js';

const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;

test.each<[string, (context: Context) => Promise<unknown>]>([
  ['a form', ({ elicit }) => elicit('name', { message: 'Who?', schema })],
  ['sampling', ({ sample }) => sample('text', 'Hello')],
  ['roots', ({ roots }) => roots.list()],
])('the client cannot be asked, and the error says why: %s', async (_what, ask) => {
  const errors: unknown[] = [];
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('ask', {}, async (_, context) => {
    await ask(context).catch((error: unknown) => errors.push(error));
    return 'done';
  });
  const handler = untilEnd(createHandler(server, { sessions: 'none' }));
  const url = await listen(handler.node);
  const headers = { 'mcp-protocol-version': '2025-11-25' };
  expect(await rawRequest(url, { headers, body: call(1, 'ask') })).toMatchObject({ status: 200 });
  expect(errors).toEqual([expect.any(AskError)]);
  expect(String(errors[0])).toBe('AskError: Clients cannot be asked without a session');
});

test('log messages are dropped, since logging is not declared', async () => {
  const { server, errors } = reportingServer();
  server.tool('log', {}, async (_, { log }) => {
    log.error('broken');
    await Promise.resolve();
    return 'done';
  });
  const handler = untilEnd(createHandler(server, { sessions: 'none' }));
  const url = await listen(handler.node);
  const headers = { 'mcp-protocol-version': '2025-11-25' };
  expect(await rawRequest(url, { headers, body: call(1, 'log') })).toMatchObject({ status: 200, json: { id: 1 } });
  // Only later revisions have the level in a request.
  const params = { name: 'log', arguments: {}, _meta: { [MetaKey.LogLevel]: 'debug' } };
  const answer = await rawRequest(url, { headers, body: request(2, 'tools/call', params) });
  expect(answer).toMatchObject({ status: 200, json: { id: 2 } });
  expect(errors).toEqual([]);
});
