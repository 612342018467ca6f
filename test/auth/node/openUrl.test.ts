/** How a browser is opened: without a shell, and only where a person would see it. The tests open none. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { browserCommand, start } from '../../../auth/src/node/openUrl.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const URL_TO_OPEN = new URL('https://auth.example.com/authorize?a=1&b=%22$(touch x)`touch y`;|&calc.exe^&c=\'"');
const DISPLAY = { DISPLAY: ':0' };

test.each([
  { platform: 'linux' as const, env: DISPLAY, program: 'xdg-open', before: [] },
  { platform: 'linux' as const, env: { WAYLAND_DISPLAY: 'wayland-0' }, program: 'xdg-open', before: [] },
  { platform: 'freebsd' as const, env: DISPLAY, program: 'xdg-open', before: [] },
  { platform: 'darwin' as const, env: {}, program: '/usr/bin/open', before: [] },
  {
    platform: 'win32' as const,
    env: { SystemRoot: 'D:\\Windows' },
    program: 'D:\\Windows\\System32\\rundll32.exe',
    before: ['url.dll,FileProtocolHandler'],
  },
  {
    platform: 'win32' as const,
    env: {},
    program: 'C:\\Windows\\System32\\rundll32.exe',
    before: ['url.dll,FileProtocolHandler'],
  },
])('on $platform with $env it is $program, and the URL one argument', ({ platform, env, program, before }) => {
  const command = browserCommand(URL_TO_OPEN, { platform, env: { ...env, CI: '' } });
  expect(command).toEqual([program, ...before, URL_TO_OPEN.href]);
  expect(command?.at(-1)).toMatch(/^https:[^"<> \\]*$/);
});

describe('no browser is opened', () => {
  test.each([
    { where: 'in CI', platform: 'linux' as const, env: { ...DISPLAY, CI: 'true' } },
    { where: 'in CI', platform: 'darwin' as const, env: { CI: '1' } },
    { where: 'in CI', platform: 'win32' as const, env: { CI: 'yes' } },
    { where: 'over SSH', platform: 'linux' as const, env: { ...DISPLAY, SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } },
    { where: 'over SSH', platform: 'darwin' as const, env: { SSH_TTY: '/dev/ttys001' } },
    { where: 'over SSH', platform: 'win32' as const, env: { SSH_CLIENT: '10.0.0.1 1 22' } },
    { where: 'without a display', platform: 'linux' as const, env: {} },
    { where: 'with an empty display', platform: 'linux' as const, env: { DISPLAY: '' } },
  ])('$where on $platform', ({ platform, env }) => {
    expect(browserCommand(URL_TO_OPEN, { platform, env })).toBeUndefined();
  });

  test.each(['javascript:alert(1)', 'file:///etc/passwd', 'data:text/html,x', 'vscode://x', 'mailto:a@example.com'])(
    'for %s',
    (url) => {
      for (const platform of ['linux', 'darwin', 'win32'] as const) {
        expect(browserCommand(new URL(url), { platform, env: DISPLAY })).toBeUndefined();
      }
    },
  );
});

describe('a program that shows the URL', () => {
  const node = (code: string, ...args: string[]) => start([process.execPath, '-e', code, '--', ...args]);

  test('gets it as it is, and no shell sees it', async () => {
    const folder = await temporaryFolder();
    const code = `require('node:fs').writeFileSync(process.argv[1], process.argv[2])`;
    expect(await node(code, join(folder, 'seen'), URL_TO_OPEN.href)).toBe(true);
    expect(await readFile(join(folder, 'seen'), 'utf8')).toBe(URL_TO_OPEN.href);
  });

  test('has worked if it ends well, or goes on', async () => {
    expect(await node('')).toBe(true);
    expect(await node('setTimeout(() => {}, 4_000)')).toBe(true);
  });

  test('has not worked if it is missing or ends with an error', async () => {
    expect(await start(['no-such-program-of-mcp-gen', URL_TO_OPEN.href])).toBe(false);
    expect(await node('process.exit(3)')).toBe(false);
  });
});
