/** The package of the bridge, installed alone: `npx -y @mcp-gen/bridge` has all that it needs, also the login. */

import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { connect } from '@mcp-gen/sdk/client';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { emptyProject, npm, packPackages } from '../support/packages.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const GREETER = join(ROOT, 'test/fixtures/greeter.mjs');

const project = emptyProject();
const program = join(project, 'node_modules/@mcp-gen/bridge/dist/bin.js');

beforeAll(async () => {
  const packed = (await packPackages()).filter(({ name }) => name.startsWith('@mcp-gen/'));
  const files = Object.fromEntries(packed.map(({ name, file }) => [name, `file:${file}`]));
  const dependencies = { '@mcp-gen/bridge': files['@mcp-gen/bridge'] };
  const manifest = { private: true, type: 'module', dependencies, overrides: files };
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  // As pnpm does: a package finds its own dependencies, and no others.
  await npm(project, 'install', '--install-strategy=linked', '--prefer-offline', '--no-audit', '--no-fund');
}, 300_000);

const bridge = (...args: readonly string[]): Promise<Finished> =>
  runProgram(project, process.execPath, [program, ...args]);

test('its only command has help', async () => {
  const { code, stdout } = await runProgram(project, 'npx', ['--no-install', 'mcp-gen-bridge', '--help']);
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('npx -y @mcp-gen/bridge') });
});

test('a client of one revision reaches a server of another', async () => {
  const client = await connect([process.execPath, program, '--', process.execPath, GREETER, '2026-07-28'], {
    revisions: ['2025-06-18'],
    elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) },
  });
  onTestFinished(() => client.close());
  expect((await client.callTool('greet')).text).toBe('Hello Ada');
});

/** Returns what the bridge prints for a server that requires a login at an identity provider in a private network. */
async function attempt(...flags: readonly string[]): Promise<string> {
  const company = createServer((request, response) => {
    const resource = `http://${request.headers.host}/mcp`;
    const isMetadata = request.url === '/.well-known/oauth-protected-resource/mcp';
    const body = { resource, authorization_servers: ['https://login.corp.internal'] };
    if (isMetadata) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    else response.writeHead(request.url === '/mcp' ? 401 : 404, { 'www-authenticate': 'Bearer' }).end();
  });
  await new Promise<void>((resolve) => void company.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void company.close());
  const url = `http://127.0.0.1:${(company.address() as AddressInfo).port}/mcp`;
  const folder = await temporaryFolder();
  let printed = '';
  const client = connect([process.execPath, program, ...flags, url], {
    env: { CI: '1', XDG_CONFIG_HOME: folder, APPDATA: folder },
    stderr: 'pipe',
    onStderr: (text) => void (printed += text),
  });
  await expect(client).rejects.toThrow('The server behind the bridge');
  return printed;
}

const LOGIN = 'flag --auth-private-host login.corp.internal';

test('it logs in by default, unless a header authorizes it or an option turns it off', async () => {
  expect(await attempt()).toContain(LOGIN);
  const withHeader = await attempt('--header', 'authorization: Bearer secret');
  expect(withHeader).not.toContain(LOGIN);
  expect(withHeader).not.toContain('conflicts');
  expect(await attempt('--no-auth')).not.toContain(LOGIN);
});

test('options of a login require one', async () => {
  const refused = { code: 2, stderr: 'error: The options of a login, such as --auth-scope, require --auth\n' };
  expect(await bridge('--no-auth', '--auth-scope', 'a', 'https://example.com/mcp')).toMatchObject(refused);
  expect(await bridge('--http', '0', '--auth-scope', 'a', 'https://example.com/mcp')).toMatchObject(refused);
  expect(await bridge('--auth-scope', 'a', 'http://example.com/mcp')).toMatchObject(refused);
  const command = 'error: The options of a login, such as --auth-scope, are only valid for servers with a URL\n';
  expect(await bridge('--auth-scope', 'a', '--', 'node')).toMatchObject({ code: 2, stderr: command });
});
