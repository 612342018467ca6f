import { pause } from '@mcp-gen/runtime';
import {
  expectSame,
  expectTrue,
  storeCases,
  type ContractCase,
  type ContractRule,
  type Disposable,
  type StoreContractOptions,
} from '@mcp-gen/runtime/testing';
import type { AuthorizationStore } from '../delegated/store.js';

/** An empty store, for one case of {@link authorizationStoreContract}. */
export interface AuthorizationStoreSubject extends Disposable {
  /** The store to test. */
  readonly store: AuthorizationStore;
  /** Another instance of the same store, as in another process. Default: `store` itself. */
  readonly other?: AuthorizationStore | undefined;
  /** Advances the clock of the store. Default: waits. */
  readonly advance?: ((milliseconds: number) => void | Promise<void>) | undefined;
}

/** A lifetime in milliseconds that does not expire during a case. */
const LONG = { lifetime: 3_600_000 };

/** A lifetime that expires. */
const SHORT = 1_000;

/** Number of values of one group. Exceeds what a store has to keep. */
const MANY = 1_500;
const AT_A_TIME = 100;

const KEY = 'AccessToken:Aa0-_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx';
const OTHER_KEYS = [
  'AccessToken:aa0-_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'RefreshToken:Aa0-_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
  'AccessToken:Aa0-_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
];

const RULES: readonly ContractRule<AuthorizationStoreSubject, never>[] = [
  {
    name: 'get returns what set has written, for each key its own',
    async check({ store, other = store }) {
      const keys = [KEY, ...OTHER_KEYS];
      for (const key of keys) expectSame(`get of ${key}, which was never set`, await store.get(key), undefined);
      for (const key of keys) await store.set(key, valueOf(key), LONG);
      for (const key of keys) expectSame(`get of ${key}`, await other.get(key), valueOf(key));
    },
  },
  {
    name: 'set replaces a value and the group that it belongs to',
    async check({ store }) {
      await store.set(KEY, 'one', { ...LONG, group: 'grant:a' });
      await store.set(KEY, 'two', LONG);
      await store.deleteGroup('grant:a');
      expectSame('get of a value that left its group', await store.get(KEY), 'two');
      await store.set(KEY, 'three', { ...LONG, group: 'grant:b' });
      await store.deleteGroup('grant:b');
      expectSame('get of a value that came into a group', await store.get(KEY), undefined);
    },
  },
  {
    name: 'set replaces the lifetime of a value',
    async check(subject) {
      const { store } = subject;
      const [key = '', shortened = ''] = OTHER_KEYS;
      await store.set(key, 'one', { lifetime: SHORT });
      await store.set(key, 'one', LONG);
      await store.set(shortened, 'one', LONG);
      await store.set(shortened, 'one', { lifetime: SHORT });
      await advance(subject, 2 * SHORT);
      expectSame('get of a value that lives longer now', await store.get(key), 'one');
      expectSame('get of a value that lives shorter now', await store.get(shortened), undefined);
    },
  },
  {
    name: 'a value is gone after its lifetime, and its key is free',
    async check(subject) {
      const { store } = subject;
      await store.set(KEY, 'one', { lifetime: SHORT, group: 'grant:a' });
      await advance(subject, 2 * SHORT);
      expectSame('get of a value that has expired', await store.get(KEY), undefined);
      expectSame('add in the place of a value that has expired', await store.add(KEY, 'two', LONG), true);
      expectSame('get', await store.get(KEY), 'two');
    },
  },
  {
    name: 'add sets a value where there is none, and changes none',
    async check({ store, other = store }) {
      expectSame('The first add', await store.add(KEY, 'one', LONG), true);
      expectSame('The second add', await other.add(KEY, 'two', LONG), false);
      expectSame('get', await store.get(KEY), 'one');
    },
  },
  {
    name: 'of calls of add at the same time, one succeeds',
    async check({ store, other = store }) {
      const calls = Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? store : other).add(KEY, String(n), LONG));
      const added = (await Promise.all(calls)).flatMap((isAdded, n) => (isAdded ? [String(n)] : []));
      expectSame('The number of calls that succeeded', added.length, 1);
      expectSame('get', await store.get(KEY), added[0]);
    },
  },
  {
    name: 'delete removes one value, and one that is not there is no error',
    async check({ store, other = store }) {
      const [key = ''] = OTHER_KEYS;
      for (const each of [KEY, key]) await store.set(each, 'one', LONG);
      await other.delete(KEY);
      await other.delete(KEY);
      expectSame('get of a value that is deleted', await store.get(KEY), undefined);
      expectSame('get', await store.get(key), 'one');
      expectSame('add of a key that is deleted', await store.add(KEY, 'two', LONG), true);
    },
  },
  {
    name: 'deleteGroup removes all values of a group, and no others',
    async check({ store, other = store }) {
      const grouped = [KEY, `Grant:${KEY}`, `Upstream:${KEY}`];
      for (const key of grouped) await store.set(key, 'one', { ...LONG, group: 'grant:a' });
      expectSame('add', await store.add('Used:1', 'one', { ...LONG, group: 'grant:a' }), true);
      const others = ['grant:A', 'grant:a ', 'grant:', undefined];
      for (const [n, group] of others.entries()) await store.set(`Other:${n}`, 'one', { ...LONG, group });
      await other.deleteGroup('grant:a');
      await other.deleteGroup('grant:a');
      for (const key of [...grouped, 'Used:1']) {
        expectSame(`get of ${key}, whose group is deleted`, await store.get(key), undefined);
      }
      for (const n of others.keys()) expectSame(`get of another group (${n})`, await store.get(`Other:${n}`), 'one');
    },
  },
  {
    name: 'grants and sessions at the provider stay, however many values their group gets',
    async check({ store }) {
      const options = { ...LONG, group: 'grant:a' };
      for (const kind of ['Grant', 'Upstream']) await store.set(`${kind}:1`, kind, options);
      for (let from = 0; from < MANY; from += AT_A_TIME) {
        const keys = Array.from({ length: AT_A_TIME }, (_, at) => `UsedRefreshToken:${from + at}`);
        await Promise.all(keys.map((key) => store.set(key, 'used', options)));
      }
      for (const kind of ['Grant', 'Upstream']) {
        expectSame(`get of a ${kind} after ${MANY} other values`, await store.get(`${kind}:1`), kind);
      }
    },
  },
  {
    name: 'lock runs functions of one key one after another, and those of another key meanwhile',
    async check({ store, other = store }) {
      let [running, most] = [0, 0];
      const work = async (): Promise<void> => {
        most = Math.max(most, ++running);
        // Blocks forever if locks of different keys wait for each other.
        await store.lock('Upstream:2', async () => store.get(KEY));
        running--;
      };
      const ends = Array.from({ length: 10 }, (_, n) => (n % 2 === 0 ? store : other));
      await Promise.all(ends.map((end) => end.lock('Upstream:1', work)));
      expectSame('The number of functions that ran at the same time', most, 1);
    },
  },
  {
    name: 'lock returns the result, passes errors on, and is released after both',
    async check({ store }) {
      expectSame('lock', await store.lock('Upstream:1', () => Promise.resolve('done')), 'done');
      const failure = new Error('The function of the contract fails');
      const error: unknown = await store
        .lock('Upstream:1', () => Promise.reject(failure))
        .catch((reason: unknown) => reason);
      expectTrue(error === failure, 'lock must reject with the error of the function');
      expectSame('lock', await store.lock('Upstream:1', () => Promise.resolve('again')), 'again');
    },
  },
];

/**
 * Returns the test cases that every {@link AuthorizationStore} must pass, independent of a test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { MemoryAuthorizationStore } from '@mcp-gen/auth/delegated';
 * import { authorizationStoreContract } from '@mcp-gen/auth/testing';
 *
 * const makeStore = () => ({ store: new MemoryAuthorizationStore() });
 * for (const { name, run } of authorizationStoreContract(makeStore)) test(name, run);
 * ```
 *
 * @param makeStore creates an empty store. Called once for each case.
 */
export function authorizationStoreContract(
  makeStore: () => AuthorizationStoreSubject | Promise<AuthorizationStoreSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeStore, options);
}

/** Encrypted values are long, and contain dots. */
function valueOf(key: string): string {
  return `${key}.`.repeat(500);
}

async function advance({ advance: go = pause }: AuthorizationStoreSubject, milliseconds: number): Promise<void> {
  await go(milliseconds);
}
