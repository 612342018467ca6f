/** The page has what each group of versions, and each proposal, reaches. */

import { expect, test } from 'vitest';
import { pageOf } from '../../../scripts/history/page.mjs';
import { summarize, type Judged } from '../../../scripts/history/report.mjs';

const version = (name: string, rest: Partial<Judged>): Judged => ({
  name,
  group: 'draft',
  structure: name,
  reached: 'roundTrip',
  problems: [],
  messages: [],
  seconds: { built: 4 },
  tried: 'roundTrip',
  ...rest,
});

const VERSIONS: readonly Judged[] = [
  version('2025-05-01-aaaaaaaa', { after: '2025-03-26' }),
  version('2025-05-02-bbbbbbbb', {
    after: '2025-03-26',
    reached: undefined,
    problems: ["Cannot find name 'A | B'"],
    schemaErrors: ['schema.ts(1,1): TS2304'],
    seconds: { built: 2 },
  }),
  version('pull-12', { group: 'proposal', reached: 'oracle', problems: ['a.ts(1,1): error TS1: no'] }),
  version('pull-12-rebased', { group: 'rebased', tried: undefined, reached: undefined, seconds: {} }),
  version('name/of-a-branch', { group: 'proposal', structure: 'other' }),
];

const page = pageOf(VERSIONS, summarize(VERSIONS, 'conformance'), { commit: 'cccccccc', date: '2025-06-01' });
const lines = page.split('\n');

test('groups of versions, and versions by the release before them', () => {
  expect(page).toContain('commit `cccccccc` of the specification, of 2025-06-01');
  expect(lines).toContain('| all versions of the draft | 2 | 2 | 1 | 1 | 1 | 1 | 1 | 0 / 1 |');
  expect(lines).toContain('| 2025-03-26 | 2 | 2 | 1 | 1 | 1 | 1 | 1 | 0 / 1 |');
  expect(lines).toContain('| proposals on the present draft | 1 | 1 | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 0 | 0 / 0 |');
});

test('reasons, with the errors of schemas marked, and without breaking the table', () => {
  expect(lines).toContain(
    String.raw`| ${'`adopted`'} | **Error of the schema**: ${'`'}Cannot find name 'A \| B'${'`'} | 1 | 2025-05-02-bbbbbbbb |`,
  );
  expect(lines).toContain('| `built` | `a.ts: TS1 no` | 1 | #12 |');
});

test('proposals by number alone', () => {
  expect(lines).toContain('| #12 | `oracle` | not tried | `a.ts: TS1 no` |');
  expect(lines).toContain('| a branch | `roundTrip`, the last one tried | conflict |  |');
  expect(page).not.toContain('name/of');
});

test('the mean duration of each stage', () => {
  expect(lines).toContain('| `built` | 4 | 3.5 |');
});
