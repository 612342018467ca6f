/** A build beside running programs does not write unchanged files again. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bundle } from '../../../scripts/bundle.mjs';
import { ROOT } from '../../support/schemas.js';

test('files that stay the same are not written', async () => {
  const client = join(ROOT, 'auth/dist/client.js');
  const { mtimeMs } = statSync(client);
  expect(await bundle('auth', ROOT)).toContain('client.js');
  expect(statSync(client).mtimeMs).toBe(mtimeMs);
});
