/** The contract of change buses, and servers that share one. */

import { MemoryChangeBus, Server, type Change, type ChangeBus, type ServerOptions } from '@mcp-gen/sdk';
import { changeBusContract, type ChangeBusSubject } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { Mailbox } from '../support/mailbox.js';
import { deferred } from '../unit/runtime/support.js';
import { openClient, type TestClient } from '../unit/sdk/support.js';
import { testCases, testRefusals } from './support.js';
import { endless } from '../support/leftovers/endless.js';
import { FAILURES, intercepted, slowly } from '../support/stores.js';

type Listener = (change: Change) => void;

testCases(
  'in memory',
  changeBusContract(() => ({ bus: new MemoryChangeBus() })),
);
testCases(
  'that answers later',
  changeBusContract(() => ({ bus: slowly(new MemoryChangeBus()) })),
);

/** A bus in memory that does something differently. */
function changed(change: (bus: MemoryChangeBus) => Partial<ChangeBus>): () => ChangeBusSubject {
  return () => {
    const bus = new MemoryChangeBus();
    const unchanged: ChangeBus = {
      publish: (each) => bus.publish(each),
      subscribe: (listener) => bus.subscribe(listener),
    };
    return { bus: { ...unchanged, ...change(bus) } };
  };
}

testRefusals<ChangeBusSubject>(changeBusContract, [
  {
    fault: 'delivers twice',
    make: changed((bus) => ({
      publish: (change) => {
        bus.publish(change);
        bus.publish(change);
      },
    })),
    refusals: { 'once and in order': /^The changes must be/ },
  },
  {
    fault: 'delivers the latest first',
    make: changed((bus) => {
      const waiting: Change[] = [];
      return {
        publish: (change) => {
          waiting.unshift(change);
          setImmediate(() => waiting.splice(0).forEach((each) => bus.publish(each)));
        },
      };
    }),
    refusals: { 'published at once stay in order': /^The changes must be/ },
  },
  {
    fault: 'knows listeners by their function',
    make: changed(() => {
      const listeners = new Set<Listener>();
      return {
        publish: (change) => listeners.forEach((tell) => tell(change)),
        subscribe(listener) {
          listeners.add(listener);
          return () => void listeners.delete(listener);
        },
      };
    }),
    refusals: { 'subscribes twice': 'The calls must be' },
  },
  {
    fault: 'never lets go',
    make: changed((bus) => ({
      subscribe: (listener) => {
        bus.subscribe(listener);
        return () => undefined;
      },
    })),
    refusals: { 'an unsubscribed listener': 'The changes of an unsubscribed listener must be []' },
  },
  {
    fault: 'stops at the first error',
    make: changed(() => {
      const listeners: Listener[] = [];
      return {
        publish: (change) => listeners.forEach((tell) => tell(change)),
        subscribe: (listener) => {
          listeners.push(listener);
          return () => undefined;
        },
      };
    }),
    refusals: { throws: 'did not finish within' },
  },
  {
    fault: 'keeps changes for later listeners',
    make: changed((bus) => {
      const past: Change[] = [];
      return {
        publish: (change) => {
          past.push(change);
          bus.publish(change);
        },
        subscribe: (listener) => {
          past.forEach(listener);
          return bus.subscribe(listener);
        },
      };
    }),
    refusals: { 'not stored for later listeners': 'The changes must be []' },
  },
]);

test('the bus in memory has so many listeners, and calls all of them whatever one does', () => {
  const bus = new MemoryChangeBus({ listeners: 2 });
  const told: Change[] = [];
  const unsubscribe = bus.subscribe(() => {
    throw new Error('broken');
  });
  bus.subscribe((change) => told.push(change));
  expect(() => bus.subscribe(() => undefined)).toThrow('The change bus already has the maximum of 2 listeners');
  expect(() => bus.publish({ method: 'notifications/tools/list_changed' })).toThrow(
    '1 listeners of the change bus failed',
  );
  expect(told).toHaveLength(1);
  void unsubscribe();
  bus.subscribe(() => undefined);
});

test.each<[object, string]>([
  [{ listeners: NaN }, 'Invalid option "listeners" for MemoryChangeBus: expected '],
  [{ listeners: 0 }, 'Invalid option "listeners" for MemoryChangeBus: expected '],
  [{ listener: 1 }, 'Unknown option "listener" for MemoryChangeBus. Did you mean "listeners"?'],
])('the bus in memory refuses %j', (options, message) => {
  expect(() => new MemoryChangeBus(options)).toThrow(message);
});

test.each([{}, { publish: () => undefined }, 'bus', null])('%j is not a change bus', (changes) => {
  expect(() => new Server({ name: 'test', version: '1.0.0' }, { changes: changes as never })).toThrow(
    'Invalid option "changes" for the server: expected an object with the method',
  );
});

describe('servers with one bus', () => {
  const info = { name: 'test', version: '1.0.0' };
  const nothing = (): string => 'done';

  function makeServer(changes: ChangeBus, options: ServerOptions = {}): Server {
    const server = new Server(info, { changes, ...options });
    server.tool('do', {}, nothing);
    server.resourceTemplate('notes:{id}', { access: ({ auth }) => auth === undefined }, nothing);
    return server;
  }

  async function take({ notified }: TestClient): Promise<object> {
    const { method, params } = await notified.take();
    return { method, params };
  }

  test.each([
    ['that answers at once', (bus: ChangeBus) => bus],
    ['that answers later', slowly],
  ])('%s notify the clients of each other', async (_title, change) => {
    const subscribed = new Mailbox<string>();
    const shared = change(new MemoryChangeBus());
    const bus: ChangeBus = {
      publish: (each) => shared.publish(each),
      async subscribe(listener) {
        const unsubscribe = await shared.subscribe(listener);
        subscribed.put('subscribed');
        return unsubscribe;
      },
    };
    const [one, other] = [makeServer(bus), makeServer(bus)];
    const clients = [await openClient(one), await openClient(other), await openClient(other)];
    for (const client of clients) await client.request('ping');
    await clients[1]?.request('resources/subscribe', { uri: 'notes:%31' });
    expect([await subscribed.take(), await subscribed.take()]).toEqual(['subscribed', 'subscribed']);
    one.tool('more', {}, nothing);
    for (const client of clients) {
      expect(await take(client)).toMatchObject({ method: 'notifications/tools/list_changed' });
    }
    one.resourceUpdated('notes:1');
    const [, subscriber] = clients;
    expect(await take(subscriber as TestClient)).toEqual({
      method: 'notifications/resources/updated',
      params: { uri: 'notes:%31' },
    });
    for (const client of clients) {
      await client.request('ping');
      expect(client.notified.empty()).toEqual([]);
    }
  });

  test('listen only as long as they have clients', async () => {
    const listening = new Mailbox<number>();
    let count = 0;
    const bus: ChangeBus = {
      publish: () => undefined,
      subscribe: () => {
        listening.put(++count);
        return () => listening.put(--count);
      },
    };
    const server = makeServer(bus);
    expect(listening.empty()).toEqual([]);
    const clients = [await openClient(server), await openClient(server)];
    expect(await listening.take()).toBe(1);
    for (const client of clients) await client.close();
    expect(await listening.take()).toBe(0);
    const again = await openClient(server);
    expect(await listening.take()).toBe(1);
    await again.close();
    expect(await listening.take()).toBe(0);
  });

  test.each(FAILURES)('report that the bus %s, and answer their clients all the same', async (_, fail) => {
    const down = new Error('the bus is down');
    const errors = new Mailbox<unknown>();
    const bus = intercepted(new MemoryChangeBus(), () => fail(down));
    const server = makeServer(bus, { onError: errors.put });
    const client = await openClient(server);
    expect(await errors.take()).toBe(down);
    server.resourceUpdated('notes:1');
    expect(await errors.take()).toBe(down);
    expect(await client.request('ping')).toEqual({});
    await client.close();
  });

  test('report once that the bus refuses them, also when their clients have gone by then', async () => {
    const errors = new Mailbox<unknown>();
    const down = new Error('the bus is down');
    const refused = deferred<never>();
    const server = makeServer({ publish: () => undefined, subscribe: () => refused.promise }, { onError: errors.put });
    const client = await openClient(server);
    await client.close();
    refused.reject(down);
    expect(await errors.take()).toBe(down);
    await new Promise((resolve) => setImmediate(resolve));
    expect(errors.empty()).toEqual([]);
  });

  test.each(FAILURES)('ask a bus again that %s at first, when the next client connects', async (_, fail) => {
    const errors = new Mailbox<unknown>();
    const shared = new MemoryChangeBus();
    let attempts = 0;
    const bus: ChangeBus = {
      publish: (change) => shared.publish(change),
      subscribe: (listener) => (++attempts === 1 ? fail(new Error('down')) : shared.subscribe(listener)),
    };
    const server = makeServer(bus, { onError: errors.put });
    const clients = [await openClient(server)];
    await errors.take();
    clients.push(await openClient(server), await openClient(server));
    server.tool('more', {}, nothing);
    for (const client of clients) {
      expect(await take(client)).toMatchObject({ method: 'notifications/tools/list_changed' });
    }
    expect(attempts).toBe(2);
  });

  test('drop what a bus that never answers does not take', () => {
    const errors: unknown[] = [];
    const bus: ChangeBus = { publish: () => endless(), subscribe: () => () => undefined };
    const server = makeServer(bus, { onError: (error) => errors.push(error) });
    for (let n = 0; n < 1_001; n++) server.resourceUpdated(`notes:${n}`);
    expect(errors.map(String)).toEqual([
      'Error: Dropped notifications/resources/updated: 1000 changes are waiting for the change bus',
    ]);
  });

  test('wait for nothing if publishing returns no promise', () => {
    const errors: unknown[] = [];
    const emit = (): boolean => true;
    const bus: ChangeBus = { publish: emit as () => void, subscribe: () => () => undefined };
    const server = makeServer(bus, { onError: (error) => errors.push(error) });
    for (let n = 0; n < 1_001; n++) server.resourceUpdated(`notes:${n}`);
    expect(errors).toEqual([]);
  });

  test('do not notify their clients of lists that they do not have', async () => {
    const errors: unknown[] = [];
    const bus = new MemoryChangeBus();
    const client = await openClient(makeServer(bus, { onError: (error) => errors.push(error) }));
    await client.request('ping');
    bus.publish({ method: 'notifications/prompts/list_changed' });
    bus.publish({ method: 'notifications/tools/list_changed' });
    expect(await take(client)).toMatchObject({ method: 'notifications/tools/list_changed' });
    expect(errors).toEqual([]);
  });

  test('announce nothing that is registered before they start', async () => {
    const published: Change[] = [];
    const bus: ChangeBus = { publish: (change) => void published.push(change), subscribe: () => () => undefined };
    const server = makeServer(bus);
    const client = await openClient(server);
    await client.request('ping');
    expect(published).toEqual([]);
    server.tool('late', {}, nothing);
    await client.request('ping');
    expect(published).toEqual([{ method: 'notifications/tools/list_changed' }]);
  });

  test('announce what changes while a change is delivered', async () => {
    const published: Change[] = [];
    const announced = new Mailbox<number>();
    const bus: ChangeBus = {
      publish: (change) => {
        published.push(change);
        if (published.length === 1) server.tool('late', {}, nothing);
        announced.put(published.length);
      },
      subscribe: () => () => undefined,
    };
    const server = makeServer(bus);
    await openClient(server);
    server.tool('more', {}, nothing);
    expect([await announced.take(), await announced.take()]).toEqual([1, 2]);
  });

  test('tell a client once that has come before the bus has ended the last subscription', async () => {
    const listeners = new Set<Listener>();
    const bus: ChangeBus = {
      publish: (change) => listeners.forEach((listener) => listener(change)),
      // Never ends a subscription.
      subscribe: (listener) => {
        listeners.add(listener);
        return () => endless();
      },
    };
    const server = makeServer(bus);
    const first = await openClient(server);
    await first.request('ping');
    await first.close();
    const second = await openClient(server);
    await second.request('ping');
    await expect.poll(() => listeners.size).toBe(2);
    server.tool('more', {}, nothing);
    await take(second);
    await second.request('ping');
    expect(second.notified.empty()).toEqual([]);
  });

  test.each([null, 'x', {}, { method: 'ping' }, { method: 'notifications/resources/updated' }, { method: 'toString' }])(
    'report %j, which is not a change',
    async (value) => {
      const errors: unknown[] = [];
      let tell: Listener | undefined;
      const bus: ChangeBus = {
        publish: () => undefined,
        subscribe: (listener) => {
          tell = listener;
          return () => undefined;
        },
      };
      const client = await openClient(makeServer(bus, { onError: (error) => errors.push(error) }));
      await expect.poll(() => tell).toBeDefined();
      tell?.(value as never);
      await client.request('ping');
      expect(client.notified.empty()).toEqual([]);
      expect(String(errors)).toContain('something that is not a change');
    },
  );
});
