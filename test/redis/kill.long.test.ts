/** Nodes die, stop, and lose Redis, while clients listen and call: the short form of `npm run kill`. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { testUnless } from '../support/omissions.js';
import { noOwnRedis } from '../support/redisServer.js';
import { ROOT } from '../support/schemas.js';

interface Round {
  readonly 'p99 ms': number | null;
  readonly events: number;
  readonly 'calls answered': number;
  readonly 'without an answer': number;
}

interface Result {
  readonly table: readonly Round[];
  readonly stored: number;
  readonly lost: number;
  readonly doubled: number;
  readonly disordered: number;
  readonly lostSessions: number;
}

async function run(fault: string, rounds: number): Promise<Result> {
  const program = join(ROOT, 'test/redis/kill/run.mjs');
  const given = ['--fault', fault, '--rounds', String(rounds), '--sessions', '10', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...given], { cwd: ROOT });
  return JSON.parse(stdout) as Result;
}

for (const [fault, rounds] of [
  ['kill', 2],
  ['pause', 1],
] as const) {
  testUnless(noOwnRedis, `clients go on, and miss nothing, when a node meets: ${fault}`, async () => {
    const { table, ...totals } = await run(fault, rounds);
    expect(totals).toMatchObject({ lost: 0, doubled: 0, disordered: 0, lostSessions: 0 });
    expect(totals.stored).toBeGreaterThan(50);
    for (const round of table) {
      // A lease, and the time that a busy machine needs.
      expect(round['p99 ms'] ?? 0).toBeLessThan(fault === 'kill' ? 8_000 : 15_000);
      expect(round.events).toBeGreaterThan(10);
      expect(round['without an answer']).toBe(0);
    }
  });
}
