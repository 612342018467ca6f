import * as Method from '@mcp-gen/protocol/registry/methods';
import {
  expectSame,
  storeCases,
  type ContractCase,
  type ContractRule,
  type Disposable,
  type StoreContractOptions,
} from '@mcp-gen/runtime/testing';
import type { Change, ChangeBus, Unsubscribe } from '../../server/changes.js';

/** A change bus without listeners, for one case of {@link changeBusContract}. */
export interface ChangeBusSubject extends Disposable {
  /** The bus under test. */
  readonly bus: ChangeBus;
  /** Another connection to the same bus, as in another process. Default: `bus` itself. */
  readonly other?: ChangeBus | undefined;
}

const TOOLS: Change = { method: Method.notificationsToolsListChanged };
const PROMPTS: Change = { method: Method.notificationsPromptsListChanged };
const UPDATED: Change = { method: Method.notificationsResourcesUpdated, uri: 'notes://%C3%BC/%F0%9F%99%82?x=1' };

/** The last change of a case: all earlier changes have been delivered when it arrives. */
const LAST = { method: Method.notificationsResourcesUpdated, uri: 'contract://last' } satisfies Change;

const RULES: readonly ContractRule<ChangeBusSubject, never>[] = [
  {
    name: 'every listener is called with every change, once and in order',
    async check({ bus, other = bus }) {
      const listeners = [new Listener(), new Listener(), new Listener()];
      for (const [at, listener] of listeners.entries()) await (at === 0 ? bus : other).subscribe(listener.tell);
      const changes = [TOOLS, UPDATED, TOOLS, TOOLS, PROMPTS];
      for (const change of [...changes, LAST]) await bus.publish(change);
      for (const listener of listeners) expectSame('The changes', await listener.untilLast(), changes);
    },
  },
  {
    name: 'many changes that are published at once stay in order',
    async check({ bus, other = bus }) {
      const listener = new Listener();
      await other.subscribe(listener.tell);
      const changes = Array.from({ length: 200 }, (_, n): Change => ({ ...UPDATED, uri: `notes:${n}` }));
      await Promise.all([...changes, LAST].map(async (change) => bus.publish(change)));
      expectSame('The changes', await listener.untilLast(), changes);
    },
  },
  {
    name: 'a function that subscribes twice is called twice',
    async check({ bus }) {
      const listener = new Listener();
      const calls: Change[] = [];
      const count = (change: Change): void => void calls.push(change);
      const unsubscribe = await bus.subscribe(count);
      await bus.subscribe(count);
      await bus.subscribe(listener.tell);
      await bus.publish(TOOLS);
      await unsubscribe();
      await bus.publish(LAST);
      await listener.untilLast();
      expectSame('The calls', calls, [TOOLS, TOOLS, LAST]);
    },
  },
  {
    name: 'an unsubscribed listener is not called, and others are',
    async check({ bus, other = bus }) {
      const [gone, staying] = [new Listener(), new Listener()];
      const unsubscribe: Unsubscribe = await other.subscribe(gone.tell);
      await other.subscribe(staying.tell);
      await unsubscribe();
      await unsubscribe();
      await bus.publish(TOOLS);
      await bus.publish(LAST);
      expectSame('The changes', await staying.untilLast(), [TOOLS]);
      expectSame('The changes of an unsubscribed listener', gone.changes, []);
    },
  },
  {
    name: 'a listener that throws does not prevent calls of others',
    async check({ bus }) {
      const [before, behind] = [new Listener(), new Listener()];
      await bus.subscribe(before.tell);
      await bus.subscribe(() => {
        throw new Error('A listener of the contract throws');
      });
      await bus.subscribe(behind.tell);
      for (const change of [TOOLS, LAST]) {
        // The publisher may receive the error.
        await Promise.resolve()
          .then(() => bus.publish(change))
          .catch(() => undefined);
      }
      for (const listener of [before, behind]) expectSame('The changes', await listener.untilLast(), [TOOLS]);
    },
  },
  {
    name: 'a change without listeners is not stored for later listeners',
    async check({ bus }) {
      await bus.publish(TOOLS);
      const listener = new Listener();
      await bus.subscribe(listener.tell);
      await bus.publish(LAST);
      expectSame('The changes', await listener.untilLast(), []);
    },
  },
];

/**
 * Returns the requirements of a change bus as independent test cases, for any test framework.
 *
 * @example
 * ```ts
 * import { test } from 'node:test';
 * import { MemoryChangeBus } from '@mcp-gen/sdk';
 * import { changeBusContract } from '@mcp-gen/sdk/testing';
 *
 * for (const { name, run } of changeBusContract(() => ({ bus: new MemoryChangeBus() }))) test(name, run);
 * ```
 *
 * @param makeBus creates a bus without listeners. Called once for each case.
 */
export function changeBusContract(
  makeBus: () => ChangeBusSubject | Promise<ChangeBusSubject>,
  options: StoreContractOptions = {},
): readonly ContractCase[] {
  return storeCases(RULES, makeBus, options);
}

/** Records changes. */
class Listener {
  readonly changes: Change[] = [];
  #finish: () => void = () => undefined;
  readonly #finished = new Promise<void>((resolve) => (this.#finish = resolve));

  readonly tell = (change: Change): void => {
    if ('uri' in change && change.uri === LAST.uri) this.#finish();
    else this.changes.push(change);
  };

  /** Resolves with all changes before the last one. */
  async untilLast(): Promise<readonly Change[]> {
    await this.#finished;
    return this.changes;
  }
}
