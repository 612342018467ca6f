import { appendFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runCli } from '../support/runCli.js';
import { REVISIONS, schemaText } from '../support/schemas.js';
import { age, isAged, readTree, temporaryFolder } from '../support/temporaryFolder.js';

test('a run says a line about each revision, and what it did; the next one touches no file', async () => {
  const folder = await temporaryFolder();
  const first = await runCli(folder, 'generate');
  expect(first.code).toBe(0);
  const lines = REVISIONS.map(
    ({ revision, definitions }) => `${revision}  ${definitions} definitions, N methods, N files\n`,
  );
  lines.push('shared      N files\n', 'author      N files\n', 'registry    N files\n');
  expect(first.stderr.replace(/\d+(?= (methods|files))/g, 'N')).toBe(lines.join(''));
  expect(first.stdout).toMatch(/^generated: \d+ written, 0 removed, 0 unchanged\.\nNext: /);

  const paths = Object.keys(await readTree(join(folder, 'generated')));
  expect(paths).toContain(join('2025-03-26', 'index.ts'));
  await age(join(folder, 'generated'));
  const second = await runCli(folder, 'generate');
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(/^\d+ files in generated: all up to date, nothing written\.\n$/);
  for (const path of paths) expect(await isAged(join(folder, 'generated'), path)).toBe(true);
});

describe('--verbose', () => {
  const STEPS = ['read', 'model', 'analyze', 'emit', 'write'];

  const stepsIn = (stderr: string): readonly string[] =>
    [...stderr.matchAll(/^(\w+) +\d+ ms$/gm)].map(([, step = '']) => step);

  test('logs one line a step with its duration, in order', async () => {
    const folder = await temporaryFolder();
    const { code, stdout, stderr } = await runCli(folder, 'generate', '2025-03-26', '--verbose');
    expect(code).toBe(0);
    expect(stepsIn(stderr)).toEqual(STEPS);
    expect(stdout).not.toMatch(/ ms$/m);
    const quiet = await runCli(folder, 'generate', '2025-03-26');
    expect(stepsIn(quiet.stderr)).toEqual([]);
    const json = await runCli(folder, 'generate', '2025-03-26', '--verbose', '--json');
    expect(json.stderr).toBe('');
  });

  test('ends with the step that failed', async () => {
    const folder = await temporaryFolder({ 'schema/r/schema.ts': 'export type A = string;\n' });
    const { code, stderr } = await runCli(folder, 'generate', '--schema', 'schema', '--verbose');
    expect(code).toBe(3);
    expect(stepsIn(stderr)).toEqual(['read', 'model']);
  });

  test('does not go with --watch', async () => {
    const { code, stderr } = await runCli(await temporaryFolder(), 'generate', '--verbose', '--watch');
    expect(code).toBe(2);
    expect(stderr).toContain("option '--verbose' cannot be used with option '--watch'");
  });
});

describe('revisions in one folder', () => {
  test('share what they have in common, in whatever order they come', async () => {
    const together = await temporaryFolder();
    await runCli(together, 'generate', '2024-11-05', '2025-03-26');
    const oneByOne = await temporaryFolder();
    await runCli(oneByOne, 'generate', '2025-03-26');
    expect(Object.keys(await readTree(oneByOne)).filter((path) => path.includes('shared'))).toEqual([]);
    const { code, stderr } = await runCli(oneByOne, 'generate', '2024-11-05');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^2024-11-05 .*\n2025-03-26 .*\nshared {6}4 files\nauthor {6}6 files\nregistry {4}9 files\n$/,
    );
    expect(await readTree(oneByOne)).toEqual(await readTree(together));
  });

  test('stop sharing when one goes', async () => {
    const folder = await temporaryFolder();
    await runCli(folder, 'generate', '2025-03-26');
    const alone = await readTree(folder);
    await runCli(folder, 'generate', '2024-11-05');
    await rm(join(folder, 'generated/2024-11-05'), { recursive: true });
    expect((await runCli(folder, 'generate', '2025-03-26', '--check')).stdout).toMatch(
      /shared\S* {2}is no longer generated/,
    );
    expect((await runCli(folder, 'generate', '2025-03-26')).code).toBe(0);
    expect(await readTree(folder)).toEqual(alone);
  });

  test('are not broken by a run that has the schema of one only', async () => {
    const folder = await temporaryFolder({ 'schema/2025-03-26/schema.ts': schemaText('2025-03-26') });
    await runCli(folder, 'generate', '2024-11-05');
    const before = await readTree(folder);
    const { code, stderr } = await runCli(folder, 'generate', '--schema', 'schema');
    expect({ code, stderr: stderr.replace(/\s+/g, ' ') }).toMatchObject({ code: 2 });
    expect(stderr).toContain('generated also contains 2024-11-05, which shares code with the other revisions');
    expect(stderr).toContain('--out');
    expect(await readTree(folder)).toEqual(before);
  });
});

test('a revision that nobody has decided about is refused with the list of decisions, or generated as a draft', async () => {
  const text = schemaText('2026-07-28');
  const folder = await temporaryFolder({ 'schema/2027-01-01/schema.ts': text });
  const args = ['generate', '--schema', 'schema', '--out', 'out'];
  const refused = await runCli(folder, ...args);
  expect(refused).toMatchObject({ code: 3, stdout: '' });
  expect(refused.stderr).toMatch(
    /schema\.ts:\d+:1 {2}No decision about the method tools\/call\. Guess from 2026-07-28: /,
  );
  expect(Object.keys(await readTree(folder))).toHaveLength(1);

  const draft = await runCli(folder, ...args, '--draft');
  expect(draft.code).toBe(0);
  expect(draft.stderr).toMatch(/schema\.ts:\d+:1 {2}warning: No decision about the method tools\/call\./);
  const [, count] = /^2027-01-01 .* (\d+) open decisions$/m.exec(draft.stderr) ?? [];
  expect(draft.stderr.match(/warning: /g)).toHaveLength(Number(count));
  const { [join('out', '2027-01-01', 'index.ts')]: index } = await readTree(folder);
  expect(index).toContain(`2027-01-01/schema.ts (draft: ${count} open decisions). DO NOT EDIT.`);
});

test('--check shows the first differing line of a stale file, exits with 1, and writes nothing', async () => {
  const folder = await temporaryFolder();
  await runCli(folder, 'generate', '2025-03-26');
  expect((await runCli(folder, 'generate', '2025-03-26', '--check')).code).toBe(0);

  await appendFile(join(folder, 'generated/2025-03-26/types.ts'), 'export type Mine = 1;\n');
  await appendFile(join(folder, 'generated/2025-03-26/validators.ts'), `\n${'/'.repeat(300)}`);
  await rm(join(folder, 'generated/2025-03-26/index.ts'));
  const before = await readTree(folder);
  const { code, stdout } = await runCli(folder, 'generate', '2025-03-26', '--check');
  expect(code).toBe(1);
  expect(stdout).toContain(`${join('generated/2025-03-26/index.ts')}  is missing`);
  expect(stdout).toMatch(/types\.ts:\d+ {2}differs\n {2}is {9}export type Mine = 1;\n {2}should be {2}\n/);
  const long =
    /validators\.ts:\d+ {2}differs\n {2}is {9}\/{200}… \(100 more characters\)\n {2}should be {2}\(the end of the file\)\n/;
  expect(stdout).toMatch(long);
  expect(await readTree(folder)).toEqual(before);
});

test('an edited file is kept, and replaced with --force', async () => {
  const folder = await temporaryFolder();
  await runCli(folder, 'generate', '2025-03-26');
  const pristine = await readTree(folder);
  await appendFile(join(folder, 'generated/2025-03-26/types.ts'), 'export type Mine = 1;\n');

  const refused = await runCli(folder, 'generate', '2025-03-26');
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('2025-03-26/types.ts was edited');
  expect(refused.stderr).toContain('--force');

  expect((await runCli(folder, 'generate', '2025-03-26', '--force')).code).toBe(0);
  expect(await readTree(folder)).toEqual(pristine);
});

test('broken output can be generated again', async () => {
  const folder = await temporaryFolder();
  await runCli(folder, 'generate', '2025-03-26');
  const pristine = await readTree(folder);
  for (const path of Object.keys(pristine)) await writeFile(join(folder, path), 'export const = <<<<<<<');
  expect((await runCli(folder, 'generate', '2025-03-26', '--force')).code).toBe(0);
  expect(await readTree(folder)).toEqual(pristine);
});

test('--json prints one object and nothing else', async () => {
  const folder = await temporaryFolder();
  const written = await runCli(folder, 'generate', '2025-03-26', '--json');
  expect(written).toMatchObject({ code: 0, stderr: '' });
  const summary = { out: 'generated', revisions: [{ id: '2025-03-26', definitions: 83 }] };
  expect(JSON.parse(written.stdout)).toMatchObject({ ...summary, removed: [], unchanged: 0 });

  await appendFile(join(folder, 'generated/2025-03-26/types.ts'), '// mine\n');
  const checked = await runCli(folder, 'generate', '2025-03-26', '--json', '--check');
  expect(checked).toMatchObject({ code: 1, stderr: '' });
  const findings = [{ kind: 'stale', path: '2025-03-26/types.ts', actual: '// mine', expected: '' }];
  expect(JSON.parse(checked.stdout)).toMatchObject({ ...summary, findings });
});

test('an output folder that cannot be written gets a clear error', async () => {
  const folder = await temporaryFolder({ generated: 'a file' });
  const { code, stderr } = await runCli(folder, 'generate', '2025-03-26');
  expect(code).toBe(2);
  expect(stderr).toContain('a part of the path is a file, not a folder');
  expect(await readTree(folder)).toEqual({ generated: 'a file' });
});

test('the problems of all schemas are printed once, with their places and remedies, and nothing is written', async () => {
  const folder = await temporaryFolder({
    'schema/2024-11-05/schema.ts': 'export type A = symbol;\n\nexport type C = bigint;\n',
    'schema/2025-03-26/schema.ts': 'export interface {',
  });
  const before = await readTree(folder);
  const { code, stdout, stderr } = await runCli(folder, 'generate', '--schema', 'schema');
  expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
  const places = stderr.match(/^schema\S+:\d+:\d+(?= )/gm) ?? [];
  expect(new Set(places).size).toBe(places.length);
  expect(places).toContain(`${join('schema/2024-11-05/schema.ts')}:3:17`);
  expect(places).toContain(`${join('schema/2025-03-26/schema.ts')}:1:18`);
  expect(stderr).toMatch(/error: \d+ problems in the schema\. Nothing was written\.\n$/);
  expect(stderr).not.toMatch(/^ {4}at /m);
  expect(await readTree(folder)).toEqual(before);

  const json = await runCli(folder, 'generate', '--schema', 'schema', '--json');
  expect(json.code).toBe(3);
  const { error } = JSON.parse(json.stdout) as { error: { problems: object[] } };
  const first = { file: join('schema/2024-11-05/schema.ts'), line: 1, column: 17 };
  expect(error.problems[0]).toMatchObject(first);
  expect(Object.keys(error.problems[0] ?? {}).sort()).toEqual(['column', 'file', 'line', 'message', 'remedy']);
});
