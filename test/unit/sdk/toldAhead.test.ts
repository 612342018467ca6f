/** What a handler tells its client goes ahead of its answer, also where the handler returns at once. */

import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { expect, test } from 'vitest';
import { request } from '../../support/rpc.js';
import { headersOf, metaWith } from '../../support/standAlone.js';
import { untilEnd } from '../../support/untilEnd.js';

async function messagesOf(server: Server, revision: string, meta: object): Promise<readonly object[]> {
  const params = { name: 'hurry', arguments: {}, _meta: meta };
  const handler = untilEnd(createHandler(server, { sessions: 'none' }));
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { ...headersOf('tools/call', params), host: 'localhost', 'mcp-protocol-version': revision },
      body: JSON.stringify(request(1, 'tools/call', params)),
    }),
  );
  const text = await response.text();
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as object);
}

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', metaWith()],
])('progress in %s', async (revision, meta) => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('hurry', {}, (_, { progress }) => {
    progress(1, 1);
    return 'done';
  });
  expect(await messagesOf(server, revision, { ...meta, progressToken: 7 })).toMatchObject([
    { method: 'notifications/progress', params: { progressToken: 7, progress: 1 } },
    { id: 1, result: { content: [{ text: 'done' }] } },
  ]);
});

test('the log in 2026-07-28', async () => {
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.tool('hurry', {}, (_, { log }) => {
    log.info('first');
    log.info('second');
    return 'done';
  });
  expect(await messagesOf(server, '2026-07-28', metaWith({ logLevel: 'info' }))).toMatchObject([
    { method: 'notifications/message', params: { data: 'first' } },
    { method: 'notifications/message', params: { data: 'second' } },
    { id: 1, result: { content: [{ text: 'done' }] } },
  ]);
});
