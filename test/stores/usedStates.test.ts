/** The contract of stores of used states. */

import type { UsedStates } from '@mcp-gen/runtime';
import { usedStatesContract, type UsedStatesSubject } from '@mcp-gen/runtime/testing';
import { PATIENT, testCases, testRefusals } from './support.js';
import { TURNS, overtaking } from '../support/stores.js';

/** A store that keeps to the contract. */
class Used implements UsedStates {
  readonly #used = new Map<string, number>();

  use(id: string, expires: number): boolean {
    for (const [old, end] of this.#used) if (end <= Date.now()) this.#used.delete(old);
    if (this.#used.has(id)) return false;
    this.#used.set(id, expires);
    return true;
  }
}

testCases(
  'in memory',
  usedStatesContract(() => ({ store: new Used() })),
);
for (const turns of TURNS) {
  testCases(
    `whose first call is overtaken for ${turns} turns`,
    usedStatesContract(() => ({ store: overtaking(new Used(), turns) }), PATIENT),
  );
}

const subject = (use: UsedStates['use']): UsedStatesSubject => ({ store: { use } });

testRefusals<UsedStatesSubject>(usedStatesContract, [
  {
    fault: 'accepts everything',
    make: () => subject(() => true),
    refusals: { 'used only once': 'The second use must be false', 'whole ids': 'The second use of one must be false' },
  },
  {
    fault: 'does not distinguish case',
    make: () => {
      const used = new Used();
      return subject((id, expires) => used.use(id.toLowerCase(), expires));
    },
    refusals: { 'whole ids': 'The first use of One must be true' },
  },
  {
    fault: 'looks first, and writes later',
    make: () => {
      const used = new Set<string>();
      return subject(async (id) => {
        const isFirst = !used.has(id);
        await Promise.resolve();
        used.add(id);
        return isFirst;
      });
    },
    refusals: { 'concurrent uses': 'The number of uses must be 1, not 50' },
  },
  {
    fault: 'keeps states for whole seconds',
    make: () => {
      const used = new Used();
      const seconds = (expires: number): number => Math.floor((expires - Date.now()) / 1_000);
      return subject((id, expires) => used.use(id, Date.now() + seconds(expires) * 1_000));
    },
    refusals: { 'expires soon': 'The second use must be false' },
  },
  {
    fault: 'forgets the oldest state',
    make: () => {
      const used = new Set<string>();
      return subject((id) => {
        if (used.has(id)) return false;
        for (const oldest of used) if (used.size >= 100) used.delete(oldest);
        used.add(id);
        return true;
      });
    },
    refusals: { 'many others': 'must be false, not true' },
  },
]);
