/** What is on record of the revisions. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SchemaProblems } from '../../../generator/problems.js';
import { readRevisions } from '../../../generator/read/revisions.js';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const file = { path: 'schema/r/schema.ts', sha256: '0'.repeat(64) };
const row = { id: 'r', status: 'released', era: 'session', batching: false, schema: file, jsonSchema: file };

async function read(text: string): Promise<unknown> {
  return readRevisions(await temporaryFolder({ 'revisions.json': text }));
}

test("the project's own record", async () => {
  const rows = await readRevisions(join(ROOT, 'schema'));
  expect(rows.map(({ id }) => id)).toContain('2025-03-26');
});

test('rows come as they are, in their order', async () => {
  const rows = [row, { ...row, id: 'a' }];
  expect(await read(JSON.stringify(rows))).toEqual(rows);
});

test.each([
  ['id', '..'],
  ['id', '../up'],
  ['id', ''],
  ['id', undefined],
  ['status', 1],
  ['era', null],
  ['batching', 'no'],
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
  ['', 'Not JSON: Unexpected end'],
  ['{', 'Not JSON: Expected property name'],
  ['{}', 'Not a list of objects'],
  ['[1]', 'Not a list of objects'],
  ['[null]', 'Not a list of objects'],
])('a file that holds %j has one problem: %s', async (text, message) => {
  const error = await read(text).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(SchemaProblems);
  expect((error as SchemaProblems).problems).toMatchObject([{ message: expect.stringContaining(message) }]);
});

test('a file that is missing is not reported as a schema problem', async () => {
  await expect(readRevisions(await temporaryFolder())).rejects.toMatchObject({ code: 'ENOENT' });
});

test('all that is wrong, at once', async () => {
  const error = await read(JSON.stringify([{}])).catch((error: unknown) => error);
  expect((error as SchemaProblems).problems).toHaveLength(6);
});
