import { inspect, isDeepStrictEqual } from 'node:util';
import { within } from '../../platform.js';
import { contractCases, type ContractCase, type ContractRule } from '../cases.js';

/** Options of a contract of stores. */
export interface StoreContractOptions {
  /** Milliseconds that a case may take before it fails. Default 5,000. */
  readonly timeout?: number | undefined;
}

/** What is tested, and what releases it. */
export interface Disposable {
  /** Releases what the store holds. Called after each case. */
  readonly dispose?: (() => void | Promise<void>) | undefined;
}

/** Makes the cases of a contract of stores: one for each rule, on a store of its own. */
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
      if (await within(timeout, checked)) return;
      throw new Error(`The case did not come to an end within ${timeout} ms`);
    },
  }));
  const make = async (): Promise<{ subject: Subject; dispose: () => void | Promise<void> }> => {
    const subject = await makeSubject();
    return { subject, dispose: () => subject.dispose?.() };
  };
  return contractCases(limited, make, lacks);
}

/** @throws {Error} if two values differ, saying what they are. */
export function expectSame(what: string, actual: unknown, expected: unknown): void {
  if (isDeepStrictEqual(actual, expected)) return;
  throw new Error(`${what} must be ${describe(expected)}, not ${describe(actual)}`);
}

/** @throws {Error} if something does not hold. */
export function expectTrue(holds: boolean, message: string): void {
  if (!holds) throw new Error(message);
}

function describe(value: unknown): string {
  return inspect(value, { breakLength: Infinity, depth: 5, maxStringLength: 60, maxArrayLength: 5 });
}
