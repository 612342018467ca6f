/** The official clients, and ours, log in at a real authorization server, and call our guarded server. */

import { authorizationCode, type RedirectReceiver, type RegisteredClient } from '@mcp-gen/auth/client';
import { introspection, jwt, protect, type DpopOptions, type TokenVerifier } from '@mcp-gen/auth/server';
import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import * as v2 from '@modelcontextprotocol/client';
import * as v1 from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { freePort } from '../../support/httpProgram.js';
import { Browser } from '../delegated/support/browser.js';
import { CONFIDENTIAL, OFFICIAL, RESOURCE_SERVER, startProvider, type TokenFormat } from './provider.js';
import { passTime } from '../../support/clock.js';

const REDIRECT = OFFICIAL.redirect;

/** What an official client keeps, and where it sends its user. */
class Login implements v2.OAuthClientProvider {
  readonly redirectUrl = REDIRECT;
  readonly clientMetadata = {
    client_name: 'official',
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code'],
    application_type: 'native',
  };
  /** Where the user was sent. */
  readonly logins: URL[] = [];
  #client: v2.StoredOAuthClientInformation | undefined;
  #tokens: v2.StoredOAuthTokens | undefined;
  #verifier = '';

  /** @param client what it was registered as before. Default: it registers itself, for the scopes that it needs first */
  constructor(client?: v2.StoredOAuthClientInformation) {
    this.#client = client;
  }

  clientInformation(): v2.StoredOAuthClientInformation | undefined {
    return this.#client;
  }
  saveClientInformation(client: v2.StoredOAuthClientInformation): void {
    this.#client = client;
  }
  tokens(): v2.StoredOAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: v2.StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  redirectToAuthorization(url: URL): void {
    this.logins.push(url);
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}

/** The client of version 2 that has its tokens bound to a key. */
class BoundLogin extends Login {
  readonly #session = v2.DpopSession.create();

  dpop(): Promise<v2.DpopSession> {
    return this.#session;
  }
}

/** What the tests use of a transport and a client, of both versions. */
interface Official {
  readonly transport: { finishAuth(code: string, issuer?: string): Promise<void> };
  connect(): Promise<void>;
  callTool(name: string): Promise<unknown>;
  close(): Promise<void>;
}

const INFO = { name: 'official', version: '1.0.0' };

const CLIENTS: { readonly [version: string]: (url: URL, authProvider: Login) => Official } = {
  'version 1': (url, authProvider) => {
    const client = new v1.Client(INFO);
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    return officialOf(client, transport, (name) => client.callTool({ name }));
  },
  'version 2': (url, authProvider) => {
    const client = new v2.Client(INFO);
    const transport = new v2.StreamableHTTPClientTransport(url, { authProvider });
    return officialOf(client, transport, (name) => client.callTool({ name }));
  },
};

function officialOf(
  client: { connect(transport: never): Promise<void>; close(): Promise<void> },
  transport: Official['transport'],
  callTool: Official['callTool'],
): Official {
  return { transport, callTool, connect: () => client.connect(transport as never), close: () => client.close() };
}

const VERIFIERS: { readonly [Format in TokenFormat]: (issuer: string) => TokenVerifier } = {
  jwt: (issuer) => jwt({ issuer, allowHttp: true }),
  opaque: (issuer) => introspection({ issuer, client: RESOURCE_SERVER, allowHttp: true }),
};

async function start(
  format: TokenFormat,
  dpop: DpopOptions = {},
): Promise<{ readonly url: URL; readonly grants: readonly string[] }> {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const { issuer, grants } = await startProvider(resource, format);
  const guard = protect({ resource, verify: VERIFIERS[format](issuer), scopes: ['notes:read'], dpop });
  const server = new Server({ name: 'notes', version: '1.0.0' });
  server.tool('whoami', {}, (_, { auth }) => String(auth?.['subject']));
  server.tool('write', {}, () => 'written');
  server.use(guard.requireScopes({ tools: { write: ['notes:write'] } }));
  const { close, url } = await serveHttp(server, { port, shutdownTimeout: 50, ...guard });
  onTestFinished(close);
  return { url: new URL(url), grants };
}

/** Logs in where the client sends its user, and hands the code to a transport. */
async function finish(login: Login, { transport }: Official): Promise<URLSearchParams> {
  const asked = login.logins.at(-1);
  if (asked === undefined) throw new Error('The client has sent its user nowhere');
  const { url } = await new Browser([REDIRECT]).open(asked);
  const { searchParams } = url;
  await transport.finishAuth(String(searchParams.get('code')), searchParams.get('iss') ?? undefined);
  return asked.searchParams;
}

describe.each(Object.entries(CLIENTS))('the official client, %s', (_, make) => {
  test.each<TokenFormat>(['jwt', 'opaque'])(
    'logs in for a token that is %s, and is asked for more scopes',
    async (format) => {
      covers(
        'authorization-resource-metadata',
        'authorization-metadata-found',
        'authorization-scope-challenged',
        'authorization-insufficient-scope',
        'authorization-validated',
      );
      const { url } = await start(format);
      const login = new Login({ client_id: OFFICIAL.id });
      const first = make(url, login);
      await expect(first.connect()).rejects.toThrow('Unauthorized');
      const asked = await finish(login, first);
      expect(asked.get('resource')).toBe(url.href);
      expect(asked.get('scope')).toBe('notes:read');
      const client = make(url, login);
      await client.connect();
      onTestFinished(() => client.close());
      expect(await client.callTool('whoami')).toMatchObject({ content: [{ text: 'ada' }] });
      await expect(client.callTool('write')).rejects.toThrow('Unauthorized');
      const more = await finish(login, client);
      expect(more.get('scope')?.split(' ').toSorted()).toEqual(['notes:read', 'notes:write']);
      expect(await client.callTool('write')).toMatchObject({ content: [{ text: 'written' }] });
      expect(login.logins).toHaveLength(2);
    },
  );
});

test.each<TokenFormat>(['jwt', 'opaque'])(
  'the official client, version 2, binds a token that is %s to its key',
  async (format) => {
    const { url } = await start(format, { required: true, nonce: true });
    const login = new BoundLogin();
    const make = (): Official => {
      const client = new v2.Client(INFO);
      const transport = new v2.StreamableHTTPClientTransport(url, { authProvider: login });
      return officialOf(client, transport, (name) => client.callTool({ name }));
    };
    const first = make();
    await expect(first.connect()).rejects.toThrow('Unauthorized');
    await finish(login, first);
    const client = make();
    await client.connect();
    onTestFinished(() => client.close());
    expect(await client.callTool('whoami')).toMatchObject({ content: [{ text: 'ada' }] });
    // What is stolen is worth nothing.
    const stolen = await fetch(url, {
      method: 'POST',
      headers: { authorization: `Bearer ${login.tokens()?.access_token}` },
    });
    expect(stolen.status).toBe(401);
  },
);

/** A person who agrees to everything. */
class Person implements RedirectReceiver {
  /** Where the client has sent the person. */
  readonly logins: URL[] = [];

  open(): ReturnType<RedirectReceiver['open']> {
    return Promise.resolve({
      redirectUri: REDIRECT,
      authorize: async (url: URL) => {
        this.logins.push(url);
        return (await new Browser([REDIRECT]).open(url)).url;
      },
      close: () => Promise.resolve(),
    });
  }
}

test.each<[TokenFormat, DpopOptions, RegisteredClient?]>([
  ['jwt', {}],
  ['opaque', {}, CONFIDENTIAL],
  ['jwt', { required: true, nonce: true }],
])('our client logs in for a token that is %s (%j), refreshes it, and steps up', async (format, dpop, registered) => {
  covers('authorization-oauth-2-1', 'authorization-best-practice', 'base-authorization-over-http');
  const { url, grants } = await start(format, dpop);
  const receiver = new Person();
  const client = await connect(url, { auth: authorizationCode({ receiver, allowHttp: true, client: registered }) });
  onTestFinished(() => client.close());
  expect((await client.callTool('whoami')).text).toBe('ada');
  expect(receiver.logins.map(({ searchParams }) => searchParams.get('scope'))).toEqual(['notes:read']);
  expect(receiver.logins[0]?.searchParams.get('resource')).toBe(url.href);
  expect(grants).toEqual(['authorization_code']);
  // The last minute of the token, in which it is still accepted.
  passTime(3_580_000);
  expect((await client.callTool('whoami')).text).toBe('ada');
  expect(grants).toEqual(['authorization_code', 'refresh_token']);
  expect((await client.callTool('write')).text).toBe('written');
  expect(receiver.logins[1]?.searchParams.get('scope')).toBe('notes:read notes:write');
  expect(grants).toEqual(['authorization_code', 'refresh_token', 'authorization_code']);
});
