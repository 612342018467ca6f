import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readProjectFile, REVISION_IDS, ROOT } from '../support/schemas.js';
import { report } from './report.js';

const PATH = 'docs/conversions.md';

test('what each revision can say is as it is written down: if not, UPDATE_GOLDEN=1, and read the difference', async () => {
  const text = await report(REVISION_IDS, 300, 20261121);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(join(ROOT, PATH), text);
  expect(text).toBe(readProjectFile(PATH));
});
