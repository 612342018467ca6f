/** The arguments of a bridge. How it runs as a program is tested end to end. */

import { runBridge } from '@mcp-gen/sdk/bridge';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const URL = 'http://127.0.0.1:1';

test.each<readonly [args: readonly string[], message: string]>([
  [['--http'], 'Missing server: expected a URL, or -- and a command'],
  [['--'], 'Missing command after --'],
  [[URL, '--', 'node'], 'Expected either a URL or a command, not both'],
  [[URL, URL], `Unexpected argument "${URL}"`],
  [['--env', 'A=1', URL], '--env is only valid for servers with a command'],
  [['--header', 'A: 1', '--', 'node'], '--header is only valid for servers with a URL'],
  [
    ['--host', '127.0.0.1', '--', 'node'],
    '--host, --allowed-hosts, --allowed-origins, and --trust-proxy require --http',
  ],
  [
    ['--allowed-hosts', 'a', '--', 'node'],
    '--host, --allowed-hosts, --allowed-origins, and --trust-proxy require --http',
  ],
  [['--trust-proxy=-1', '--', 'node'], 'Invalid value "-1" of --trust-proxy: expected an integer'],
  [['--revision'], 'Missing value for --revision'],
  [['--env', '=secret', '--', 'node'], 'Invalid value of --env: expected a name, "=" and a value'],
  [['--http=x', '--', 'node'], 'Invalid port "x": expected an integer from 0 to 65535'],
])('%j is refused', async (args, message) => {
  await expect(runBridge(args)).rejects.toThrow(new TypeError(message));
});

test.each([
  [['--http', '--host', '192.0.2.1'], 'port 3000 of 192.0.2.1: '],
  [['--http', '8123', '--host=192.0.2.1'], 'port 8123 of 192.0.2.1: '],
])('the port is that of --http, 3000 by default, and the address that of --host: %j', async (args, message) => {
  await expect(runBridge([...args, '--', 'node'])).rejects.toThrow(`Cannot listen on ${message}`);
});

test.each(['-h', '--help'])('%s prints the usage, and starts nothing', async (option) => {
  const written: unknown[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(text) > 0);
  const code = await runBridge([option, '--', 'no-such-command']).finally(() => write.mockRestore());
  expect([code, written]).toEqual([0, [expect.stringMatching(/^Usage: mcp-gen bridge /)]]);
});

/** A module with a definition. */
const served = (id: string): string =>
  `export const draft = { id: '${id}', era: 'session', requests: {}, notifications: {}, features: [], errors: [], capabilities: {}, load() {}, choose: () => true };`;

test('modules of several revisions are loaded', async () => {
  const folder = await temporaryFolder({ 'a.mjs': served('DRAFT-A'), 'b.mjs': served('DRAFT-B') });
  const args = ['a.mjs', 'b.mjs'].flatMap((name) => ['--revision-module', join(folder, name)]);
  await expect(runBridge([...args, '--revision', 'DRAFT-C', '--', 'node'])).rejects.toThrow(/, DRAFT-A, DRAFT-B$/);
});

test.each([
  [
    'no definition',
    'export const draft = { id: "draft", load() {} };',
    /^\S+ does not export a revision: expected served/,
  ],
  ['a mistake', 'export const = 1;', /^Cannot load --revision-module \S+: /],
])('a module with %s is refused', async (_, text, message) => {
  const folder = await temporaryFolder({ 'served.mjs': text });
  await expect(runBridge(['--revision-module', join(folder, 'served.mjs'), '--', 'node'])).rejects.toThrow(message);
});
