/** The summary counts structures by the stage that they reach, and groups the reasons for which others stop. */

import { expect, test } from 'vitest';
import { describeSummary, describeVersion, summarize, type Judged } from '../../../scripts/history/report.mjs';

const VERSIONS: readonly Judged[] = [
  {
    name: 'a',
    group: 'draft',
    structure: '1',
    reached: undefined,
    problems: ['A is declared twice, first in line 4', 'B'],
    messages: undefined,
    seconds: {},
    tried: 'roundTrip',
  },
  {
    name: 'b',
    group: 'draft',
    structure: '2',
    reached: undefined,
    problems: ['A is declared twice, first in line 7'],
    schemaErrors: ['schema.ts(4,1): TS2300 Duplicate identifier A'],
    messages: undefined,
    seconds: {},
    tried: 'roundTrip',
  },
  {
    name: 'c',
    group: 'draft',
    structure: '3',
    reached: 'oracle',
    problems: [
      'sdk/src/a.ts(3,4): error TS2322: no',
      'sdk/src/a.ts(9,4): error TS1: no',
      'sdk/src/b.ts(1,1): error TS1: no',
    ],
    seconds: {},
    tried: 'roundTrip',
    messages: [{ id: 'request x from the client', problem: 'odd' }],
    differing: ['Tool'],
  },
  {
    name: 'd',
    group: 'draft',
    structure: '4',
    reached: 'roundTrip',
    problems: [],
    seconds: {},
    tried: 'roundTrip',
    messages: [{ id: 'request y from the client', problem: undefined }],
    differing: [],
  },
  {
    name: 'e',
    group: 'draft',
    structure: '4',
    reached: 'roundTrip',
    problems: [],
    seconds: {},
    tried: 'roundTrip',
    messages: [{ id: 'request y from the client', problem: undefined }],
    equals: 'd',
  },
  {
    name: 'f',
    group: 'proposal',
    isMergeable: true,
    structure: '4',
    reached: 'roundTrip',
    problems: [],
    seconds: {},
    tried: 'roundTrip',
    messages: [],
    equals: 'd',
  },
];

/** The structures of which it is known whether they reach each stage. */
const tried = (known: number) => ({ adopted: known, generated: known, oracle: known, built: known, roundTrip: known });

test('structures are counted once, and reasons that are equal but for places are one', () => {
  expect(summarize(VERSIONS, 'roundTrip')).toEqual({
    rows: [
      {
        row: 'draft',
        versions: 5,
        distinct: 4,
        reached: { adopted: 2, generated: 2, oracle: 2, built: 1, roundTrip: 1 },
        tried: tried(4),
      },
      { row: 'proposals', versions: 1, distinct: 1, reached: tried(1), tried: tried(1) },
      { row: 'openProposals', versions: 1, distinct: 1, reached: tried(1), tried: tried(1) },
    ],
    reasons: [
      { stage: 'adopted', reason: 'A is declared twice, first in line …', count: 2, example: 'a', isSchemaError: true },
      { stage: 'built', reason: 'sdk/src/a.ts: TS2322 no', count: 1, example: 'c', isSchemaError: false },
    ],
    files: [
      { file: 'sdk/src/a.ts', count: 1 },
      { file: 'sdk/src/b.ts', count: 1 },
    ],
  });
});

test('the summary is a table, and the reasons', () => {
  expect(describeSummary(summarize(VERSIONS, 'roundTrip'), VERSIONS).split('\n')).toEqual([
    '                           versions  distinct  adopted  generated  oracle  built  roundTrip',
    'history of the draft              5         4        2          2       2      1          1',
    'proposals not merged              1         1        1          1       1      1          1',
    '  mergeable pull requests         1         1        1          1       1      1          1',
    '',
    'Of 2 versions with a schema.json, the derived JSON Schema of 1 equals it.',
    'Of 2 new messages, 1 made the round trip.',
    '',
    'Why the others stop:',
    '   2  not adopted: error of the schema: A is declared twice, first in line …  (a)',
    '   1  not built: sdk/src/a.ts: TS2322 no  (c)',
    '',
    'Sources that do not compile, and for how many structures:',
    '   1  sdk/src/a.ts',
    '   1  sdk/src/b.ts',
  ]);
});

test('the line about a version has the stage that it reaches, and why it stops there', () => {
  expect(VERSIONS.map(describeVersion)).toEqual([
    'a  none  A is declared twice, first in line … (and 1 more)',
    'b  none  A is declared twice, first in line …',
    'c  oracle  sdk/src/a.ts: TS2322 no (and 2 more); schema.json differs: Tool',
    'd  roundTrip  new messages: 1',
    'e  roundTrip  equal to d; new messages: 1',
    'f  roundTrip  equal to d',
  ]);
});

test('a long reason is cut', () => {
  const [version] = VERSIONS;
  const line = describeVersion({ ...(version as Judged), problems: ['x'.repeat(1000)] });
  expect(line).toHaveLength(`a  none  `.length + 200);
  expect(line.endsWith('…')).toBe(true);
});

test('a version that keeps the extensions of the revision before says so', () => {
  const noted = {
    ...(VERSIONS[3] as Judged),
    notes: ['extensions stay as they are: Task is declared twice, first in line 4'],
  };
  expect(describeVersion(noted)).toBe(
    'd  roundTrip  new messages: 1; extensions stay as they are: Task is declared twice, first in line …',
  );
  expect(describeSummary(summarize([noted], 'roundTrip'), [noted])).toContain(
    'Of those that reach the last stage, 1 keep the extensions of the revision before.',
  );
});

test('a structure that was not tried up to a stage does not count there', () => {
  const { rows } = summarize(VERSIONS, 'conformance');
  expect(rows[0]).toMatchObject({ reached: { conformance: 0 }, tried: { roundTrip: 4, conformance: 3 } });
  const table = describeSummary(summarize(VERSIONS, 'conformance'), VERSIONS);
  expect(table.split('\n')[1]).toMatch(/ 1 +0\/3$/);
});
