/** Bridges as programs: over stdio and HTTP on either side, and how they end. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { connect, type Client, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { startHttpProgram } from '../support/httpProgram.js';
import { isRunning } from '../support/programs.js';
import { CLI, runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';

const BRIDGE = fileURLToPath(new URL('../../bridge/dist/bin.js', import.meta.url));
const GREETER = fileURLToPath(new URL('../fixtures/greeter.mjs', import.meta.url));

const command = (revision: string): string[] => [process.execPath, GREETER, revision];

const ANSWERING: ClientOptions = { elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) } };

async function use(target: Target, revision: '2025-06-18' | '2026-07-28'): Promise<Client> {
  const quiet = typeof target === 'string' ? {} : ({ stderr: 'ignore' } as const);
  const client = await connect(target, { revisions: [revision], ...quiet, ...ANSWERING });
  onTestFinished(() => client.close());
  return client;
}

async function serveOverHttp(args: readonly string[]): Promise<string> {
  const { ready, stop } = await startHttpProgram(args, (line) => line.startsWith('Listening at '));
  onTestFinished(stop);
  return ready.slice('Listening at '.length);
}

test.each([
  ['2025-06-18', '2026-07-28'],
  ['2026-07-28', '2025-11-25'],
  ['2026-07-28', '2026-07-28'],
] as const)('a client of %s asks a server of %s over stdio, and is asked back', async (client, server) => {
  const connected = await use([process.execPath, BRIDGE, '--', ...command(server)], client);
  expect(connected.server.name).toBe('greeter');
  expect((await connected.callTool('greet')).text).toBe('Hello Ada');
});

test('over HTTP, the hosts and origins of the options may call the bridge, and no others', async () => {
  const lists = ['--allowed-hosts', ' mcp.example.com, ,', '--allowed-origins=https://app.example.com'];
  const url = await serveOverHttp([BRIDGE, '--http', '0', ...lists, '--trust-proxy', '1', '--', 'no-such-command']);
  const ask = async (headers: Record<string, string>): Promise<readonly [status: number | undefined, body: string]> => {
    const asked = request(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers } });
    asked.end('{}');
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return [answer.statusCode, await text(answer)];
  };
  expect(await ask({ host: 'localhost' })).toEqual([403, expect.stringContaining('add it to allowedHosts')]);
  const host = 'mcp.example.com';
  const stranger = await ask({ host, origin: 'https://other.example.com' });
  expect(stranger).toEqual([403, expect.stringContaining('add it to allowedOrigins')]);
  expect((await ask({ host, origin: 'https://app.example.com' }))[0]).not.toBe(403);
  expect((await ask({ host: 'localhost', 'x-forwarded-host': host }))[0]).not.toBe(403);
});

test.each([
  [[], 1],
  [['--quiet'], 0],
])('what is lost is printed once: with %j, %i times', async (options, times) => {
  const args = [BRIDGE, ...options, '--', ...command('2026-07-28')];
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const printed = text(child.stderr);
  const answers = createInterface(child.stdout)[Symbol.asyncIterator]();
  const say = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } };
  say({ id: 1, method: 'initialize', params });
  await answers.next();
  say({ method: 'notifications/initialized' });
  for (const id of [2, 3]) {
    say({ id, method: 'tools/call', params: { name: 'link' } });
    expect((await answers.next()).value).toContain('note://one');
  }
  child.stdin.end();
  expect((await printed).split('Lost in revision 2024-11-05: a resource link').length - 1).toBe(times);
});

test('mcp-gen bridge is the same program', async () => {
  const args = [CLI, 'bridge', '--revision', '2026-07-28', '--', ...command('2026-07-28')];
  const connected = await use([process.execPath, ...args], '2025-06-18');
  expect((await connected.callTool('greet')).text).toBe('Hello Ada');
});

test.each([
  ['2025-06-18', '2026-07-28'],
  ['2026-07-28', '2025-11-25'],
] as const)('clients of %s share a bridge over HTTP to a server of %s', async (client, server) => {
  const url = await serveOverHttp([BRIDGE, '--http', '0', '--', ...command(server)]);
  const [one, two] = [await use(url, client), await use(url, client)];
  expect((await one.callTool('greet')).text).toBe('Hello Ada');
  expect((await two.callTool('greet')).text).toBe('Hello Ada');
});

test.each([
  ['2025-06-18', '2026-07-28'],
  ['2026-07-28', '2025-11-25'],
] as const)('a client of %s over stdio reaches a server of %s over HTTP, with a header', async (client, server) => {
  const url = await serveOverHttp([GREETER, server, 'http']);
  const connected = await use([process.execPath, BRIDGE, '--header', 'X-Name: Bob', url], client);
  expect((await connected.callTool('greet')).text).toBe('Hello Ada');
});

test.each(['SIGTERM', 'SIGINT', 'end of input'] as const)('%s ends the bridge and its server', async (how) => {
  const child = spawn(process.execPath, [BRIDGE, '--', ...command('2026-07-28')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } };
  const say = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answer = async (): Promise<string> => String(((await once(child.stdout, 'data')) as readonly unknown[])[0]);
  const initialized = answer();
  say({ id: 1, method: 'initialize', params });
  expect(await initialized).toContain('greeter');
  say({ method: 'notifications/initialized' });
  const called = answer();
  say({ id: 2, method: 'tools/call', params: { name: 'pid' } });
  const { result } = JSON.parse(await called) as { readonly result: { readonly content: [{ readonly text: string }] } };
  const exited = once(child, 'exit');
  if (how === 'end of input') child.stdin.end();
  else child.kill(how);
  expect(await exited).toEqual([0, null]);
  await expect.poll(() => isRunning(Number(result.content[0].text))).toBe(false);
});

test('the end of the server ends the bridge, with exit code 1', async () => {
  const child = spawn(process.execPath, [BRIDGE, '--', ...command('2026-07-28')], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } };
  const say = (message: object): boolean => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  say({ id: 1, method: 'initialize', params });
  await once(child.stdout, 'data');
  say({ method: 'notifications/initialized' });
  const answered = once(child.stdout, 'data');
  say({ id: 2, method: 'tools/call', params: { name: 'exit' } });
  const [said] = (await answered) as readonly unknown[];
  expect(String(said)).toContain('The connection to the server behind the bridge was closed');
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(1);
});

test.each([
  [[], 'Missing server'],
  [['node server.js'], 'Invalid URL'],
  [['--http', '70000', '--', 'node'], 'Invalid port "70000"'],
  [['--revision', '1999-01-01', '--', 'node'], 'Unsupported revision "1999-01-01". Supported: 2024-11-05'],
  [['--header', 'secret', 'http://127.0.0.1:1'], 'Invalid value of --header'],
  [['--unknown', '--', 'node'], 'Unknown option "--unknown". --help lists all options'],
  [['--hedaer', 'a: b', 'http://127.0.0.1:1'], 'Unknown option "--hedaer". Did you mean "--header"?'],
  [['--auth-scopes=notes', 'http://127.0.0.1:1'], 'Unknown option "--auth-scopes". Did you mean "--auth-scope"?'],
])('a mistake in the arguments is an error without a stack trace: %j', async (args, message) => {
  for (const program of [[BRIDGE], [CLI, 'bridge']]) {
    const { code, stdout, stderr } = await runProgram(ROOT, process.execPath, [...program, ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`error: ${message}`);
    expect(stderr).not.toContain(' at ');
  }
});

test('a port that is in use is an error without a stack trace', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  for (const program of [[BRIDGE], [CLI, 'bridge']]) {
    const args = [...program, '--http', String(port), '--', 'node'];
    const { code, stdout, stderr } = await runProgram(ROOT, process.execPath, args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(`error: Cannot listen on port ${port}`);
    expect(stderr).not.toMatch(/^ +at /m);
  }
});

test('--json behind -- belongs to the server that is started', async () => {
  const args = ['bridge', '--unknown', '--', 'node', '--json'];
  const { code, stdout } = await runProgram(ROOT, process.execPath, [CLI, ...args]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
});
