/** What is sent to a third party, and what its responses lead to. */

import { describe, expect, test } from 'vitest';
import type { DelegatedAuthorizationOptions, UpstreamProvider } from '@mcp-gen/auth/delegated';
import { Upstream } from '../../../auth/src/delegated/upstream.js';
import { timersOf } from '../../support/timersOf.js';
import { Browser } from './support/browser.js';
import { ask, consented, exchange, REDIRECT, registered, startWorld, tokensFor, type World } from './support/world.js';
import { passTime } from '../../support/clock.js';

const ISSUER = 'https://git.example.com';

const ENDPOINTS = {
  authorization: `${ISSUER}/login/authorize`,
  token: `${ISSUER}/login/token`,
  introspection: `${ISSUER}/login/introspect`,
  userinfo: `${ISSUER}/user`,
  revocation: `${ISSUER}/login/revoke`,
};

/** A request that arrived at the third party. */
interface Sent {
  readonly place: string;
  readonly form: { readonly [name: string]: string };
  readonly authorization: string | null;
}

/** What it answers at a path, instead of what it should. */
type Answers = { readonly [path: string]: (sent: Sent) => Response | undefined };

/** A third party without OpenID, which exists only in the process of the test. */
function plainProvider(answers: Answers = {}) {
  const sent: Sent[] = [];
  const answer: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    const text = await request.text();
    const one: Sent = {
      place: `${request.method} ${pathname}`,
      form: Object.fromEntries(new URLSearchParams(text)),
      authorization: request.headers.get('authorization'),
    };
    sent.push(one);
    const given = answers[pathname]?.(one);
    if (given !== undefined) return given;
    if (pathname === '/login/token') return json({ access_token: 'theirs', token_type: 'bearer', expires_in: 3_600 });
    if (pathname === '/login/introspect') return json({ active: true });
    if (pathname === '/user') return json({ sub: 'ada' });
    return new Response(null, { status: pathname === '/login/revoke' ? 200 : 404 });
  };
  const provider: UpstreamProvider = {
    issuer: ISSUER,
    endpoints: ENDPOINTS,
    clientId: 'mcp-server',
    clientSecret: 'the-secret',
    scope: 'repo',
    fetch: answer,
  };
  return { sent, provider };
}

const json = (body: unknown, status = 200): Response => Response.json(body, { status });

const options = (provider: UpstreamProvider): Partial<DelegatedAuthorizationOptions> => ({
  provider,
  user: () => 'ada',
  validateUpstream: () => true,
});

/** Logs a user in at a third party that no browser can open. Returns where the third party was asked, and where the client is redirected. */
async function loggedInAt(world: World) {
  const client = await registered(world.origin);
  const browser = new Browser([ISSUER, REDIRECT]);
  const asked = ask(world.origin, client);
  const { url: authorization } = await consented(browser, asked.url);
  const callback = new URL('/authorize/callback', world.origin);
  callback.searchParams.set('code', 'their-code');
  callback.searchParams.set('state', authorization.searchParams.get('state') ?? '');
  const { url } = await browser.open(callback);
  const code = url.searchParams.get('code') ?? undefined;
  const tokens = async () => {
    const { body } = await exchange(world, client, code, asked.verifier);
    return String(body['access_token']);
  };
  return { client, authorization, error: url.searchParams.get('error'), tokens };
}

describe('a third party without metadata', () => {
  test('is used at the endpoints of the options, and nothing else is requested', async () => {
    const { sent, provider } = plainProvider();
    const world = await startWorld({ ...options(provider), validateUpstream: 'userinfo', verdictLifetime: 0 });
    const { authorization, client, tokens } = await loggedInAt(world);
    expect(authorization.href.startsWith(`${ENDPOINTS.authorization}?`)).toBe(true);
    const { code_challenge, state, ...parameters } = Object.fromEntries(authorization.searchParams);
    expect([code_challenge?.length, state?.length]).toEqual([43, 43]);
    expect(parameters).toEqual({
      response_type: 'code',
      client_id: 'mcp-server',
      redirect_uri: `${world.origin}/authorize/callback`,
      scope: 'repo',
      code_challenge_method: 'S256',
    });
    const token = await tokens();
    const auth = await world.authenticate(token);
    expect(auth).toMatchObject({ id: 'ada', clientId: client.client_id });
    expect(await auth.upstreamToken()).toBe('theirs');
    expect(sent[0]).toEqual({
      place: 'POST /login/token',
      form: {
        grant_type: 'authorization_code',
        code: 'their-code',
        redirect_uri: `${world.origin}/authorize/callback`,
        code_verifier: expect.stringMatching(/^[\w-]{43}$/),
      },
      authorization: `Basic ${btoa('mcp%2Dserver:the%2Dsecret')}`,
    });
    expect(new Set(sent.map(({ place }) => place))).toEqual(new Set(['POST /login/token', 'GET /user']));
    expect(sent.at(-1)?.authorization).toBe('Bearer theirs');
    expect(world.errors).toEqual([]);
  });

  test.each([
    ['with', 'introspection', ['POST /login/token', 'POST /login/introspect', 'POST /login/revoke']],
    ['without', () => true, ['POST /login/token']],
  ] as const)(
    '%s further endpoints: a session that ends is revoked there, if it can be',
    async (has, validateUpstream, places) => {
      const { sent, provider } = plainProvider();
      const { authorization, token } = ENDPOINTS;
      const none = { introspection: undefined, userinfo: undefined, revocation: undefined };
      const endpoints = has === 'with' ? ENDPOINTS : { authorization, token, ...none };
      const given = options({ ...provider, endpoints });
      const world = await startWorld({ ...given, validateUpstream });
      const { client, tokens } = await loggedInAt(world);
      const ours = await tokens();
      const ended = new URLSearchParams({ client_id: client.client_id, token: ours });
      expect((await fetch(`${world.origin}/revoke`, { method: 'POST', body: ended })).status).toBe(200);
      await expect.poll(() => [...new Set(sent.map(({ place }) => place))]).toEqual(places);
      // Without a refresh token, the access token is revoked.
      if (has === 'with') expect(sent.at(-1)?.form).toEqual({ token: 'theirs' });
      expect(world.errors).toEqual([]);
    },
  );

  test('reports an endpoint that its user needs and does not exist', async () => {
    const { authorization, token } = ENDPOINTS;
    const { provider } = plainProvider();
    const given = options({ ...provider, endpoints: { authorization, token } });
    const world = await startWorld({ ...given, validateUpstream: 'userinfo' });
    expect((await loggedInAt(world)).error).toBe('server_error');
    expect(world.errors.join()).toContain(`${ISSUER} failed (UserInfo endpoint)`);
  });
});

describe('the client at the third party', () => {
  const basic = { authorization: `Basic ${btoa('mcp%2Dserver:the%2Dsecret')}` };
  const post = { authorization: null, form: { client_id: 'mcp-server', client_secret: 'the-secret' } };
  const none = { authorization: null, form: { client_id: 'mcp-server' } };

  test.each([
    ['in the header', {}, undefined, basic],
    ['in the header', {}, ['client_secret_post', 'client_secret_basic'], basic],
    ['in the body', {}, ['private_key_jwt', 'client_secret_post'], post],
    ['in the body', { clientAuthentication: 'client_secret_post' }, undefined, post],
    ['in the header', { clientAuthentication: 'client_secret_basic' }, ['client_secret_post'], basic],
    ['nowhere', { clientSecret: undefined }, ['client_secret_post'], none],
  ] as const)(
    'sends its secret %s with the options %j and the metadata %j',
    async (_where, given, methods, expected) => {
      const { sent, provider } = plainProvider({
        '/.well-known/openid-configuration': () =>
          json({
            issuer: ISSUER,
            authorization_endpoint: ENDPOINTS.authorization,
            token_endpoint: ENDPOINTS.token,
            token_endpoint_auth_methods_supported: methods,
          }),
      });
      const world = await startWorld(options({ ...provider, endpoints: undefined, ...given }));
      expect((await loggedInAt(world)).error).toBeNull();
      const request = sent.find(({ place }) => place === 'POST /login/token');
      expect(request).toMatchObject(expected);
      expect(JSON.stringify(request).includes('secret')).toBe(expected === post);
    },
  );
});

describe('tokens of the third party', () => {
  /** Milliseconds to the end of the first access token. */
  const THEIR_LIFETIME = 3_600_000;

  /** A third party whose tokens are renewed with what is given, in turn. */
  async function renewing(first: object, ...renewals: readonly object[]) {
    const left = [...renewals];
    const { sent, provider } = plainProvider({
      '/login/token': ({ form }) => {
        const body = form['grant_type'] === 'refresh_token' ? left.shift() : { expires_in: 3_600, ...first };
        return json({ access_token: 'theirs', token_type: 'bearer', ...body });
      },
    });
    const seen: unknown[] = [];
    const world = await startWorld({
      ...options(provider),
      accessTokenLifetime: 7_200_000,
      verdictLifetime: 0,
      validateUpstream: (tokens) => seen.push(tokens) > 0,
    });
    const token = await (await loggedInAt(world)).tokens();
    seen.length = 0;
    passTime(THEIR_LIFETIME);
    const refreshes = () =>
      sent.flatMap(({ form }) => (form['grant_type'] === 'refresh_token' ? [form['refresh_token']] : []));
    return { world, token, seen, refreshes };
  }

  test('that cannot be renewed end with the access token', async () => {
    const { world, token, refreshes } = await renewing({});
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    expect(refreshes()).toEqual([]);
    expect(world.errors).toEqual([]);
  });

  test('keep the refresh token and the scope that a renewal does not replace', async () => {
    const first = { refresh_token: 'again', scope: 'repo user' };
    const { world, token, seen, refreshes } = await renewing(
      first,
      { access_token: 'second', expires_in: 0 },
      { access_token: 'third', expires_in: 0, refresh_token: 'other', scope: 'repo' },
      { access_token: 'fourth' },
    );
    for (let request = 0; request < 4; request++) expect((await world.authenticate(token)).id).toBe('ada');
    expect(refreshes()).toEqual(['again', 'again', 'other']);
    const claims = undefined;
    expect(seen).toEqual([
      { accessToken: 'second', expiresAt: expect.any(Number), scope: 'repo user', claims },
      { accessToken: 'third', expiresAt: expect.any(Number), scope: 'repo', claims },
      // Nobody says when this one expires.
      { accessToken: 'fourth', expiresAt: undefined, scope: 'repo', claims },
      { accessToken: 'fourth', expiresAt: undefined, scope: 'repo', claims },
    ]);
  });

  test.each([
    ['access token', { access_token: 'x'.repeat(16_385) }],
    ['refresh token', { refresh_token: 'x'.repeat(16_385) }],
  ])('are not stored if the %s is too long', async (_which, body) => {
    const { provider } = plainProvider({
      '/login/token': () => json({ access_token: 'theirs', token_type: 'bearer', ...body }),
    });
    const world = await startWorld(options(provider));
    expect((await loggedInAt(world)).error).toBe('server_error');
    expect(world.errors).toEqual([`Error: ${ISSUER} failed (token endpoint): a token has more than 16384 characters`]);
  });

  test('are stored if they are as long as is allowed', async () => {
    const longest = 'x'.repeat(16_384);
    const { provider } = plainProvider({
      '/login/token': () => json({ access_token: longest, token_type: 'bearer', refresh_token: longest }),
    });
    const world = await startWorld(options(provider));
    const auth = await world.authenticate(await (await loggedInAt(world)).tokens());
    expect(await auth.upstreamToken()).toBe(longest);
  });

  /** Replaces the claims of ID tokens. Their signature is not checked, because they come from the token endpoint. */
  function changing(idToken: (claims: object) => object | undefined): typeof fetch {
    return async (input, init) => {
      const request = new Request(input, init);
      const isRenewal = (await request.clone().text()).includes('grant_type=refresh_token');
      const response = await fetch(request);
      if (!isRenewal) return response;
      const { id_token: signed, ...rest } = (await response.json()) as { readonly id_token: string };
      const [header = '', payload = '', signature = ''] = signed.split('.');
      const claims = idToken(JSON.parse(Buffer.from(payload, 'base64url').toString()) as object);
      if (claims === undefined) return json(rest);
      const changed = Buffer.from(JSON.stringify(claims)).toString('base64url');
      return json({ ...rest, id_token: [header, changed, signature].join('.') });
    };
  }

  /** A session whose tokens are renewed with another ID token, and the claims that are validated then. */
  async function renewedAs(idToken: (claims: object) => object | undefined) {
    const seen: unknown[] = [];
    const world = await startWorld({
      upstream: { fetch: changing(idToken) },
      accessTokenLifetime: 7_200_000,
      verdictLifetime: 0,
      validateUpstream: ({ claims }) => seen.push(claims) > 0,
    });
    const { access_token: token } = await tokensFor(world);
    seen.length = 0;
    passTime(THEIR_LIFETIME);
    return { world, token, seen };
  }

  test('that are renewed for another user end the session', async () => {
    const { world, token, seen } = await renewedAs((claims) => ({ ...claims, sub: 'eve' }));
    for (let request = 0; request < 2; request++) {
      await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    }
    expect(seen).toEqual([]);
    expect(world.third.issued('RefreshToken')).toBe(2);
    expect(world.errors).toEqual([]);
  });

  test.each([
    ['an ID token of the same user', (claims: object) => ({ ...claims, email: 'ada@example.com' }), 'ada@example.com'],
    ['no ID token', () => undefined, undefined],
  ])('that are renewed with %s stay those of the user', async (_what, idToken, email) => {
    const { world, token, seen } = await renewedAs(idToken);
    expect((await world.authenticate(token)).id).toBe('ada');
    expect(seen).toEqual([expect.objectContaining({ sub: 'ada', ...(email !== undefined && { email }) })]);
  });
});

describe('a third party that fails', () => {
  test.each([
    ['an error', 400, 'invalid_request', 'server_error', 'failed (login): it responded with the error invalid_request'],
    [
      'an error code that is not one',
      400,
      'a b\n\u001b[31m',
      'server_error',
      'failed (login): it responded with the error (not a valid error code)',
    ],
    [
      'an error, and too many requests',
      429,
      'slow_down',
      'temporarily_unavailable',
      'is unavailable (login): it responded with status 429',
    ],
    [
      'an error, and is overloaded',
      503,
      'server_error',
      'temporarily_unavailable',
      'is unavailable (login): it responded with status 503',
    ],
  ])('with %s is reported as what it is', async (_what, status, code, error, report) => {
    const { provider } = plainProvider({
      '/login/token': () => json({ error: code, error_description: 'secret' }, status),
    });
    const world = await startWorld(options(provider));
    expect((await loggedInAt(world)).error).toBe(error);
    expect(world.errors).toEqual([`Error: ${ISSUER} ${report}`]);
  });

  test.each([undefined, 'nowhere', '', 7])(
    'begins no login if its metadata have %j as authorization endpoint',
    async (authorization_endpoint) => {
      const { provider } = plainProvider({
        '/.well-known/openid-configuration': () => json({ issuer: ISSUER, authorization_endpoint }),
      });
      const world = await startWorld(options({ ...provider, endpoints: undefined }));
      const { url } = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
      expect(url.searchParams.get('error')).toBe('server_error');
      expect(world.errors).toEqual([
        `Error: ${ISSUER} failed (metadata): its metadata lacks a valid "authorization_endpoint"`,
      ]);
    },
  );

  test('is not mistaken for an application that fails: an error of UserInfo is reported once', async () => {
    const world = await startWorld();
    world.third.userInfoRefusal = { status: 403 };
    const { url } = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
    expect(url.searchParams.get('error')).toBe('server_error');
    expect(world.errors).toHaveLength(1);
  });
});

/** Tokens of the provider. */
const TOKENS = {
  accessToken: 'theirs',
  refreshToken: undefined,
  expiresAt: undefined,
  scope: undefined,
  claims: undefined,
};

test('the timers of requests end with them', async () => {
  const timers = timersOf(123_456);
  const { provider, sent } = plainProvider();
  const upstream = new Upstream(provider, REDIRECT, 123_456, () => undefined);
  expect(await upstream.isActive(TOKENS)).toBe(true);
  expect(await upstream.isAcceptedByUserInfo(TOKENS)).toBe(true);
  expect([sent.length, timers.started, timers.pending]).toEqual([2, 2, 0]);
});

test('a provider that does not respond in time is reported as that', async () => {
  const { provider } = plainProvider();
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
    });
  const reported: unknown[] = [];
  const upstream = new Upstream({ ...provider, fetch: silent }, REDIRECT, 50, (error) => reported.push(error));
  await expect(upstream.isActive(TOKENS)).rejects.toThrow('The login provider is unavailable');
  expect(reported.map(String)).toEqual([
    `Error: ${ISSUER} is unavailable (introspection): ${ENDPOINTS.introspection} did not respond within 50 ms`,
  ]);
});
