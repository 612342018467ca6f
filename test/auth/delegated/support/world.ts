import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, onTestFinished } from 'vitest';
import {
  delegatedAuthorization,
  MemoryAuthorizationStore,
  type AuthorizationStore,
  type DelegatedAuth,
  type DelegatedAuthorizationOptions,
  type UpstreamProvider,
} from '@mcp-gen/auth/delegated';
import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { intercepted } from '../../../support/stores.js';
import { listen } from '../../support/listen.js';
import { Browser, type Page } from './browser.js';
import { startThirdParty, type ThirdParty } from './thirdParty.js';

export const KEY = 'a secret for tests that is long enough';

/** Where clients of the tests are redirected to. Nothing listens there. */
export const REDIRECT = 'http://127.0.0.1:9/callback';

/** An MCP server that delegates to a third party, both on loopback, until the test is over. */
export interface World {
  readonly third: ThirdParty;
  /** The origin of the MCP server. */
  readonly origin: string;
  /** The URL of the MCP endpoint. */
  readonly resource: string;
  /** What the server reported. */
  readonly errors: string[];
  /** What `context.auth` was in the last call. */
  readonly lastAuth: () => DelegatedAuth | undefined;
  readonly authenticate: (token: string | undefined) => Promise<DelegatedAuth>;
}

/** Options of a world: those of the authorization that are not given. */
export type WorldOptions = Partial<DelegatedAuthorizationOptions> & {
  readonly upstreamScope?: string;
  /** Options of the third party that are added to the default ones. */
  readonly upstream?: Partial<UpstreamProvider>;
  /** The origin that the server is known by, if it is not where it listens. */
  readonly publicOrigin?: string;
  /** The path of the MCP endpoint. */
  readonly path?: string;
  /** What a framework does with each request before it is handled. */
  readonly before?: (request: IncomingMessage) => Promise<void>;
};

/** Milliseconds that nothing is stored for: clients are kept for 90 days, all else for less. */
const TOO_LONG = 91 * 24 * 60 * 60 * 1_000;

/** Fails the test if something is stored for good, or for a time in the wrong unit. */
function checkingLifetimes(store: AuthorizationStore): AuthorizationStore {
  const wrong: unknown[] = [];
  onTestFinished(() => expect(wrong).toEqual([]));
  return intercepted(store, ({ method, given: [key, , options], run }) => {
    if (method === 'set' || method === 'add') {
      const { lifetime } = options as { readonly lifetime: number };
      if (!(lifetime > 0 && lifetime < TOO_LONG)) wrong.push([key, lifetime]);
    }
    return run();
  });
}

export async function startWorld(given: WorldOptions = {}): Promise<World> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const { origin } = await listen((request, response) => answer(request, response));
  const { upstreamScope = 'openid', upstream, publicOrigin = origin, path = '/mcp', before, ...options } = given;
  const { store = new MemoryAuthorizationStore() } = options;
  const third = await startThirdParty(`${publicOrigin}/authorize/callback`);
  const errors: string[] = [];
  const resource = `${publicOrigin}${path}`;
  const { handler, authenticate } = await delegatedAuthorization({
    resource,
    provider: {
      issuer: third.issuer,
      clientId: third.clientId,
      clientSecret: third.clientSecret,
      scope: upstreamScope,
      allowHttp: true,
      ...upstream,
    },
    keys: [KEY],
    validateUpstream: 'userinfo',
    upstreamTimeout: 60_000,
    onError: (error) => errors.push(String(error)),
    ...options,
    store: checkingLifetimes(store),
  });
  let auth: DelegatedAuth | undefined;
  const server = new Server({ name: 'notes', version: '1.0.0' });
  server.tool('whoami', {}, (_input: unknown, context) => {
    auth = context.auth as DelegatedAuth;
    return auth.id;
  });
  const mcp = createHandler(server, { authenticate });
  onTestFinished(() => mcp.close());
  const handle = (request: IncomingMessage, response: ServerResponse) =>
    handler(request, response, () => mcp.node(request, response));
  answer =
    before === undefined ? handle : (request, response) => void before(request).then(() => handle(request, response));
  return {
    third,
    origin,
    resource,
    errors,
    lastAuth: () => auth,
    authenticate: (token) =>
      authenticate({
        url: resource,
        header: (name) => (name === 'authorization' ? token && `Bearer ${token}` : undefined),
      }),
  };
}

/** A client of the tests, that speaks OAuth by hand, so that it can do everything wrong. */
export interface Registered {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly redirect_uris: readonly string[];
}

/** Sends a request with JSON. */
export async function register(origin: string, metadata: object = {}): Promise<Response> {
  return fetch(`${origin}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'Test client',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      token_endpoint_auth_method: 'none',
      ...metadata,
    }),
  });
}

export async function registered(origin: string, metadata: object = {}): Promise<Registered> {
  const response = await register(origin, metadata);
  if (response.status !== 201) throw new Error(`Registration failed: ${response.status} ${await response.text()}`);
  return (await response.json()) as Registered;
}

/** Starts a world, with a client that has registered itself. */
export async function startRegistered(
  given?: WorldOptions,
): Promise<{ readonly world: World; readonly client: Registered }> {
  const world = await startWorld(given);
  return { world, client: await registered(world.origin) };
}

/** The secrets of one authorization request of a client. */
export interface Asked {
  readonly url: URL;
  readonly verifier: string;
  readonly state: string;
}

/** Makes an authorization request; `changed` replaces parameters, and undefined leaves them out. */
export function ask(
  origin: string,
  client: Registered,
  changed: { readonly [name: string]: string | undefined } = {},
): Asked {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const url = new URL(`${origin}/authorize`);
  const parameters: { readonly [name: string]: string | undefined } = {
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uris[0],
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    ...changed,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return { url, verifier, state };
}

/** Posts a form to an endpoint. */
export async function post(
  url: string,
  form: { readonly [name: string]: string | undefined },
): Promise<{
  readonly status: number;
  readonly body: { readonly [name: string]: unknown };
  readonly headers: Headers;
}> {
  const given = Object.entries(form).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const response = await fetch(url, { method: 'POST', body: new URLSearchParams(given) });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === '' ? {} : (JSON.parse(text) as { readonly [name: string]: unknown }),
  };
}

/** Lets a user consent, and returns where the client is redirected to. */
export async function consented(browser: Browser, url: URL): Promise<Page> {
  return browser.press(await browser.open(url), 'allow');
}

/** A login that is complete, up to the code. */
export async function loggedIn(world: World, client: Registered, changed: { readonly [name: string]: string } = {}) {
  const browser = new Browser([...client.redirect_uris]);
  const asked = ask(world.origin, client, changed);
  const { url } = await consented(browser, asked.url);
  const code = url.searchParams.get('code') ?? undefined;
  return { browser, asked, url, code };
}

/** The tokens of a client. */
export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_in: number;
  readonly scope: string;
}

/** The whole flow: registration, consent, login, and tokens. */
export async function tokensFor(world: World, given?: Registered): Promise<Tokens & { readonly client: Registered }> {
  const client = given ?? (await registered(world.origin));
  const { code, asked } = await loggedIn(world, client);
  const { status, body } = await exchange(world, client, code, asked.verifier);
  if (status !== 200) throw new Error(`No tokens: ${status} ${JSON.stringify(body)}`);
  return { ...(body as unknown as Tokens), client };
}

export function exchange(
  world: World,
  client: Registered,
  code: string | undefined,
  verifier: string | undefined,
  changed: { readonly [name: string]: string } = {},
) {
  return post(`${world.origin}/token`, {
    grant_type: 'authorization_code',
    client_id: client.client_id,
    redirect_uri: client.redirect_uris[0],
    code,
    code_verifier: verifier,
    ...changed,
  });
}

export function refresh(world: World, client: Registered, token: string) {
  return post(`${world.origin}/token`, {
    grant_type: 'refresh_token',
    client_id: client.client_id,
    refresh_token: token,
  });
}
