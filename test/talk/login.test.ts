/** Logins: with a real authorization server, and tokens that the next command uses. */

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runLoggingIn, startNotes } from '../auth/support/programLogin.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { PROGRAM } from './talk.js';

test('a login serves the commands after it, until the logout', async () => {
  const { url } = await startNotes();
  const folder = await temporaryFolder();
  const talk = (...args: readonly string[]) => runLoggingIn(folder, PROGRAM, ...args);

  expect(await talk('call', url, 'whoami')).toEqual({
    code: 3,
    stdout: '',
    stderr: `error: ${url} requires a login. Run: mcp-talk login <server>\n`,
    logins: 0,
  });
  const login = await talk('login', url);
  expect(login, login.stderr).toMatchObject({ code: 0, stdout: 'notes accepts your requests.\n', logins: 1 });
  const call = await talk('call', url, 'whoami');
  expect(call, call.stderr).toMatchObject({ code: 0, stdout: 'ada\n', logins: 0 });
  for (const [command, ...args] of [['list'], ['info'], ['ping'], ['bench', 'whoami', '--seconds', '1']]) {
    const ran = await talk(command ?? '', url, ...args);
    expect(ran, ran.stderr).toMatchObject({ code: 0, logins: 0 });
  }
  const check = await talk('check', url, '--only', 'tools-names');
  expect(check, check.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining('1 passed, 0 failed') });

  const logout = await talk('logout', url);
  expect(logout, logout.stderr).toMatchObject({ code: 0, stdout: 'The tokens are revoked and deleted.\n' });
  expect(await talk('logout', url)).toMatchObject({ code: 0, stdout: 'There was no login.\n' });
  expect(await talk('call', url, 'whoami')).toMatchObject({ code: 3, logins: 0 });
  const all = [login, call, check, logout].map(({ stdout, stderr }) => stdout + stderr).join('');
  expect(all).not.toContain('eyJ');
  expect(await readdir(join(folder, 'home/mcp-gen'))).toEqual(['credentials']);
});

test('--auth logs in on the way', async () => {
  const { url } = await startNotes();
  const folder = await temporaryFolder();
  const { code, stdout, stderr, logins } = await runLoggingIn(folder, PROGRAM, 'call', '--auth', url, 'whoami');
  expect({ code, stdout, logins }, stderr).toEqual({ code: 0, stdout: 'ada\n', logins: 1 });
});
