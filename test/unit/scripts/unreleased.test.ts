import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unreleasedIn } from '../../../scripts/unreleased.mjs';
import { ROOT } from '../../support/schemas.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';

test('this repository contains no draft', () => {
  expect(unreleasedIn(ROOT)).toEqual([]);
});

test('a draft is found by its record, and by the definition that is generated for it', async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, 'schema'));
  await mkdir(join(folder, 'generated/draft'), { recursive: true });
  await writeFile(join(folder, 'generated/draft/served.ts'), '');
  const records = [
    { id: '2026-07-28', status: 'released' },
    { id: 'draft', status: 'draft' },
  ];
  await writeFile(join(folder, 'schema/revisions.json'), JSON.stringify(records));
  expect(unreleasedIn(folder)).toEqual(['schema/revisions.json: draft', 'generated/draft/served.ts']);
});
