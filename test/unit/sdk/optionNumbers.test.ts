/** Numbers among the options of clients and hosts: what is not one is refused by its name, and 0 turns off what can be off. */

import { memoryPair } from '@mcp-gen/runtime';
import { createCompleter, connect, type ClientOptions } from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { describe, expect, test, vi } from 'vitest';
import { converse } from './clientSupport.js';

test.each<[object, string]>([
  [{ timeout: NaN }, 'The option timeout of connect must be at least 0, not NaN'],
  [{ timeout: -1 }, 'The option timeout of connect must be at least 0, not -1'],
  [{ timeout: '10' }, 'The option timeout of connect must be a number, not a string'],
  [{ timeout: null }, 'The option timeout of connect must be a number, not null'],
  [{ messageLimit: 0 }, 'The option messageLimit of connect must be at least 1, not 0'],
  [{ shutdownTimeout: -1 }, 'The option shutdownTimeout of connect must be at least 0, not -1'],
  [{ retryLimit: NaN }, 'The option retryLimit of connect must be at least 0, not NaN'],
  [{ ping: { interval: -5 } }, 'The option interval of the option ping of connect must be at least 0, not -5'],
  [
    { ping: { interval: 5, timeout: 0 } },
    'The option timeout of the option ping of connect must be more than 0, not 0',
  ],
  [{ ping: { interval: 5, misses: 0 } }, 'The option misses of the option ping of connect must be at least 1, not 0'],
  [{ reconnect: { attempts: '3' } }, 'The option attempts of the option reconnect of connect must be a number'],
  [{ reconnect: { delay: -1 } }, 'The option delay of the option reconnect of connect must be at least 0, not -1'],
  [{ logRate: { perSecond: 0 } }, 'The option perSecond of the option logRate of connect must be more than 0, not 0'],
  [
    { elicitation: { url: () => 'accept', rate: { burst: 0 } } },
    'The option burst of the option elicitation.rate of connect must be at least 1, not 0',
  ],
])('a client refuses %j', async (options, message) => {
  const [near] = memoryPair();
  await expect(connect(near, options as ClientOptions)).rejects.toThrow(message);
});

test.each<[object, string]>([
  [{ timeout: NaN }, 'The option timeout of the host must be at least 0, not NaN'],
  [{ startTimeout: '10s' }, 'The option startTimeout of the host must be a number, not a string'],
  [{ restart: { attempts: -1 } }, 'The option attempts of the option restart of the host must be at least 0, not -1'],
  [{ ping: { interval: NaN } }, 'The option interval of the option ping of the host must be at least 0, not NaN'],
  [{ ping: { intervall: 1 } }, 'Unknown option "intervall" for the option ping of the host'],
])('a host refuses %j', (options, message) => {
  expect(() => new Host({ servers: {}, ...options })).toThrow(message);
});

test('a completer refuses them', async () => {
  const { client } = await converse({});
  const ref = { type: 'ref/prompt', name: 'greet' } as const;
  expect(() => createCompleter(client, ref, 'who', { delay: NaN })).toThrow('The option delay of createCompleter');
  expect(() => createCompleter(client, ref, 'who', { cache: '9' as never })).toThrow('The option cache of createCompleter');
});

describe('a request', () => {
  test.each([
    [{ timeout: '10' }, 'The option timeout of tools/call must be a number, not a string'],
    [{ timeout: -1 }, 'The option timeout of tools/call must be at least 0, not -1'],
    [{ maxTotalTimeout: NaN }, 'The option maxTotalTimeout of tools/call must be at least 0, not NaN'],
  ])('refuses %j', async (options, message) => {
    const { client } = await converse({ callTool: () => ({ content: [] }) });
    await expect(client.callTool('echo', {}, options as object)).rejects.toThrow(message);
  });

  test('refuses a limit of pages that is none', async () => {
    const { client } = await converse({});
    expect(() => client.tools({ limit: 0 })).toThrow('The option limit of tools/list must be at least 1, not 0');
  });
});

test('a timeout of 0 is no timeout, for one request and for all, and an interval of 0 is no pings', async () => {
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
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  try {
    for (const options of [undefined, { timeout: 0 }, { timeout: 60_000, maxTotalTimeout: 0, onProgress: () => {} }]) {
      asked.mockClear();
      const calling = client.callTool('wait', {}, options);
      await vi.waitFor(() => expect(asked).toHaveBeenCalled());
      if (options?.timeout !== 60_000) await vi.advanceTimersByTimeAsync(3_600_000);
      answer();
      expect((await calling).structuredContent).toEqual({ done: true });
    }
  } finally {
    vi.useRealTimers();
  }
});
