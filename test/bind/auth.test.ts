/** `--auth`: the person logs in at the URL that the command prints. No browser is opened, since `CI` is set. */

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { jwt, protect } from '@mcp-gen/auth/server';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { Browser } from '../auth/delegated/support/browser.js';
import { startProvider } from '../auth/server/provider.js';
import { freePort } from '../support/httpProgram.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const PROGRAM = join(ROOT, 'bind/dist/bin.js');

/** A server that wants a token of a real authorization server in every request. */
async function startNotes() {
  const port = await freePort();
  const resource = `http://127.0.0.1:${port}/mcp`;
  const { issuer, grants } = await startProvider(resource, 'jwt');
  const guard = protect({ resource, verify: jwt({ issuer, allowHttp: true }), scopes: ['notes:read'] });
  const server = new Server({ name: 'notes', version: '1.0.0' });
  server.tool('whoami', {}, (_, { auth }) => String(auth?.['subject']));
  const { close, url } = await serveHttp(server, { port, shutdownTimeout: 50, ...guard });
  onTestFinished(close);
  return { url, grants };
}

/** Runs the command, and logs in where it asks for that. */
async function bind(folder: string, ...args: readonly string[]) {
  const env = { ...process.env, CI: '1', XDG_CONFIG_HOME: join(folder, 'home'), APPDATA: join(folder, 'home') };
  const child = spawn(process.execPath, [PROGRAM, '--json', ...args], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let stdout = '';
  let stderr = '';
  const pages: string[] = [];
  child.stdout.on('data', (chunk) => void (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => {
    stderr += String(chunk);
    const [url] = /http:\S+\/auth\?\S+(?=\n)/.exec(stderr) ?? [];
    if (url === undefined || pages.includes(url)) return;
    pages.push(url);
    void new Browser([]).open(new URL(url));
  });
  const code = await new Promise<number | null>((resolve) => void child.on('close', resolve));
  return { code, stdout, stderr, logins: pages.length };
}

test('logs in to a server, binds it, and has its credentials the next time', async () => {
  const { url, grants } = await startNotes();
  const folder = await temporaryFolder();
  const first = await bind(folder, '--auth', url);
  expect(first, first.stderr).toMatchObject({ code: 0, logins: 1 });
  expect(JSON.parse(first.stdout)).toMatchObject({ servers: [{ server: 'notes', problems: [] }] });
  const { 'src/servers/notes.ts': module, 'mcp.lock.json': lock } = await readTree(folder);
  expect(module).toContain('whoami(');
  const second = await bind(folder, '--auth', '--check', url);
  expect(second, second.stderr).toMatchObject({ code: 0, logins: 0 });
  expect(grants).toEqual(['authorization_code']);
  expect([first.stdout, first.stderr, second.stdout, module, lock].join('\n')).not.toContain('eyJ');
});

test('is refused without a login, and says what there is to do', async () => {
  const { url } = await startNotes();
  const folder = await temporaryFolder();
  const { code, stdout } = await bind(folder, url);
  expect(code).toBe(2);
  expect(JSON.parse(stdout)).toMatchObject({ error: { message: expect.stringContaining('--auth') } });
  expect(await readTree(folder)).toEqual({});
});

/** Makes Node behave as if the package were not installed. */
const HIDE = `export function resolve(name, context, next) {
  if (!name.startsWith('@mcp-gen/auth')) return next(name, context);
  throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
}`;

test.each([
  ['', 'Run: npm install @mcp-gen/auth'],
  ['exec', 'Run with the same options: npx -y -p @mcp-gen/bind -p @mcp-gen/auth mcp-gen-bind'],
])('says what to do where the package is missing: npm_command=%s', async (command, advice) => {
  const hooks = JSON.stringify(`data:text/javascript,${encodeURIComponent(HIDE)}`);
  const load = `data:text/javascript,${encodeURIComponent(`import { register } from 'node:module'; register(${hooks});`)}`;
  const folder = await temporaryFolder();
  const args = ['--import', load, PROGRAM, '--auth', 'https://example.com/mcp'];
  expect(await runProgram(folder, process.execPath, args, { npm_command: command })).toMatchObject({
    code: 2,
    stderr: `error: --auth requires the package @mcp-gen/auth, which is not installed. ${advice}\n`,
  });
});
