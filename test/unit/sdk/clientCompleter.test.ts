/** Completions while somebody types. */

import { createCompleter, type CompletionSource, type Completion } from '@mcp-gen/sdk/client';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { deferred } from '../runtime/support.js';
import { covers } from '../../support/covers.js';
import { stopClock } from '../../support/clock.js';

const REF = { type: 'ref/prompt', name: 'greet' } as const;

interface Asked {
  readonly value: string;
  readonly signal: AbortSignal | undefined;
  readonly answer: (suggestions: Completion) => void;
  readonly refuse: (error: unknown) => void;
}

/** A client that answers when the test does. */
function asking(): { readonly client: CompletionSource; readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const client: CompletionSource = {
    complete: (_, __, value, ___, options) => {
      const { promise, resolve, reject } = deferred<Completion>();
      asked.push({ value, signal: options?.signal, answer: resolve, refuse: reject });
      return promise;
    },
  };
  return { client, asked };
}

beforeEach(stopClock);

describe('a completer', () => {
  test('asks when the typing pauses, and only for the last that was typed', async () => {
    covers('completion-debounced');
    const { client, asked } = asking();
    const { typed } = createCompleter(client, REF, 'city');
    const first = typed('O');
    await vi.advanceTimersByTimeAsync(100);
    const second = typed('Os');
    await vi.advanceTimersByTimeAsync(149);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.map(({ value }) => value)).toEqual(['Os']);
    asked[0]?.answer({ values: ['Oslo'] });
    expect(await second).toEqual({ values: ['Oslo'] });
    expect(await first).toBeUndefined();
  });

  test('cancels what is asked when more is typed, and drops what comes late', async () => {
    const { client, asked } = asking();
    const { typed } = createCompleter(client, REF, 'city', { delay: 10 });
    const late = typed('O');
    await vi.advanceTimersByTimeAsync(10);
    const failing = typed('Os');
    expect(asked[0]?.signal?.aborted).toBe(true);
    asked[0]?.answer({ values: ['Odessa'] });
    expect(await late).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10);
    const last = typed('Osl');
    asked[1]?.refuse(new Error('cancelled'));
    expect(await failing).toBeUndefined();
    await vi.advanceTimersByTimeAsync(10);
    asked[2]?.refuse(new Error('No such prompt'));
    await expect(last).rejects.toThrow('No such prompt');
  });

  test('keeps answers, as many as it may, apart by what else is known', async () => {
    covers('completion-cached');
    const { client, asked } = asking();
    const { typed } = createCompleter(client, REF, 'city', { delay: 0, cache: 2 });
    const ask = async (value: string, known?: { readonly [name: string]: string }): Promise<unknown> => {
      const count = asked.length;
      const suggestions = typed(value, known);
      await vi.advanceTimersByTimeAsync(1);
      for (const { answer } of asked.slice(count)) answer({ values: [`${value} ${asked.length}`] });
      return (await suggestions)?.values[0];
    };
    expect(await ask('O')).toBe('O 1');
    expect(await ask('O')).toBe('O 1');
    expect(await ask('O', { country: 'no', year: '1' })).toBe('O 2');
    expect(await ask('O', { year: '1', country: 'no' })).toBe('O 2');
    expect(await ask('P')).toBe('P 3');
    expect(await ask('O')).toBe('O 4');
  });

  test('takes whatever there is: some suggestions of many, or none', async () => {
    covers('completion-partial');
    const { client, asked } = asking();
    const { typed } = createCompleter(client, REF, 'city', { delay: 0 });
    for (const suggestions of [{ values: [] }, { values: ['Oslo'], total: 7, hasMore: true }]) {
      const given = typed(`${asked.length}`);
      await vi.advanceTimersByTimeAsync(1);
      asked.at(-1)?.answer(suggestions);
      expect(await given).toEqual(suggestions);
    }
  });

  test('asks nothing after it has been stopped', async () => {
    const { client, asked } = asking();
    const { typed, stop } = createCompleter(client, REF, 'city');
    const suggestions = typed('O');
    stop();
    expect(await suggestions).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(asked).toEqual([]);
  });
});
