/** Other targets than TypeScript, written by the command line. */

import { appendFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from '../support/schemas.js';
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

test('python: a package with one for each revision, and those that the folder has already', async () => {
  const folder = await temporaryFolder();
  const generate = (...args: readonly string[]) =>
    runCli(folder, 'generate', '--target', 'python', '--out', 'out', ...args);
  expect((await generate(REVISION)).stderr).toContain(`${REVISION}  83 definitions, 24 methods, 5 files`);
  await generate('2024-11-05');
  const written = await readTree(join(folder, 'out'));
  const modules = ['__init__', 'explain', 'guards', 'methods', 'types'];
  const packages = ['v2024_11_05', 'v2025_03_26'].flatMap((name) =>
    modules.map((module) => join(name, `${module}.py`)),
  );
  expect(Object.keys(written)).toEqual(expect.arrayContaining([...packages, '__init__.py', 'py.typed', 'registry.py']));
  expect(written['registry.py']).toContain('"2024-11-05": {"era": "session"');
  expect((await generate('--check', REVISION)).stdout).toContain('all up to date');
  await appendFile(join(folder, 'out', 'v2025_03_26', 'guards.py'), '\n');
  expect(await generate(REVISION)).toMatchObject({ code: 2, stderr: expect.stringContaining('was edited') as string });
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
    stderr: 'error: --watch supports only the target typescript, got zod. Remove --watch or --target.\n',
  });
});

test('a target that does not exist is refused', async () => {
  const { code, stderr } = await runCli(await temporaryFolder(), 'generate', '--target', 'rust');
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining('typescript, zod, json-schema') });
});

test('a module of a target that does not exist is refused by its path', async () => {
  const { code, stderr } = await runCli(await temporaryFolder(), 'generate', '--target', './nothere.mjs');
  const message = 'The target ./nothere.mjs was not found: the file does not exist.';
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

describe("a project's own target", () => {
  const EXAMPLE = join(ROOT, 'examples/target/definitions.mjs');

  test('writes its files, which are up to date and protected like all others', async () => {
    const folder = await temporaryFolder({ 'mcp-gen.config.json': JSON.stringify({ target: EXAMPLE }) });
    const args = ['generate', REVISION, '--out', 'out'];
    expect(await runCli(folder, ...args)).toMatchObject({ code: 0 });
    const path = join('out', REVISION, 'definitions.md');
    const text = (await readTree(folder))[path] ?? '';
    expect(text).toMatch(
      /^<!-- Code generated by mcp-gen from 2025-03-26\/schema\.ts for definitions\. DO NOT EDIT\. -->\n<!-- Digest: /,
    );
    expect(text).toContain('object:\n- name: string\n- version: string\n');
    expect((await runCli(folder, ...args, '--check')).code).toBe(0);
    await appendFile(join(folder, path), '\n');
    expect(await runCli(folder, ...args)).toMatchObject({ code: 2, stderr: expect.stringContaining('was edited') });
  });

  test('the page of the docs has one that works', async () => {
    const [, module = ''] = /```js\n([^]*?)```/.exec(await readFile(join(ROOT, 'docs/targets.md'), 'utf8')) ?? [];
    const folder = await temporaryFolder({ 'methods.mjs': module });
    expect(await runCli(folder, 'generate', REVISION, '--target', './methods.mjs')).toMatchObject({ code: 0 });
    const text = await readFile(join(folder, 'generated', REVISION, 'methods.txt'), 'utf8');
    expect(text.split('\n')).toContain('tools/call');
  });

  test.each([
    ['emit: () => { throw new Error("broken"); }'],
    ['emit: () => [], checkNames: () => { throw new Error("broken"); }'],
  ])('an error in { %s } names the target, and shows where in its module', async (members) => {
    const folder = await temporaryFolder({ 'target.mjs': `export default { name: 'own', ${members} };` });
    const { code, stderr } = await runCli(folder, 'generate', REVISION, '--target', './target.mjs');
    expect(code).toBe(2);
    expect(stderr).toMatch(/^Error: broken\n +at \S+ \(.*target\.mjs:1:\d+\)/);
    expect(stderr.endsWith('error: The target own failed: broken. This is a bug of the target.\n')).toBe(true);
  });

  test.each([
    ['a.txt', 'a.txt'],
    ['a.txt and A.txt', 'A.txt'],
  ])('two files of one path are refused: %s', async (paths, second) => {
    const files = JSON.stringify(['a.txt', second].map((path) => ({ path, text: path })));
    const folder = await temporaryFolder({ 'target.mjs': `export default { name: 'own', emit: () => ${files} };` });
    const { code, stderr } = await runCli(folder, 'generate', REVISION, '--target', './target.mjs');
    const message = `error: The target own failed: it returns two files of one path: ${paths}. This is a bug of the target.\n`;
    expect({ code, stderr }).toEqual({ code: 2, stderr: message });
    expect(Object.keys(await readTree(folder))).toEqual(['target.mjs']);
  });

  test('a file at the root of the output that is no longer generated is reported, and removed', async () => {
    const emit = (path: string): string =>
      `export default { name: 'own', emit: (_, banner) => [{ path: '${path}', text: '# ' + banner({ sources: ['x'] }) + '\\n' }] };`;
    const folder = await temporaryFolder({ 'old.mjs': emit('old.py'), 'new.mjs': emit('new.py') });
    await runCli(folder, 'generate', REVISION, '--target', './old.mjs');
    const check = await runCli(folder, 'generate', REVISION, '--target', './new.mjs', '--check');
    expect(check).toMatchObject({ code: 1, stdout: expect.stringContaining('old.py') as string });
    await runCli(folder, 'generate', REVISION, '--target', './new.mjs');
    expect(Object.keys(await readTree(join(folder, 'generated')))).toEqual(['new.py']);
  });

  test('files without a banner and files of other targets stay unchanged', async () => {
    const module = (path: string, text: string): string =>
      `export default { name: 'own', emit: (_, banner) => [{ path: '${REVISION}/${path}', text: ${text} }] };`;
    const folder = await temporaryFolder({
      'plain.mjs': module('plain.txt', "'text'"),
      'types.mjs': module('types.ts', "'// ' + banner({ sources: ['x'] }) + '\\n'"),
    });
    await runCli(folder, 'generate', REVISION);
    const before = await readTree(join(folder, 'generated'));
    const plain = await runCli(folder, 'generate', REVISION, '--target', './plain.mjs');
    expect(plain.stdout).toContain('1 written, 0 removed');
    const refused = await runCli(folder, 'generate', REVISION, '--target', './types.mjs');
    const message = `${REVISION}/types.ts was generated for the target typescript, and is one of the target own, too`;
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(await readTree(join(folder, 'generated'))).toMatchObject(before);
    const forced = await runCli(folder, 'generate', REVISION, '--target', './types.mjs', '--force');
    expect(forced).toMatchObject({ code: 0, stdout: expect.stringContaining('1 written, 0 removed') });
  });

  test.each([
    ['export default {};', 'is not a target: expected an object with a unique name and emit()'],
    [
      "export default { name: 'zod', emit: () => [] };",
      'is not a target: expected an object with a unique name and emit()',
    ],
    [
      "export default { name: 'mine, too', emit: () => [] };",
      'is not a target: expected an object with a unique name and emit()',
    ],
    ['export default', 'cannot be loaded: '],
  ])('%s is refused', async (module, message) => {
    const folder = await temporaryFolder({ 'target.mjs': module });
    const { code, stderr } = await runCli(folder, 'generate', REVISION, '--target', './target.mjs');
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(`./target.mjs ${message}`) });
  });
});
