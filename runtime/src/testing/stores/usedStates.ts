import type { UsedStates } from '../../stateless/stateSealer.js';
import type { ContractCase, ContractRule } from '../cases.js';
import { expectSame, storeCases, type Disposable, type StoreContractOptions } from './storeCases.js';

/** An empty store, for one case of {@link usedStatesContract}. */
export interface UsedStatesSubject extends Disposable {
  /** What is tested. */
  readonly store: UsedStates;
}

/** States that are used besides, and how many of them at a time. */
const MANY = 1_000;
const AT_A_TIME = 100;

/** When a state expires that is made now. */
const inAnHour = (): number => Date.now() + 3_600_000;

const RULES: readonly ContractRule<UsedStatesSubject, never>[] = [
  {
    name: 'a state is used once',
    async check({ store }) {
      const expires = inAnHour();
      expectSame('The first use', await store.use('one', expires), true);
      expectSame('The second use', await store.use('one', expires), false);
      expectSame('The third use', await store.use('one', expires), false);
    },
  },
  {
    name: 'states are told apart by their whole ids',
    async check({ store }) {
      for (const id of ['one', 'One', 'one ', 'on', '__proto__', 'constructor', 'ü🙂', 'a:b/c*', '%']) {
        expectSame(`The first use of ${id}`, await store.use(id, inAnHour()), true);
        expectSame(`The second use of ${id}`, await store.use(id, inAnHour()), false);
      }
    },
  },
  {
    name: 'of uses at the same time, one succeeds',
    async check({ store }) {
      const expires = inAnHour();
      const uses = await Promise.all(Array.from({ length: 50 }, async () => store.use('one', expires)));
      expectSame('The number of uses', uses.filter((isFirst) => isFirst).length, 1);
    },
  },
  {
    name: 'a state that expires soon is kept until then',
    async check({ store }) {
      const expires = Date.now() + 900;
      expectSame('The first use', await store.use('one', expires), true);
      const isFirst = await store.use('one', expires);
      // A slow store may have taken all of the time.
      if (Date.now() < expires) expectSame('The second use', isFirst, false);
    },
  },
  {
    name: 'no state is forgotten before it expires, however many others are used',
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
 * What every store of used states has to keep to, as independent cases for any test framework.
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
 * @param makeStore makes an empty store. Called once for each case.
 */
export function usedStatesContract(
  makeStore: () => UsedStatesSubject | Promise<UsedStatesSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeStore, options);
}
