/** What the packages cost stays within limits: bytes, files, packages, types, and allocations. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/schemas.js';

const run = promisify(execFile);

test('what the packages cost is within its limits', async () => {
  const failed = (error: unknown): unknown => error;
  // Each figure that is not has a line on stderr, with what to do.
  await expect(run(process.execPath, [join(ROOT, 'scripts/budget.mjs')]).catch(failed)).resolves.toMatchObject({
    stderr: '',
  });
});
