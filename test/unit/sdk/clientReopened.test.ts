/** Sessions over HTTP that the server forgets while the client connects. */

import { expect, test } from 'vitest';
import { leavesNone } from '../../support/leftovers/instances.js';
import { Client } from '../../../sdk/src/client/client.js';
import { Peer } from '../../../runtime/src/peer/peer.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

leavesNone(Client, Peer);

/** Opens sessions `s0`, `s1` and so on, and has forgotten the first one when the client says that it is ready. */
function forgetful() {
  let opened = 0;
  const answered: string[] = [];
  const send: typeof fetch = (_url, { method, body, headers } = {}) => {
    if (method !== 'POST') return Promise.resolve(new Response(null, { status: 405 }));
    const message = JSON.parse(body as string) as { readonly id?: number; readonly method: string };
    const session = new Headers(headers).get('mcp-session-id');
    if (session === 's0') return Promise.resolve(new Response(null, { status: 404 }));
    if (session !== null) answered.push(`${session} ${message.method}`);
    if (message.id === undefined) return Promise.resolve(new Response(null, { status: 202 }));
    const isOpening = message.method === 'initialize';
    const result = isOpening
      ? {
          protocolVersion: '2025-11-25',
          capabilities: { logging: {} },
          serverInfo: { name: 'forgetful', version: '1.0.0' },
        }
      : {};
    const more = isOpening ? { 'mcp-session-id': `s${opened++}` } : undefined;
    const text = JSON.stringify({ jsonrpc: '2.0', id: message.id, result });
    return Promise.resolve(new Response(text, { headers: { 'content-type': 'application/json', ...more } }));
  };
  return { send, answered };
}

test('a session that is replaced while the client connects is no error, and the log level is set in the new one', async () => {
  const { send, answered } = forgetful();
  const errors: unknown[] = [];
  const client = await connectUntilEnd('http://127.0.0.1:9/mcp', {
    fetch: send,
    logLevel: 'info',
    onError: (error) => errors.push(error),
  });
  await client.ping();
  expect(answered).toEqual([
    's1 notifications/initialized',
    's1 notifications/initialized',
    's1 logging/setLevel',
    's1 ping',
  ]);
  expect(errors).toEqual([]);
});
