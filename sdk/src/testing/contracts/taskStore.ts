import * as Method from '@mcp-gen/protocol/registry/methods';
import { ErrorCode } from '@mcp-gen/runtime';
import {
  expectSame,
  storeCases,
  type ContractCase,
  type ContractRule,
  type Disposable,
  type StoreContractOptions,
} from '@mcp-gen/runtime/testing';
import type { TaskRecord } from '../../tasks/taskRecord.js';
import type { TaskStore } from '../../tasks/store.js';

/** An empty store, for one case of {@link taskStoreContract}. */
export interface TaskStoreSubject extends Disposable {
  /** The store under test. */
  readonly store: TaskStore;
}

const ID = 'Aa0-_'.padEnd(32, 'x');
const OTHER_ID = 'aa0-_'.padEnd(32, 'x');

const RECORD: TaskRecord = {
  id: ID,
  owner: 'ada 🙂/..',
  tool: 'report',
  status: 'input_required',
  statusMessage: 'Ü: two of three',
  createdAt: Date.now(),
  updatedAt: Date.now() + 1,
  ttl: 3_600_000,
  pollInterval: 1_000,
  aliveUntil: Date.now() + 30_000,
  questions: {
    'name?': { method: Method.elicitationCreate, params: { message: 'Who?', nested: [{ none: null, n: 1.5 }] } },
  },
};

const OTHER: TaskRecord = {
  id: OTHER_ID,
  owner: null,
  tool: 'report',
  status: 'completed',
  createdAt: Date.now(),
  updatedAt: Date.now(),
  ttl: null,
  pollInterval: 1,
  aliveUntil: 0,
  result: { content: [{ type: 'text', text: 'x'.repeat(100_000) }], structuredContent: { __proto: 1 } },
};

const RULES: readonly ContractRule<TaskStoreSubject, never>[] = [
  {
    name: 'get returns the complete record that set has written',
    async check({ store }) {
      await store.set(RECORD);
      await store.set(OTHER);
      expectSame('get', await store.get(ID), RECORD);
      expectSame('get', await store.get(OTHER_ID), OTHER);
    },
  },
  {
    name: 'get returns undefined for an unknown id',
    async check({ store }) {
      await store.set(RECORD);
      for (const id of [OTHER_ID, 'y'.repeat(32), '__proto__'.padEnd(32, '_')]) {
        expectSame(`get of the task ${id}`, await store.get(id), undefined);
      }
    },
  },
  {
    name: 'set replaces a record as a whole',
    async check({ store }) {
      await store.set(RECORD);
      const { questions: _, statusMessage: __, ...rest } = RECORD;
      const ended: TaskRecord = {
        ...rest,
        status: 'failed',
        error: { code: ErrorCode.InternalError, message: 'It broke' },
      };
      await store.set(ended);
      expectSame('get', await store.get(ID), ended);
    },
  },
  {
    name: 'delete removes only one task',
    async check({ store }) {
      await store.set(RECORD);
      await store.set(OTHER);
      await store.delete(ID);
      await store.delete(ID);
      expectSame('get of a task that is deleted', await store.get(ID), undefined);
      expectSame('get', await store.get(OTHER_ID), OTHER);
    },
  },
  {
    name: 'unfinished, if implemented, returns the ids of unfinished tasks',
    async check({ store }) {
      if (store.unfinished === undefined) return;
      await store.set(RECORD);
      await store.set(OTHER);
      expectSame('unfinished', await store.unfinished(), [ID]);
      await store.delete(ID);
      expectSame('unfinished after the task was deleted', await store.unfinished(), []);
    },
  },
  {
    name: 'the channel, if implemented, delivers each message once to every listener, until it unsubscribes',
    async check({ store: { channel } }) {
      if (channel === undefined) return;
      const sent = Array.from({ length: 20 }, (_, at) => ({ at, text: 'Ü 🙂', nested: [{ none: null }] }));
      const [stays, leaves] = [new Listener(), new Listener()];
      await channel.subscribe(stays.tell);
      const end = await channel.subscribe(leaves.tell);
      for (const message of [...sent, LAST]) await channel.publish(message);
      expectSame('The messages', await leaves.untilLast(), sent);
      expectSame('The messages', await stays.untilLast(), sent);
      await end();
      await end();
      for (const message of [...sent, LAST]) await channel.publish(message);
      expectSame('The messages of a listener that stays', await stays.untilLast(), sent);
      expectSame('The messages of a listener that has unsubscribed', leaves.messages, []);
    },
  },
  {
    name: 'many tasks are written concurrently',
    async check({ store }) {
      const records = Array.from({ length: 50 }, (_, n) => ({
        ...RECORD,
        id: String(n).padStart(32, '0'),
        createdAt: n,
      }));
      await Promise.all(records.map(async (record) => store.set(record)));
      for (const record of records) expectSame('get', await store.get(record.id), record);
    },
  },
  {
    name: 'changes to a record outside the store do not change the stored record',
    async check({ store }) {
      const content = [{ type: 'text', text: 'one' }];
      const kept = { ...OTHER, result: { content } };
      await store.set(kept);
      content.push({ type: 'text', text: 'two' });
      const read = await store.get(OTHER_ID);
      (read as { result: { content: object[] } }).result.content.push({});
      expectSame('get', await store.get(OTHER_ID), { ...OTHER, result: { content: [{ type: 'text', text: 'one' }] } });
    },
  },
];

/** The last message of a case: all earlier ones have been delivered when it arrives. */
const LAST = { at: 'last' };

/** Records messages. */
class Listener {
  readonly messages: unknown[] = [];
  readonly #finished: (() => void)[] = [];

  readonly tell = (message: unknown): void => {
    this.messages.push(message);
    if (this.#isFinished) this.#finished.splice(0).forEach((finish) => finish());
  };

  get #isFinished(): boolean {
    return (this.messages.at(-1) as { readonly at?: unknown } | undefined)?.at === LAST.at;
  }

  /** Removes and returns all messages before the last one. */
  async untilLast(): Promise<readonly unknown[]> {
    if (!this.#isFinished) await new Promise<void>((resolve) => this.#finished.push(resolve));
    return this.messages.splice(0).slice(0, -1);
  }
}

/**
 * Returns the requirements of a task store as independent test cases, for any test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { MemoryTaskStore } from '@mcp-gen/sdk/tasks';
 * import { taskStoreContract } from '@mcp-gen/sdk/testing';
 *
 * for (const { name, run } of taskStoreContract(() => ({ store: new MemoryTaskStore() }))) test(name, run);
 * ```
 *
 * @param makeStore creates an empty store. Called once for each case.
 */
export function taskStoreContract(
  makeStore: () => TaskStoreSubject | Promise<TaskStoreSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeStore, options);
}
