/** A draft that no package contains: adopted, generated, type-checked, and used with the packages as npm installs them. */

import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { draftSchema, VERSION } from '../fixtures/servedDraft/draft.mjs';
import { emptyProject, install, packPackages } from '../support/packages.js';
import { runProgram, type Finished } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

const MINUTE = 60_000;

const NAMES = ['mcp-gen', '@mcp-gen/runtime', '@mcp-gen/protocol', '@mcp-gen/sdk', '@mcp-gen/auth', '@mcp-gen/bridge'];

const project = emptyProject();

const run = (...args: readonly string[]): Promise<Finished> => runProgram(project, process.execPath, args);

beforeAll(async () => {
  const packed = await packPackages();
  const { version } = JSON.parse(readProjectFile('node_modules/@types/node/package.json')) as { version: string };
  const tarballs = packed.filter(({ name }) => NAMES.includes(name)).map(({ file }) => file);
  await install(project, ...tarballs, `@types/node@${version}`);
  await mkdir(join(project, 'official/draft'), { recursive: true });
  await writeFile(join(project, 'official/draft/schema.ts'), draftSchema());
  await cp(join(ROOT, 'test/fixtures/servedDraft/program.ts'), join(project, 'program.ts'));
  const cli = 'node_modules/mcp-gen/dist/cli.js';
  for (const args of [
    ['adopt', 'draft', '--from', 'official'],
    ['generate', 'draft', '--draft', '--out', 'protocol'],
  ]) {
    const { code, stderr } = await run(cli, ...args);
    expect(code, stderr).toBe(0);
  }
}, 5 * MINUTE);

/** Compiles the program with the generated code. Returns what the compiler prints. */
async function compile(compiler: string, modules: object, outDir: string): Promise<string> {
  const checks = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  };
  const language = { target: 'ES2022', lib: ['ES2023', 'ESNext.Disposable'], types: ['node'] };
  const compilerOptions = { ...modules, ...language, ...checks, verbatimModuleSyntax: true, rootDir: '.', outDir };
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.ts'] }));
  const { code, stdout, stderr } = await run(join(ROOT, 'node_modules', compiler, 'bin/tsc'), '-p', '.');
  return code === 0 ? stdout : `exit code ${code}\n${stdout}${stderr}`;
}

test.each([
  { compiler: 'typescript-5.6', modules: { module: 'Node16', moduleResolution: 'Node16' } },
  { compiler: 'typescript-7', modules: { module: 'ESNext', moduleResolution: 'Bundler' } },
])('$compiler types the messages of the draft', async ({ compiler, modules }) => {
  expect(await compile(compiler, modules, 'checked')).toBe('');
});

test('servers, clients, a host, and the program of the bridge use it', async () => {
  expect(await compile('typescript-7', { module: 'NodeNext', moduleResolution: 'NodeNext' }, 'out')).toBe('');
  const { code, stdout, stderr } = await run('out/program.js', 'use', 'node_modules/@mcp-gen/bridge/dist/bin.js');
  expect(code, stderr).toBe(0);
  const seen = JSON.parse(stdout) as { readonly [way: string]: unknown };
  const used = { revision: VERSION, rank: ['a', 'b'], color: 'blue for a wall', fields: [3, 'everyone'] };
  for (const way of ['stdio', 'http', 'bridge from the draft']) expect(seen[way], way).toMatchObject(used);
  expect(seen['host']).toEqual({ rank: ['a', 'b'], color: 'green for a wall of one' });
  expect(seen['stdio, without the draft']).toMatchObject({ revision: '2026-07-28', fields: [], maintenance: [] });
});
