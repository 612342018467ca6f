/** Logging out: tokens are deleted from the store, and revoked where the authorization server can do that. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { authorizationCode, MemoryTokenStore, type OAuthConnection } from '@mcp-gen/auth/client';
import { expect, test } from 'vitest';
import { REVISIONS, setUp, type SetUp } from './setUp.js';

interface LoggedIn extends SetUp {
  /** Logs out, as another program with the same store. */
  readonly forget: (connection?: Partial<OAuthConnection>) => Promise<string>;
  readonly store: MemoryTokenStore;
  /** What was posted to the endpoint for revocations. */
  readonly revoked: URLSearchParams[];
}

/** Logs in at an authorization server that answers revocations. */
async function loggedIn(answer?: (response: ServerResponse) => void): Promise<LoggedIn> {
  const store = new MemoryTokenStore();
  const all = await setUp({ store });
  const { authorization, server } = all;
  const revoked: URLSearchParams[] = [];
  if (answer !== undefined) {
    authorization.behavior.metadata = (honest) => ({
      ...honest,
      revocation_endpoint: `${authorization.issuer}/revoke`,
    });
    authorization.behavior.answer = (request: IncomingMessage, response) => {
      if (request.url !== '/revoke') return false;
      void text(request).then((form) => {
        revoked.push(new URLSearchParams(form));
        answer(response);
      });
      return true;
    };
  }
  expect((await all.send()).status).toBe(200);
  const client = authorizationCode({ store, allowHttp: true });
  const forget = (connection: Partial<OAuthConnection> = {}): Promise<string> =>
    client.forget({ server: server.url, fetch, revisions: REVISIONS, ...connection });
  return { ...all, forget, store, revoked };
}

test('the refresh token is revoked by the client that it was issued to, and the next connection logs in again', async () => {
  const { authorization, connect, forget, revoked } = await loggedIn((response) => response.end());
  expect(await forget()).toBe('revoked');
  expect(revoked.map((form) => [form.get('token'), form.get('client_id')])).toEqual([['refresh-2', 'client-1']]);
  expect(await forget()).toBe('none');
  expect((await connect()()).status).toBe(200);
  expect(authorization.logins).toHaveLength(2);
  // The registration stays.
  expect(authorization.registrations).toHaveLength(1);
});

test.each([
  ['has no endpoint for it', undefined],
  ['fails', (response: ServerResponse) => response.writeHead(500).end()],
])('where the authorization server %s, the tokens are deleted', async (_, answer) => {
  const { authorization, connect, forget } = await loggedIn(answer);
  expect(await forget()).toBe('deleted');
  await connect()();
  expect(authorization.logins).toHaveLength(2);
});

test('tokens that are damaged are deleted', async () => {
  const { server, forget, store } = await loggedIn();
  const key = `tokens login ${server.url.href}`;
  await store.set(key, { accessToken: 7 });
  expect(await forget()).toBe('deleted');
  expect(await store.get(key)).toBeUndefined();
});

test('the tokens of other servers stay, and a revocation that was stopped has deleted them', async () => {
  const { server, forget, store } = await loggedIn((response) => response.socket?.pause());
  await store.set('tokens login https://other.example/mcp', { accessToken: 'x' });
  const stop = new AbortController();
  const forgotten = forget({ signal: stop.signal });
  await expect.poll(() => store.get(`tokens login ${server.url.href}`)).toBeUndefined();
  stop.abort(new Error('stopped'));
  await expect(forgotten).rejects.toThrow('stopped');
  expect(await store.get('tokens login https://other.example/mcp')).toEqual({ accessToken: 'x' });
});
