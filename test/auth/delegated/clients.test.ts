import { describe, expect, test } from 'vitest';
import { MemoryAuthorizationStore } from '@mcp-gen/auth/delegated';
import { covers } from '../../support/covers.js';
import { Browser } from './support/browser.js';
import {
  ask,
  consented,
  exchange,
  loggedIn,
  post,
  REDIRECT,
  refresh,
  register,
  registered,
  startWorld,
  tokensFor,
  startRegistered,
} from './support/world.js';
import { passTime } from '../../support/clock.js';
import { failing, intercepted } from '../../support/stores.js';

/** The error that a client is redirected with. */
function errorIn(url: URL): string | null {
  return url.href.startsWith(REDIRECT) ? url.searchParams.get('error') : null;
}

describe('metadata', () => {
  test('are at the root, and name the default endpoints of revision 2025-03-26', async () => {
    covers(
      'authorization-metadata-offered',
      'authorization-metadata-place',
      'authorization-default-endpoints-kept',
      'authorization-server-metadata',
      'authorization-pkce-advertised',
      'authorization-issuer-advertised',
    );
    const { origin } = await startWorld();
    const response = await fetch(`${origin}/.well-known/oauth-authorization-server`, {
      headers: { 'mcp-protocol-version': '2025-03-26' },
    });
    expect(response.status).toBe(200);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.json()).toEqual({
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
      revocation_endpoint: `${origin}/revoke`,
      scopes_supported: ['mcp'],
      response_types_supported: ['code'],
      response_modes_supported: ['form_post', 'fragment', 'query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  test.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'of the resource are at %s',
    async (path) => {
      const { origin, resource } = await startWorld();
      const metadata = (await (await fetch(`${origin}${path}`)).json()) as object;
      expect(metadata).toMatchObject({ resource, authorization_servers: [origin], scopes_supported: ['mcp'] });
    },
  );

  test.each([
    ['HEAD', 200, null],
    ['OPTIONS', 204, 'GET'],
    ['POST', 405, 'GET'],
    ['DELETE', 405, 'GET'],
  ])('of the resource are only read: %s', async (method, status, allow) => {
    const { origin } = await startWorld();
    const response = await fetch(`${origin}/.well-known/oauth-protected-resource/mcp`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([status, allow]);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(await response.text()).toBe('');
  });

  test('do not depend on what a client says its host is', async () => {
    const { origin } = await startWorld();
    const response = await fetch(`${origin}/.well-known/oauth-authorization-server`, {
      headers: { 'x-forwarded-host': 'evil.example.com', 'x-forwarded-proto': 'https' },
    });
    expect(await response.text()).not.toContain('evil');
  });
});

describe('a redirect URI', () => {
  test.each([
    ['one more character', `${REDIRECT}x`],
    ['a slash at the end', `${REDIRECT}/`],
    ['another path', 'http://127.0.0.1:9/Callback'],
    ['a query', `${REDIRECT}?next=1`],
    ['another host', 'http://127.0.0.2:9/callback'],
    ['localhost instead of the address', 'http://localhost:9/callback'],
    ['https instead of http', 'https://127.0.0.1:9/callback'],
    ['a user name', 'http://evil@127.0.0.1:9/callback'],
  ])('with %s is refused, and nobody is redirected there', async (_what, uri) => {
    covers('authorization-redirect-exact', 'authorization-third-party-redirects', 'authorization-redirect-untrusted');
    const { origin, third } = await startWorld();
    const client = await registered(origin);
    const page = await new Browser([REDIRECT]).open(ask(origin, client, { redirect_uri: uri }).url);
    expect(page.status).toBe(400);
    expect(page.url.origin).toBe(origin);
    expect(page.text).toContain('invalid_redirect_uri');
    expect(page.headers.get('location')).toBeNull();
    expect(third.requests).toEqual([]);
  });

  test('of a program on this machine may have another port, as RFC 8252 says', async () => {
    const { world, client } = await startRegistered();
    const other = 'http://127.0.0.1:10/callback';
    const asked = ask(world.origin, client, { redirect_uri: other });
    const { url } = await consented(new Browser([other]), asked.url);
    expect(url.href.startsWith(`${other}?code=`)).toBe(true);
    const code = url.searchParams.get('code') ?? '';
    const wrong = await exchange(world, client, code, asked.verifier);
    expect(wrong.body['error']).toBe('invalid_grant');
  });

  test('of a web site may not have another port', async () => {
    const { origin } = await startWorld();
    const client = await registered(origin, { redirect_uris: ['https://app.example.com/callback'] });
    const { url } = ask(origin, client, { redirect_uri: 'https://app.example.com:8443/callback' });
    expect((await new Browser([]).open(url)).text).toContain('invalid_redirect_uri');
  });

  test.each([
    ['http to another machine', 'http://app.example.com/callback'],
    ['javascript', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a scheme of an application', 'cursor://callback'],
    ['a fragment', 'https://app.example.com/callback#x'],
    ['a wildcard', 'https://*.example.com/callback'],
    ['a user name', 'https://good.example.com@evil.example.com/callback'],
    ['no URL', 'callback'],
    ['a backslash', 'https://app.example.com\\@evil.example.com/'],
    ['no string', 7],
  ])('with %s cannot be registered', async (_what, uri) => {
    covers('authorization-redirect-https');
    const { origin } = await startWorld();
    const response = await register(origin, { redirect_uris: [REDIRECT, uri] });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: 'invalid_redirect_uri' });
  });

  test('with a scheme that the operator allows can be registered, but never a dangerous one', async () => {
    const { origin } = await startWorld({ registration: { schemes: ['cursor', 'filesystem'] } });
    expect((await register(origin, { redirect_uris: ['cursor://callback'] })).status).toBe(201);
    expect((await register(origin, { redirect_uris: ['filesystem:https://app.example.com/x'] })).status).toBe(400);
  });
});

describe('an error before the user has decided anything', () => {
  const SITE = 'https://app.example.com/callback';
  const WRONG = { code_challenge: undefined };

  test.each([
    ['a wrong request', WRONG],
    ['a request to show nothing', { prompt: 'none' }],
    ['a wrong request in the fragment', { ...WRONG, response_mode: 'fragment' }],
  ])('of a site that registered itself is shown with a link, and nobody is redirected: %s', async (_what, changed) => {
    const { origin } = await startWorld();
    const client = await registered(origin, { redirect_uris: [SITE] });
    const { url } = ask(origin, client, changed);
    const response = await fetch(url, { redirect: 'manual' });
    expect([response.status, response.headers.get('location')]).toEqual([400, null]);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
    const [, link = ''] = /<a href="([^"]+)"/.exec(await response.text()) ?? [];
    expect(link.replaceAll('&amp;', '&')).toMatch(
      /^https:\/\/app\.example\.com\/callback[?#]error=(?:invalid_request|login_required)&/,
    );
  });

  test('is not sent with a form', async () => {
    const { origin } = await startWorld();
    const client = await registered(origin, { redirect_uris: [SITE] });
    const response = await fetch(ask(origin, client, { ...WRONG, response_mode: 'form_post' }).url);
    const text = await response.text();
    expect(response.status).toBe(400);
    expect(text).toContain('invalid_request');
    expect(text).not.toMatch(/<form|<script|app\.example\.com/);
  });

  test('of a client of the operator is redirected', async () => {
    const { origin } = await startWorld({ clients: [{ id: 'site', redirectUris: [SITE] }] });
    const { url } = ask(origin, { client_id: 'site', redirect_uris: [SITE] }, WRONG);
    const response = await fetch(url, { redirect: 'manual' });
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toContain(`${SITE}?error=invalid_request`);
  });
});

describe('PKCE', () => {
  test.each([
    ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
    ['no method', { code_challenge_method: undefined }],
    ['the method plain', { code_challenge_method: 'plain' }],
  ])('%s is refused before anybody is asked', async (_what, changed) => {
    const { origin, third } = await startWorld();
    const client = await registered(origin);
    const { url } = await new Browser([REDIRECT]).open(ask(origin, client, changed).url);
    expect(errorIn(url)).toBe('invalid_request');
    expect(third.requests).toEqual([]);
  });

  test('is required of clients with a secret, too', async () => {
    const { origin } = await startWorld();
    const client = await registered(origin, { token_endpoint_auth_method: 'client_secret_post' });
    const { url } = await new Browser([REDIRECT]).open(ask(origin, client, { code_challenge: undefined }).url);
    expect(errorIn(url)).toBe('invalid_request');
  });

  test.each([
    ['no verifier', undefined],
    ['a wrong verifier', 'a'.repeat(43)],
  ])('%s gets no token, and the code stays what it is', async (_what, verifier) => {
    const { world, client } = await startRegistered();
    const { code, asked } = await loggedIn(world, client);
    const refused = await exchange(world, client, code, verifier);
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await exchange(world, client, code, asked.verifier)).status).toBe(200);
  });
});

describe('a code', () => {
  test('that is used again gets nothing, and ends the session that it began', async () => {
    const { world, client } = await startRegistered();
    const { code, asked } = await loggedIn(world, client);
    const { body } = await exchange(world, client, code, asked.verifier);
    expect((await world.authenticate(String(body['access_token']))).id).toBe('ada');
    expect((await exchange(world, client, code, asked.verifier)).body['error']).toBe('invalid_grant');
    await expect(world.authenticate(String(body['access_token']))).rejects.toMatchObject({ status: 401 });
    expect((await refresh(world, client, String(body['refresh_token']))).body['error']).toBe('invalid_grant');
  });

  test('that is used many times at once brings one token at most', async () => {
    const { world, client } = await startRegistered();
    const { code, asked } = await loggedIn(world, client);
    const answers = await Promise.all(Array.from({ length: 6 }, () => exchange(world, client, code, asked.verifier)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    for (const { status, body } of answers) if (status !== 200) expect(body['error']).toBe('invalid_grant');
  });

  test('of another client is refused', async () => {
    const { world, client } = await startRegistered();
    const thief = await registered(world.origin);
    const { code, asked } = await loggedIn(world, client);
    expect((await exchange(world, thief, code, asked.verifier)).body['error']).toBe('invalid_grant');
  });

  test('is bound to the redirect URI that it was sent to', async () => {
    const world = await startWorld();
    const client = await registered(world.origin, { redirect_uris: [REDIRECT, `${REDIRECT}2`] });
    const { code, asked } = await loggedIn(world, client);
    const { body } = await exchange(world, client, code, asked.verifier, { redirect_uri: `${REDIRECT}2` });
    expect(body['error']).toBe('invalid_grant');
  });
});

describe('a refresh token', () => {
  test('is replaced each time it is used', async () => {
    covers('authorization-rotation', 'authorization-refresh-rotation');
    const world = await startWorld();
    const { client, refresh_token: first } = await tokensFor(world);
    const { body } = await refresh(world, client, first);
    expect(body['refresh_token']).toEqual(expect.any(String));
    expect(body['refresh_token']).not.toBe(first);
    expect((await world.authenticate(String(body['access_token']))).id).toBe('ada');
  });

  test('that is used again ends the session, for the thief and for the client', async () => {
    covers('authorization-rotation', 'authorization-refresh-rotation');
    const world = await startWorld();
    const { client, refresh_token: first } = await tokensFor(world);
    const { body } = await refresh(world, client, first);
    expect((await refresh(world, client, first)).body['error']).toBe('invalid_grant');
    expect((await refresh(world, client, String(body['refresh_token']))).body['error']).toBe('invalid_grant');
    await expect(world.authenticate(String(body['access_token']))).rejects.toMatchObject({ status: 401 });
  });

  test('that is used many times at once brings one token at most', async () => {
    const world = await startWorld();
    const { client, refresh_token: first } = await tokensFor(world);
    const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(world, client, first)));
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  });

  test('stays good while the third party cannot be asked: the client is told that it is not its fault', async () => {
    const world = await startWorld({ verdictLifetime: 0 });
    const { client, refresh_token: token } = await tokensFor(world);
    world.third.userInfoRefusal = { status: 403 };
    const { status, body } = await refresh(world, client, token);
    expect([status, body['error']]).toEqual([502, 'server_error']);
    world.third.userInfoRefusal = undefined;
    expect((await refresh(world, client, token)).status).toBe(200);
  });

  test('stays good while the store fails', async () => {
    let isDown = false;
    const store = failing(
      new MemoryAuthorizationStore(),
      new Error('secret disk'),
      (method, key) => isDown && method === 'get' && key.startsWith('Upstream:'),
    );
    const world = await startWorld({ store, verdictLifetime: 0 });
    const { client, refresh_token: token } = await tokensFor(world);
    isDown = true;
    const { status, body } = await refresh(world, client, token);
    expect([status, body['error']]).toEqual([500, 'server_error']);
    expect(JSON.stringify(body)).not.toContain('secret disk');
    expect(world.errors).toEqual(['Error: secret disk']);
    isDown = false;
    expect((await refresh(world, client, token)).status).toBe(200);
  });

  test('of another client is refused, and stays good for its own', async () => {
    const world = await startWorld();
    const { client, refresh_token: token } = await tokensFor(world);
    const thief = await registered(world.origin);
    expect((await refresh(world, thief, token)).body['error']).toBe('invalid_grant');
    expect((await refresh(world, client, token)).status).toBe(200);
  });

  test('is not issued to a client that did not register for it', async () => {
    const world = await startWorld();
    const client = await registered(world.origin, { grant_types: ['authorization_code'] });
    const { code, asked } = await loggedIn(world, client);
    expect((await exchange(world, client, code, asked.verifier)).body).not.toHaveProperty('refresh_token');
  });
});

describe('an access token', () => {
  test('is for our resource alone', async () => {
    covers('authorization-audience', 'authorization-no-others');
    const { world, client } = await startRegistered();
    const elsewhere = ask(world.origin, client, { resource: 'https://other.example.com/mcp' });
    expect(errorIn((await new Browser([REDIRECT]).open(elsewhere.url)).url)).toBe('invalid_target');
    const here = await loggedIn(world, client, { resource: world.resource });
    const { body } = await exchange(world, client, here.code, here.asked.verifier, { resource: world.resource });
    expect((await world.authenticate(String(body['access_token']))).id).toBe('ada');
    const [upstream = ''] = world.third.secrets;
    await expect(world.authenticate(upstream)).rejects.toMatchObject({ status: 401 });
  });

  test.each([
    ['', (origin: string) => origin],
    ['', (origin: string) => `${origin}/`],
    ['', (origin: string) => origin.replace('http', 'HTTP')],
    ['/', (origin: string) => origin],
    ['/mcp', (origin: string) => `${origin.replace('http', 'HTTP')}/mcp`],
  ])('is for our resource with the path "%s" in another spelling, too (%#)', async (path, spelling) => {
    const { world, client } = await startRegistered({ path });
    const resource = spelling(world.origin);
    const { code, asked } = await loggedIn(world, client, { resource });
    const { body } = await exchange(world, client, code, asked.verifier, { resource });
    expect(await world.authenticate(String(body['access_token']))).toMatchObject({ id: 'ada', scopes: ['mcp'] });
    const renewed = await refresh(world, client, String(body['refresh_token']));
    expect(await world.authenticate(String(renewed.body['access_token']))).toMatchObject({ scopes: ['mcp'] });
  });

  test.each([
    [undefined, (resource: string) => resource.replace('http', 'HTTP')],
    [(resource: string) => resource.replace('http', 'HTTP'), (resource: string) => resource],
  ])('is for our resource where its spelling changes on the way (%#)', async (first, then) => {
    const { world, client } = await startRegistered();
    const { code, asked } = await loggedIn(
      world,
      client,
      first === undefined ? {} : { resource: first(world.resource) },
    );
    const { body } = await exchange(world, client, code, asked.verifier, { resource: then(world.resource) });
    expect(await world.authenticate(String(body['access_token']))).toMatchObject({ id: 'ada', scopes: ['mcp'] });
    const renewing = { grant_type: 'refresh_token', client_id: client.client_id };
    const refreshed = (resource: string, token: unknown): ReturnType<typeof post> =>
      post(`${world.origin}/token`, { ...renewing, refresh_token: String(token), resource });
    const renewed = await refreshed(then(world.resource), body['refresh_token']);
    expect(await world.authenticate(String(renewed.body['access_token']))).toMatchObject({ id: 'ada' });
    const elsewhere = await refreshed('https://other.example.com/mcp', renewed.body['refresh_token']);
    expect(elsewhere.body['error']).toBe('invalid_target');
  });

  test('of another kind, such as a refresh token, is refused', async () => {
    const world = await startWorld();
    const { refresh_token: token } = await tokensFor(world);
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
  });

  test('that is revoked by its client ends the session, here and at the third party', async () => {
    const world = await startWorld();
    const { client, access_token: token, refresh_token } = await tokensFor(world);
    const auth = await world.authenticate(token);
    const { status } = await post(`${world.origin}/revoke`, { client_id: client.client_id, token });
    expect(status).toBe(200);
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    await expect(auth.upstreamToken()).rejects.toMatchObject({ status: 401 });
    expect((await refresh(world, client, refresh_token)).body['error']).toBe('invalid_grant');
    await expect.poll(() => world.third.requests).toContain('POST /token/revocation');
  });

  test('that is revoked while the session is renewed ends the session, which is not stored again', async () => {
    let release!: () => void;
    const released = new Promise<void>((resolve) => (release = resolve));
    const seen: string[] = [];
    const store = intercepted(new MemoryAuthorizationStore(), async ({ method, given: [key], run }) => {
      seen.push(`${method} ${String(key).split(':')[0]}`);
      if (seen.at(-1) === 'set Upstream' && seen.includes('renewing')) await released;
      return run();
    });
    const world = await startWorld({ store, accessTokenLifetime: 7_200_000 });
    const { client, access_token: token } = await tokensFor(world);
    const auth = await world.authenticate(token);
    passTime(3_595_000);
    seen.splice(0, Infinity, 'renewing');
    const renewing = auth.upstreamToken();
    await expect.poll(() => seen).toContain('set Upstream');
    const revoking = post(`${world.origin}/revoke`, { client_id: client.client_id, token });
    await expect.poll(() => seen.filter((call) => call.startsWith('lock'))).toHaveLength(2);
    release();
    await Promise.all([renewing, revoking]);
    await expect(auth.upstreamToken()).rejects.toMatchObject({ status: 401 });
  });

  test('is not said to be revoked if the store fails', async () => {
    const store = failing(
      new MemoryAuthorizationStore(),
      new Error('The store is full'),
      (method) => method === 'deleteGroup',
    );
    const world = await startWorld({ store, onError: () => undefined });
    const { client, access_token: token } = await tokensFor(world);
    const { status } = await post(`${world.origin}/revoke`, { client_id: client.client_id, token });
    expect(status).toBe(500);
  });

  test('cannot be revoked by another client', async () => {
    const world = await startWorld();
    const { access_token: token } = await tokensFor(world);
    const { client_id } = await registered(world.origin);
    await post(`${world.origin}/revoke`, { client_id, token });
    expect((await world.authenticate(token)).id).toBe('ada');
  });
});

describe('a client that the operator registered', () => {
  const redirect = 'https://app.example.com/callback';
  const client = { client_id: 'own', redirect_uris: [redirect] };

  test('needs its secret to get tokens', async () => {
    const world = await startWorld({ clients: [{ id: 'own', secret: 'the-secret', redirectUris: [redirect] }] });
    const { code, asked } = await loggedIn(world, client);
    const form = { grant_type: 'authorization_code', redirect_uri: redirect, code_verifier: asked.verifier };
    const requested = async (authorization: string | undefined) => {
      const body = new URLSearchParams({ ...form, code: code ?? '' });
      if (authorization === undefined) body.set('client_id', 'own');
      const headers = authorization === undefined ? {} : { authorization: `Basic ${btoa(authorization)}` };
      const response = await fetch(`${world.origin}/token`, { method: 'POST', headers, body });
      return (await response.json()) as { readonly [name: string]: unknown };
    };
    for (const wrong of [undefined, 'own:wrong']) {
      expect(await requested(wrong)).toMatchObject({ error: 'invalid_client' });
    }
    expect(await requested('own:')).toMatchObject({ error: 'invalid_request' });
    const { access_token: token } = await requested('own:the-secret');
    expect(await world.authenticate(String(token))).toMatchObject({ id: 'ada', clientId: 'own' });
  });

  test.each([
    ['of its redirect URI', 'https://app.example.com', 'https://app.example.com'],
    ['of another site', 'https://evil.example.com', null],
    ['of another port', 'https://app.example.com:8443', null],
  ])('gets tokens in a page %s only if that is its own', async (_which, origin, allowed) => {
    const world = await startWorld({ clients: [{ id: 'own', redirectUris: [redirect] }] });
    const body = new URLSearchParams({ grant_type: 'authorization_code', client_id: 'own', code: 'x' });
    const response = await fetch(`${world.origin}/token`, { method: 'POST', headers: { origin }, body });
    expect(response.status).toBe(400);
    expect(response.headers.get('access-control-allow-origin')).toBe(allowed);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });
});

describe('scopes', () => {
  test('are those that the client asked for', async () => {
    const { world, client } = await startRegistered({ scopes: ['read', 'write'] });
    const { code, asked } = await loggedIn(world, client, { scope: 'read other' });
    const { body } = await exchange(world, client, code, asked.verifier);
    expect(body['scope']).toBe('read');
    expect((await world.authenticate(String(body['access_token']))).scopes).toEqual(['read']);
  });

  test('that do not exist are refused', async () => {
    const { world, client } = await startRegistered();
    const { url } = await new Browser([REDIRECT]).open(ask(world.origin, client, { scope: 'other' }).url);
    expect(errorIn(url)).toBe('invalid_scope');
  });
});
