/** Authorization: clients, resource servers, stored credentials, and delegated authorization servers. */

import { join } from 'node:path';
import {
  authorizationCode,
  clientCredentials,
  clientMetadataDocument,
  enterpriseManaged,
  jwtBearer,
  MemoryTokenStore,
} from '@mcp-gen/auth/client';
import { delegatedAuthorization, MemoryAuthorizationStore } from '@mcp-gen/auth/delegated';
import { FileTokenStore, login, loopbackReceiver } from '@mcp-gen/auth/node';
import { introspection, jwt, protect } from '@mcp-gen/auth/server';
import { connect, type ClientAuth, type Client } from '@mcp-gen/sdk/client';
import { chmod } from 'node:fs/promises';
import { temporaryFolder } from '../temporaryFolder.js';
import { type Cases } from './cases.js';

const SERVER = 'https://mcp.example.com/mcp';
const METADATA = 'https://mcp.example.com/.well-known/oauth-protected-resource/mcp';
const ISSUER = 'https://login.example.com';
const CLIENT = { id: 'reports', secret: 'secret' };

/** What the servers answer, by URL. */
type World = { readonly [url: string]: () => Response };

const json = (value: object, status = 200): Response => Response.json(value, { status });
const challenge = (metadata = METADATA): Response =>
  new Response('', { status: 401, headers: { 'www-authenticate': `Bearer resource_metadata="${metadata}"` } });

const WORLD: World = {
  [SERVER]: () => challenge(),
  [METADATA]: () => json({ resource: SERVER, authorization_servers: [ISSUER] }),
  [`${ISSUER}/.well-known/oauth-authorization-server`]: () =>
    json({
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
    }),
  [`${ISSUER}/token`]: () => json({ access_token: 'token', token_type: 'bearer', expires_in: 3600 }),
};

/** Connects to the server of a world. */
function login_(auth: ClientAuth, changes: World = {}): Promise<Client> {
  const world: World = { ...WORLD, ...changes };
  return connect(SERVER, {
    auth,
    revisions: ['2025-11-25'],
    fetch: (input) => {
      const { origin, pathname } = new URL(input instanceof Request ? input.url : input);
      return Promise.resolve(world[origin + pathname]?.() ?? new Response('', { status: 404 }));
    },
  });
}

const machine = (): ClientAuth => clientCredentials({ client: CLIENT });
const guard = (options: object): ReturnType<typeof protect> =>
  protect({ resource: SERVER, verify: jwt({ issuer: ISSUER }), ...options });
const request = (authorization?: string): never =>
  ({
    url: SERVER,
    method: 'POST',
    address: undefined,
    header: (name: string) => (name === 'authorization' ? authorization : undefined),
  }) as never;
const delegated = (options: object): Promise<unknown> =>
  delegatedAuthorization({
    resource: SERVER,
    provider: { issuer: ISSUER, clientId: 'mcp' },
    keys: ['k'.repeat(32)],
    validateUpstream: 'userinfo',
    ...options,
  } as never);

async function storeWith(text: string, mode = 0o600): Promise<unknown> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o700);
  const store = new FileTokenStore({ folder });
  await store.set('key', { token: 'secret' });
  const { readdir, writeFile } = await import('node:fs/promises');
  const [file = ''] = await readdir(folder);
  await writeFile(join(folder, file), text);
  await chmod(join(folder, file), mode);
  return store.get('key');
}

export const AUTH: Cases = {
  'a client without a secret': () => clientCredentials({ client: { id: 'reports' } }),
  'a store without a subject': () =>
    jwtBearer({ client: { id: 'reports' }, assertion: () => '', store: new MemoryTokenStore() }),
  'an identity provider of another client': () =>
    login_(
      enterpriseManaged({
        client: CLIENT,
        idp: { issuer: 'https://idp.example.com', client: { ...CLIENT, issuer: ISSUER }, idToken: () => 'a.b.c' },
      }),
    ),
  'a client document without a path': () => clientMetadataDocument({ url: 'https://app.example.com', name: 'App' }),
  'a redirect URI that is not on loopback': () => login({ redirectUri: 'https://app.example.com/callback' }),
  'a receiver without a timeout': () => loopbackReceiver({ timeout: 0 }),

  'a server without metadata': () =>
    login_(machine(), { [METADATA]: () => json({}, 404), [SERVER]: () => challenge(METADATA) }),
  'metadata of another resource': () =>
    login_(machine(), {
      [METADATA]: () => json({ resource: 'https://evil.example/mcp', authorization_servers: [ISSUER] }),
    }),
  'metadata at another origin': () => login_(machine(), { [SERVER]: () => challenge('https://evil.example/metadata') }),
  'an authorization server with http': () =>
    login_(machine(), {
      [METADATA]: () => json({ resource: SERVER, authorization_servers: ['http://login.example.com'] }),
    }),
  'an authorization server in a private network': () =>
    login_(machine(), { [METADATA]: () => json({ resource: SERVER, authorization_servers: ['https://10.0.0.1'] }) }),
  'an authorization server without metadata': () =>
    login_(machine(), { [`${ISSUER}/.well-known/oauth-authorization-server`]: () => json({}, 404) }),
  'metadata of another issuer': () =>
    login_(machine(), {
      [`${ISSUER}/.well-known/oauth-authorization-server`]: () => json({ issuer: 'https://evil.example' }),
    }),
  'a token endpoint that denies the client': () =>
    login_(machine(), {
      [`${ISSUER}/token`]: () => json({ error: 'invalid_client', error_description: 'Unknown client' }, 401),
    }),
  'a token endpoint that fails': () => login_(machine(), { [`${ISSUER}/token`]: () => json({}, 503) }),
  'a server that rejects new tokens': () => login_(machine()),
  'an authorization server without PKCE': () =>
    login_(authorizationCode({ client: CLIENT, receiver: { open: () => Promise.reject(new Error('opened')) } }), {
      [`${ISSUER}/.well-known/oauth-authorization-server`]: () =>
        json({ issuer: ISSUER, authorization_endpoint: `${ISSUER}/authorize`, token_endpoint: `${ISSUER}/token` }),
    }),
  'an authorization server without registration': () =>
    login_(
      authorizationCode({
        receiver: {
          open: () =>
            Promise.resolve({
              redirectUri: 'http://127.0.0.1:1/callback',
              authorize: () => Promise.reject(new Error('none')),
              close: () => Promise.resolve(),
            }),
        },
      }),
    ),
  'a login in a program that cannot prompt': () => login_(authorizationCode({ client: CLIENT })),
  'a header that conflicts with auth': () =>
    connect(SERVER, {
      auth: machine(),
      headers: { authorization: 'Bearer token' },
      fetch: () => Promise.resolve(challenge()),
    }),

  'a folder that is relative': () => new FileTokenStore({ folder: 'credentials' }),
  'credentials that are damaged': () => storeWith('{'),
  'credentials that others can read': () => storeWith('{}', 0o644),
  'a lock that is held': async () => {
    const store = new FileTokenStore({ folder: join(await temporaryFolder(), 'credentials'), lockTimeout: 50 });
    return store.lock('key', () => store.lock('key', () => Promise.resolve()));
  },

  'a resource with http': () => guard({ resource: 'http://mcp.example.com/mcp' }),
  'no verifier': () => guard({ verify: {} }),
  'an invalid scope': () => guard({ scopes: ['notes read'] }),
  'two verifiers that accept every token': () =>
    guard({
      verify: [
        introspection({ issuer: ISSUER, client: CLIENT }),
        introspection({ issuer: `${ISSUER}/b`, client: CLIENT }),
      ],
    }),
  'an unknown algorithm': () => jwt({ issuer: ISSUER, algorithms: ['HS256'] }),
  'an issuer with http': () => jwt({ issuer: 'http://login.example.com' }),
  'a rule with an invalid URI': () => guard({}).requireScopes({ resources: { notes: ['notes:read'] } }),
  'a request without a token': () => guard({}).authenticate(request()),
  'a token of an unknown issuer': () => guard({}).authenticate(request('Bearer a.b.c')),
  'a request with two tokens': () => guard({}).authenticate(request('Bearer a, Bearer b')),
  'a token that is not an access token': () =>
    jwt({ issuer: ISSUER }).verify(
      `${btoa('{"alg":"RS256","typ":"dpop+jwt"}')}.${btoa(`{"iss":"${ISSUER}"}`)}.x`.replaceAll('=', ''),
      () => undefined,
      undefined,
    ),
  'a scope that is missing': () => guard({}).insufficientScope(['notes:write']),

  'a delegated server without keys': () => delegated({ keys: [] }),
  'a key that is too short': () => delegated({ keys: ['secret'] }),
  'a provider without a client': () => delegated({ provider: { issuer: ISSUER } }),
  'a provider without OpenID and user': () =>
    delegated({ provider: { issuer: ISSUER, clientId: 'mcp', scope: 'read' } }),
  'a lifetime that is negative': () => delegated({ loginTimeout: -1 }),
  'a store that is full': async () => {
    const store = new MemoryAuthorizationStore({ clientLimit: 1 });
    await store.set('Client:1', 'a', { lifetime: 1_000 });
    return store.set('Client:2', 'b', { lifetime: 1_000 });
  },
};
