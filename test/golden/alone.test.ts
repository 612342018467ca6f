/** The complete output of revisions that are generated alone: nothing is shared. */

import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { compileRevisions } from '../../generator/compile.js';
import { formatFiles } from '../../generator/write/formatFiles.js';
import { expectGolden } from '../support/golden.js';
import { ROOT } from '../support/schemas.js';

test.each(['2024-11-05', '2025-03-26'])('%s', async (revision) => {
  const { files } = await compileRevisions([revision], join(ROOT, 'schema'));
  expect([...new Set(files.map(({ path }) => dirname(path)))]).toEqual([revision]);
  await expectGolden('test/golden/alone', await formatFiles(files));
});
