/** `--auth`: the person logs in at the URL that the command prints. No browser is opened, since `CI` is set. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLoggingIn, startNotes } from '../auth/support/programLogin.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const PROGRAM = join(ROOT, 'bind/dist/bin.js');

const bind = (folder: string, ...args: readonly string[]) => runLoggingIn(folder, PROGRAM, '--json', ...args);

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
