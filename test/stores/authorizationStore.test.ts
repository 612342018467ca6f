/** The contract of stores of a delegated authorization server, the one in memory, and broken ones. */

import { MemoryAuthorizationStore, type AuthorizationStore } from '@mcp-gen/auth/delegated';
import { authorizationStoreContract, type AuthorizationStoreSubject } from '@mcp-gen/auth/testing';
import { PATIENT, testCases, testRefusals } from './support.js';
import { passTime } from '../support/clock.js';
import { TURNS, overtaking } from '../support/stores.js';

/** A store whose clock goes on at once. */
function subject(change: (store: MemoryAuthorizationStore) => Partial<AuthorizationStore> = () => ({})) {
  const store = new MemoryAuthorizationStore();
  const whole: AuthorizationStore = {
    get: (key) => store.get(key),
    set: (key, value, options) => store.set(key, value, options),
    add: (key, value, options) => store.add(key, value, options),
    delete: (key) => store.delete(key),
    deleteGroup: (group) => store.deleteGroup(group),
    lock: (key, run) => store.lock(key, run),
  };
  return { store: { ...whole, ...change(store) }, advance: passTime } satisfies AuthorizationStoreSubject;
}

testCases(
  'in memory',
  authorizationStoreContract(() => subject()),
);
for (const turns of TURNS) {
  testCases(
    `whose first call is overtaken for ${turns} turns`,
    authorizationStoreContract(() => {
      const { store, advance } = subject();
      const late = overtaking({ ...store, advance }, turns);
      return { store: late, other: late, advance: late.advance };
    }, PATIENT),
  );
}

testRefusals<AuthorizationStoreSubject>(authorizationStoreContract, [
  {
    fault: 'compares keys without case',
    make: () => subject((store) => ({ get: (key) => store.get(key.replace('aa0', 'Aa0')) })),
    refusals: { 'returns what set has written': 'get of AccessToken:aa0' },
  },
  {
    fault: 'leaves values in their first group',
    make: () => {
      const first = new Map<string, string>();
      return subject((store) => ({
        set(key, value, options) {
          const { group = first.get(key) } = options;
          if (group !== undefined && !first.has(key)) first.set(key, group);
          return store.set(key, value, { ...options, group: first.get(key) });
        },
      }));
    },
    refusals: { 'the group that it belongs to': 'get of a value that left its group' },
  },
  {
    fault: 'forgets nothing',
    make: () => subject((store) => ({ set: (key, value) => store.set(key, value, { lifetime: 1e9 }) })),
    refusals: {
      'replaces the lifetime': 'get of a value that lives shorter now',
      'gone after its lifetime': 'get of a value that has expired',
    },
  },
  {
    fault: 'keeps the first lifetime of a value',
    make: () => {
      const first = new Map<string, number>();
      return subject((store) => ({
        set(key, value, options) {
          const lifetime = first.get(key) ?? options.lifetime;
          first.set(key, lifetime);
          return store.set(key, value, { ...options, lifetime });
        },
      }));
    },
    refusals: { 'replaces the lifetime': 'get of a value that lives longer now' },
  },
  {
    fault: 'adds always',
    make: () =>
      subject((store) => ({
        add: (key, value, options) => store.set(key, value, options).then(() => true),
      })),
    refusals: { 'changes none': 'The second add' },
  },
  {
    fault: 'adds in two steps',
    make: () =>
      subject((store) => ({
        async add(key, value, options) {
          const isFree = (await store.get(key)) === undefined;
          await new Promise((resolve) => setImmediate(resolve));
          if (isFree) await store.set(key, value, options);
          return isFree;
        },
      })),
    refusals: { 'calls of add at the same time': 'The number of calls that succeeded' },
  },
  {
    fault: 'deletes nothing',
    make: () => subject(() => ({ delete: () => Promise.resolve(), deleteGroup: () => Promise.resolve() })),
    refusals: {
      'delete removes one value': 'get of a value that is deleted',
      'deleteGroup removes all': 'whose group is deleted',
    },
  },
  {
    fault: 'deletes a key only once',
    make: () => {
      const deleted = new Set<string>();
      return subject((store) => ({
        delete(key) {
          if (deleted.has(key)) return Promise.reject(new Error(`${key} is already deleted`));
          deleted.add(key);
          return store.delete(key);
        },
      }));
    },
    refusals: { 'delete removes one value': 'is already deleted' },
  },
  {
    fault: 'drops the oldest values of a group, whatever they are',
    make: () => {
      const store = new MemoryAuthorizationStore({ entryLimit: 10_000 });
      const keys: string[] = [];
      const set: AuthorizationStore['set'] = async (key, value, options) => {
        await store.set(key, value, options);
        if (keys.push(key) > 1_000) await store.delete(keys.shift() ?? '');
      };
      return { ...subject(), store: { ...subject(() => ({ get: (key) => store.get(key), set })).store } };
    },
    refusals: { 'grants and sessions': 'get of a Grant after' },
  },
  {
    fault: 'locks nothing',
    make: () => subject(() => ({ lock: (_, run) => run() })),
    refusals: { 'one after another': 'The number of functions that ran at the same time' },
  },
  {
    fault: 'has one lock for all keys',
    make: () => {
      let last: Promise<unknown> = Promise.resolve();
      const lock: AuthorizationStore['lock'] = (_, run) => {
        const turn = last.then(run);
        last = turn.catch(() => undefined);
        return turn;
      };
      return subject(() => ({ lock }));
    },
    refusals: { 'one after another': 'did not finish within' },
  },
  {
    fault: 'keeps errors to itself',
    make: () =>
      subject((store) => ({ lock: (key, run) => store.lock(key, () => run().catch(() => undefined as never)) })),
    refusals: { 'passes errors on': 'lock must reject' },
  },
]);
