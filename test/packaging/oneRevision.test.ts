/** A bundler that defines the only revision, transport, or feature of a program leaves the other ones out. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import type { Server } from '../../sdk/src/index.js';
import type { Client } from '../../sdk/src/client.js';
import { ROOT, REVISION_IDS } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { initialize } from '../unit/runtime/httpSupport.js';

const PROGRAM = `
import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
export { conversionsFor } from '@mcp-gen/sdk/conversions';

const info = { name: 'echo', version: '1.0.0' };
const handler = createHandler(new Server(info));
export const fetch = (request) => handler.fetch(request);
export const old = () => new Server(info, { revisions: ['2025-03-26'] });
`;

interface Program {
  readonly fetch: (request: Request) => Promise<Response>;
  readonly old: () => unknown;
  readonly conversionsFor: (revision: string) => Promise<unknown>;
}

const CLIENT = `
import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { createHandler } from '@mcp-gen/sdk/http';

const server = new Server({ name: 'echo', version: '1.0.0' });
server.tool('echo', {}, () => 'echo');
const handler = createHandler(server);
const fetch = (url, init) => handler.fetch(new Request(url, init));
export const reach = async (target) => {
  const client = await connect(target, target.startsWith('http') ? { fetch } : {});
  const { text } = await client.callTool('echo');
  await client.close();
  return [client.revision, text];
};
if (process.argv[2] === 'serve') server.serve();
`;

interface ClientProgram {
  readonly reach: (target: string) => Promise<readonly [revision: string, text: string]>;
}

/** Bundles a program with constants, for one revision. */
async function bundleOf(revision: string, contents = PROGRAM, constants: object = {}): Promise<string> {
  const defined = Object.entries({ MCP_GEN_REVISION: revision, ...constants });
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: ROOT },
    define: Object.fromEntries(defined.map(([name, value]) => [name, JSON.stringify(value)])),
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

test.each([
  ['2025-11-25', false],
  ['2026-07-28', true],
])('a bundle of %s has what handles streams of changes: %s', async (revision, expected) => {
  expect(/\bListening = class/.test(await bundleOf(revision))).toBe(expected);
});

const STATELESS = ['StatelessSession', 'ChangeStream', 'ResponseCache', 'ToolHeaders'];

test.each([
  ['2025-11-25', false],
  ['2026-07-28', true],
])('a client of %s has what servers without sessions need: %s', async (revision, expected) => {
  const text = await bundleOf(revision, CLIENT);
  const found = STATELESS.map((name) => new RegExp(`\\b${name} = class`).test(text));
  expect(found).toEqual(STATELESS.map(() => expected));
});

test.each([
  ['http', 'HttpClientTransport', 'StdioClientTransport'],
  ['stdio', 'StdioClientTransport', 'HttpClientTransport'],
])('a client with the transport %s has no other one', async (transport, own, other) => {
  for (const revision of ['2025-11-25', '2026-07-28']) {
    const text = await bundleOf(revision, CLIENT, { MCP_GEN_TRANSPORT: transport });
    expect([own, other].map((name) => new RegExp(`\\b${name} = class`).test(text))).toEqual([true, false]);
    const file = join(await temporaryFolder(), 'program.mjs');
    await writeFile(file, text);
    const { reach } = (await import(pathToFileURL(file).href)) as ClientProgram;
    const targets = ['http://localhost/mcp', `${process.execPath} ${file} serve`];
    const [target = '', another = ''] = transport === 'http' ? targets : targets.toReversed();
    expect(await reach(target)).toEqual([revision, 'echo']);
    await expect(reach(another)).rejects.toThrow(
      'MCP_GEN_TRANSPORT leaves the transport of this target out of the bundle',
    );
  }
});

const TOOLS = `
import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { connect } from '@mcp-gen/sdk/client';

const info = { name: 'echo', version: '1.0.0' };
export const serverWith = (options) => new Server(info, options);
const server = new Server(info);
server.tool('echo', {}, () => 'echo');
const handler = createHandler(server);
const fetch = (url, init) => handler.fetch(new Request(url, init));
export const client = () => connect('http://localhost/mcp', { fetch });
`;

interface ToolsProgram {
  readonly serverWith: (options?: object) => Server;
  readonly client: () => Promise<Client>;
}

test.each(['2025-11-25', '2026-07-28'])('a server of %s with tools only has no other features', async (revision) => {
  const whole = await bundleOf(revision, TOOLS);
  const text = await bundleOf(revision, TOOLS, { MCP_GEN_FEATURES: 'tools' });
  const classes = ['Resources', 'Prompts', 'Completion', 'UriTemplate', 'Tools'].map(
    (name) => new RegExp(`\\b${name} = class`),
  );
  expect(classes.map((each) => each.test(whole))).toEqual([true, true, true, true, true]);
  expect(classes.map((each) => each.test(text))).toEqual([false, false, false, false, true]);

  const file = join(await temporaryFolder(), 'program.mjs');
  await writeFile(file, text);
  const { serverWith, client } = (await import(pathToFileURL(file).href)) as ToolsProgram;
  await using connected = await client();
  expect((await connected.callTool('echo')).text).toBe('echo');
  expect(Object.keys(connected.server.capabilities).toSorted()).toEqual(['logging', 'tools']);
  await expect(connected.readResource('file:///a')).rejects.toThrow('resources');
  await expect(connected.complete({ type: 'ref/prompt', name: 'a' }, 'b', '')).rejects.toThrow('completions');

  const refusal = 'MCP_GEN_FEATURES leaves all features but tools out of the bundle';
  const server = serverWith();
  expect(() => server.resource('file:///a', { name: 'a' }, () => 'a')).toThrow(refusal);
  expect(() => server.resourceTemplate('file:///{a}', { name: 'a' }, () => 'a')).toThrow(refusal);
  expect(() => server.prompt('a', {}, () => 'a')).toThrow(refusal);
  expect(() => serverWith({ features: ['prompts'] })).toThrow(refusal);
  for (const method of ['resources/list', 'prompts/get', 'completion/complete'] as const) {
    expect(() => server.method(method, () => ({}))).toThrow(refusal);
  }
  expect(() => server.method('tools/list', () => ({ tools: [] }))).toThrow('register tools with server.tool');
  expect(() => serverWith({ features: ['tools'] })).not.toThrow();
});

test('a bundle has the revision that its bundler defines, and no other', async () => {
  const text = await bundleOf('2025-11-25');
  const served = REVISION_IDS.filter((id) => new RegExp(`id: "${id}"`).test(text));
  expect(served).toEqual(['2025-11-25']);

  const file = join(await temporaryFolder(), 'program.mjs');
  await writeFile(file, text);
  const program = (await import(pathToFileURL(file).href)) as Program;
  const answer = await program.fetch(
    new Request('http://localhost/mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify(initialize()),
    }),
  );
  expect(await answer.json()).toMatchObject({ result: { protocolVersion: '2025-11-25' } });
  expect(program.old).toThrow('Unsupported revision "2025-03-26". Supported: 2025-11-25');
  await expect(program.conversionsFor('2025-03-26')).rejects.toThrow('Revision 2025-03-26 is not in this bundle');
});
