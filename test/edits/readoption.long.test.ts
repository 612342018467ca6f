/**
 * A draft that moves after its decisions were confirmed. The edits are those of invented next revisions that open one decision: that one
 * opens again, alone.
 */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { adoptRevision } from '../../generator/adopt/adoptRevision.js';
import { checklistOf } from '../../generator/adopt/checklist.js';
import { schemaText } from '../support/schemas.js';
import { temporaryFolder, type Tree } from '../support/temporaryFolder.js';
import { all, append, rename } from './change.js';
import { NEWEST, NEXT } from './judge.js';
import { Outcomes } from './outcomes.js';
import type { Row } from './row.js';
import { HEADINGS } from './rows/index.js';

const FILES = [
  'revisions.json',
  'overrides.json',
  `${NEXT}/decisions.json`,
  `${NEXT}/fingerprints.json`,
  `${NEXT}/schema.ts`,
];

/** What the draft has of its own when its decisions are confirmed. */
const confirmedText = all(
  (text) => text.replace('export type ClientRequest =\n', 'export type ClientRequest =\n  | RankToolsRequest\n'),
  append(
    "export interface RankToolsRequest extends JSONRPCRequest { method: 'tools/rank'; params: RequestParams; }\nexport interface RankToolsResult extends Result { names: string[]; }",
  ),
);

/** A schema folder with the draft, all of its decisions confirmed. */
let made: Promise<Tree> | undefined;
const confirmed = (): Promise<Tree> => (made ??= confirm());

interface RecordedDecisions {
  readonly open?: readonly string[];
}

function openIn(schemaDir: string): readonly string[] {
  const [record] = JSON.parse(readFileSync(join(schemaDir, 'revisions.json'), 'utf8')) as readonly RecordedDecisions[];
  return record?.open ?? [];
}

async function adopt(schemaDir: string, text: string, force = true): Promise<readonly string[]> {
  await adoptRevision({ id: NEXT, files: { script: Buffer.from(text) }, schemaDir, force });
  return openIn(schemaDir).toSorted();
}

async function confirm(): Promise<Tree> {
  const schemaDir = await temporaryFolder();
  expect(await adopt(schemaDir, confirmedText(schemaText(NEWEST)), false)).toEqual(['methods/tools/rank']);
  const [record, ...others] = JSON.parse(
    readFileSync(join(schemaDir, 'revisions.json'), 'utf8'),
  ) as readonly RecordedDecisions[];
  writeFileSync(join(schemaDir, 'revisions.json'), JSON.stringify([{ ...record, open: [] }, ...others]));
  const overrides = readFileSync(join(schemaDir, 'overrides.json'), 'utf8');
  writeFileSync(join(schemaDir, 'overrides.json'), overrides.replace('"capability": null', '"capability": "tools"'));
  return Object.fromEntries(FILES.map((path) => [path, readFileSync(join(schemaDir, path), 'utf8')]));
}

const single = Object.entries(HEADINGS).flatMap(([heading, rows]: readonly [string, readonly Row[]]) =>
  rows.flatMap((row) => {
    const [decision, ...others] = row.open ?? [];
    const isNamed = decision !== undefined && /^[\w/.-]+$/.test(decision);
    const isAlone = isNamed && others.length === 0;
    return isAlone ? [{ heading, row, edit: row.edit, decision }] : [];
  }),
);

test('there are at least 30 edits of one decision', () => {
  expect(single.length).toBeGreaterThanOrEqual(30);
});

const base = confirmedText(schemaText(NEWEST));
const outcomes = new Outcomes(
  {
    base,
    judge: async (text) => ({ open: await adopt(await temporaryFolder(await confirmed()), text) }),
    statedBy: (rows) => ({ open: rows.flatMap(({ open = [] }) => open) }),
  },
  single.map(({ row }) => row),
);

describe.each(single)('$heading: $edit', ({ row, decision }) => {
  test(`opens ${decision} again, and nothing else`, async () => {
    expect(await outcomes.of(row)).toEqual({ open: [decision] });
  });
});

test('what was removed is asked once', async () => {
  const schemaDir = await temporaryFolder(await confirmed());
  const moved = confirmedText(schemaText(NEWEST)).replace(/\n {2}experimental\?: [^\n]*(?=[^]*?\n})/, '');
  expect(await adopt(schemaDir, moved)).toEqual(['removed/capabilities']);
  expect(await adopt(schemaDir, moved)).toEqual(['removed/capabilities']);
  const file = join(schemaDir, 'revisions.json');
  writeFileSync(file, readFileSync(file, 'utf8').replace('["removed/capabilities"]', '[]'));
  expect(openIn(schemaDir)).toEqual([]);
  expect(await adopt(schemaDir, moved)).toEqual([]);
});

test('a correction that starts with the draft goes with its place', async () => {
  const schemaDir = await temporaryFolder(await confirmed());
  const file = join(schemaDir, 'overrides.json');
  const errataIn = (): readonly { readonly place: string }[] =>
    (JSON.parse(readFileSync(file, 'utf8')) as { errata: { place: string }[] }).errata;
  const row = {
    place: 'RankToolsResult.names',
    correction: { kind: 'optional' },
    direction: 'received',
    from: NEXT,
    wrong: 'The names must be there.',
    reason: 'They may be missing.',
    source: 'server/tools: ranks',
  };
  const tables = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...tables, errata: [row] }));
  const text = confirmedText(schemaText(NEWEST));
  expect(await adopt(schemaDir, text)).toEqual([]);
  expect(errataIn()).toEqual([row]);
  expect(await adopt(schemaDir, text.replace('names: string[]', 'ranks: string[]'))).toEqual(['methods/tools/rank']);
  expect(errataIn()).toEqual([]);
});

test('a name stays open until the schema moves back', async () => {
  const schemaDir = await temporaryFolder(await confirmed());
  const text = confirmedText(schemaText(NEWEST));
  const renamed = rename('PaginatedRequest', 'PagedRequest')(text);
  expect(await adopt(schemaDir, renamed)).toEqual(['names/PaginatedRequest']);
  expect(await adopt(schemaDir, renamed)).toEqual(['names/PaginatedRequest']);
  const { changed } = await checklistOf(NEXT, schemaDir);
  expect(changed.flatMap(({ changes }) => changes)).toEqual(['~ name: PaginatedRequest → PagedRequest']);
  expect(await adopt(schemaDir, text)).toEqual([]);
});

test('the same text opens nothing, and a draft that moves back closes what it opened', async () => {
  const schemaDir = await temporaryFolder(await confirmed());
  const text = confirmedText(schemaText(NEWEST));
  expect(await adopt(schemaDir, text)).toEqual([]);
  const moved = text
    .replace('  names: string[];', '  names: number[];')
    .replace('{ names: string[]; }', '{ names: number[]; }');
  expect(await adopt(schemaDir, moved)).toEqual(['methods/tools/rank']);
  expect(await adopt(schemaDir, text)).toEqual([]);
});
