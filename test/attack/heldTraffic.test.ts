/** The ledger counts what calls take while they wait, with all objects of the platform, and nothing after their end. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const PROGRAM = fileURLToPath(new URL('programs/heldTraffic.mjs', import.meta.url));

/** How many times as much as there is may be counted. */
const MOST = 2.5;

interface Held {
  /** Bytes of the heap, and beside it, after a collection. */
  readonly used: number;
  readonly counted: number;
}

const run = async (transport: string): Promise<{ readonly [phase: string]: Held }> => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, transport]);
  return JSON.parse(stdout) as { readonly [phase: string]: Held };
};

test.each([
  ['stdio', ['waiting']],
  ['session', ['waiting', 'tasks']],
  ['stateless', ['waiting']],
])('random calls are counted by what they take (%s)', { timeout: 120_000 }, async (transport, phases) => {
  const { after, ...held } = await run(transport);
  expect(Object.keys(held)).toEqual(phases);
  const wrong = Object.entries(held).filter(([, { used, counted }]) => counted < used || counted > MOST * used);
  expect(Object.fromEntries(wrong)).toEqual({});
  expect(after?.counted).toBe(0);
});
