/** Versions of the draft schema are read from a repository, and those with equal structure are found. */

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Repository, RepositoryError } from '../../../scripts/history/repository.mjs';
import { Results, type Derived } from '../../../scripts/history/results.mjs';
import { extract, groupEqual } from '../../../scripts/history/structures.mjs';
import { runProgram, runScript } from '../../support/runCli.js';
import { ROOT, schemaText } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const SCHEMA = 'schema/draft/schema.ts';

/** A file with lines far enough apart for changes that do not conflict. */
function linesWith(changes: { readonly [line: number]: string } = {}): string {
  return Array.from({ length: 20 }, (_, index) => `${changes[index] ?? `line ${index}`}\n`).join('');
}

/** A repository with a main branch, and what is done there. */
class TestRepository {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  async git(...args: readonly string[]): Promise<string> {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', '-c', 'commit.gpgsign=false'];
    const { code, stdout, stderr } = await runProgram(this.folder, 'git', [...identity, ...args]);
    if (code !== 0) throw new Error(stderr);
    return stdout.trim();
  }

  async commit(subject: string, files: { readonly [path: string]: string }): Promise<string> {
    for (const [path, text] of Object.entries(files)) {
      await mkdir(join(this.folder, path, '..'), { recursive: true });
      await writeFile(join(this.folder, path), text);
    }
    await this.git('add', '.');
    await this.git('commit', '--quiet', '--message', subject);
    return this.git('rev-parse', 'HEAD');
  }

  /** Commits on a branch of its own that begins at a commit, and stores it as a pull request. */
  async pull(number: number, from: string, files: { readonly [path: string]: string }): Promise<void> {
    await this.git('checkout', '--quiet', '--detach', from);
    const tip = await this.commit(`Propose ${number}`, files);
    await this.git('update-ref', `refs/pull/${number}/head`, tip);
    await this.git('checkout', '--quiet', 'main');
  }
}

describe('a repository', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
    const repository = new TestRepository(folder);
    await repository.git('init', '--quiet', '--initial-branch', 'main');
    const first = await repository.commit('Begin', { [SCHEMA]: linesWith(), 'schema/draft/schema.json': '{}' });
    await repository.commit('Write about it (#4)', { 'README.md': 'about', 'schema/2025-03-26/schema.ts': '' });
    await repository.commit('Change the draft', { [SCHEMA]: linesWith({ 1: 'changed' }) });
    await repository.pull(1, first, { [SCHEMA]: linesWith({ 15: 'proposed' }) });
    await repository.pull(2, first, { [SCHEMA]: linesWith({ 1: 'in conflict' }) });
    await repository.pull(3, first, { 'README.md': 'not the schema' });
    await repository.pull(4, first, { [SCHEMA]: linesWith({ 18: 'squashed' }) });
    await repository.git('update-ref', 'refs/pull/2/merge', 'refs/pull/2/head');
    await repository.git('branch', 'other/idea', 'refs/pull/1/head');
  });

  afterAll(() => rm(folder, { recursive: true, maxRetries: 3 }));

  test('has each version of the draft on the main branch with the release before it, oldest first', () => {
    const drafts = new Repository(folder).drafts();
    expect(drafts.map(({ script, json, after }) => [script, json, after])).toEqual([
      [linesWith(), '{}', undefined],
      [linesWith({ 1: 'changed' }), '{}', '2025-03-26'],
    ]);
    for (const { name } of drafts) expect(name).toMatch(/^\d{4}-\d\d-\d\d-[\da-f]{8}$/);
  });

  test('has the proposals that are not merged and change the draft, and the same on the present draft', () => {
    expect(new Repository(folder).proposals().map(({ json: _, ...proposal }) => proposal)).toEqual([
      { name: 'pull-1', group: 'proposal', isMergeable: false, script: linesWith({ 15: 'proposed' }) },
      { name: 'pull-2', group: 'proposal', isMergeable: true, script: linesWith({ 1: 'in conflict' }) },
      {
        name: 'pull-1-rebased',
        group: 'rebased',
        isMergeable: false,
        after: '2025-03-26',
        script: linesWith({ 1: 'changed', 15: 'proposed' }),
      },
    ]);
  });

  test('has each change of a schema that was there before, with both versions and the release before', () => {
    const changes = new Repository(folder).schemaChanges();
    expect(changes.map(({ date: _, commit: __, ...change }) => change)).toEqual([
      {
        subject: 'Change the draft',
        revision: 'draft',
        before: { script: linesWith(), json: '{}' },
        after: { script: linesWith({ 1: 'changed' }), json: '{}' },
        release: '2025-03-26',
        older: '',
      },
    ]);
  });
});

describe('bad input is an error', () => {
  test('a folder that is not a repository, has no commit, or no draft schema', async () => {
    const folder = await temporaryFolder();
    const error = (message: string) => new RepositoryError(`${folder} ${message}`);
    expect(() => new Repository(folder)).toThrow(error('is not a Git repository'));
    const repository = new TestRepository(folder);
    await repository.git('init', '--quiet', '--initial-branch', 'main');
    expect(() => new Repository(folder)).toThrow(error('has no commit that HEAD names'));
    await repository.commit('Begin', { 'README.md': 'about' });
    expect(() => new Repository(folder)).toThrow(error(`has no ${SCHEMA} in its history`));
  });

  test.each<[readonly string[], string]>([
    [[], '--repository is required'],
    [['--repository', 'missing'], 'missing is not a Git repository'],
    [
      ['--repository', '.', '--stage', 'sold'],
      '--stage must be one of adopted, generated, oracle, built, roundTrip, conformance, not "sold"',
    ],
    [['--repository', '.', '--unknown'], "Unknown option '--unknown'"],
    [['--repository', '.', '--write', 'none/history.md'], '--write: none does not exist'],
  ])('%j: one line and exit code 2', async (args, message) => {
    await expectRefused('history', args, message);
  });

  test.each<[readonly string[], string]>([
    [[], '--repository is required'],
    [['--repository', 'missing'], 'missing is not a Git repository'],
    [['--unknown'], "Unknown option '--unknown'"],
  ])('linting its history, %j: one line and exit code 2', async (args, message) => {
    await expectRefused('lintHistory', args, message);
  });

  /** Expects a script to end with one line that has a message. */
  async function expectRefused(script: string, args: readonly string[], message: string): Promise<void> {
    const folder = await temporaryFolder();
    const program = [join(ROOT, `scripts/${script}.mjs`), ...args];
    // Once as a program of its own.
    const { code, stdout, stderr } = await (args.length === 0
      ? runProgram(folder, process.execPath, program)
      : runScript(folder, `scripts/${script}/cli.mjs`, ...args));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(stderr.trimEnd()).not.toContain('\n');
  }
});

test('what was derived in an earlier run is not derived again', async () => {
  const folder = await temporaryFolder();
  const version = { name: 'v', group: 'draft', script: schemaText('2026-07-28'), after: '2026-07-28' } as const;
  const results = new Results();
  const first = await extract(version, folder, results);
  const derived: Derived[] = [];
  const known = Object.assign(new Results(), {
    derivedFrom: () => ({ structure: 'known' }),
    addDerived: (_: string, each: Derived) => void derived.push(each),
  });
  expect(await extract(version, folder, results)).toEqual(first);
  expect(await extract(version, folder, known)).toMatchObject({ structure: 'known', path: first.path });
  expect(derived).toEqual([]);
});

test('versions after different releases are not equal', async () => {
  const folder = await temporaryFolder();
  const script = schemaText('2026-07-28');
  const extracted = await Promise.all(
    [undefined, '2025-11-25', '2026-07-28', '2026-07-28'].map((after, index) =>
      extract({ name: `v${index}`, group: 'draft', script, after }, folder),
    ),
  );
  expect(groupEqual(extracted).map(({ equals }) => equals)).toEqual([undefined, undefined, undefined, 'v2']);
});

test('versions that differ in prose alone have one structure', async () => {
  const folder = await temporaryFolder();
  const text = schemaText('2026-07-28');
  const scripts = [text, `${text}\n// prose`, text.replace("'user' | 'assistant'", "'user'"), 'export type A = B;'];
  const extracted = await Promise.all(
    scripts.map((script, index) => extract({ name: `v${index}`, group: 'draft', script, json: '{' }, folder)),
  );
  const grouped = groupEqual(extracted);
  expect(grouped.map(({ equals }) => equals)).toEqual([undefined, 'v0', undefined, undefined]);
  expect(grouped.map(({ differing }) => differing)).toEqual([undefined, undefined, undefined, undefined]);
});

test('definitions that differ from the schema.json are named', async () => {
  const folder = await temporaryFolder();
  const script =
    'export interface Point {\n  x: number;\n}\nexport type Name = Same<string>;\nexport type Same<T> = T;\n';
  const json = JSON.stringify({
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $defs: {
      Point: { type: 'object', properties: { x: { type: 'string' } } },
      Name: { type: 'string' },
      Same: {},
      T: {},
    },
  });
  const { differing } = await extract({ name: 'v', group: 'draft', script, json }, folder);
  expect(differing).toEqual(['Point']);
});
