/** What a handler tells its client goes ahead of its answer, also where the handler returns at once. */

import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { expect, test } from 'vitest';

const LEVEL = 'io.modelcontextprotocol/logLevel';

const METADATA = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function messagesOf(server: Server, revision: string, meta: object): Promise<readonly object[]> {
  const params = { name: 'hurry', arguments: {}, _meta: meta };
  const handler = createHandler(server, { sessions: 'none' });
  const response = await handler.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: {
        host: 'localhost',
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': revision,
        'mcp-method': 'tools/call',
        'mcp-name': 'hurry',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
    }),
  );
  const text = await response.text();
  await handler.close();
  return [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data) as object);
}

test.each([
  ['2025-11-25', {}],
  ['2026-07-28', METADATA],
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
  expect(await messagesOf(server, '2026-07-28', { ...METADATA, [LEVEL]: 'info' })).toMatchObject([
    { method: 'notifications/message', params: { data: 'first' } },
    { method: 'notifications/message', params: { data: 'second' } },
    { id: 1, result: { content: [{ text: 'done' }] } },
  ]);
});
