/** All of generated/ is what the generator makes now, wherever and however often it runs. */

import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { compileRevisions } from '../../generator/compileProtocols.js';
import { listRevisions } from '../../generator/read/loadSchema.js';
import type { GeneratedFile } from '../../generator/targets/file.js';
import { expectCommitted } from '../support/golden.js';
import { REVISION_IDS as revisions, ROOT, schemaText } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

/** What is generated. */
let files: readonly GeneratedFile[];

beforeAll(async () => {
  ({ files } = await compileRevisions(revisions, join(ROOT, 'schema')));
});

test('every revision with a schema is generated', async () => {
  expect(await listRevisions(join(ROOT, 'schema'))).toEqual(revisions);
});

test('the committed files are the generated ones', async () => {
  await expectCommitted('generated', files, 'npm run generate');
});

test('a second run gives the same texts, from schemas in another folder', async () => {
  const elsewhere = await temporaryFolder();
  await cp(join(ROOT, 'schema'), elsewhere, { recursive: true });
  expect((await compileRevisions(revisions, elsewhere)).files).toEqual(files);
});

test('nothing tells where or when it was generated', () => {
  const moments = (text: string): readonly string[] => text.match(/\d{4}-\d{2}-\d{2}|\d\d:\d\d:\d\d/g) ?? [];
  const known = new Set([...revisions, ...revisions.flatMap((revision) => moments(schemaText(revision)))]);
  expect(files.flatMap(({ text }) => moments(text)).filter((moment) => !known.has(moment))).toEqual([]);
  const telling = files.filter(({ text }) => text.includes(ROOT) || /\/(home|Users|tmp)\//.test(text));
  expect(telling.map(({ path }) => path)).toEqual([]);
});
