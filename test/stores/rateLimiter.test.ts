/** The contract of rate limiters, and what servers do with one of their author's. */

import { MemoryRateLimiter, Server, type Admission, type RateLimiter } from '@mcp-gen/sdk';
import { rateLimiterContract, type RateLimiterSubject } from '@mcp-gen/sdk/testing';
import { describe, expect, test, vi } from 'vitest';
import { FallbackRateLimiter } from '../../sdk/src/guard/fallbackRateLimiter.js';
import { openClient } from '../unit/sdk/support.js';
import { testCases, testRefusals } from './support.js';
import { endless } from '../support/leftovers/endless.js';
import { FAILURES, slowly } from '../support/stores.js';
import { stopClock, stopDates } from '../support/clock.js';

function inMemory(
  make: (limiter: MemoryRateLimiter, clock: { time: number }) => RateLimiter = (limiter) => limiter,
): RateLimiterSubject {
  const clock = { time: 0 };
  const limiter = make(new MemoryRateLimiter({ perSecond: 20, burst: 4, now: () => clock.time }), clock);
  const advance = (milliseconds: number): void => {
    clock.time += milliseconds;
  };
  return { limiter, advance };
}

testCases(
  'in memory',
  rateLimiterContract(() => inMemory()),
);
testCases(
  'in memory, by a real clock',
  rateLimiterContract(() => ({ limiter: new MemoryRateLimiter({ perSecond: 20, burst: 4 }) })),
);
testCases(
  'that answers later',
  rateLimiterContract(() => inMemory(slowly)),
);

const COMPLETE = { ref: { type: 'ref/prompt', name: 'say' }, argument: { name: 'word', value: '' } };

const REFUSED: Admission = { allowed: false, retryAfter: 50 };

testRefusals<RateLimiterSubject>(rateLimiterContract, [
  {
    fault: 'admits everything',
    make: () => inMemory(() => ({ take: () => ({ allowed: true }) })),
    refusals: { 'and no further call': 'A call beyond the limit was admitted' },
  },
  {
    fault: 'reads and writes in two steps',
    make: () => {
      let taken = 0;
      return inMemory(() => ({
        async take() {
          const before = taken;
          await new Promise((resolve) => setImmediate(resolve));
          taken = before + 1;
          return before < 4 ? { allowed: true } : REFUSED;
        },
      }));
    },
    refusals: { 'at the same time': '50 calls were admitted, not 4' },
  },
  {
    fault: 'compares callers without case',
    make: () => inMemory((limiter) => ({ take: (caller, cost) => limiter.take(caller.toLowerCase(), cost) })),
    refusals: { 'limited independently': 'Call 1 of the caller "A" was not admitted' },
  },
  {
    fault: 'is always a little early',
    make: () =>
      inMemory((limiter) => ({
        take(caller, cost) {
          const admission = limiter.take(caller, cost);
          return admission.allowed ? admission : { allowed: false, retryAfter: 1 };
        },
      })),
    refusals: { 'a correct retryAfter': 'A call after retryAfter (1 ms) was not admitted' },
  },
  {
    fault: 'does not say when to call again',
    make: () => inMemory(() => ({ take: () => ({ allowed: false, retryAfter: Number.NaN }) })),
    refusals: { 'a cost counts': 'A cost of 3 was not admitted' },
  },
  {
    fault: 'gives out what was never used',
    make: () =>
      inMemory((_, clock) => {
        let taken = 0;
        return {
          take: (_caller, cost = 1) => {
            if (taken + cost > 4 + clock.time / 50) return REFUSED;
            taken += cost;
            return { allowed: true };
          },
        };
      }),
    refusals: { 'one burst at most': 'A call beyond the limit was admitted' },
  },
  {
    fault: 'counts what it refuses',
    make: () =>
      inMemory((limiter, clock) => {
        let debt = 0;
        return {
          take(caller, cost = 1) {
            if (debt > clock.time / 50) return ((debt += cost), REFUSED);
            const admission = limiter.take(caller, cost);
            if (!admission.allowed) debt += cost;
            return admission;
          },
        };
      }),
    refusals: { 'is not counted': 'Calls that were not admitted were counted' },
  },
  {
    fault: 'takes every call for one',
    make: () => inMemory((limiter) => ({ take: (caller) => limiter.take(caller) })),
    refusals: { 'a cost counts': 'A call beyond the limit was admitted' },
  },
]);

test.each([0, -1, 5, Number.NaN])('the limiter in memory takes no cost of %d', (cost) => {
  expect(() => new MemoryRateLimiter({ perSecond: 1, burst: 4 }).take('a', cost)).toThrow(
    `Invalid cost ${cost}: expected more than 0 and at most 4`,
  );
});

describe('a server with a limiter of its author', () => {
  const info = { name: 'test', version: '1.0.0' };

  function makeServer(limiter: RateLimiter): { server: Server; errors: unknown[] } {
    const errors: unknown[] = [];
    const rateLimits = { toolCalls: limiter, completions: limiter, logs: limiter, sampling: limiter };
    const server = new Server(info, { rateLimits, onError: (error) => errors.push(error) });
    server.tool('do', {}, (_, { log }) => {
      log.info('one');
      log.info('two');
      return 'done';
    });
    server.prompt('say', { arguments: { word: { complete: ['a'] } } }, () => 'a');
    return { server, errors };
  }

  test.each([
    ['at once', (limiter: RateLimiter) => limiter],
    ['later', slowly],
  ])('admits what that admits, which it says %s', async (_title, change) => {
    const limiter = new MemoryRateLimiter({ perSecond: 0.001, burst: 3 });
    const take = vi.fn((caller: string, cost?: number) => limiter.take(caller, cost));
    const { server } = makeServer(change({ take }));
    const client = await openClient(server);
    await client.request('tools/call', { name: 'do' });
    await expect.poll(() => client.notified.empty().length).toBe(2);
    await expect(client.request('tools/call', { name: 'do' })).rejects.toMatchObject({
      code: -32603,
      data: { retryAfter: expect.any(Number) as number },
    });
    await expect(client.request('completion/complete', COMPLETE)).rejects.toThrow('Too many completion requests');
    expect(new Set(take.mock.calls.map(([caller]) => caller)).size).toBe(1);
  });

  test('tells the connections of different servers apart', async () => {
    const take = vi.fn<(caller: string) => Admission>(() => ({ allowed: true }));
    for (const { server } of [makeServer({ take }), makeServer({ take })]) {
      await (await openClient(server)).request('tools/call', { name: 'do' });
    }
    expect(new Set(take.mock.calls.map(([caller]) => caller)).size).toBe(2);
  });

  const down = new Error('the limiter is down');

  test.each<[title: string, take: RateLimiter['take'], error: string]>([
    ...FAILURES.map(([how, fail]): [string, RateLimiter['take'], string] => [
      how,
      () => fail(down),
      'Error: the limiter is down',
    ]),
    ['answers with something else', () => true as never, 'TypeError: A rate limiter must return'],
    [
      'resolves with an invalid answer',
      () => Promise.resolve({ allowed: false } as never),
      'TypeError: A rate limiter must',
    ],
  ])('goes by its own limits if that %s, and reports it', async (_title, take, message) => {
    const { server, errors } = makeServer({ take });
    const client = await openClient(server);
    // On a busy machine the calls take longer than the limit needs to recover.
    stopDates();
    const calls = Array.from({ length: 1_100 }, () => client.request('tools/call', { name: 'do' }).catch(String));
    const refused = (await Promise.all(calls)).filter((answer) => typeof answer === 'string');
    expect(refused).toHaveLength(100);
    expect(String(errors[0])).toContain(message);
  });

  test('reports one failure a minute, and how many there were in between', async () => {
    const { server, errors } = makeServer({ take: () => Promise.reject(down) });
    const client = await openClient(server);
    stopDates();
    const call = () => client.request('completion/complete', COMPLETE);
    for (let count = 0; count < 5; count++) await call();
    expect(errors).toEqual([down]);
    vi.advanceTimersByTime(60_000);
    await call();
    expect(errors.map(String)).toEqual([
      'Error: the limiter is down',
      'Error: the limiter is down',
      'Error: The rate limiter failed 4 more times',
    ]);
    vi.advanceTimersByTime(60_000);
    await call();
    expect(errors.slice(3).map(String)).toEqual(['Error: the limiter is down']);
  });

  test.each([
    ['answered', () => Promise.resolve({ allowed: true as const })],
    ['failed', () => Promise.reject(new Error('the limiter is down'))],
  ])('still asks that when it has %s more calls than may wait for it', async (_, answer) => {
    const take = vi.fn<RateLimiter['take']>(answer);
    const limiter = new FallbackRateLimiter(
      { take },
      new MemoryRateLimiter({ perSecond: 1e9, burst: 1e9 }),
      () => undefined,
    );
    for (let calls = 0; calls <= 10_000; calls++) await limiter.take('ada');
    expect(take).toHaveBeenCalledTimes(10_001);
  });

  test('goes by its own limits if that never answers', async () => {
    const { server, errors } = makeServer({ take: () => endless() });
    const client = await openClient(server);
    stopClock();
    const called = client.request('tools/call', { name: 'do' });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(await called).toMatchObject({ content: [{ text: 'done' }] });
    expect(String(errors)).toContain('The rate limiter did not answer within 1000 ms');
  });
});
