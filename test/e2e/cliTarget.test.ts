/** Other targets than TypeScript, written by the command line. */

import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../support/runCli.js';
import { readTree, temporaryFolder } from '../support/temporaryFolder.js';

const REVISION = '2025-03-26';

test.each([
  ['zod', 'zod.ts', 'zod.js', 'export const ToolSchema = z.looseObject({'],
  ['json-schema', 'schema.json', 'schema.json', '"$schema": "https://json-schema.org/draft/2020-12/schema"'],
])('%s: one file a revision, which is not replaced once it was edited', async (target, name, imported, part) => {
  const folder = await temporaryFolder();
  const args = ['generate', REVISION, '--target', target, '--out', 'out'];
  const first = await runCli(folder, ...args);
  expect(first).toMatchObject({ code: 0, stdout: expect.stringContaining(`out/<revision>/${imported}`) });
  const written = await readTree(join(folder, 'out'));
  expect(Object.keys(written)).toEqual([join(REVISION, name)]);
  expect(written[join(REVISION, name)]).toContain(part);
  expect((await runCli(folder, ...args)).stdout).toContain('all up to date');

  await appendFile(join(folder, 'out', REVISION, name), '\n');
  expect(await runCli(folder, ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining('was edited') });
});

test('targets share a folder, and leave the files of the others alone', async () => {
  const folder = await temporaryFolder();
  await runCli(folder, 'generate', REVISION);
  const alone = await readTree(folder);
  for (const target of ['zod', 'json-schema']) await runCli(folder, 'generate', REVISION, '--target', target);
  const together = await readTree(folder);
  expect(
    Object.keys(together)
      .filter((path) => !(path in alone))
      .sort(),
  ).toEqual([join('generated', REVISION, 'schema.json'), join('generated', REVISION, 'zod.ts')]);
  expect((await runCli(folder, 'generate', REVISION)).stdout).toContain('all up to date');
  expect(await readTree(folder)).toEqual(together);
});

test("a project's config names the target", async () => {
  const folder = await temporaryFolder({
    'mcp-gen.config.json': JSON.stringify({ target: 'zod', revisions: [REVISION] }),
  });
  expect((await runCli(folder, 'generate')).code).toBe(0);
  expect(Object.keys(await readTree(join(folder, 'generated')))).toEqual([join(REVISION, 'zod.ts')]);
});

test('a target that cannot be watched is refused', async () => {
  const { code, stderr } = await runCli(await temporaryFolder(), 'generate', '--watch', '--target', 'zod');
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: 'error: The target zod cannot be watched. Leave out --watch, or the target.\n',
  });
});

test('a target that does not exist is refused', async () => {
  const { code, stderr } = await runCli(await temporaryFolder(), 'generate', '--target', 'rust');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('typescript, zod, json-schema') });
});
