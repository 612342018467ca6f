import type { UsedStates } from '../../stateless/stateSealer.js';
import type { ContractCase, ContractRule } from '../cases.js';
import { expectSame, storeCases, type Disposable, type StoreContractOptions } from './storeCases.js';

/** An empty store, for one case of {@link usedStatesContract}. */
export interface UsedStatesSubject extends Disposable {
  /** The store under test. */
  readonly store: UsedStates;
}

/** The number of other states, and how many are used concurrently. */
const MANY = 1_000;
const AT_A_TIME = 100;

/** The expiry of a state that is created now. */
const inAnHour = (): number => Date.now() + 3_600_000;

const RULES: readonly ContractRule<UsedStatesSubject, never>[] = [
  {
    name: 'a state can be used only once',
    async check({ store }) {
      const expires = inAnHour();
      expectSame('The first use', await store.use('one', expires), true);
      expectSame('The second use', await store.use('one', expires), false);
      expectSame('The third use', await store.use('one', expires), false);
    },
  },
  {
    name: 'states are identified by their whole ids',
    async check({ store }) {
      for (const id of ['one', 'One', 'one ', 'on', '__proto__', 'constructor', 'ü🙂', 'a:b/c*', '%']) {
        expectSame(`The first use of ${id}`, await store.use(id, inAnHour()), true);
        expectSame(`The second use of ${id}`, await store.use(id, inAnHour()), false);
      }
    },
  },
  {
    name: 'of concurrent uses, only one succeeds',
    async check({ store }) {
      const expires = inAnHour();
      const uses = await Promise.all(Array.from({ length: 50 }, async () => store.use('one', expires)));
      expectSame('The number of uses', uses.filter((isFirst) => isFirst).length, 1);
    },
  },
  {
    name: 'a state that expires soon is remembered until then',
    async check({ store }) {
      const expires = Date.now() + 900;
      expectSame('The first use', await store.use('one', expires), true);
      const isFirst = await store.use('one', expires);
      // A slow store may have used up all the time.
      if (Date.now() < expires) expectSame('The second use', isFirst, false);
    },
  },
  {
    name: 'no state is forgotten before it expires, even if many others are used',
    async check({ store }) {
      const expires = inAnHour();
      await store.use('one', expires);
      for (let from = 0; from < MANY; from += AT_A_TIME) {
        await Promise.all(Array.from({ length: AT_A_TIME }, async (_, at) => store.use(`other ${from + at}`, expires)));
      }
      expectSame(`The second use after ${MANY} others`, await store.use('one', expires), false);
    },
  },
];

/**
 * Returns the requirements of a store of used states as independent test cases, for any test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { usedStatesContract } from '@mcp-gen/runtime/testing';
 *
 * const makeStore = () => {
 *   const used = new Set<string>();
 *   return { store: { use: (id: string) => !used.has(id) && used.add(id).has(id) } };
 * };
 * for (const { name, run } of usedStatesContract(makeStore)) test(name, run);
 * ```
 *
 * @param makeStore creates an empty store. Called once for each case.
 */
export function usedStatesContract(
  makeStore: () => UsedStatesSubject | Promise<UsedStatesSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeStore, options);
}
