/** What every store of credentials promises, for the one in memory and the one in files. */

import { describe, expect, test } from 'vitest';
import { MemoryTokenStore, type TokenStore } from '@mcp-gen/auth/client';
import { FileTokenStore } from '@mcp-gen/auth/node';
import { join } from 'node:path';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const STORES: { readonly [name: string]: () => Promise<TokenStore> } = {
  MemoryTokenStore: () => Promise.resolve(new MemoryTokenStore()),
  FileTokenStore: async () => new FileTokenStore({ folder: join(await temporaryFolder(), 'credentials') }),
};

describe.each(Object.entries(STORES))('%s', (_, make) => {
  test('returns what was set, and nothing for other keys', async () => {
    const store = await make();
    const keys = [
      'a',
      'A',
      'https://example.com/mcp?x=1#y',
      '../../etc/passwd',
      '\0',
      '__proto__',
      'é',
      '',
      'k'.repeat(10_000),
    ];
    for (const key of keys) expect(await store.get(key)).toBeUndefined();
    for (const [index, key] of keys.entries()) await store.set(key, { index, nested: { list: [1, null, 'ü'] } });
    for (const [index, key] of keys.entries()) {
      expect(await store.get(key)).toEqual({ index, nested: { list: [1, null, 'ü'] } });
    }
    await store.set('a', { index: 'new' });
    expect(await store.get('a')).toEqual({ index: 'new' });
    await store.set('a', undefined);
    await store.set('a', undefined);
    expect(await store.get('a')).toBeUndefined();
    expect(await store.get('A')).toMatchObject({ index: 1 });
  });

  test('runs functions of one key one at a time, in turn, and those of other keys meanwhile', async () => {
    const store = await make();
    const order: string[] = [];
    let other: Promise<unknown> | undefined;
    let running = 0;
    await Promise.all(
      ['1', '2', '3', '4'].map((name) =>
        store.lock('key', async () => {
          expect(++running).toBe(1);
          other ??= store.lock('other', () => Promise.resolve(order.push('other')));
          await other;
          order.push(name);
          running--;
        }),
      ),
    );
    expect(order).toEqual(['other', '1', '2', '3', '4']);
  });

  test('a lock leaves nothing on a signal that lives longer', async () => {
    const store = await make();
    const { signal } = new AbortController();
    const locked = ['1', '2'].map((name) => store.lock('key', () => Promise.resolve(name), signal));
    expect(await Promise.all(locked)).toEqual(['1', '2']);
  });

  test('a lock returns the result, passes the error on, and is released after both', async () => {
    const store = await make();
    expect(await store.lock('key', () => Promise.resolve(7))).toBe(7);
    await expect(store.lock('key', () => Promise.reject(new Error('it broke')))).rejects.toThrow('it broke');
    expect(await store.lock('key', () => Promise.resolve(8))).toBe(8);
  });

  test('waiting for a lock ends at once when the signal aborts, and the others keep their turns', async () => {
    const store = await make();
    const abort = new AbortController();
    const order: string[] = [];
    let release = (): void => undefined;
    let isHeld = (): void => undefined;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const first = store.lock('key', async () => {
      isHeld();
      await new Promise<void>((resolve) => (release = resolve));
      order.push('first');
    });
    await held;
    const second = store.lock('key', () => Promise.resolve(order.push('second')), abort.signal);
    abort.abort(new Error('not needed'));
    await expect(second).rejects.toThrow('not needed');
    const third = store.lock('key', () => Promise.resolve(order.push('third')));
    release();
    await Promise.all([first, third]);
    expect(order).toEqual(['first', 'third']);
    await expect(store.lock('key', () => Promise.resolve(), abort.signal)).rejects.toThrow('not needed');
  });

  test('a signal that aborts while the function runs does not end the lock', async () => {
    const store = await make();
    const abort = new AbortController();
    const order: string[] = [];
    const first = store.lock(
      'key',
      async () => {
        abort.abort(new Error('too late'));
        await new Promise((resolve) => setImmediate(resolve));
        order.push('first');
        return 'done';
      },
      abort.signal,
    );
    const second = store.lock('key', () => Promise.resolve(order.push('second')));
    expect(await first).toBe('done');
    await second;
    expect(order).toEqual(['first', 'second']);
  });
});
