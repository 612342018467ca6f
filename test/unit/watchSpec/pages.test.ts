/** The pages about what is coming, for a small invented specification. */

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Validator } from '@cfworker/json-schema';
import { beforeAll, describe, expect, test } from 'vitest';
import { deriveDefinitions } from '../../../generator/json-schema/deriveJsonSchema.js';
import { loadProtocol } from '../../../generator/protocols.js';
import { stagesUpTo, withoutFolder } from '../../../scripts/watchSpec/judging.mjs';
import { filesOf, type Facts } from '../../../scripts/watchSpec/pages.mjs';
import { Smallest } from '../../../scripts/watchSpec/smallest.mjs';
import { expectCommitted, expectGolden, type MadeFile } from '../../support/golden.js';
import { readProjectFile, REVISION_IDS, ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { filesIn, SPECIFICATION, watchSpec, watchSpecProcess, writeProposals } from './command.js';

let files: readonly MadeFile[];

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mcp-gen-test-'));
  const out = join(folder, 'coming');
  const proposals = await writeProposals(join(folder, 'proposals'));
  const { code, stderr } = await watchSpecProcess('--from', SPECIFICATION, '--proposals', proposals, '--out', out);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  files = await filesIn(out);
  await rm(folder, { recursive: true });
});

const textOf = (path: string): string => files.find((file) => file.path === path)?.text ?? '';

test('the pages are those that are committed', async () => {
  await expectGolden('test/golden/watchSpec', files);
});

test('a proposal that cannot be compiled has a page with the reason, and the others have theirs', () => {
  expect(textOf('broken.md')).toContain("Cannot find name 'Icon'");
  expect(textOf('proposal-4001.md')).toContain('`weight`');
  expect(textOf('index.md')).toContain('[Proposal broken](broken.md)');
});

test('the facts of the pages are plain data: they make the same pages again', () => {
  const made = filesOf(JSON.parse(textOf('coming.json')) as Facts);
  expect(made.toSorted((a, b) => (a.path < b.path ? -1 : 1))).toEqual(files);
});

test('what is printed without a folder is the index page, or the facts', async () => {
  const source = ['--from', SPECIFICATION, '--proposals', await writeProposals(await temporaryFolder())] as const;
  expect((await watchSpec(...source)).stdout).toBe(textOf('index.md'));
  expect((await watchSpec(...source, '--json')).stdout).toBe(textOf('coming.json'));
});

type Stages = NonNullable<Facts['subjects'][number]['stages']>;

describe('what a page says about the stages', () => {
  const PROBLEM = "sdk/src/client/client.ts(268,85): error TS2345: 'string' is not 'number'.";
  const stages: Stages = { reached: 'roundTrip', last: 'roundTrip', problems: [], messages: [], notes: [] };

  /** Returns the section of a page of the draft with these stages. */
  function sectionWith(reached: Partial<Stages>, before?: true): string {
    const facts = JSON.parse(textOf('coming.json')) as Facts;
    const [draft] = facts.subjects;
    if (draft === undefined) throw new Error('The facts have no draft');
    const subject = { ...draft, ...(before && { before }), stages: { ...stages, ...reached } };
    const page = filesOf({ ...facts, subjects: [subject] }).find(({ path }) => path === 'draft.md')?.text ?? '';
    return /## In the SDK of this project\n\n(.*?)\n\nPrograms reach/s.exec(page)?.[1] ?? '';
  }

  test('it reached the last one', () => {
    const messages = [{ id: 'a' }, { id: 'b', problem: 'lost' }];
    expect(sectionWith({ messages })).toBe(
      'Reached: servers, clients, hosts, and the bridge work with it, which is the last stage that was tried. ' +
        '1 of 2 round trips of new messages arrive unchanged.',
    );
  });

  test('something stops it, in files that a person has to change', () => {
    const notes = ['extensions stay as they are: a\nb'];
    expect(sectionWith({ reached: 'generated', problems: [PROBLEM, PROBLEM], notes })).toBe(
      [
        'Reached: code is generated from it.',
        'What stops it there:',
        [PROBLEM, PROBLEM].map((problem) => `- ${problem}`).join('\n'),
        'Note: extensions stay as they are: a.',
        'Files that a person has to change: `sdk/src/client/client.ts`.',
      ].join('\n\n'),
    );
  });

  test('it is an extension', () => {
    const facts = JSON.parse(textOf('coming.json')) as Facts;
    const extension = facts.subjects.find(({ kind }) => kind === 'extension');
    if (extension === undefined) throw new Error('The facts have no extension');
    const page = filesOf({ ...facts, subjects: [{ ...extension, stages }] }).find(
      ({ path }) => path === `${extension.id}.md`,
    );
    expect(page?.text).toContain('Reached: servers and clients exchange its messages by the generated tables');
  });

  test('its draft is older', () => {
    const section = sectionWith({ reached: 'generated', problems: [PROBLEM] }, true);
    expect(section).toContain('has to be brought up to date with the newest draft');
    expect(section).not.toContain('client.ts');
  });

  test('an earlier run has tried further stages than this one', () => {
    const further = { reached: 'roundTrip', problems: ['scenario a of the server: no'] } as const;
    expect(stagesUpTo('built', further)).toEqual({ ...stages, reached: 'built', last: 'built' });
    expect(stagesUpTo('conformance', further)).toEqual({ ...stages, ...further, last: 'conformance' });
    expect(stagesUpTo('built', { reached: undefined, problems: [PROBLEM] })).toEqual({
      ...{ last: 'built', problems: [PROBLEM], messages: [], notes: [] },
    });
  });

  test('the folder of the copy is not named', () => {
    const folder = '/tmp/mutants-214LVu/pristine/';
    expect(withoutFolder(`a.ts(1,2): error TS2339: typeof import("${folder}runtime/src/a"). See ${folder}b.ts`)).toBe(
      'a.ts(1,2): error TS2339: typeof import("runtime/src/a"). See b.ts',
    );
  });
});

describe('the example messages', () => {
  test.each([
    { side: 'after', folder: 'draft' },
    { side: 'before', folder: '2026-07-28' },
  ] as const)('$side are valid', async ({ side, folder }) => {
    const protocol = await loadProtocol(join(SPECIFICATION, folder, 'schema.ts'), folder);
    const definitions = Object.fromEntries(deriveDefinitions(protocol.definitions, 'draft-07'));
    const { subjects } = JSON.parse(textOf('coming.json')) as Facts;
    const examples = subjects.find(({ kind }) => kind === 'draft')?.examples ?? [];
    const wrong = examples.flatMap((example) => {
      const message = example[side];
      const definition = protocol.requests
        .concat(protocol.embedded)
        .map(({ method, params, results }) => ({ method, params: params.type, result: results[0] }))
        .concat(protocol.notifications.map(({ method, params }) => ({ method, params: params.type, result: '' })))
        .find(({ method }) => method === example.method)?.[example.part];
      if (message === undefined || definition === undefined) return [];
      const validator = new Validator({ definitions, $ref: `#/definitions/${definition}` }, '7');
      return validator.validate(message[example.part] ?? {}).valid ? [] : [JSON.stringify(message)];
    });
    expect(examples.length).toBeGreaterThan(5);
    expect(wrong).toEqual([]);
  });

  test.each(REVISION_IDS)('the smallest value of each definition of %s is valid', async (revision) => {
    const protocol = await loadProtocol(join(ROOT, `schema/${revision}/schema.ts`), revision);
    const definitions = Object.fromEntries(deriveDefinitions(protocol.definitions, 'draft-07'));
    const smallest = new Smallest(definitions, revision);
    const names = Object.keys(definitions);
    const wrong = names.filter((name) => {
      const [value] = smallest.valuesOf(name);
      return !new Validator({ definitions, $ref: `#/definitions/${name}` }, '7').validate(value).valid;
    });
    expect(names.length).toBeGreaterThan(70);
    expect(wrong).toEqual([]);
  });
});

test('the pages of docs/coming are those that the command makes of the facts beside them', async () => {
  const facts = JSON.parse(readProjectFile('docs/coming/coming.json')) as Facts;
  await expectCommitted(
    'docs/coming',
    filesOf(facts),
    'npm run watch-spec -- --facts docs/coming/coming.json --out docs/coming',
  );
});

test('every rule of diff has a sentence', () => {
  const sentences = readProjectFile('scripts/watchSpec/sentences.mjs');
  const rules = [
    ...readProjectFile('generator/diff/rules.ts').matchAll(/^ {2}'?([a-z-]+)'?: \{$|^ {2}'?([a-z-]+)'?: \{ text/gm),
  ].map(([, id = '', other = '']) => id || other);
  const missing = rules.filter((id) => !new RegExp(`^  '?${id}'?:`, 'm').test(sentences));
  expect(rules.length).toBeGreaterThan(40);
  expect(missing).toEqual([]);
});
