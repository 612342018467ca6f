/** Runs the contracts of stores as tests, and shows that each case can fail. */

import type { ContractCase } from '@mcp-gen/runtime/testing';
import { describe, expect, test } from 'vitest';
import { testUnless } from '../support/omissions.js';

/** Registers all cases, those that do not apply as left out. */
export function testCases(title: string, cases: readonly ContractCase[]): void {
  describe(title, () => {
    for (const { name, leftOut, run } of cases) {
      testUnless(leftOut, name, () => expect(run()).resolves.toBeUndefined());
    }
  });
}

/** Something that breaks a rule. */
export interface Broken<Subject> {
  /** What is wrong with it: `returns every event twice`. */
  readonly fault: string;
  readonly make: () => Subject;
  /** The case that refuses it, by a part of its name, and what that says. */
  readonly refusals: { readonly [part: string]: string | RegExp };
}

/** Registers a test for each refusal, and one that every case refuses something. */
export function testRefusals<Subject>(
  contract: (make: () => Subject, options: { timeout: number }) => readonly ContractCase[],
  broken: readonly Broken<Subject>[],
): void {
  const refusals = broken.flatMap(({ fault, make, refusals }) =>
    Object.entries(refusals).map(([part, says]) => ({ fault, make, part, says })),
  );

  describe('what', () => {
    test.each(refusals)('$fault is refused by: $part', async ({ make, part, says }) => {
      await expect(caseNamed(contract(make, { timeout: 200 }), part).run()).rejects.toThrow(says);
    });
  });

  test('every case refuses something', () => {
    const never = (): never => {
      throw new Error('never made');
    };
    const cases = contract(never, { timeout: 200 });
    const refusing = new Set(refusals.map(({ part }) => caseNamed(cases, part).name));
    expect(cases.map(({ name }) => name).filter((name) => !refusing.has(name))).toEqual([]);
  });
}

function caseNamed(cases: readonly ContractCase[], part: string): ContractCase {
  const [found, ...others] = cases.filter(({ name }) => name.includes(part));
  if (found === undefined || others.length > 0) throw new Error(`There must be one case that is named ${part}`);
  return found;
}

/** For cases that take thousands of turns of the event loop: on a busy machine each of them takes long. */
export const PATIENT = { timeout: 60_000 };

/** Returns the store with each call delayed by a turn of the event loop. */
export function slowly<Store extends object>(store: Store): Store {
  return delayed(store, () => 1);
}

/** Turns of the event loop for `overtaking`: a call that nobody waits for is processed among the next calls, or after all others. */
export const TURNS = [3, 50];

/**
 * Returns the store with delayed calls: one that starts while no other is pending takes `turns` turns of the event loop, and each other call
 * takes one turn, so that later calls overtake one that nobody waits for.
 */
export function overtaking<Store extends object>(store: Store, turns: number): Store {
  return delayed(store, (pending) => (pending === 0 ? turns : 1));
}

/** Seeds for `reordering`. */
export const SEEDS: readonly number[] = Array.from({ length: 20 }, (_, seed) => seed);

/**
 * Returns the store with each call delayed by a random number of turns of the event loop, so that calls that do not wait for each other are
 * processed in another order, and answered in another one.
 */
export function reordering<Store extends object>(store: Store, seed: number): Store {
  let state = seed;
  return delayed(store, () => {
    // The low bits of such a generator repeat.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 16);
  });
}

/** Delays each call by some turns of the event loop, which depend on how many others are pending. */
function delayed<Store extends object>(store: Store, turnsFor: (pending: number) => number): Store {
  let pending = 0;
  return new Proxy(store, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      return async (...given: unknown[]) => {
        const turns = turnsFor(pending++);
        try {
          for (let turn = 0; turn < turns; turn++) await new Promise((resolve) => setImmediate(resolve));
          return (await value.apply(target, given)) as unknown;
        } finally {
          pending--;
        }
      };
    },
  });
}
