/** A run with unchanged inputs and an unchanged output compiles nothing, and does what it would do otherwise. */

import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compileRevisions } from '../../../generator/cli/compileRevisions.js';
import { openRun } from '../../../generator/cli/lastRun.js';
import type { CompileOptions } from '../../../generator/compileProtocols.js';
import { schemaText } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const ID = '2024-11-05';

interface Result {
  readonly lines: readonly string[];
  readonly outcome: unknown;
}

class Project {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  path(...names: readonly string[]): string {
    return join(this.folder, ...names);
  }

  edit(path: string, from: string, to: string): void {
    const text = readFileSync(this.path(path), 'utf8');
    expect(text).toContain(from);
    writeFileSync(this.path(path), text.replace(from, to));
  }

  /** Runs once, and returns what is printed, and what is done. */
  async run(options: CompileOptions = {}): Promise<Result> {
    const lines: string[] = [];
    const terminal = { note: (line: string) => lines.push(line), paint: (_: string, text: string) => text };
    const { destination, ...others } = options;
    const outcome = await compileRevisions([ID], this.path('schema'), terminal as never, {
      ...others,
      destination: { folder: this.path('out'), ...destination },
    }).then(
      ({ output: { written, findings } }) => ({ written, findings }),
      (error: unknown) => (error as Error).message.replaceAll(this.folder, ''),
    );
    return { lines, outcome };
  }

  /** Changes what the record says is printed, to see whether it is used. */
  mark(): void {
    const folder = this.path('node_modules/.cache/mcp-gen');
    for (const name of readdirSync(folder)) {
      const text = readFileSync(join(folder, name), 'utf8');
      expect(text).toContain('"definitions":');
      writeFileSync(join(folder, name), text.replaceAll('"definitions":', '"definitions":9000'));
    }
  }

  /** The files of the output, with their texts. */
  output(): readonly (readonly [string, string])[] {
    const names = readdirSync(this.path('out'), { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    return files.sort().map((path) => [path.slice(this.folder.length), readFileSync(path, 'utf8')]);
  }
}

async function makeProject(modules: object = { 'node_modules/.keep': '' }): Promise<Project> {
  const folder = await temporaryFolder({
    [`schema/${ID}/schema.ts`]: `export * from './more.js';\n${schemaText(ID)}`,
    [`schema/${ID}/more.ts`]: '/** A note. */\nexport interface Note { text: string }\n',
    'extensions/tabs.ts': 'export type Tab = string;\n',
    ...modules,
  });
  return new Project(folder);
}

const isRecalled = ({ lines }: Result): boolean => lines.some((line) => line.includes(' 9000'));

test('an unchanged run prints the same, touches no file, and compiles nothing', async () => {
  const project = await makeProject();
  const first = await project.run();
  const path = project.path('out', ID, 'types.ts');
  const before = statSync(path).mtimeMs;
  const again = await project.run();
  const files = readdirSync(project.path('out', ID)).length;
  expect(again).toEqual({
    lines: first.lines,
    outcome: { written: { written: [], removed: [], unchanged: expect.any(Number) as number } },
  });
  expect(first.lines[0]).toContain(`${files} files`);
  project.mark();
  expect(isRecalled(await project.run())).toBe(true);
  expect(isRecalled(await project.run({ destination: { folder: project.path('out'), check: true } }))).toBe(true);
  expect(isRecalled(await project.run({ onPhase: () => undefined }))).toBe(false);
  expect(statSync(path).mtimeMs).toBe(before);
});

test.each<[string, (project: Project) => void, CompileOptions?]>([
  ['the docs of a definition', (project) => project.edit(`schema/${ID}/schema.ts`, '/**', '/** More words.')],
  ['a module', (project) => project.edit(`schema/${ID}/more.ts`, 'text', 'words')],
  ['a table', (project) => writeFileSync(project.path('schema/overrides.json'), '{ "methods": 1 }')],
  ['an output that was edited', (project) => project.edit(`out/${ID}/types.ts`, 'interface Note', 'interface Notes')],
  [
    'an output that is checked',
    (project) => project.edit(`out/${ID}/types.ts`, 'interface Note', 'interface Notes'),
    { destination: { folder: 'out', check: true } },
  ],
  ['an output that is missing', (project) => rmSync(project.path('out', ID, 'types.ts'))],
  [
    'an output that is a folder',
    (project) => {
      rmSync(project.path('out', ID, 'types.ts'));
      mkdirSync(project.path('out', ID, 'types.ts'));
    },
  ],
  ['the target', () => undefined, { target: 'json-schema' }],
  ['the completeness', () => undefined, { completeness: 'draft' }],
  [
    'a file whose name is another',
    (project) => {
      writeFileSync(project.path('schema', ID, 'more.d.ts'), 'export interface Other {}');
    },
  ],
])('is compiled again: %s', async (_, change, options = {}) => {
  const [project, without] = [await makeProject(), await makeProject({})];
  for (const each of [project, without]) await each.run();
  project.mark();
  change(project);
  change(without);
  const to = (each: Project): CompileOptions =>
    options.destination ? { ...options, destination: { ...options.destination, folder: each.path('out') } } : options;
  const result = await project.run(to(project));
  expect(isRecalled(result)).toBe(false);
  expect(result).toEqual(await without.run(to(without)));
  expect(project.output()).toEqual(without.output());
});

test('a file that is left over is removed, and reported, although nothing is compiled', async () => {
  const project = await makeProject();
  await project.run();
  project.mark();
  const path = project.path('out', ID, 'old.ts');
  writeFileSync(path, readFileSync(project.path('out', ID, 'types.ts')));
  const checked = await project.run({ destination: { folder: project.path('out'), check: true } });
  expect([isRecalled(checked), checked.outcome]).toEqual([
    true,
    { findings: [{ kind: 'extra', path: `${ID}/old.ts` }] },
  ]);
  const removed = await project.run();
  expect([isRecalled(removed), removed.outcome]).toMatchObject([true, { written: { removed: [`${ID}/old.ts`] } }]);
});

test('inputs that change during a run are not remembered, and a check remembers nothing', async () => {
  const project = await makeProject();
  const options = { destination: { folder: project.path('out') } };
  const open = () => openRun<string>([ID], project.path('schema'), options);
  const run = await open();
  project.edit(`schema/${ID}/more.ts`, 'A note', 'Another note');
  await run?.remember('changed', []);
  project.edit(`schema/${ID}/more.ts`, 'Another note', 'A note');
  expect(await (await open())?.recall()).toBeUndefined();
  await run?.remember('the same', []);
  expect(await (await open())?.recall()).toEqual({ summary: 'the same', files: [] });
  rmSync(project.path('node_modules/.cache'), { recursive: true });
  await project.run({ destination: { folder: project.path('out'), check: true } });
  expect(readdirSync(project.path('node_modules'))).toEqual(['.keep']);
});

test('a run is not remembered without node_modules, with a target of a project, or with inputs that cannot be listed', async () => {
  const project = await makeProject();
  const destination = { folder: project.path('out') };
  const open = (options: CompileOptions) => openRun([ID], project.path('schema'), options);
  expect(await open({ destination })).toBeDefined();
  expect(await open({})).toBeUndefined();
  expect(await open({ destination, target: { name: 'mine', emit: () => [] } })).toBeUndefined();
  expect(await open({ destination, extensions: [{ file: project.path('extensions/tabs.ts') }] })).toBeDefined();
  expect(await open({ destination, extensions: [{ file: project.path('absent/tabs.ts') }] })).toBeUndefined();
  symlinkSync(project.path('extensions'), project.path('schema/link'));
  expect(await open({ destination })).toBeUndefined();
  const { folder } = await makeProject({});
  expect(await openRun([ID], join(folder, 'schema'), { destination: { folder: join(folder, 'out') } })).toBeUndefined();
});
