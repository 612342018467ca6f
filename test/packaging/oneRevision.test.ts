/** A bundler that defines the only revision of a program leaves all others out, and one that defines the only transport the other one. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
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
