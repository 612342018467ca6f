import type { EventStore, StoredEvent, StreamKey } from '../../http/server/eventStore.js';
import type { ContractCase, ContractRule } from '../cases.js';
import { expectSame, expectTrue, storeCases, type Disposable, type StoreContractOptions } from './storeCases.js';

/** An empty store, for one case of {@link eventStoreContract}. */
export interface EventStoreSubject extends Disposable {
  /** The store under test. */
  readonly store: EventStore;
  /** Makes all current events expire. */
  readonly expire?: (() => void | Promise<void>) | undefined;
}

/** Options of {@link eventStoreContract}. */
export interface EventStoreContractOptions extends StoreContractOptions {
  /** Features that the subject lacks, with reasons. Cases that need them are skipped. Default: none. */
  readonly lacks?:
    | {
        /** Expiry of events. */
        readonly expiry?: string | undefined;
      }
    | undefined;
}

const A: StreamKey = { session: 'one', stream: 'a.1' };
const B: StreamKey = { session: 'one', stream: 'b.1' };
const ELSEWHERE: StreamKey = { session: 'other', stream: 'a.1' };

const RULES: readonly ContractRule<EventStoreSubject, 'expiry'>[] = [
  {
    name: 'append returns an id of 1 to 200 visible ASCII characters, unique in its stream',
    async check({ store }) {
      const ids = await appendAll(store, A, ['1', '2', '', '']);
      for (const id of ids) expectTrue(/^[\x21-\x7e]{1,200}$/.test(id), `append returned the id ${JSON.stringify(id)}`);
      expectSame('The number of different ids', new Set(ids).size, 4);
    },
  },
  {
    name: 'read returns the events after an event, unchanged and in order',
    async check({ store }) {
      const data = ['{"n":1}', '', '"ü 🙂 \\n \u2028"', 'x'.repeat(10_000), '{"n":5}'];
      const ids = await appendAll(store, A, data);
      const stored = data.map((text, at): StoredEvent => ({ id: ids[at] ?? '', data: text }));
      for (const [at, id] of ids.entries()) await expectRead(store, A, id, stored.slice(at + 1));
    },
  },
  {
    name: 'read separates streams and sessions',
    async check({ store }) {
      const keys = [A, B, ELSEWHERE];
      const firsts: string[] = [];
      for (const [at, key] of keys.entries()) firsts.push(await store.append(key, `first of ${at}`));
      for (const [at, key] of keys.entries()) await store.append(key, `second of ${at}`);
      for (const [at, key] of keys.entries()) {
        const stored = await store.read(key, firsts[at] ?? '');
        expectSame(
          `Stream ${at}`,
          stored?.events.map(({ data }) => data),
          [`second of ${at}`],
        );
      }
    },
  },
  {
    name: 'read returns undefined for unknown events',
    async check({ store }) {
      const id = await store.append(A, '1');
      expectSame('read of an unknown id', await store.read(A, 'unknown'), undefined);
      expectSame('read of an unknown stream', await store.read(B, id), undefined);
      expectSame('read of an unknown session', await store.read(ELSEWHERE, id), undefined);
    },
  },
  {
    name: 'read returns all later events, or reports that they are no longer available',
    async check({ store }) {
      const data = Array.from({ length: 2_500 }, (_, n) => `${n} ${'x'.repeat(1_000)}`);
      const [first = ''] = await appendAll(store, A, data);
      const stored = await store.read(A, first);
      if (stored !== undefined) expectSame('The number of events', stored.events.length, data.length - 1);
    },
  },
  {
    name: 'end marks one stream, which can still be read',
    async check({ store }) {
      const [first = '', last = ''] = await appendAll(store, A, ['1', '2']);
      const [other = ''] = await appendAll(store, B, ['1']);
      await store.end(A);
      const reads = [
        [A, first, [{ id: last, data: '2' }], true],
        [A, last, [], true],
        [B, other, [], false],
      ] as const;
      for (const [key, after, events, ended] of reads) await expectRead(store, key, after, events, ended);
    },
  },
  {
    name: 'forget deletes one session, and ids are not reused',
    async check({ store }) {
      const [first = '', second = ''] = await appendAll(store, A, ['1', '2']);
      await store.end(B);
      const [other = ''] = await appendAll(store, ELSEWHERE, ['1']);
      await store.forget('one');
      await store.forget('never was');
      expectSame('read of a session that is forgotten', await store.read(A, first), undefined);
      await expectRead(store, ELSEWHERE, other, []);
      const again = await store.append(A, '3');
      expectTrue(again !== first && again !== second, `append returned the id ${again} a second time`);
    },
  },
  {
    name: 'expired events are no longer returned',
    needs: 'expiry',
    async check({ store, expire }) {
      if (expire === undefined) throw new Error('The subject has no expire: add it, or set lacks.expiry to the reason');
      const ids = await appendAll(store, A, ['1', '2']);
      await expire();
      expectSame('read of an expired event', await store.read(A, ids[0] ?? ''), undefined);
      const again = await store.append(A, '3');
      expectTrue(!ids.includes(again), `append returned the id ${again} a second time`);
      await expectRead(store, A, again, []);
    },
  },
];

/**
 * Returns the requirements of an event store as independent test cases, for any test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { MemoryEventStore } from '@mcp-gen/runtime/http/server';
 * import { eventStoreContract } from '@mcp-gen/runtime/testing';
 *
 * const makeStore = () => ({ store: new MemoryEventStore() });
 * const lacks = { expiry: 'the clock of this test cannot be set' };
 * for (const { name, leftOut, run } of eventStoreContract(makeStore, { lacks })) test(name, { skip: leftOut ?? false }, run);
 * ```
 *
 * @param makeStore creates an empty store. Called once for each case.
 */
export function eventStoreContract(
  makeStore: () => EventStoreSubject | Promise<EventStoreSubject>,
  { lacks, ...options }: EventStoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeStore, options, lacks);
}

async function appendAll(store: EventStore, key: StreamKey, data: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const each of data) ids.push(await store.append(key, each));
  return ids;
}

async function expectRead(
  store: EventStore,
  key: StreamKey,
  after: string,
  events: readonly StoredEvent[],
  ended = false,
): Promise<void> {
  expectSame('read', await store.read(key, after), { events, ended });
}
