/** Connections that are kept: what has failed or ended leaves no timer. */

import type { Client } from '@mcp-gen/sdk/client';
import type { Terminal } from '@mcp-gen/talk';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Pool } from '../../talk/src/keep/pool.js';

const TERMINAL: Terminal = {
  print: () => undefined,
  note: () => undefined,
  status: () => undefined,
  paint: (_style, text) => text,
  input: () => Promise.resolve(''),
  columns: undefined,
};
const { signal } = new AbortController();

/** A client that has nothing but its end. */
function closable(): Pick<Client, 'close' | 'closed'> {
  let end = (): void => undefined;
  const closed: Client['closed'] = new Promise((resolve) => (end = () => resolve(undefined as never)));
  const close = (): Promise<void> => {
    end();
    return Promise.resolve();
  };
  return { closed, close };
}

function pool(): { readonly kept: Pool; readonly emptied: () => number } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let count = 0;
  return { kept: new Pool(60_000, () => count++), emptied: () => count };
}

test('a connection that could not be opened', async () => {
  const { kept, emptied } = pool();
  const open = (): Promise<Client> => Promise.reject(new Error('refused'));
  await expect(kept.use('a', open, TERMINAL, signal, () => Promise.resolve())).rejects.toThrow('refused');
  expect([kept.size, emptied(), vi.getTimerCount()]).toEqual([0, 1, 0]);
});

test('a connection that ends while a command uses it', async () => {
  const { kept, emptied } = pool();
  const open = (): Promise<Client> => Promise.resolve(closable() as Client);
  await kept.use('a', open, TERMINAL, signal, async (client) => {
    await client.close();
    await client.closed;
  });
  expect([kept.size, emptied(), vi.getTimerCount()]).toEqual([0, 1, 0]);
});

test('a connection that nobody uses ends after the idle time, and is given to no command while it ends', async () => {
  const { kept, emptied } = pool();
  const opened: Client[] = [];
  const open = (): Promise<Client> => {
    const client = closable() as Client;
    if (opened.length === 0) Object.assign(client, { close: () => Promise.resolve() });
    opened.push(client);
    return Promise.resolve(client);
  };
  const use = (): Promise<Client> => kept.use('a', open, TERMINAL, signal, (client) => Promise.resolve(client));
  expect(await use()).toBe(await use());
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(60_000);
  // The first one is slow to close.
  expect(await use()).toBe(opened[1]);
  expect([kept.size, emptied()]).toEqual([1, 0]);
});
