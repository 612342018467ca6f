/** Resources that a client follows. */

import type { Subscription } from '@mcp-gen/sdk/client';
import { describe, expect, test } from 'vitest';
import { entriesIn } from '../../support/leftovers/entries.js';
import { converse } from './clientSupport.js';

type Uri = { readonly uri: string };

/** A server whose resources can be followed, and what it was asked. */
async function following(onSubscribe: (uri: string) => unknown = () => undefined) {
  const asked: string[] = [];
  const connected = await converse(
    {
      listResources: () => ({ resources: [] }),
      subscribe: async ({ uri }: Uri) => {
        asked.push(`+${uri}`);
        await onSubscribe(uri);
        return {};
      },
      unsubscribe: ({ uri }: Uri) => {
        asked.push(`-${uri}`);
        return {};
      },
    },
    { reconnect: { delay: 1 } },
  );
  const update = (uri: string) => connected.session().notify('notifications/resources/updated', { uri });
  return { ...connected, asked, update };
}

/** The URIs of the next updates, as many as are wanted. */
async function take(subscription: Subscription, count: number): Promise<string[]> {
  const uris: string[] = [];
  while (uris.length < count) {
    const { value } = await subscription.next();
    if (value === undefined) break;
    uris.push(value.uri);
  }
  return uris;
}

/** Resources of which clients that are still open keep something. */
const kept = (): number => entriesIn('sdk/src/client/clientSubscriptions.ts #followed');

describe('a subscription', () => {
  test('begins at once, gives updates, and ends when the loop is left', async () => {
    const { client, asked, update } = await following();
    const subscription = client.subscribe('demo:a');
    await subscription.ready;
    expect(asked).toEqual(['+demo:a']);
    await update('demo:a');
    for await (const { uri } of subscription) {
      expect(uri).toBe('demo:a');
      break;
    }
    expect(asked).toEqual(['+demo:a', '-demo:a']);
    await update('demo:a');
    await client.ping();
    expect(await subscription.next()).toEqual({ done: true, value: undefined });
  });

  test('is notified of its resource and of parts of it, and of nothing else', async () => {
    const { client, update } = await following();
    const folder = client.subscribe('file:///project');
    const slashed = client.subscribe('file:///project/docs/');
    await slashed.ready;
    for (const uri of ['file:///project/docs/a', 'file:///projects', 'file:///other', 'file:///project'])
      await update(uri);
    expect(await take(folder, 2)).toEqual(['file:///project/docs/a', 'file:///project']);
    expect(await take(slashed, 1)).toEqual(['file:///project/docs/a']);
  });

  test('has several updates of one resource become one, and very many become one of the whole', async () => {
    const { client, update } = await following();
    const subscription = client.subscribe('demo:');
    await subscription.ready;
    await update('demo:');
    await update('demo:/b');
    await update('demo:');
    await client.ping();
    expect(await take(subscription, 2)).toEqual(['demo:', 'demo:/b']);
    const parts = Array.from({ length: 1_000 }, (_, part) => `demo:/${part}`);
    for (const part of parts) await update(part);
    await client.ping();
    expect(await take(subscription, 1_000)).toEqual(parts);
    for (const part of [...parts, 'demo:/more']) await update(part);
    await client.ping();
    expect(await take(subscription, 1)).toEqual(['demo:']);
  });

  test('is requested once, however many follow, and ended when the last one leaves', async () => {
    const { client, asked, update } = await following();
    const one = client.subscribe('demo:a');
    const other = client.subscribe('demo:a');
    await Promise.all([one.ready, other.ready]);
    await update('demo:a');
    expect([await take(one, 1), await take(other, 1)]).toEqual([['demo:a'], ['demo:a']]);
    await one.return();
    await one.return();
    expect(asked).toEqual(['+demo:a']);
    const leaving = other.return();
    const again = client.subscribe('demo:a');
    await Promise.all([leaving, again.ready]);
    expect(kept()).toBe(1);
    await again.return();
    expect(kept()).toBe(0);
    expect(asked.at(-1)).toBe('-demo:a');
    expect(asked.filter((each) => each === '+demo:a').length).toBe(asked.filter((each) => each === '-demo:a').length);
  });

  test('that the server refuses says so in the loop, and can be tried again', async () => {
    let refusals = 1;
    const { client, errors, asked } = await following(() => {
      if (refusals-- > 0) throw new Error('Busy');
    });
    const refused = client.subscribe('demo:a');
    await expect(take(refused, 1)).rejects.toMatchObject({ code: -32603 });
    await expect(refused.ready).rejects.toMatchObject({ code: -32603 });
    expect(kept()).toBe(0);
    const accepted = client.subscribe('demo:a');
    await accepted.ready;
    await accepted.return();
    expect(asked).toEqual(['+demo:a', '+demo:a', '-demo:a']);
    expect(errors.empty()).toEqual([]);
  });

  test('that the server refuses while another one waits for the same resource tells both', async () => {
    let refuses = true;
    const { client, asked } = await following(() => {
      if (refuses) throw new Error('Busy');
    });
    const both = [client.subscribe('demo:a'), client.subscribe('demo:a')];
    for (const { ready } of both) await expect(ready).rejects.toMatchObject({ code: -32603 });
    await client.ping();
    refuses = false;
    await client.subscribe('demo:a').ready;
    expect(asked).toEqual(['+demo:a', '+demo:a', '+demo:a']);
  });

  test('wakes everybody who waits', async () => {
    const { client, update } = await following();
    const subscription = client.subscribe('demo:a');
    const both = Promise.all([subscription.next(), subscription.next()]);
    await subscription.ready;
    await update('demo:a');
    await update('demo:a/b');
    expect((await both).map(({ value }) => value?.uri)).toEqual(['demo:a', 'demo:a/b']);
  });

  test('ends with the client, and throws if the connection is lost for good', async () => {
    const { client } = await following();
    const subscription = client.subscribe('demo:a');
    const next = subscription.next();
    await subscription.ready;
    await client.close();
    expect(await next).toEqual({ done: true, value: undefined });

    const lost = await converse({
      subscribe: () => ({}),
      unsubscribe: () => ({}),
      listResources: () => ({ resources: [] }),
    });
    const broken = lost.client.subscribe('demo:a');
    await broken.ready;
    await lost.stop();
    await expect(broken.next()).rejects.toMatchObject({ name: 'ConnectionClosedError' });
  });

  test('outlives a reconnection, and gives an update for what may have been missed', async () => {
    const { client, asked, update, stop } = await following();
    const subscription = client.subscribe('demo:a');
    await subscription.ready;
    await stop();
    expect(await take(subscription, 1)).toEqual(['demo:a']);
    expect(asked).toEqual(['+demo:a', '+demo:a']);
    await client.ping();
    await update('demo:a/part');
    expect(await take(subscription, 1)).toEqual(['demo:a/part']);
    await subscription.return();
    expect(asked.at(-1)).toBe('-demo:a');
  });

  test('that a new session refuses ends with that', async () => {
    let isNew = false;
    const { client, stop, asked } = await following(() => {
      if (isNew) throw new Error('Gone');
    });
    const subscription = client.subscribe('demo:a');
    await subscription.ready;
    isNew = true;
    await stop();
    await expect(subscription.next()).rejects.toMatchObject({ code: -32603 });
    isNew = false;
    await client.subscribe('demo:a').ready;
    expect(asked).toEqual(['+demo:a', '+demo:a', '+demo:a']);
  });
});
