/** A bundler that defines the only revision of a program leaves all others out. */

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

/** Bundles the program for one revision. */
async function bundleOf(revision: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT },
    define: { MCP_GEN_REVISION: JSON.stringify(revision) },
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
