import { inspect, isDeepStrictEqual } from 'node:util';
import { settlesWithin } from '../../timers.js';
import { contractCases, type ContractCase, type ContractRule } from '../cases.js';

/** Options of a store contract. */
export interface StoreContractOptions {
  /** Maximum milliseconds of a case. Default 5,000. */
  readonly timeout?: number | undefined;
}

/** A subject that can be released. */
export interface Disposable {
  /** Releases the resources of the store. Called after each case. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
}

/** Creates the cases of a store contract: one for each rule, each with a new store. */
export function storeCases<Subject extends Disposable, TransportFeature extends string = never>(
  rules: readonly ContractRule<Subject, TransportFeature>[],
  makeSubject: () => Subject | Promise<Subject>,
  { timeout = 5_000 }: StoreContractOptions = {},
  lacks: { readonly [ability in TransportFeature]?: string | undefined } = {},
): readonly ContractCase[] {
  const limited = rules.map((rule) => ({
    ...rule,
    async check(subject: Subject): Promise<void> {
      const checked = rule.check(subject);
      if (await settlesWithin(timeout, checked)) return;
      throw new Error(`The case did not finish within ${timeout} ms`);
    },
  }));
  const make = async (): Promise<{ subject: Subject; dispose: () => void | Promise<void> }> => {
    const subject = await makeSubject();
    return { subject, dispose: () => subject.dispose?.() };
  };
  return contractCases(limited, make, lacks);
}

/** @throws {Error} if two values differ. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what} must be ${describe(expected)}, not ${describe(actual)}`);
}

/** @throws {Error} if a condition does not hold. */
export function expectTrue(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

function describe(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: 5, maxStringLength: 60, maxArrayLength: 5 });
}
