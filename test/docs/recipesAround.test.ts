/** Recipes that need something around them: an authorization server, nginx, or a platform that is not Node. */

import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { protect } from '@mcp-gen/auth/server';
import { connect } from '@mcp-gen/sdk/client';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startProvider, CLIENT } from '../../examples/delegated/provider.js';
import { tokenByForms } from '../auth/delegated/support/tokenByForms.js';
import { claimsOf, RESOURCE, startIssuer } from '../auth/server/issuer.js';
import { TestAuthorizationServer } from '../auth/support/authorizationServer.js';
import { startWorkerd, WORKERD_MISSING } from '../support/fetchPlatforms.js';
import { freePort, startProgram } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { readRecipe, tryRecipe } from '../support/recipes.js';
import { runnable } from '../support/runnable.js';

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
  const env = { ISSUER: issuer, RESOURCE, TOKEN };
  expect(await tryRecipe(recipe, { env })).toBe(recipe.prints);
  const cancel = recipe.lines.map((line) => line.replace(' list ', ' cancel '));
  await expect(tryRecipe({ ...recipe, lines: cancel }, { env })).rejects.toThrow('orders:write');
});

test('scheduled-job: a program gets a token with its secret', async () => {
  const authorization = await TestAuthorizationServer.start();
  onTestFinished(() => authorization.close());
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const claims = { iss: authorization.issuer, aud: resource, client_id: 'nightly', exp: Date.now() / 1000 + 60 };
  const verify = (token: string): Promise<typeof claims | undefined> =>
    Promise.resolve(authorization.valid.has(token) ? claims : undefined);
  const server = new Server({ name: 'orders', version: '1.0.0' });
  server.tool('list', {}, (_, { auth }) => `Orders of ${String(auth?.['clientId'])}`);
  const guard = protect({ resource, verify: { issuer: authorization.issuer, verify } });
  const { url, close } = await serveHttp(server, { ...guard, port });
  onTestFinished(() => close());
  const recipe = readRecipe('scheduled-job');
  const env = { MCP_URL: url, ISSUER: authorization.issuer, CLIENT_ID: 'nightly', CLIENT_SECRET: 'secret' };
  expect(await tryRecipe(recipe, { env })).toBe(recipe.prints);
  expect(authorization.tokenRequests.map(({ form }) => form.get('grant_type'))).toEqual(['client_credentials']);
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
  const client = { CLIENT_ID: CLIENT.clientId, CLIENT_SECRET: CLIENT.clientSecret, AUTH_KEY: KEY };
  await start(folder, 'accounts.js', { ...env, ...client, PORT: String(port) });
  const headers = { authorization: `Bearer ${await tokenByForms(origin)}` };
  const connected = await connect(`${origin}/mcp`, { headers });
  expect((await connected.callTool('whoami')).text).toBe('You are ada.');
  await connected.close();
});

test.each(['google', 'github', 'entra', 'auth0'])('log-in: %s is a provider', async (PROVIDER) => {
  const folder = await runnable(readRecipe('log-in').programs);
  const env = { PROVIDER, ISSUER: 'https://login.example.com', RESOURCE: 'https://mcp.example.com/mcp' };
  const client = { CLIENT_ID: 'id', CLIENT_SECRET: 'secret', AUTH_KEY: KEY };
  const { port } = await start(folder, 'accounts.js', { ...env, ...client });
  const { status } = await fetch(`http://127.0.0.1:${port}/mcp`, {
    method: 'POST',
    headers: { host: 'mcp.example.com' },
  });
  // fetch sets its own Host header, which is not one of the allowed hosts.
  expect(status).toBe(403);
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
  await expect(connect(url, { headers: { authorization: 'Bearer 5678' } })).rejects.toThrow('wrong token');
});

testUnless(
  nginx,
  'load-balancer: nginx distributes calls among two processes, and leaves out the one that stops',
  async () => {
    const { programs, page } = readRecipe('load-balancer');
    const folder = await runnable(programs);
    const env = { STATE_KEY: KEY };
    const [one, other] = [await start(folder, 'node.js', env), await start(folder, 'node.js', env)];
    const port = await freePort();
    const [, config = ''] = /```nginx\n(.*?)```/s.exec(page) ?? [];
    // What it writes is in the folder of the test, so that no permission is needed for other folders.
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${name};`);
    const local = config
      .replace('http {', ['http {', 'access_log off;', ...paths].join(' '))
      .replace('3000', String(port))
      .replace('3001', String(one.port))
      .replace('3002', String(other.port));
    await writeFile(join(folder, 'nginx.conf'), local);
    const options = "-p . -c nginx.conf -e stderr -g 'daemon off; master_process off; pid nginx.pid;'";
    // It ends with the input of the shell, so that it does not outlive the tests, however they end.
    const command = `nginx ${options} & echo start; cat > /dev/null; kill $!`;
    const { stop } = await startProgram('sh', ['-c', command], { isReady: () => true, cwd: folder });
    onTestFinished(stop);
    await vi.waitUntil(
      () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      10_000,
    );
    const client = await connect(`http://127.0.0.1:${port}/mcp`);
    const call = async (): Promise<string> => (await client.callTool('where')).text;
    const answers = new Set(await Promise.all(Array.from({ length: 10 }, call)));
    expect([...answers].map((text) => text.replace(/\d+/, 'N'))).toEqual(Array(2).fill('Process N answers 127.0.0.1'));
    await one.stop();
    const left = new Set(await Promise.all(Array.from({ length: 10 }, call)));
    expect(left.size).toBe(1);
    await client.close();
  },
);
