/** Which files of a revision differ if it is generated alone, where nothing is shared. Their contents are those of constructs.test.ts. */

import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { compileRevisions } from '../../generator/compileProtocols.js';
import { REVISION_IDS, ROOT } from '../support/schemas.js';

function readGenerated(path: string): string | undefined {
  const file = join(ROOT, 'generated', path);
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

test.each(REVISION_IDS)('%s', async (revision) => {
  const { files } = await compileRevisions([revision], join(ROOT, 'schema'));
  expect([...new Set(files.map(({ path }) => dirname(path)))]).toEqual([revision, 'registry']);
  // The registry always differs: it has the facts of one revision.
  const own = files.filter(({ path, text }) => dirname(path) === revision && text !== readGenerated(path));
  const paths = own.map(({ path }) => path);
  expect(paths, 'Other files depend on sharing now: if that is intended, change this list').toEqual([
    `${revision}/payloads.ts`,
    `${revision}/shapes.ts`,
    `${revision}/validators.ts`,
    `${revision}/sending.ts`,
  ]);
});
