/** The one line: `connect(url, { auth: login() })`, with a browser that is a request. */

import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { LoginRequiredError, MemoryTokenStore } from '@mcp-gen/auth/client';
import { FileTokenStore, login, type LoginOptions } from '@mcp-gen/auth/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { makeHost } from '../../unit/sdk/hostSupport.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { World } from '../torture/world.mjs';

async function startWorld(): Promise<World> {
  const world = await World.start();
  onTestFinished(() => world.close());
  return world;
}

/** What a browser does whose person agrees at once. */
async function browse(url: URL): Promise<boolean> {
  const page = await fetch(url);
  await page.text();
  return page.ok;
}

/** Options of a login in a test: nothing is printed, and no browser opens. */
async function options(more: LoginOptions = {}): Promise<LoginOptions> {
  const store = new FileTokenStore({ folder: join(await temporaryFolder(), 'credentials') });
  return { allowHttp: true, openUrl: browse, print: () => undefined, input: false, store, ...more };
}

async function use(world: World, given: LoginOptions): Promise<Client> {
  const client = await connect(world.url, { auth: login(given), revisions: ['2025-11-25'] });
  onTestFinished(() => client.close());
  return client;
}

test('logs the person in once, and uses what is stored afterwards', async () => {
  const world = await startWorld();
  const given = await options();
  for (let i = 0; i < 3; i++) expect((await (await use(world, given)).callTool('work')).text).toBe('worked');
  expect([world.logins, world.tokenRequests]).toEqual([1, 1]);
  world.expireAccess();
  expect((await (await use(world, given)).callTool('work')).text).toBe('worked');
  expect([world.logins, world.tokenRequests]).toEqual([1, 2]);
});

test('keeps credentials in a private folder of the user, whose files name no server', async () => {
  covers('authorization-storage', 'authorization-client-storage', 'authorization-refresh-kept');
  const home = await temporaryFolder();
  const world = await startWorld();
  vi.stubEnv('XDG_CONFIG_HOME', home);
  vi.stubEnv('APPDATA', home);
  onTestFinished(() => void vi.unstubAllEnvs());
  const store = new FileTokenStore();
  expect(store.folder.startsWith(home) || process.platform === 'darwin').toBe(true);
  const inHome = process.platform === 'darwin' ? { store: new FileTokenStore({ folder: join(home, 'x') }) } : {};
  const { store: _, ...given } = await options();
  await use(world, { ...given, ...inHome });
  const folder = inHome.store?.folder ?? store.folder;
  const names = await readdir(folder);
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) {
    expect(name).toMatch(/^[0-9a-f]{64}\.json$/);
    if (process.platform !== 'win32') expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
  }
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  expect(texts.join('')).toContain('access-');
  expect(texts.join('')).toContain('refresh-');
});

test('registers the redirect URI that it listens at, and uses its port again', async () => {
  const world = await startWorld();
  const visited: URL[] = [];
  const given = await options({ openUrl: (url) => visited.push(url) > 0 && browse(url) });
  await use(world, given);
  world.expireAccess();
  world.expireRefresh();
  await use(world, given);
  expect(world.logins).toBe(2);
  const [first, second] = visited.map(({ searchParams }) => searchParams);
  expect(first?.get('redirect_uri')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
  for (const name of ['redirect_uri', 'client_id']) expect(second?.get(name)).toBe(first?.get(name));
  for (const name of ['state', 'code_challenge']) expect(second?.get(name)).not.toBe(first?.get(name));
});

describe('a login that nobody can be asked for', () => {
  test('is a LoginRequiredError, and opens nothing', async () => {
    const world = await startWorld();
    const opened: URL[] = [];
    const given = await options({ interactive: false, openUrl: (url) => opened.push(url) > 0 });
    const error = await use(world, given).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LoginRequiredError);
    expect((error as LoginRequiredError).server).toBe(world.url);
    expect([opened, world.logins]).toEqual([[], 0]);
  });

  test('can be asked for later, on the same connection, however often it was required', async () => {
    const world = await startWorld();
    let isThere = true;
    const client = await use(world, await options({ interactive: () => isThere }));
    isThere = false;
    world.expireAccess();
    world.expireRefresh();
    for (let i = 0; i < 8; i++) await expect(client.callTool('work')).rejects.toBeInstanceOf(LoginRequiredError);
    isThere = true;
    expect((await client.callTool('work')).text).toBe('worked');
    expect(world.logins).toBe(2);
  });

  test('waits in a host for host.login', async () => {
    const world = await startWorld();
    const given = await options({ store: new MemoryTokenStore() });
    const { host } = makeHost({
      servers: { world: { url: world.url } },
      revisions: ['2025-11-25'],
      auth: ({ interactive }) => login({ ...given, interactive }),
    });
    await host.start();
    expect(host.servers[0]?.status).toBe('needs-login');
    expect(world.logins).toBe(0);
    await host.login('world');
    expect((await host.callTool('world__work')).text).toBe('worked');
    world.expireAccess();
    world.expireRefresh();
    await expect(host.callTool('world__work')).rejects.toBeInstanceOf(LoginRequiredError);
    await host.login('world');
    expect((await host.callTool('world__work')).text).toBe('worked');
    expect(world.logins).toBe(2);
  });
});

test('a person has as long as loginTimeout says, and one clear error comes after it', async () => {
  const world = await startWorld();
  const slow = (url: URL): boolean => {
    setTimeout(() => void browse(url), 500);
    return true;
  };
  const given = await options({ openUrl: slow });
  const client = await connect(world.url, { auth: login(given), revisions: ['2025-11-25'], timeout: 300 });
  onTestFinished(() => client.close());
  expect(world.logins).toBe(1);
  const hurried = await options({ openUrl: () => true, loginTimeout: 200 });
  await expect(use(world, hurried)).rejects.toThrow(
    /timed out after 200 ms\. Raise the option "loginTimeout" \(flag --auth-timeout\)$/,
  );
});

test('options that cannot work are errors at once', () => {
  expect(() => login({ redirectUri: 'https://example.com/' })).toThrow(
    'Invalid option "redirectUri" for login: expected',
  );
  expect(() => login({ loginTimeout: 0 })).toThrow('Invalid option "loginTimeout" for login: expected');
  expect(() => login({ clientMetadataUrl: 'http://example.com/a' })).toThrow(
    'Invalid option "clientMetadataUrl" for login: expected an https: URL with a path',
  );
});
