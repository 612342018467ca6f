/** How a host keeps credentials of servers apart, and has a person log in only when it is told to. */

import { HttpRefusalError } from '@mcp-gen/runtime/http/server';
import { Server } from '@mcp-gen/sdk';
import { LoginRequiredError } from '@mcp-gen/auth/client';
import { connect, type ClientAuth } from '@mcp-gen/sdk/client';
import { type AuthorizedServer, type HostEvent, type HostOptions } from '@mcp-gen/sdk/host';
import { serveHttp } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { endless } from '../../support/leftovers/endless.js';
import { makeHost, openHost } from '../../unit/sdk/hostSupport.js';

/** A server that wants a token in every request. */
interface Guarded {
  readonly url: URL;
  /** The tokens that requests have had. */
  readonly seen: Set<string>;
  /** From now on, tokens from before do not count. */
  expire: () => void;
}

async function guarded(name: string): Promise<Guarded> {
  const server = new Server({ name, version: '1' });
  server.tool('read', {}, () => 'read');
  const seen = new Set<string>();
  let since = 0;
  const { url, close } = await serveHttp(server, {
    port: 0,
    authenticate: ({ header }) => {
      const token = header('authorization') ?? '';
      seen.add(token);
      const [, owner, number] = /^Bearer (\w+)-(\d+)$/.exec(token) ?? [];
      if (owner === name && Number(number) > since) return { id: name };
      throw new HttpRefusalError(401, 'a token is missing', { headers: { 'www-authenticate': 'Bearer' } });
    },
  });
  onTestFinished(close);
  return { url: new URL(url), seen, expire: () => (since = issued) };
}

let issued = 0;

/** Logs "a person" in where that is allowed, as `login` does. */
function fakeLogin(asked: string[]): (server: AuthorizedServer) => ClientAuth {
  return ({ name, interactive }) => {
    let token: string | undefined;
    return {
      wrapFetch:
        ({ server, fetch: send }) =>
        async (input, init) => {
          const attempt = (): Promise<Response> =>
            send(input, {
              ...init,
              headers: {
                ...Object.fromEntries(new Headers(init?.headers)),
                authorization: `Bearer ${token ?? 'none'}`,
              },
            });
          const response = await attempt();
          if (response.status !== 401) return response;
          await response.body?.cancel();
          if (!interactive()) throw new LoginRequiredError(server.href);
          asked.push(name);
          token = `${name}-${++issued}`;
          return attempt();
        },
    };
  };
}

const statusesOf = (events: readonly HostEvent[]): string[] =>
  events.flatMap((event) =>
    event.type === 'server' ? [event.server.status] : event.type === 'login' ? ['login'] : [],
  );

async function twoServers(options: Partial<HostOptions> = {}) {
  const files = await guarded('files');
  const mail = await guarded('mail');
  const asked: string[] = [];
  const servers = { files: { url: files.url.href }, mail: { url: mail.url.href } };
  return { files, mail, asked, options: { servers, auth: fakeLogin(asked), ...options } };
}

test('a server that requires a login says so, and nobody is asked until the host is told', async () => {
  const { asked, options } = await twoServers();
  const { host, events } = await openHost(options);
  expect(host.servers.map(({ name, status }) => [name, status])).toEqual([
    ['files', 'needs-login'],
    ['mail', 'needs-login'],
  ]);
  expect(host.servers[0]?.error).toBeInstanceOf(LoginRequiredError);
  expect(asked).toEqual([]);
  expect(statusesOf(events.empty()).toSorted()).toEqual([
    'login',
    'login',
    'needs-login',
    'needs-login',
    'starting',
    'starting',
  ]);
  await expect(host.readResource({ server: 'files', uri: 'file:///a' })).rejects.toThrow(
    /The server files is not running \(needs-login: .* requires a login.*\)\. host\.login\('files'\) starts it/,
  );

  await host.login('files');
  expect(asked).toEqual(['files']);
  expect(host.servers.map(({ status }) => status)).toEqual(['running', 'needs-login']);
  expect((await host.callTool('files__read')).text).toBe('read');
  await host.login('mail');
  expect((await host.callTool('mail__read')).text).toBe('read');
  expect(asked).toEqual(['files', 'mail']);
});

test('credentials of a server are sent to no other', async () => {
  const { files, mail, asked, options } = await twoServers();
  const { host } = await openHost(options);
  await host.login('files');
  await host.login('mail');
  expect(asked).toEqual(['files', 'mail']);
  expect([...files.seen].filter((token) => token.includes('mail'))).toEqual([]);
  expect([...mail.seen].filter((token) => token.includes('files'))).toEqual([]);
  expect([...files.seen].some((token) => token.includes('files'))).toBe(true);
});

test('a login that is needed while a server runs is an event and an error, and one is allowed by host.login', async () => {
  const { files, asked, options } = await twoServers();
  const { host, events } = await openHost(options);
  await host.login('files');
  await host.tools();
  events.empty();
  files.expire();
  await expect(host.callTool('files__read')).rejects.toBeInstanceOf(LoginRequiredError);
  await expect(host.callTool('files__read')).rejects.toBeInstanceOf(LoginRequiredError);
  expect(events.empty().filter(({ type }) => type === 'login')).toEqual([
    { type: 'login', server: 'files', error: expect.any(LoginRequiredError) },
  ]);
  expect(asked).toEqual(['files']);
  await host.login('files');
  expect(asked).toEqual(['files']);
  expect((await host.callTool('files__read')).text).toBe('read');
  expect(asked).toEqual(['files', 'files']);
  files.expire();
  await expect(host.callTool('files__read')).rejects.toBeInstanceOf(LoginRequiredError);
});

test('a restart asks nobody', async () => {
  const { files, asked, options } = await twoServers();
  const { host } = await openHost(options);
  await host.login('files');
  await host.restart('files');
  expect(host.servers[0]?.status).toBe('running');
  files.expire();
  await host.restart('files');
  expect(host.servers[0]?.status).toBe('needs-login');
  expect(asked).toEqual(['files']);
});

test('a login that fails rejects with the reason, and the host goes on', async () => {
  const { options } = await twoServers();
  const auth = (): ClientAuth => ({
    wrapFetch: () => () => Promise.reject(new Error('The login was cancelled')),
  });
  const { host } = await openHost({ ...options, auth, reconnect: false });
  await expect(host.login('files')).rejects.toThrow(
    'The server files is not running (failed: The login was cancelled)',
  );
  expect(host.servers[0]?.status).toBe('failed');
});

test('the option auth is a function, and login is for servers that it has credentials for', async () => {
  const { options } = await twoServers();
  expect(() => makeHost({ ...options, auth: {} as never })).toThrow(
    'Invalid option "auth" for the host: expected a function',
  );
  const local = { command: process.execPath, args: ['-e', '0'] };
  const named: string[] = [];
  const { host } = makeHost({
    servers: { ...options.servers, local },
    auth: ({ name }) => {
      named.push(name);
      return undefined;
    },
  });
  expect(named).toEqual(['files', 'mail']);
  for (const name of ['files', 'local']) {
    await expect(host.login(name)).rejects.toThrow(
      `The server ${name} has no credentials for a login: set the option auth of the host`,
    );
  }
  await expect(host.login('other')).rejects.toThrow('Unknown server "other"');
  await host.close();
  await expect(host.login('files')).rejects.toThrow('The host has been closed');
});

test('a connection whose person logs in is opened however long that takes, and no other waits longer', async () => {
  const { url } = await guarded('slow');
  const make = (milliseconds?: number): ClientAuth => ({
    wrapFetch: ({ fetch: send, onLogin }) => {
      const login =
        milliseconds === undefined
          ? endless<string>()
          : new Promise<string>((resolve) => setTimeout(resolve, milliseconds, `Bearer slow-${++issued}`));
      if (milliseconds !== undefined) onLogin(login.then(() => undefined));
      return async (input, init) => {
        const authorization = await login;
        return send(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization } });
      };
    },
  });
  await expect(connect(url, { auth: make(), timeout: 50 })).rejects.toThrow('50 ms');
  const client = await connect(url, { auth: make(1_000), timeout: 300 });
  onTestFinished(() => client.close());
  expect((await client.callTool('read')).text).toBe('read');
});

test('a login ends when its client is closed', async () => {
  const { url } = await guarded('slow');
  let closing: AbortSignal | undefined;
  const auth: ClientAuth = {
    wrapFetch: ({ fetch: send, signal }) => {
      closing = signal;
      const authorization = `Bearer slow-${++issued}`;
      return (input, init) =>
        send(input, { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), authorization } });
    },
  };
  const client = await connect(url, { auth });
  expect(closing?.aborted).toBe(false);
  await client.close();
  expect(closing?.aborted).toBe(true);
});
