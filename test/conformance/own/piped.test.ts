/** A process that is judged: how it ended, and what it said about that. */

import { expect, test } from 'vitest';
import { startProcess } from '../../../conformance/src/wire/piped.js';

const run = (code: string) => startProcess([process.execPath, '--eval', code]);

test('the end is told with the last of what was written to stderr', async () => {
  const { ended } = await run(`console.error('x'.repeat(1e6)); console.error('no settings'); process.exitCode = 3`);
  const told = await ended;
  expect(told).toMatch(/^The process ended with 3\. x+\nno settings$/);
  expect(told.length).toBeLessThan(10_000);
});

test('a process that ends without a word', async () => {
  const { ended } = await run('');
  await expect(ended).resolves.toBe('The process ended with 0.');
});
