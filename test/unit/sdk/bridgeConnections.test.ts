/** How many connections a bridge opens to its server for clients over HTTP. */

import type { Transport } from '@mcp-gen/runtime';
import { HttpHandler } from '@mcp-gen/runtime/http/server';
import { bridge, type BridgeOptions } from '@mcp-gen/sdk/bridge';
import { connect } from '@mcp-gen/sdk/client';
import { Server } from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { POST_HEADERS } from '../../support/rawHttp.js';
import { request } from '../../support/rpc.js';

interface Bridged {
  readonly handler: HttpHandler;
  /** The connections to the server that are open. */
  readonly open: Set<Transport>;
  /** Opens a session. Returns its id, or the error. */
  initialize(caller: string): Promise<string>;
  /** Returns the status of a request in a session. */
  status(caller: string, session: string): Promise<number>;
}

function overHttp(options: BridgeOptions): Bridged {
  const server = new Server({ name: 'behind', version: '1.0.0' }, { onError: () => undefined });
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
    handler,
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
    async status(caller, session) {
      return (await post(caller, request(2, 'ping', {}), { 'mcp-session-id': session })).status;
    },
  };
}

const TOO_MANY = 'The bridge has too many connections to its server';

test('a caller that has as many sessions as it may gets no more, and loses none', async () => {
  const onError = vi.fn();
  const { open, initialize, status } = overHttp({ limits: { callerConnectionLimit: 5 }, onError });
  const sessions: string[] = [];
  for (let count = 0; count < 5; count++) sessions.push(await initialize('ada'));
  expect(await initialize('ada')).toBe(`${TOO_MANY}: this caller has 5. Try again later`);
  expect(onError).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({
      message: expect.stringContaining('The option limits.callerConnectionLimit of bridge raises the limit') as string,
    }),
  );
  expect(open.size).toBe(5);
  for (const session of sessions) expect(await status('ada', session)).toBe(200);
  expect(await initialize('bob')).not.toContain(TOO_MANY);
});

test('at the total, the caller with the most connections loses one, and not the newcomer', async () => {
  const { open, initialize, status } = overHttp({ limits: { connectionLimit: 4 } });
  const sessions: string[] = [];
  for (let count = 0; count < 4; count++) sessions.push(await initialize('ada'));
  const newcomer = await initialize('bob');
  expect(await status('bob', newcomer)).toBe(200);
  expect(await status('ada', sessions[0] ?? '')).toBe(404);
  // Ada has the most connections itself.
  expect(await initialize('ada')).toBe(
    'The bridge is busy: too many connections of a bridge to its server: no caller has more than this one. Try again later',
  );
  await expect.poll(() => open.size).toBe(4);
});

test.each([[['2026-07-28']], [['2026-07-28', '2025-11-25']]] as const)(
  'a client of %s receives the error of a bridge at its limit',
  async (revisions) => {
    const { handler, initialize } = overHttp({ limits: { callerConnectionLimit: 1 } });
    await initialize('ada');
    const connecting = connect('http://localhost/mcp', {
      revisions,
      headers: { authorization: 'ada', host: 'localhost' },
      fetch: (input, init) => handler.fetch(new Request(input, init)),
      onError: () => undefined,
    });
    await expect(connecting).rejects.toMatchObject({
      name: 'JsonRpcError',
      code: -32603,
      message: `${TOO_MANY}: this caller has 1. Try again later`,
    });
  },
);
