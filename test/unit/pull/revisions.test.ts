/** What is on record of the revisions. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SchemaProblems } from '../../../generator/problems.js';
import { readRevisions } from '../../../generator/read/revisions.js';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const file = { path: 'schema/r/schema.ts', sha256: '0'.repeat(64) };
const rowWithoutJson = {
  id: 'r',
  status: 'released',
  era: 'session',
  batching: { allowed: false, source: 'a page' },
  metadataKeys: { stated: true, source: 'a page' },
  dialect: '2020-12',
  schema: file,
};
const row = { ...rowWithoutJson, jsonSchema: file };

async function read(text: string): Promise<unknown> {
  return readRevisions(await temporaryFolder({ 'revisions.json': text }));
}

test("the project's own record", async () => {
  const rows = await readRevisions(join(ROOT, 'schema'));
  expect(rows.map(({ id }) => id)).toContain('2025-03-26');
});

test('rows come as they are, in their order', async () => {
  const rows: object[] = [row, { ...rowWithoutJson, id: 'a', withoutUnions: ['A'], guessedFrom: 'r', open: ['era'] }];
  expect(await read(JSON.stringify(rows))).toEqual(rows);
});

test.each([
  ['id', '..'],
  ['id', '../up'],
  ['id', ''],
  ['id', undefined],
  ['status', 1],
  ['era', null],
  ['era', 'epoch'],
  ['batching', false],
  ['batching', { allowed: 'no', source: '' }],
  ['metadataKeys', { stated: true }],
  ['dialect', 'draft-04'],
  ['withoutUnions', 'ServerRequest'],
  ['open', [1]],
  ['schema', { ...file, path: '../x' }],
  ['schema', { ...file, path: '/x' }],
  ['schema', { ...file, path: 'https://example.com/x' }],
  ['schema', { ...file, path: 'a//b' }],
  ['jsonSchema', { ...file, sha256: 'A'.repeat(64) }],
  ['jsonSchema', { ...file, sha256: undefined }],
  ['jsonSchema', 'schema.json'],
])('a row whose %s is %j', async (property, value) => {
  await expect(read(JSON.stringify([row, { ...row, [property]: value }]))).rejects.toThrow(
    `"${property}" of row 2 is not`,
  );
});

test.each([
  ['', 'Invalid JSON: Unexpected end'],
  ['{', 'Invalid JSON: Expected property name'],
  ['{}', 'Expected an array of objects'],
  ['[1]', 'Expected an array of objects'],
  ['[null]', 'Expected an array of objects'],
])('a file that holds %j has one problem: %s', async (text, message) => {
  const error = await read(text).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(SchemaProblems);
  expect((error as SchemaProblems).problems).toMatchObject([{ message: expect.stringContaining(message) }]);
});

test('an unknown property, with those that exist', async () => {
  const error = await read(JSON.stringify([{ ...row, opne: [] }])).catch((error: unknown) => error);
  expect((error as SchemaProblems).problems).toMatchObject([
    { message: 'Unknown property "opne" of row 1', remedy: expect.stringContaining('guessedFrom, open') as unknown },
  ]);
});

test('a file that is missing is not reported as a schema problem', async () => {
  await expect(readRevisions(await temporaryFolder())).rejects.toMatchObject({ code: 'ENOENT' });
});

test('all that is wrong, at once', async () => {
  const error = await read(JSON.stringify([{}])).catch((error: unknown) => error);
  expect((error as SchemaProblems).problems).toHaveLength(7);
});
