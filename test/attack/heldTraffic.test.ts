/** The ledger counts what calls take while they wait, with all objects of the platform, and nothing after their end. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { NODES } from '../support/installedPlatforms.js';
import { testUnless } from '../support/omissions.js';

const PROGRAM = fileURLToPath(new URL('programs/heldTraffic.mjs', import.meta.url));

/** How many times as much as there is may be counted. */
const MOST = 2.5;

interface Held {
  /** Bytes of the heap, and beside it, after a collection. */
  readonly used: number;
  readonly counted: number;
}

const own = { name: `Node ${process.versions.node}`, program: process.execPath, missing: undefined };

const PHASES = Object.entries({ stdio: ['waiting'], session: ['waiting', 'tasks'], stateless: ['waiting'] });

describe('random calls are counted by what they take', () => {
  for (const { name, program, missing } of [own, ...NODES]) {
    for (const [transport, phases] of PHASES) {
      testUnless(missing, `${transport}, ${name}`, async () => {
        const { stdout } = await promisify(execFile)(program, [PROGRAM, transport]);
        const { after, ...held } = JSON.parse(stdout) as { readonly [phase: string]: Held };
        expect(Object.keys(held)).toEqual(phases);
        const wrong = Object.entries(held).filter(([, { used, counted }]) => counted < used || counted > MOST * used);
        expect(Object.fromEntries(wrong)).toEqual({});
        expect(after?.counted).toBe(0);
      });
    }
  }
});
