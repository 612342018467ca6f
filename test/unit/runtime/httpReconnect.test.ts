/** How a client of Streamable HTTP reads streams of events, and when it asks again. */

import { describe, expect, test } from 'vitest';
import type { HttpClientOptions } from '../../../runtime/src/http/client.js';
import { notification } from '../../support/rpc.js';
import { covers } from '../../support/covers.js';
import { EVENTS, event, JSON_TYPE, open, polite, PONG, result } from './scriptedClient.js';
import { startScripted, type Asked, type Script } from './scriptedServer.js';
import { leavesNone } from '../../support/leftovers/instances.js';
import { HttpClientTransport } from '../../../runtime/src/http/client/httpClientTransport.js';

leavesNone(HttpClientTransport);

const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

const isGet = ({ method }: Asked): boolean => method === 'GET';

/** Answers what is asked in a session, with a stream for what the server says on its own. */
const listening = (listen: Script): Script => {
  const others = polite(({ message }, response) => response.writeHead(200, JSON_TYPE).end(result(message.id, PONG)));
  return (asked, response) => (isGet(asked) ? listen : others)(asked, response);
};

async function opened(script: Script, options: Partial<HttpClientOptions> = {}) {
  const { url, asked } = await startScripted(script);
  return { ...(await open(url, options)), asked };
}

describe('an event', () => {
  test('of another type is not a message, whatever it contains', async () => {
    const { session, errors } = await opened(
      polite(({ message }, response) => {
        const misleading = { jsonrpc: '2.0', id: message.id, result: { misleading: true } };
        response.writeHead(200, EVENTS);
        response.write('event: ping\ndata: hello\n\n');
        response.write(`event: other\n${event(JSON.stringify(misleading))}`);
        response.end(`event: message\n${event(result(message.id, { right: true }))}`);
      }),
    );
    expect(await session.request('ping')).toEqual({ right: true });
    expect(errors.empty()).toEqual([]);
  });

  test('of another type is not a message on the stream of the server either', async () => {
    const log = JSON.stringify(notification('notifications/message', { level: 'info', data: 'other' }));
    const { session, errors, asked } = await opened(
      listening((_, response) =>
        response.writeHead(200, EVENTS).write(`event: other\n${event('{')}event: x\n${event(log)}`),
      ),
    );
    await asked.take(isGet);
    await wait(20);
    expect(await session.request('ping')).toEqual(PONG);
    expect(errors.empty()).toEqual([]);
  });

  test('that is not JSON is reported, and the answer behind it is taken', async () => {
    const { session, errors } = await opened(
      polite(({ message }, response) => {
        if (message.method === undefined) response.writeHead(202).end();
        else response.writeHead(200, EVENTS).end(event('{') + event(result(message.id, PONG)));
      }),
    );
    expect(await session.request('ping')).toEqual(PONG);
    expect(await errors.take()).toMatchObject({ code: -32700, message: 'Parse error: an event is not JSON' });
  });

  test.each([
    ['that is not JSON is', '{', '. An event in it was not JSON'],
    ['without data is not', '', ''],
  ])('%s mentioned in the error for a stream that ends without the answer', async (_, data, more) => {
    const { session } = await opened(
      polite(({ message }, response) => {
        if (message.method === undefined) response.writeHead(202).end();
        else response.writeHead(200, EVENTS).end(event(data));
      }),
    );
    await expect(session.request('ping')).rejects.toMatchObject({
      name: 'ConnectionClosedError',
      reason: 'end-of-input',
      message: `The server ended its response before it was complete${more}`,
    });
  });
});

describe('coming back to a stream', () => {
  /** The requests for streams within a time, from a server that ends each at once. */
  async function gets(stream: string, options: Partial<HttpClientOptions>, time: number): Promise<number> {
    const { asked } = await opened(
      listening((_, response) => response.writeHead(200, EVENTS).end(stream)),
      options,
    );
    await asked.take(isGet);
    await wait(time);
    return 1 + asked.empty().filter(isGet).length;
  }

  test('is slower each time that nothing came, even where the server wants no delay', async () => {
    const count = await gets('retry: 0\n\n', { retry: { retryDelay: 1_000 } }, 600);
    expect(count).toBeGreaterThanOrEqual(2);
    // After 50, 100, 200, 400 milliseconds.
    expect(count).toBeLessThanOrEqual(4);
  });

  test('is slower even where each stream brings an event without a message', async () => {
    expect(
      await gets(`retry: 0\n${event('', 'id')}: comment\n\n`, { retry: { retryDelay: 1_000 } }, 600),
    ).toBeLessThanOrEqual(4);
  });

  test('is slower for the stream of an answer, too', async () => {
    let count = 0;
    const { session, asked } = await opened(
      polite(({ method }, response) => {
        if (method === 'DELETE' || method === 'POST' || method === 'GET')
          response.writeHead(200, EVENTS).end(`retry: 0\n${event('', String(count++))}`);
      }),
      { retry: { retryDelay: 1_000 } },
    );
    void session.request('ping').catch(() => undefined);
    await asked.take(({ message }) => message.method === 'ping');
    await wait(600);
    const resumed = asked.empty().filter(({ headers }) => headers['last-event-id'] !== undefined);
    expect(resumed.length).toBeGreaterThanOrEqual(1);
    expect(resumed.length).toBeLessThanOrEqual(4);
  });

  test('waits at least 50 ms, also where each stream brings a message and the server wants no delay', async () => {
    const log = JSON.stringify(notification('notifications/message', { level: 'info', data: 'again' }));
    const count = await gets(`retry: 0\n${event(log, 'id')}`, { retry: { retryDelay: 1_000 } }, 500);
    expect(count).toBeGreaterThanOrEqual(2);
    expect(count).toBeLessThanOrEqual(11);
  });

  test('waits for as long as a busy server asks for', async () => {
    const { asked } = await opened(
      listening((_, response) => response.writeHead(503, { 'retry-after': '1' }).end()),
      { retry: { retryDelay: 1 } },
    );
    await asked.take(isGet);
    const began = performance.now();
    await asked.take(isGet);
    expect(performance.now() - began).toBeGreaterThanOrEqual(900);
  });

  test('takes no longer than maxRetryDelay, whatever the server asks for', async () => {
    expect(await gets('retry: 600000\n\n', { retry: { maxRetryDelay: 20 } }, 200)).toBeGreaterThanOrEqual(3);
  });
});

describe('a server that is busy', () => {
  /** Refuses so many pings before it answers. */
  function busy(times: number, status: number, headers: Record<string, string>): Script {
    let refused = 0;
    return polite(({ message }, response) => {
      if (message.method === 'ping' && refused++ < times) response.writeHead(status, headers).end();
      else response.writeHead(200, JSON_TYPE).end(result(message.id, PONG));
    });
  }

  const pings = (all: readonly Asked[]): number => all.filter(({ message }) => message.method === 'ping').length;

  test.each([429, 503])('and says when to ask again is asked again then (%d)', async (status) => {
    const { session, asked, errors } = await opened(busy(2, status, { 'retry-after': '0' }));
    expect(await session.request('ping')).toEqual(PONG);
    expect(pings(asked.empty())).toBe(3);
    expect(errors.empty()).toEqual([]);
  });

  test('is not asked before the time that it has named', async () => {
    const { session } = await opened(busy(1, 429, { 'retry-after': '1' }));
    const started = performance.now();
    expect(await session.request('ping')).toEqual(PONG);
    expect(performance.now() - started).toBeGreaterThanOrEqual(999);
  });

  test('may name a date', async () => {
    const date = new Date(Date.now() + 2_000);
    const { session } = await opened(busy(1, 503, { 'retry-after': date.toUTCString() }));
    expect(await session.request('ping')).toEqual(PONG);
    expect(Date.now()).toBeGreaterThanOrEqual(Math.floor(date.getTime() / 1_000) * 1_000 - 5);
  });

  test.each([
    ['names no time', 429, {}, {}],
    ['names a time that is none', 429, { 'retry-after': 'soon' }, {}],
    ['names a time that is too far', 429, { 'retry-after': '31' }, {}],
    ['names a time beyond retryAfterLimit', 503, { 'retry-after': '2' }, { retry: { retryAfterLimit: 1_000 } }],
    ['is not to be asked again', 503, { 'retry-after': '0' }, { retry: { retryAfterAttempts: 0 } }],
    ['does not say that it refused', 500, { 'retry-after': '0' }, {}],
  ])('and %s is not asked again', async (_, status, headers, options) => {
    const { session, asked } = await opened(busy(1, status, headers), options);
    await expect(session.request('ping')).rejects.toMatchObject({ name: 'HttpStatusError', status });
    expect(pings(asked.empty())).toBe(1);
  });

  test('without end is aborted, and the error says when to retry', async () => {
    const { session, asked } = await opened(busy(Infinity, 429, { 'retry-after': '0' }), {
      retry: { retryAfterAttempts: 2 },
    });
    await expect(session.request('ping')).rejects.toMatchObject({ status: 429, retryAfter: 0 });
    expect(pings(asked.empty())).toBe(3);
  });

  test('is waited for no longer than retryAfterLimit in all', async () => {
    const { session, asked } = await opened(busy(Infinity, 429, { 'retry-after': '1' }), {
      retry: { retryAfterLimit: 1_500 },
    });
    await expect(session.request('ping')).rejects.toMatchObject({ status: 429, retryAfter: 1_000 });
    expect(pings(asked.empty())).toBe(2);
  });

  test('is not waited for by a request that is cancelled', async () => {
    const { session, asked } = await opened(busy(Infinity, 429, { 'retry-after': '1' }));
    const controller = new AbortController();
    const pinged = session.request('ping', {}, { signal: controller.signal });
    await asked.take(({ message }) => message.method === 'ping');
    controller.abort(new Error('enough'));
    await expect(pinged).rejects.toThrow('enough');
    await wait(1_200);
    expect(pings(asked.empty())).toBe(0);
  });

  test('keeps notifications in order', async () => {
    let refused = false;
    const others = polite((_, response) => response.writeHead(202).end());
    const { session, asked } = await opened((each, response) => {
      if (each.message.method === 'notifications/progress' && !refused) {
        refused = true;
        response.writeHead(503, { 'retry-after': '0' }).end();
      } else others(each, response);
    });
    asked.empty();
    const tell = (progress: number): Promise<void> =>
      session.notify('notifications/progress', { progressToken: 1, progress });
    await Promise.all([tell(1), tell(2)]);
    const told = asked.empty().filter(({ message }) => message.method === 'notifications/progress');
    expect(told.map(({ message }) => message.params)).toMatchObject([
      { progress: 1 },
      { progress: 1 },
      { progress: 2 },
    ]);
  });
});

test('a request whose headers are known only while the session is opened again is sent in the new one', async () => {
  covers('http-session-id-sent');
  const gate = { waiting: 0, open: (): void => undefined };
  let opened = 0;
  let hold = false;
  const script = polite(
    ({ headers, message }, response) => {
      if (headers['mcp-session-id'] !== 'session-2') response.writeHead(404).end();
      else response.writeHead(200, JSON_TYPE).end(result(message.id, PONG));
    },
    { session: () => `session-${++opened}` },
  );
  let answerInitialize = (): void => undefined;
  const { url, asked } = await startScripted((each, response) => {
    if (each.message.method !== 'initialize' || opened === 0) return script(each, response);
    answerInitialize = () => script(each, response);
  });
  const { session } = await open(url, {
    headers: () => {
      if (!hold) return {};
      hold = false;
      return new Promise((resolve) => (gate.open = () => resolve({})));
    },
  });
  hold = true;
  const held = session.request('tools/list').catch((error: unknown) => error);
  const finding = session.request('ping');
  await asked.take(({ message }) => message.method === 'initialize' && opened === 1);
  await expect.poll(() => asked.empty().some(({ message }) => message.method === 'initialize')).toBe(true);
  gate.open();
  await wait(30);
  answerInitialize();
  expect(await finding).toEqual(PONG);
  await held;
  const sent = asked.empty().filter(({ message }) => message.method === 'tools/list');
  expect(sent.map(({ headers }) => headers['mcp-session-id'])).toEqual(['session-2']);
});
