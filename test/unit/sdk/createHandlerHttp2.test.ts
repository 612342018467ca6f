/** The handler on `node:http2`, whose requests and responses resemble those of `node:http`. */

import { once } from 'node:events';
import { connect, createServer, type ClientHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Server } from '@mcp-gen/sdk';
import { createHandler, type HttpOptions } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { request } from '../../support/rpc.js';
import { headersOf, metaWith } from '../../support/standAlone.js';

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
  const params = { name, arguments: {}, _meta: metaWith({ progressToken: 1 }) };
  const own = { ':method': 'POST', ':path': '/mcp', ...headersOf('tools/call', params), ...headers };
  return client.request(own).end(JSON.stringify(request(1, 'tools/call', params)));
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
