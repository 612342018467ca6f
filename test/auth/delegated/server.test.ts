import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { UnauthorizedError, type OAuthClientProvider } from '@modelcontextprotocol/sdk/client/auth.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  delegatedAuthorization,
  MemoryAuthorizationStore,
  type DelegatedAuthorizationOptions,
} from '@mcp-gen/auth/delegated';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { Browser } from './support/browser.js';
import {
  ask,
  consented,
  KEY,
  loggedIn,
  exchange,
  REDIRECT,
  registered,
  startWorld,
  tokensFor,
  type World,
  startRegistered,
} from './support/world.js';
import { failing } from '../../support/stores.js';

const CALLBACK = 'http://localhost:9/callback';

/** What the official client asks of an application: it keeps everything in memory, and hands URLs to a browser of the tests. */
class Application implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  readonly clientMetadata = {
    client_name: 'Official client',
    redirect_uris: [CALLBACK],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
  opened: URL | undefined;
  readonly kept: { [name: string]: unknown } = {};

  clientInformation = () => this.kept['client'] as ReturnType<OAuthClientProvider['clientInformation']>;
  saveClientInformation = (client: unknown): void => void (this.kept['client'] = client);
  tokens = () => this.kept['tokens'] as ReturnType<OAuthClientProvider['tokens']>;
  saveTokens = (tokens: unknown): void => void (this.kept['tokens'] = tokens);
  redirectToAuthorization = (url: URL): void => void (this.opened = url);
  saveCodeVerifier = (verifier: string): void => void (this.kept['verifier'] = verifier);
  invalidateCredentials = (scope: string): void => {
    if (scope === 'tokens') delete this.kept['tokens'];
  };
  codeVerifier = (): string => this.kept['verifier'] as string;
}

async function connected(world: World, application: Application): Promise<Client> {
  const client = new Client({ name: 'official', version: '1.0.0' });
  onTestFinished(() => client.close());
  const url = new URL(world.resource);
  const first = new StreamableHTTPClientTransport(url, { authProvider: application });
  const attempt = client.connect(first);
  if (application.kept['tokens'] !== undefined) {
    await attempt;
    return client;
  }
  await expect(attempt).rejects.toBeInstanceOf(UnauthorizedError);
  const back = await consented(new Browser([CALLBACK]), application.opened ?? new URL(CALLBACK));
  await first.finishAuth(back.url.searchParams.get('code') ?? '');
  await client.connect(new StreamableHTTPClientTransport(url, { authProvider: application }));
  return client;
}

const whoami = async (client: Client): Promise<unknown> => client.callTool({ name: 'whoami', arguments: {} });

describe('the official client', () => {
  test('registers, logs in, calls a tool, and refreshes its token', async () => {
    covers('authorization-grants', 'authorization-base-url', 'authorization-registration');
    const world = await startWorld();
    const application = new Application();
    const client = await connected(world, application);
    expect(await whoami(client)).toMatchObject({ content: [{ type: 'text', text: 'ada' }] });
    const tokens = application.kept['tokens'] as { access_token: string };
    const before = tokens.access_token;
    tokens.access_token = 'no-longer-valid';
    expect(await whoami(client)).toMatchObject({ content: [{ text: 'ada' }] });
    expect((application.kept['tokens'] as { access_token: string }).access_token).not.toBe(before);
    const upstream = await world.lastAuth()?.upstreamToken();
    expect(world.third.secrets).toContain(upstream);
    expect(JSON.stringify(application.kept)).not.toContain(upstream);
  });

  test('is asked to log in again when the third party has revoked the token', async () => {
    covers('authorization-third-party-lifecycle');
    const world = await startWorld({ verdictLifetime: 0 });
    const application = new Application();
    const client = await connected(world, application);
    await whoami(client);
    await world.third.revoke();
    application.opened = undefined;
    await expect(whoami(client)).rejects.toBeInstanceOf(UnauthorizedError);
    expect((application.opened as URL | undefined)?.pathname).toBe('/authorize');
  });
});

describe('a request to the MCP endpoint', () => {
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami', arguments: {} } };
  const send = (world: World, authorization: string | undefined) =>
    fetch(world.resource, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: JSON.stringify(call),
    });

  test.each([
    ['no token', undefined, 401, 'Bearer scope="mcp", '],
    ['another scheme', 'Basic YWRhOnB3', 401, 'Bearer scope="mcp", '],
    ['an unknown token', `Bearer ${'x'.repeat(43)}`, 401, 'Bearer error="invalid_token", '],
    ['a huge token', `Bearer ${'x'.repeat(10_000)}`, 401, 'Bearer error="invalid_token", '],
    ['a token that is bound to a key', `DPoP ${'x'.repeat(43)}`, 401, 'Bearer error="invalid_token", '],
    ['two tokens', 'Bearer one two', 400, 'Bearer error="invalid_request", '],
    ['two headers', 'Bearer one, Bearer two', 400, 'Bearer error="invalid_request", '],
    ['an empty token', 'Bearer', 400, 'Bearer error="invalid_request", '],
  ])('with %s is refused, and nothing runs', async (_what, authorization, status, challenge) => {
    covers(
      ...([
        'authorization-challenge',
        'authorization-validated',
        'authorization-invalid',
        'authorization-status',
      ] as const),
      ...(['authorization-before-processing', 'authorization-metadata-found'] as const),
    );
    const world = await startWorld();
    const response = await send(world, authorization);
    expect(response.status).toBe(status);
    const header = response.headers.get('www-authenticate') ?? '';
    expect(header.startsWith(challenge)).toBe(true);
    expect(header).toContain(`resource_metadata="${world.origin}/.well-known/oauth-protected-resource/mcp"`);
    expect(world.lastAuth()).toBeUndefined();
  });

  test('with a token in the URL is refused', async () => {
    const world = await startWorld();
    const { access_token: token } = await tokensFor(world);
    const headers = { authorization: `Bearer ${token}` };
    for (const init of [{}, { headers }]) {
      const response = await fetch(`${world.resource}?access_token=${token}`, { method: 'POST', body: '{}', ...init });
      expect(response.status).toBe(400);
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_request"');
    }
  });

  test('whose token lacks a scope gets 403, and is told which scope it needs', async () => {
    covers('authorization-status', 'authorization-insufficient-scope');
    const { world, client } = await startRegistered({ scopes: ['read', 'write'], requiredScopes: ['write'] });
    const { code, asked } = await loggedIn(world, client, { scope: 'read' });
    const { body } = await exchange(world, client, code, asked.verifier);
    const response = await send(world, `Bearer ${String(body['access_token'])}`);
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toMatch(/error="insufficient_scope".*scope="write"/);
  });

  test('fails with the error of the store if the store fails', async () => {
    let isDown = false;
    const failure = new Error('The disk is away');
    const store = failing(
      new MemoryAuthorizationStore(),
      failure,
      (method, key) => isDown && method === 'get' && key.startsWith('Upstream:'),
    );
    const world = await startWorld({ store, verdictLifetime: 0 });
    const { access_token: token } = await tokensFor(world);
    isDown = true;
    await expect(world.authenticate(token)).rejects.toBe(failure);
  });

  test('never passes its token on', async () => {
    covers('authorization-no-passthrough');
    const world = await startWorld({ verdictLifetime: 0 });
    const { access_token: token } = await tokensFor(world);
    await send(world, `Bearer ${token}`);
    const { upstreamToken } = await world.authenticate(token);
    expect(await upstreamToken()).not.toBe(token);
    expect(world.third.requests).toContain('GET /me');
    expect(world.third.received()).not.toContain(token);
  });
});

describe('the server', () => {
  test('leaves other paths to the application, and has 404 of its own', async () => {
    const { origin } = await startWorld();
    expect((await fetch(`${origin}/mcp`, { method: 'POST' })).status).toBe(401);
    for (const path of ['/jwks', '/me', '/token/introspection', '/session/end', '/authorize/x/y']) {
      const response = await fetch(`${origin}${path}`);
      expect([401, 404]).toContain(response.status);
    }
  });

  test('has its endpoints at the root, whatever path the resource has', async () => {
    covers('authorization-base-url', 'authorization-metadata-place');
    const { handler } = await delegatedAuthorization(options({ resource: 'https://mcp.example.com/v1/mcp' }));
    const { listen } = await import('../support/listen.js');
    const { origin } = await listen((request, response) => handler(request, response));
    const metadata = (await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json()) as object;
    expect(metadata).toMatchObject({
      issuer: 'https://mcp.example.com',
      token_endpoint: 'https://mcp.example.com/token',
    });
    expect((await fetch(`${origin}/other`)).status).toBe(404);
    const cookies = (await fetch(`${origin}/authorize?client_id=x`)).headers.getSetCookie();
    for (const cookie of cookies) expect(cookie).toMatch(/; secure/i);
  });

  test('sets cookies that are secure, for itself, and hidden from scripts', async () => {
    const world = await startWorld();
    const page = await new Browser([]).step(ask(world.origin, await registered(world.origin)).url);
    const cookies = page.headers.getSetCookie();
    expect(cookies.length).toBeGreaterThan(1);
    for (const cookie of cookies) expect(cookie).toMatch(/httponly/i);
    for (const cookie of cookies) expect(cookie).toMatch(/samesite=lax/i);
  });
});

const ENDPOINTS = { authorization: 'https://git.example.com/authorize', token: 'https://git.example.com/token' };
const GIT = { issuer: 'https://git.example.com', clientId: 'x' };

describe('options', () => {
  test.each([
    ['resource', { resource: 'http://mcp.example.com/mcp' }],
    ['resource', { resource: 'mcp.example.com' }],
    ['issuer', { provider: { issuer: 'http://accounts.example.com', clientId: 'x' } }],
    ['issuer', { provider: { issuer: 'http://accounts.example.com', clientId: 'x', allowHttp: true } }],
    ['token', { provider: { ...GIT, endpoints: { ...ENDPOINTS, token: 'http://git.example.com/t' } } }],
    ['userinfo', { provider: { ...GIT, endpoints: { ...ENDPOINTS, userinfo: 'user' } } }],
    ['clientId', { provider: { issuer: 'https://accounts.example.com', clientId: '' } }],
    ['validateUpstream', { validateUpstream: undefined as never }],
    ['user', { provider: { issuer: 'https://accounts.example.com', clientId: 'x', scope: 'repo' } }],
    ['keys', { keys: [] }],
    ['keys', { keys: ['short'] }],
    ['keys', { keys: [KEY, 7 as never] }],
    ['scopes', { scopes: ['a b'] }],
    ['requiredScopes', { requiredScopes: ['other'] }],
    ['clients', { clients: [{ id: 'x', redirectUris: ['http://app.example.com/'] }] }],
    ['grantLifetime', { grantLifetime: -1 }],
    ['verdictLifetime', { verdictLifetime: Infinity }],
  ])('are checked: %s of %j', async (name, changed) => {
    covers('authorization-https');
    await expect(delegatedAuthorization(options(changed))).rejects.toThrow(`Invalid option "${name}"`);
  });
});

test('errors without a listener are written to stderr', async () => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const validateUpstream = () => Promise.reject(new Error('no connection'));
  const world = await startWorld({ onError: undefined, validateUpstream });
  const page = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
  expect(page.url.searchParams.get('error')).toBe('temporarily_unavailable');
  const lines = written.mock.calls.map(([text]) => String(text)).filter((line) => line.includes('no connection'));
  expect(lines).toEqual([expect.stringMatching(/^Delegated authorization: /)]);
});

function options(changed: Partial<DelegatedAuthorizationOptions>): DelegatedAuthorizationOptions {
  return {
    resource: 'https://mcp.example.com/mcp',
    provider: { issuer: 'https://accounts.example.com', clientId: 'x' },
    keys: [KEY],
    validateUpstream: 'userinfo',
    ...changed,
  };
}
