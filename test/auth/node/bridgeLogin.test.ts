/** `mcp-gen bridge --auth`: the person logs in at the URL that the bridge prints. No browser is opened, since `CI` is set. */

import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { CLI, runProgram } from '../../support/runCli.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { World } from '../torture/world.mjs';

const BRIDGE = fileURLToPath(new URL('../../../bridge/dist/bin.js', import.meta.url));

/** Makes Node behave as if the package were not installed. */
const HIDE = `export function resolve(name, context, next) {
  if (!name.startsWith('@mcp-gen/auth')) return next(name, context);
  throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' });
}`;
const register = `import { register } from 'node:module'; register(${JSON.stringify(`data:text/javascript,${encodeURIComponent(HIDE)}`)});`;

test('logs in to a server that requires it, for a client that knows nothing of OAuth', async () => {
  const world = await World.start();
  onTestFinished(() => world.close());
  const folder = await temporaryFolder();
  const env = { CI: '1', XDG_CONFIG_HOME: folder, APPDATA: folder, HOME: folder };
  const printed: string[] = [];
  for (let i = 0; i < 2; i++) {
    const client = await connect([process.execPath, BRIDGE, '--revision', '2025-11-25', '--auth', world.url], {
      env,
      stderr: 'pipe',
      onStderr: (text) => {
        printed.push(text);
        const [url] = /http:\S+\/authorize\?\S+/.exec(text) ?? [];
        if (url !== undefined) void fetch(url).then((page) => page.text());
      },
    });
    onTestFinished(() => client.close());
    expect((await client.callTool('work')).text).toBe('worked');
  }
  expect(world.logins).toBe(1);
  expect(printed.join('')).toContain('Open this URL in a browser to log in:');
  expect(printed.join('')).not.toMatch(/access-|refresh-/);
});

test('says what to install where the package is missing', async () => {
  const load = `data:text/javascript,${encodeURIComponent(register)}`;
  const args = ['--import', load, CLI, 'bridge', '--auth', 'https://example.com/mcp'];
  // These tests may run under npx themselves.
  const { code, stderr } = await runProgram(tmpdir(), process.execPath, args, { npm_command: '' });
  expect(stderr).toBe(
    'error: --auth requires the package @mcp-gen/auth, which is not installed. Run: npm install @mcp-gen/auth\n',
  );
  expect(code).toBe(2);
});

test('is refused for a server that is started by a command', async () => {
  const { code, stderr } = await runProgram(tmpdir(), process.execPath, [BRIDGE, '--auth', '--', 'node', 'server.js']);
  expect(stderr).toBe('error: --auth is only valid for servers with a URL. Pass credentials to a command with --env\n');
  expect(code).toBe(2);
});
