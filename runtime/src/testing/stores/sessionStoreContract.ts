import type { SessionRecord, SessionStore } from '../../http/server/sessions/sessionStore.js';
import type { ContractCase, ContractRule } from '../cases.js';
import { EARLIER_REVISION, REVISION } from '../revision.js';
import { expectSame, storeCases, type Disposable, type StoreContractOptions } from './storeCases.js';

/** An empty store, for one case of {@link sessionStoreContract}. */
export interface SessionStoreSubject extends Disposable {
  /** The store under test. */
  readonly store: SessionStore;
}

const RECORD: SessionRecord = {
  owner: 'ada 🙂',
  revision: REVISION,
  client: {
    name: 'contract',
    version: '1.0.0',
    title: 'Ü',
    capabilities: { roots: { listChanged: true }, sampling: {} },
  },
  state: {
    logLevel: 'info',
    subscriptions: ['notes://%C3%BC?x=1', 'notes:2'],
    nested: { empty: [], none: null, n: 1.5 },
  },
};

const OTHER: SessionRecord = {
  revision: EARLIER_REVISION,
  client: { name: 'other', version: '2', capabilities: {} },
  state: {},
};

const RULES: readonly ContractRule<SessionStoreSubject, never>[] = [
  {
    name: 'get returns the complete record that set has written',
    async check({ store }) {
      await store.set('one', RECORD);
      await store.set('two', OTHER);
      expectSame('get', await store.get('one'), RECORD);
      expectSame('get', await store.get('two'), OTHER);
    },
  },
  {
    name: 'get returns undefined for an unknown id',
    async check({ store }) {
      await store.set('one', RECORD);
      for (const id of ['other', 'on', 'ONE', '__proto__', 'constructor']) {
        expectSame(`get of the session ${id}`, await store.get(id), undefined);
      }
    },
  },
  {
    name: 'set replaces a record as a whole',
    async check({ store }) {
      await store.set('one', RECORD);
      await store.set('one', OTHER);
      expectSame('get', await store.get('one'), OTHER);
    },
  },
  {
    name: 'delete removes only one session',
    async check({ store }) {
      await store.set('one', RECORD);
      await store.set('two', OTHER);
      for (const id of ['one', 'one', 'never was']) await store.delete(id);
      expectSame('get of a session that is deleted', await store.get('one'), undefined);
      expectSame('get', await store.get('two'), OTHER);
    },
  },
  {
    name: 'changes to a record outside the store do not change the stored record',
    async check({ store }) {
      const subscriptions = ['notes:1'];
      await store.set('one', { ...OTHER, state: { subscriptions } });
      subscriptions.push('notes:2');
      const read = await store.get('one');
      (read?.state.subscriptions as string[] | undefined)?.push('notes:3');
      expectSame('get', await store.get('one'), { ...OTHER, state: { subscriptions: ['notes:1'] } });
    },
  },
];

/**
 * Returns the requirements of a session store as independent test cases, for any test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { MemorySessionStore } from '@mcp-gen/runtime/http/server';
 * import { sessionStoreContract } from '@mcp-gen/runtime/testing';
 *
 * for (const { name, run } of sessionStoreContract(() => ({ store: new MemorySessionStore() }))) test(name, run);
 * ```
 *
 * @param makeStore creates an empty store. Called once for each case.
 */
export function sessionStoreContract(
  makeStore: () => SessionStoreSubject | Promise<SessionStoreSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeStore, options);
}
