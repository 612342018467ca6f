/** The options of a login in `mcp-gen bridge` and `mcp-gen bind`: each refusal of a login names the option and the flag that lift it. */

import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { LoginOptions } from '@mcp-gen/auth/node';
import { connect } from '@mcp-gen/sdk/client';
import { LOGIN_FLAGS, loginTo, type LoginSettings } from '@mcp-gen/sdk/bridge';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runProgram } from '../../support/runCli.js';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const BIND = join(ROOT, 'bind/dist/bin.js');
const BRIDGE = join(ROOT, 'bridge/dist/bin.js');

/** A server that requires a login at an identity provider in a private network. */
const company = createServer((request, response) => {
  const origin = `http://${request.headers.host}`;
  const isMetadata = request.url === '/.well-known/oauth-protected-resource/mcp';
  const body = { resource: `${origin}/mcp`, authorization_servers: ['https://login.corp.internal'] };
  if (isMetadata) response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  else response.writeHead(request.url === '/mcp' ? 401 : 404, { 'www-authenticate': 'Bearer' }).end();
});
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => void company.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(company.address() as AddressInfo).port}/mcp`;
});
afterAll(() => company.close());

/** Runs a command that reads the server, in a process without a browser, and returns what it prints. */
type Attempt = (folder: string, flags: readonly string[]) => Promise<string>;

const bind: Attempt = async (folder, flags) => {
  const env = { CI: '1', XDG_CONFIG_HOME: folder, APPDATA: folder };
  const { stderr } = await runProgram(folder, process.execPath, [BIND, '--auth', ...flags, url], env);
  return stderr;
};

const bridge: Attempt = async (folder, flags) => {
  let printed = '';
  const client = connect([process.execPath, BRIDGE, '--auth', ...flags, url], {
    env: { CI: '1', XDG_CONFIG_HOME: folder, APPDATA: folder },
    stderr: 'pipe',
    onStderr: (text) => void (printed += text),
  });
  await expect(client).rejects.toThrow('The server behind the bridge could not be');
  return printed;
};

describe.each([
  ['mcp-gen-bind', BIND, bind, []],
  ['mcp-gen-bridge', BRIDGE, bridge, ['--no-auth']],
])('%s', (_, program, attempt, withoutLogin) => {
  test('names the flag for a private identity provider, and requests it with the flag', async () => {
    const folder = await temporaryFolder();
    expect(await attempt(folder, [])).toContain('"privateHosts" (flag --auth-private-host login.corp.internal)');
    const allowed = await attempt(folder, ['--auth-private-host', 'login.corp.internal']);
    expect(allowed).not.toContain('private network');
    expect(allowed).toContain('https://login.corp.internal');
  });

  test('has all options of a login in its help', async () => {
    const { code, stdout } = await runProgram(ROOT, process.execPath, [program, '--help']);
    expect(code).toBe(0);
    for (const { flag } of LOGIN_FLAGS) expect(stdout).toContain(flag);
  });

  test.each([
    [['--auth', '--auth-private-host', 'https://a.example/'], 'Invalid value of --auth-private-host'],
    [['--auth', '--auth-private-host', '10.0.0.1:8443'], 'Invalid value of --auth-private-host'],
    [['--auth', '--auth-timeout', 'never'], 'Invalid value of --auth-timeout'],
    [['--auth', '--auth-client-id', 'a', '--auth-client-secret-env', 'NO_SUCH_NAME'], '"NO_SUCH_NAME"'],
    [[...withoutLogin, '--auth-scope', 'a'], 'require --auth'],
  ])('rejects %j', async (flags, message) => {
    const { code, stderr } = await runProgram(ROOT, process.execPath, [program, ...flags, url]);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) });
  });
});

test('every flag that an error of the package names exists', () => {
  const folder = join(ROOT, 'auth/src');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .flatMap((path) => readFileSync(join(folder, path), 'utf8').match(/--auth-[a-z-]+/g) ?? []);
  expect(names.length).toBeGreaterThan(5);
  expect(LOGIN_FLAGS.map(({ flag }) => flag)).toEqual(expect.arrayContaining([...new Set(names)]));
});

test('flags become options of a login', () => {
  process.env['LOGIN_FLAGS_SECRET'] = 's3cret';
  const values: Record<string, string> = {
    '--auth-private-host': 'login.corp.internal',
    '--auth-issuer': 'https://login.example.com',
    '--auth-scope': 'a b',
    '--auth-client-id': 'me',
    '--auth-client-secret-env': 'LOGIN_FLAGS_SECRET',
    '--auth-redirect-uri': 'http://127.0.0.1:8765/callback',
    '--auth-timeout': '600',
  };
  const settings: LoginSettings = LOGIN_FLAGS.reduce(
    (each: LoginSettings, { flag, apply }) => apply(each, values[flag] ?? ''),
    {},
  );
  const options: LoginOptions = settings;
  expect(options).toEqual({
    privateHosts: ['login.corp.internal'],
    allowHttp: true,
    issuer: 'https://login.example.com',
    exactResource: true,
    scope: 'a b',
    client: { id: 'me', secret: 's3cret' },
    redirectUri: 'http://127.0.0.1:8765/callback',
    loginTimeout: 600_000,
  });
});

test('a secret requires the client that it belongs to', async () => {
  const settings = { client: { id: '', secret: 's3cret' } };
  await expect(loginTo(new URL(url), settings, { clientName: 'test' })).rejects.toThrow('requires --auth-client-id');
});
