/** How many connections a bridge opens to its server for clients over HTTP. */

import type { Transport } from '@mcp-gen/runtime';
import { HttpHandler } from '@mcp-gen/runtime/http/server';
import { bridge, type BridgeOptions } from '@mcp-gen/sdk/bridge';
import { Server } from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { POST_HEADERS } from '../../support/rawHttp.js';
import { request } from '../../support/rpc.js';

interface Bridged {
  /** The connections to the server that are open. */
  readonly open: Set<Transport>;
  /** Opens a session. Returns its id, or the error. */
  initialize(caller: string): Promise<string>;
  /** Calls the tool `wait` in a session; the answer is awaited by nobody. */
  wait(caller: string, session: string): void;
  /** Returns the status of a request in a session. */
  status(caller: string, session: string): Promise<number>;
}

function overHttp(options: BridgeOptions): Bridged {
  const server = new Server({ name: 'behind', version: '1.0.0' }, { onError: () => undefined });
  server.tool('wait', {}, (_, { signal }) => {
    return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('')));
  });
  const open = new Set<Transport>();
  const service = bridge(
    () => {
      const transport = inProcess(server)();
      open.add(transport);
      const close = transport.close.bind(transport);
      transport.close = () => {
        open.delete(transport);
        return close();
      };
      return transport;
    },
    { onError: () => undefined, ...options },
  );
  const handler = new HttpHandler(service.handlers, {
    ...service.options,
    serverInfo: { name: 'bridge', version: '1.0.0' },
    revisions: service.options.revisions,
    allowedHosts: ['localhost'],
    authenticate: ({ header }) => header('authorization') ?? '',
    shutdownTimeout: 10,
  });
  onTestFinished(async () => {
    await handler.close();
    await service.close();
  });
  const post = (caller: string, message: object, headers: object = {}): Promise<Response> =>
    handler.fetch(
      new Request('http://localhost/mcp', {
        method: 'POST',
        headers: { ...POST_HEADERS, host: 'localhost', authorization: caller, ...headers },
        body: JSON.stringify(message),
      }),
    );
  return {
    open,
    async initialize(caller) {
      const clientInfo = { name: 'raw', version: '1.0.0' };
      const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
      const response = await post(caller, request(1, 'initialize', params));
      const { error } = (await response.json()) as { readonly error?: { readonly message: string } };
      if (error !== undefined) return error.message;
      const session = { 'mcp-session-id': response.headers.get('mcp-session-id') ?? '' };
      await post(caller, { jsonrpc: '2.0', method: 'notifications/initialized' }, session);
      return session['mcp-session-id'];
    },
    wait(caller, session) {
      void post(caller, request('wait', 'tools/call', { name: 'wait', arguments: {} }), { 'mcp-session-id': session });
    },
    async status(caller, session) {
      return (await post(caller, request(2, 'ping', {}), { 'mcp-session-id': session })).status;
    },
  };
}

const TOO_MANY = 'The bridge has too many connections to its server: try again later';

test('a caller has at most ten connections: a new one replaces the oldest that is not used', async () => {
  const { open, initialize, status, wait } = overHttp({});
  const first = await initialize('ada');
  wait('ada', first);
  const second = await initialize('ada');
  for (let count = 2; count < 30; count++) expect(await initialize('ada')).not.toBe(TOO_MANY);
  await vi.waitFor(() => {
    expect(open.size).toBe(10);
  });
  expect(await status('ada', first)).toBe(200);
  expect(await status('ada', second)).toBe(404);
});

test('a caller that uses all of its connections gets no more', async () => {
  const { open, initialize, wait } = overHttp({});
  for (let count = 0; count < 10; count++) wait('ada', await initialize('ada'));
  expect(await initialize('ada')).toBe(TOO_MANY);
  expect(open.size).toBe(10);
  expect(await initialize('bob')).not.toBe(TOO_MANY);
});

test('at the total, the caller with the most connections loses one, and not the newcomer', async () => {
  const { open, initialize, status, wait } = overHttp({ sessionLimit: 4 });
  const sessions: string[] = [];
  for (let count = 0; count < 4; count++) sessions.push(await initialize('ada'));
  for (const session of sessions) wait('ada', session);
  const newcomer = await initialize('bob');
  expect(await status('bob', newcomer)).toBe(200);
  expect(await status('ada', sessions[0] ?? '')).toBe(404);
  // Ada has the most connections itself, and uses all of them.
  expect(await initialize('ada')).toBe(TOO_MANY);
  await vi.waitFor(() => {
    expect(open.size).toBe(4);
  });
});
