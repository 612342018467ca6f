/** Recipes that need something around them: an authorization server, nginx, or a platform that is not Node. */

import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startProvider, CLIENT } from '../../examples/delegated/provider.js';
import { Browser } from '../auth/delegated/support/browser.js';
import { tokenByForms } from '../auth/delegated/support/tokenByForms.js';
import { ask, consented, registered } from '../auth/delegated/support/world.js';
import { claimsOf, RESOURCE, startIssuer } from '../auth/server/issuer.js';
import { startWorkerd, WORKERD_MISSING } from '../support/fetchPlatforms.js';
import { freePort, startProgram } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { readRecipe, tryRecipe } from '../support/recipes.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';

const KEY = 'a secret for tests that is long enough';

const nginx = spawnSync('nginx', ['-v']).error === undefined ? undefined : 'nginx is not installed';

/** Starts a program of a recipe, which ends with the test at the latest. */
async function start(
  folder: string,
  program: string,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const port = await freePort();
  const isReady = (line: string): boolean => line.startsWith('http');
  const options = { isReady, cwd: folder, env: { PORT: String(port), ...env } };
  const { stop } = await startProgram(process.execPath, [program], options);
  onTestFinished(stop);
  return { port, stop };
}

test('tokens: calls with a token, and without the scope of a tool', async () => {
  const recipe = readRecipe('tokens');
  const { issuer, sign } = await startIssuer();
  const TOKEN = await sign({ ...claimsOf(issuer), scope: 'orders:read' });
  const env = { ISSUER: issuer, RESOURCE, TOKEN, ALLOW_HTTP: '1' };
  expect(await tryRecipe(recipe, { env })).toBe(recipe.prints);
  const cancel = recipe.lines.map((line) => line.replace(' list ', ' cancel '));
  await expect(tryRecipe({ ...recipe, lines: cancel }, { env })).rejects.toThrow('orders:write');
});

test('scheduled-job: a program gets a token with its secret, for the server of the recipe about tokens', async () => {
  const { issuer, instead, requests, sign } = await startIssuer();
  const folder = await runnable(readRecipe('tokens').programs);
  const port = await freePort();
  const MCP_URL = `http://127.0.0.1:${port}/mcp`;
  const env = { ISSUER: issuer, ALLOW_HTTP: '1' };
  const metadata = { issuer, jwks_uri: `${issuer}/jwks`, token_endpoint: `${issuer}/token` };
  instead.set('/.well-known/oauth-authorization-server', { body: JSON.stringify(metadata) });
  const access_token = await sign({ aud: MCP_URL, sub: undefined, client_id: 'nightly', scope: 'orders:read' });
  instead.set('/token', { body: JSON.stringify({ access_token, token_type: 'Bearer', expires_in: 60 }) });
  await start(folder, 'guarded.js', { ...env, RESOURCE: MCP_URL, PORT: String(port) });
  const recipe = readRecipe('scheduled-job');
  const client = { CLIENT_ID: 'nightly', CLIENT_SECRET: 'secret' };
  expect(await tryRecipe(recipe, { env: { ...env, ...client, MCP_URL } })).toBe(recipe.prints);
  expect(requests.filter((request) => request === 'POST /token')).toHaveLength(1);
});

test('log-in: a user logs in at an OpenID provider', async () => {
  const [port, providerPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const provider = startProvider(providerPort, `${origin}/authorize/callback`);
  onTestFinished(() => {
    provider.closeAllConnections();
    provider.close();
  });
  await once(provider, 'listening');
  const folder = await runnable(readRecipe('log-in').programs);
  const env = { PROVIDER: 'keycloak', ISSUER: `http://127.0.0.1:${providerPort}`, RESOURCE: `${origin}/mcp` };
  const client = { CLIENT_ID: CLIENT.clientId, CLIENT_SECRET: CLIENT.clientSecret, AUTH_KEY: KEY, ALLOW_HTTP: '1' };
  const settings = { ...env, ...client, PORT: String(port) };
  const strict = await start(folder, 'accounts.js', { ...settings, USERS: 'bob' });
  // Without a token in the answer: the login is refused.
  expect(await tokenByForms(origin)).toBe('undefined');
  await strict.stop();
  await start(folder, 'accounts.js', { ...settings, USERS: 'bob,ada' });
  const headers = { authorization: `Bearer ${await tokenByForms(origin)}` };
  const connected = await connect(`${origin}/mcp`, { headers });
  expect((await connected.callTool('whoami')).text).toBe('You are ada.');
  await connected.close();
});

/** Where each provider sends a user who logs in, and what it is asked for. ISSUER is the provider of the tests. */
const LOGINS = [
  { PROVIDER: 'keycloak', asked: { scope: 'openid offline_access' } },
  { PROVIDER: 'auth0', asked: { scope: 'openid offline_access' } },
  { PROVIDER: 'entra', asked: { scope: 'openid offline_access' } },
  { PROVIDER: 'google', asked: { scope: 'openid email', access_type: 'offline', prompt: 'consent' } },
  { PROVIDER: 'github', asked: { scope: 'read:user' }, at: 'https://github.com/login/oauth/authorize' },
];

test.each(LOGINS)('log-in: a user is sent to $PROVIDER', async ({ PROVIDER, asked, at }) => {
  const [port, providerPort] = [await freePort(), await freePort()];
  const origin = `http://127.0.0.1:${port}`;
  const ISSUER = `http://127.0.0.1:${providerPort}`;
  const provider = startProvider(providerPort, `${origin}/authorize/callback`);
  onTestFinished(() => {
    provider.closeAllConnections();
    provider.close();
  });
  const { programs } = readRecipe('log-in');
  const folder = await runnable(
    new Map([...programs].map(([file, text]) => [file, text.replace('https://accounts.google.com', ISSUER)])),
  );
  const env = { PROVIDER, ISSUER, RESOURCE: `${origin}/mcp`, USERS: '*', ALLOW_HTTP: '1', PORT: String(port) };
  await start(folder, 'accounts.js', { ...env, CLIENT_ID: 'id', CLIENT_SECRET: 'secret', AUTH_KEY: KEY });
  const browser = new Browser([ISSUER, 'https://github.com/']);
  const { url } = await consented(browser, ask(origin, await registered(origin)).url);
  expect(`${url.origin}${url.pathname}`).toBe(at ?? `${ISSUER}/auth`);
  const expected = { client_id: 'id', redirect_uri: `${origin}/authorize/callback`, ...asked };
  expect(Object.fromEntries(url.searchParams)).toMatchObject(expected);
});

test('log-in: a provider that is not one of the five', async () => {
  const folder = await runnable(readRecipe('log-in').programs);
  const env = { ...process.env, PROVIDER: 'toString', RESOURCE: 'https://mcp.example.com/mcp', AUTH_KEY: KEY };
  const { status, stderr } = spawnSync(process.execPath, ['accounts.js'], { cwd: folder, env, timeout: 10_000 });
  expect(status).toBe(1);
  expect(String(stderr)).toContain('Set PROVIDER: keycloak');
});

testUnless(WORKERD_MISSING, 'workers: the Worker answers who has the token', async () => {
  const { programs, page } = readRecipe('workers');
  const folder = await runnable(programs);
  const [, date] = /compatibility_date = "(.*?)"/.exec(page) ?? [];
  const { address, stop } = await startWorkerd(join(folder, 'worker.js'), { TOKEN: '1234' }, date);
  onTestFinished(stop);
  const { url } = address as { readonly url: string };
  const client = await connect(url, { headers: { authorization: 'Bearer 1234' } });
  expect((await client.callTool('where')).text).toBe('Called from this machine');
  await client.close();
  await expect(connect(url, { headers: { authorization: 'Bearer 5678' } })).rejects.toThrow('missing or wrong');
  const bare = await startWorkerd(join(folder, 'worker.js'), {}, date);
  onTestFinished(bare.stop);
  const headers = { authorization: 'Bearer undefined' };
  const refused = connect((bare.address as { readonly url: string }).url, { headers });
  await expect(refused).rejects.toThrow('missing or wrong');
});

test('load-balancer: nginx passes on what the page about HTTP says', () => {
  const [one, other] = [readRecipe('load-balancer').page, readProjectFile('docs/http.md')].map((page) =>
    page
      .split('\n')
      .filter((line) => line.includes('proxy_set_header'))
      .map((line) => line.trim()),
  );
  expect(one).toHaveLength(3);
  expect(one).toEqual(other);
});

testUnless(
  nginx,
  'load-balancer: nginx distributes calls among two processes, and leaves out the one that stops',
  async () => {
    const { programs, page } = readRecipe('load-balancer');
    const slow = "server.tool('slow', {}, () => new Promise((end) => setTimeout(() => end('Done'), 2_000)));\n";
    const folder = await runnable(
      new Map([...programs].map(([file, text]) => [file, text.replace('const { url', `${slow}const { url`)])),
    );
    const env = { STATE_KEY: KEY };
    const [one, other] = [await start(folder, 'node.js', env), await start(folder, 'node.js', env)];
    const port = await freePort();
    const [, config = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
    const local = config
      .replace('3000', String(port))
      .replace('3001', String(one.port))
      .replace('3002', String(other.port));
    await writeFile(join(folder, 'nginx.conf'), local);
    const options = "-p . -c nginx.conf -e stderr -g 'daemon off; master_process off;'";
    // It ends with the input of the shell, so that it does not outlive the tests, however they end.
    const command = `nginx ${options} & echo start; cat > /dev/null; kill $!`;
    const { stop } = await startProgram('sh', ['-c', command], { isReady: () => true, cwd: folder });
    onTestFinished(stop);
    await vi.waitUntil(
      () =>
        fetch(`http://127.0.0.1:${port}/mcp`).then(
          () => true,
          () => false,
        ),
      10_000,
    );
    const client = await connect(`http://127.0.0.1:${port}/mcp`);
    const call = async (): Promise<string> => (await client.callTool('where')).text;
    const answers = new Set(await Promise.all(Array.from({ length: 10 }, call)));
    expect([...answers].map((text) => text.replace(/\d+/, 'N'))).toEqual(Array(2).fill('Process N answers 127.0.0.1'));
    const [, pid = ''] = /(\d+)/.exec([...answers][0] ?? '') ?? [];
    // Two calls, one for each process: nginx takes turns.
    const running = [client.callTool('slow'), client.callTool('slow')];
    await pause(500);
    process.kill(Number(pid), 'SIGTERM');
    await pause(200);
    const left = new Set(await Promise.all(Array.from({ length: 10 }, call)));
    expect(left.size).toBe(1);
    expect([...left][0]).not.toContain(pid);
    expect((await Promise.all(running)).map(({ text }) => text)).toEqual(['Done', 'Done']);
    await client.close();
  },
);
