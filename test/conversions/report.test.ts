import { test } from 'vitest';
import { expectGolden } from '../support/golden.js';
import { REVISION_IDS } from '../support/schemas.js';
import { report } from './report.js';

test('docs/conversions.md lists what each revision can express', async () => {
  await expectGolden('docs', [{ path: 'conversions.md', text: await report(REVISION_IDS, 300, 20261121) }]);
});
