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
