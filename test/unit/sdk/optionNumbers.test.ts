/** Numbers among the options of clients and hosts: what is not one is refused by its name, and 0 turns off what can be off. */

import { memoryPair } from '@mcp-gen/runtime';
import { createCompleter, connect, type ClientOptions } from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { describe, expect, test, vi } from 'vitest';
import { converse } from './clientSupport.js';
import { stopClock } from '../../support/clock.js';

test.each<[object, string]>([
  [{ timeout: NaN }, 'Invalid option "timeout" for connect: expected '],
  [{ timeout: -1 }, 'Invalid option "timeout" for connect: expected '],
  [{ timeout: '10' }, 'Invalid option "timeout" for connect: expected '],
  [{ timeout: null }, 'Invalid option "timeout" for connect: expected '],
  [{ limits: { messageLimit: 0 } }, 'Invalid option "messageLimit" for the option limits of connect: expected '],
  [{ limits: { valueLimit: NaN } }, 'Invalid option "valueLimit" for the option limits of connect: expected '],
  [{ limits: { malformedLimit: '9' } }, 'Invalid option "malformedLimit" for the option limits of connect: expected '],
  [{ onLog: true }, 'Invalid option "onLog" for connect: expected a function, got '],
  [{ fetch: 'https' }, 'Invalid option "fetch" for connect: expected a function, got '],
  [{ ledger: {} }, 'Invalid option "ledger" for connect: expected a Ledger'],
  [{ shutdownTimeout: -1 }, 'Invalid option "shutdownTimeout" for connect: expected '],
  [{ retry: { retryLimit: NaN } }, 'Invalid option "retryLimit" for the option retry of connect: expected '],
  [{ ping: { interval: -5 } }, 'Invalid option "interval" for the option ping of connect: expected '],
  [{ ping: { interval: 5, timeout: 0 } }, 'Invalid option "timeout" for the option ping of connect: expected '],
  [{ ping: { interval: 5, misses: 0 } }, 'Invalid option "misses" for the option ping of connect: expected '],
  [{ reconnect: { attempts: '3' } }, 'Invalid option "attempts" for the option reconnect of connect: expected '],
  [{ reconnect: { delay: -1 } }, 'Invalid option "delay" for the option reconnect of connect: expected '],
  [{ logRate: { perSecond: 0 } }, 'Invalid option "perSecond" for the option logRate of connect: expected '],
  [
    { elicitation: { url: () => 'accept', rate: { burst: 0 } } },
    'Invalid option "burst" for the option elicitation.rate of connect: expected ',
  ],
])('a client refuses %j', async (options, message) => {
  const [near] = memoryPair();
  await expect(connect(near, options as ClientOptions)).rejects.toThrow(message);
});

test.each<[object, string]>([
  [{ timeout: NaN }, 'Invalid option "timeout" for the host: expected '],
  [{ startTimeout: '10s' }, 'Invalid option "startTimeout" for the host: expected '],
  [{ reconnect: { attempts: -1 } }, 'Invalid option "attempts" for the option reconnect of the host: expected '],
  [{ ping: { interval: NaN } }, 'Invalid option "interval" for the option ping of the host: expected '],
  [{ ping: { intervall: 1 } }, 'Unknown option "intervall" for the option ping of the host'],
])('a host refuses %j', (options, message) => {
  expect(() => new Host({ servers: {}, ...options })).toThrow(message);
});

test('a completer refuses them', async () => {
  const { client } = await converse({});
  const ref = { type: 'ref/prompt', name: 'greet' } as const;
  expect(() => createCompleter(client, ref, 'who', { delay: NaN })).toThrow(
    'Invalid option "delay" for createCompleter',
  );
  expect(() => createCompleter(client, ref, 'who', { cache: '9' as never })).toThrow(
    'Invalid option "cache" for createCompleter',
  );
});

describe('a request', () => {
  test.each([
    [{ timeout: '10' }, 'Invalid option "timeout" for tools/call: expected '],
    [{ timeout: -1 }, 'Invalid option "timeout" for tools/call: expected '],
    [{ maxTotalTimeout: NaN }, 'Invalid option "maxTotalTimeout" for tools/call: expected '],
  ])('refuses %j', async (options, message) => {
    const { client } = await converse({ callTool: () => ({ content: [] }) });
    await expect(client.callTool('echo', {}, options as object)).rejects.toThrow(message);
  });

  test('refuses a limit of pages that is none', async () => {
    const { client } = await converse({});
    expect(() => client.tools({ limit: 0 })).toThrow('Invalid option "limit" for tools/list: expected ');
  });
});

test('a timeout of 0 disables the timeout, for one request and for all, and an interval of 0 sends no pings', async () => {
  let answer = (): void => {};
  const asked = vi.fn();
  const handlers = {
    callTool: () => {
      asked();
      return new Promise((resolve) => (answer = () => resolve({ content: [], structuredContent: { done: true } })));
    },
    listTools: () => ({ tools: [] }),
  };
  const { client } = await converse(handlers, { timeout: 0, ping: { interval: 0 } });
  stopClock();
  for (const options of [undefined, { timeout: 0 }, { timeout: 60_000, maxTotalTimeout: 0, onProgress: () => {} }]) {
    asked.mockClear();
    const calling = client.callTool('wait', {}, options);
    await expect.poll(() => asked).toHaveBeenCalled();
    if (options?.timeout !== 60_000) await vi.advanceTimersByTimeAsync(3_600_000);
    answer();
    expect((await calling).structuredContent).toEqual({ done: true });
  }
});
