/** The handler on `node:http2`, whose requests and responses resemble those of `node:http`. */

import { once } from 'node:events';
import { connect, createServer, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Server } from '@mcp-gen/sdk';
import { createHandler, type HttpOptions } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';

const REVISION = '2026-07-28';

const META = {
  progressToken: 1,
  'io.modelcontextprotocol/protocolVersion': REVISION,
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

async function serve(server: Server, options?: HttpOptions): Promise<ClientHttp2Session> {
  const handler = createHandler(server, options);
  const service = createServer(handler.node).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const client = connect(`http://localhost:${(service.address() as AddressInfo).port}`);
  onTestFinished(async () => {
    client.destroy();
    service.close();
    await handler.close();
  });
  return client;
}

function call(
  client: ClientHttp2Session,
  name: string,
  headers: object = {},
): ReturnType<ClientHttp2Session['request']> {
  const stream = client.request({
    ':method': 'POST',
    ':path': '/mcp',
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': 'tools/call',
    'mcp-name': name,
    ...headers,
  });
  const params = { name, arguments: {}, _meta: META };
  return stream.end(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
}

function greeter(): Server {
  const server = new Server({ name: 'greeter', version: '1.0.0' });
  server.tool('greet', {}, () => 'hello '.repeat(100_000));
  return server;
}

test('the host is the authority of the request', async () => {
  const client = await serve(greeter());
  const greeting = await text(call(client, 'greet'));
  expect(greeting).toContain('hello hello');
  for (const headers of [{ ':authority': 'evil.example' }, { ':authority': 'evil.example', host: 'localhost' }]) {
    expect(await text(call(client, 'greet', headers))).toContain('the host \\"evil.example\\" is not allowed');
  }
});

test('a stream that the client resets cancels its call, and no other', async () => {
  const server = greeter();
  const cancelled = new Promise<void>((resolve) => {
    server.tool('wait', {}, async (_, context) => {
      context.progress(1, 2);
      await new Promise<void>((end) => context.signal.addEventListener('abort', () => end()));
      // The stream is gone: nothing waits for it.
      for (let i = 0; i < 1_000; i++) context.progress(2, 2, 'x'.repeat(1_000));
      resolve();
      return 'late';
    });
  });
  const client = await serve(server);
  const waiting = call(client, 'wait');
  await once(waiting, 'data');
  waiting.close(8);
  await cancelled;
  expect(await text(call(client, 'greet'))).toContain('hello');
});
