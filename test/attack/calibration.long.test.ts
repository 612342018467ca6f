/** The ledger counts what values take in the heap: never less, and at most two and a half times as much. */

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect } from 'vitest';
import { NODES } from '../support/installedPlatforms.js';
import { testUnless } from '../support/omissions.js';

const PROGRAM = fileURLToPath(new URL('programs/calibration.mjs', import.meta.url));

/** How many times as much as there is may be counted. */
const MOST = 2.5;

/** Code that the engine compiles meanwhile takes heap, too, and does not belong to the values. */
const WITHOUT_COMPILED_CODE = ['--no-opt', '--no-sparkplug', '--no-flush-bytecode'];

interface Row {
  readonly kind: string;
  /** Bytes of the heap after a collection, without those before. */
  readonly heap: number;
  readonly weight: number;
}

const own = { name: `Node ${process.versions.node}`, program: process.execPath, missing: undefined };

describe('values of every kind are weighed', () => {
  for (const [at, { name, program, missing }] of [own, ...NODES].entries()) {
    testUnless(missing, name, async () => {
      const { stdout } = await promisify(execFile)(program, [
        '--expose-gc',
        ...WITHOUT_COMPILED_CODE,
        PROGRAM,
        String(at + 1),
      ]);
      const rows = JSON.parse(stdout) as readonly Row[];
      expect(rows.length).toBeGreaterThan(40);
      const wrong = rows.filter(({ heap, weight }) => weight < heap || weight > MOST * heap);
      expect(wrong.map(({ kind, heap, weight }) => `${kind}: ${weight} for ${heap} bytes`)).toEqual([]);
    });
  }
});
