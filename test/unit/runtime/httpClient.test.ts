/** A client of Streamable HTTP, and servers that do their worst. */

import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HttpClientOptions } from '../../../runtime/src/http/client.js';
import { HttpClientTransport } from '../../../runtime/src/http/client/httpClientTransport.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { connectSession } from '../../../runtime/src/session/connect.js';
import { GENERATED } from '../../support/generated.js';
import { heldBytes } from '../../support/heap.js';
import { Mailbox } from '../../support/mailbox.js';
import { MEBIBYTE, notification } from '../../support/rpc.js';
import { NEWEST, startService } from './httpSupport.js';
import { covers } from '../../support/covers.js';
import { EVENTS, event, introduction, JSON_TYPE, open, polite, PONG, result } from './scriptedClient.js';
import { startScripted, type Asked, type Script } from './scriptedServer.js';
import { stopClock } from '../../support/clock.js';

const MANY_VALUES = `[${'{},'.repeat(600)}0]`;

test('every request of a session names it and its revision, and has the headers that were asked for', async () => {
  covers(
    'http-accept-both',
    'http-message-per-post',
    'http-session-delete',
    'http-session-id-sent',
    'http-version-header',
    'lifecycle-version-header',
  );
  const { url, asked } = await startScripted(
    polite(({ message }, response) => response.writeHead(200, JSON_TYPE).end(result(message.id, PONG))),
  );
  let token = 0;
  const { session, transport } = await open(url, { headers: () => ({ authorization: `Bearer ${++token}` }) });
  await session.request('ping');
  await session.close();
  expect(transport.sessionId).toBe('the-session');
  const all = asked.empty();
  const [first, ...others] = all.map(({ headers }) => [headers['mcp-session-id'], headers['mcp-protocol-version']]);
  expect(first).toEqual([undefined, undefined]);
  expect(others.length).toBeGreaterThanOrEqual(3);
  for (const each of others) expect(each).toEqual(['the-session', NEWEST]);
  expect(new Set(all.map(({ headers }) => headers['authorization'])).size).toBe(all.length);
  expect(all.at(-1)?.method).toBe('DELETE');
  const posted = all.filter(({ method }) => method === 'POST');
  expect(posted.map(({ message }) => message.method)).toEqual(['initialize', 'notifications/initialized', 'ping']);
  for (const { headers } of posted)
    expect(headers).toMatchObject({ ...JSON_TYPE, accept: 'application/json, text/event-stream' });
});

test('the revision in the header is the one that the server has answered with', async () => {
  covers('http-version-negotiated');
  const { url, asked } = await startScripted(
    polite(({ message }, response) => response.writeHead(200, JSON_TYPE).end(result(message.id, PONG)), {
      version: '2025-03-26',
    }),
  );
  const { session } = await open(url);
  await session.request('ping');
  await session.close();
  const [{ message: first } = expect.unreachable(), ...others] = asked.empty();
  expect(first.params).toMatchObject({ protocolVersion: NEWEST });
  expect(others.map(({ headers }) => headers['mcp-protocol-version'])).toEqual(others.map(() => '2025-03-26'));
});

test('a batch is posted as one, and answered', async () => {
  const { url } = await startService({ revisions: [GENERATED['2025-03-26'].revision] });
  const posted: unknown[] = [];
  const recording: typeof fetch = (to, init) => {
    if (typeof init?.body === 'string') posted.push(JSON.parse(init.body));
    return fetch(to, init);
  };
  const { session } = await open(url, { fetch: recording });
  const call = { name: 'later', arguments: { text: 'a' } };
  const answers = session.batch(() => Promise.all([session.request('tools/call', call), session.request('ping')]));
  expect(await answers).toEqual([{ content: [{ type: 'text', text: 'a' }] }, PONG]);
  expect(posted.at(-1)).toMatchObject([{ method: 'tools/call' }, { method: 'ping' }]);
});

test('answers in a batch to what nobody asked are reported, those behind them taken, and their stream is left', async () => {
  const strange = [
    { jsonrpc: '2.0', id: 'strange', result: {} },
    { jsonrpc: '2.0', error: { code: -32_600, message: 'Invalid' } },
  ];
  const left = new Mailbox<true>();
  const { url } = await startScripted(
    polite(
      ({ message }, response) => {
        const answers = (message as unknown as { readonly id: number }[]).map(({ id }) => result(id, PONG));
        const [first, last] = answers.map((answer) => JSON.parse(answer) as object);
        response.on('close', () => left.put(true));
        response.writeHead(200, EVENTS).write(event(JSON.stringify([...strange, first, ...strange, last])));
      },
      { version: '2025-03-26' },
    ),
  );
  const { session, errors } = await open(url);
  const answers = session.batch(() => Promise.all([session.request('ping'), session.request('ping')]));
  expect(await answers).toEqual([PONG, PONG]);
  await left.take();
  const reported = ['JsonRpcError: The other side answered a request that was never sent', 'JsonRpcError: Invalid'];
  expect(errors.empty().map(String)).toEqual([...reported, ...reported]);
});

describe('a redirection', () => {
  const answerPing = polite(({ message }, response) =>
    response.writeHead(200, JSON_TYPE).end(result(message.id, PONG)),
  );

  test.each([301, 302, 307, 308])('within the origin is followed as it was asked (%d)', async (status) => {
    const { url, asked } = await startScripted((request, response) => {
      if (request.path === '/mcp') response.writeHead(status, { location: '/moved' }).end();
      else answerPing(request, response);
    });
    const { session } = await open(url);
    expect(await session.request('ping')).toEqual(PONG);
    const posts = asked.empty().filter(({ message }) => message.method === 'ping');
    expect(posts.map(({ path, headers }) => [path, headers['mcp-session-id']])).toEqual([
      ['/mcp', 'the-session'],
      ['/moved', 'the-session'],
    ]);
  });

  test("to another origin is not followed: the session and the headers are nobody else's business", async () => {
    covers('http-session-id-kept-safe');
    const other = await startScripted(answerPing);
    const { url } = await startScripted(
      polite((_, response) => response.writeHead(307, { location: other.url }).end()),
    );
    const { session } = await open(url, { headers: { 'x-api-key': 'secret' } });
    const message = `HTTP 307: the server redirects from ${new URL(url).origin} to ${new URL(other.url).origin}`;
    await expect(session.request('ping')).rejects.toThrow(message);
    expect(other.asked.empty()).toEqual([]);
  });

  test('without end is an error', async () => {
    const { url, asked } = await startScripted((_, response) => response.writeHead(307, { location: '/' }).end());
    await expect(open(url)).rejects.toThrow('HTTP 307: Temporary Redirect');
    expect(asked.empty().length).toBe(6);
  });
});

describe('an answer', () => {
  const answering = async (script: Script, options: Partial<HttpClientOptions> = {}) => {
    const { url, asked } = await startScripted(polite(script));
    return { ...(await open(url, options)), asked };
  };

  test('may come as an event, after others', async () => {
    covers('http-answer-both-read');
    const { session } = await answering(({ message }, response) => {
      response.writeHead(200, EVENTS);
      response.write(': a comment\n\nevent: other\n');
      response.end(event('{"jsonrpc":"2.0","method":"notifications/unheard"}') + event(result(message.id, PONG)));
    });
    expect(await session.request('ping')).toEqual(PONG);
  });

  test.each([
    [
      'an error with a reason',
      500,
      JSON_TYPE,
      '{"jsonrpc":"2.0","error":{"code":-32603,"message":"broken"}}',
      /^HTTP 500: broken$/,
    ],
    ['an error of another kind', 502, { 'content-type': 'text/html' }, '<h1>no</h1>', /^HTTP 502: Bad Gateway$/],
    ['nothing but consent', 202, {}, '', /expected JSON or events, got nothing/],
    ['a page', 200, { 'content-type': 'text/html' }, '<h1>hi</h1>', /got text\/html/],
    ['no JSON', 200, JSON_TYPE, '{', /^HTTP 200: expected JSON: \S/],
    ['nothing at all', 200, EVENTS, '', /ended its response before/],
    [
      'too much',
      200,
      JSON_TYPE,
      `{"x":"${'x'.repeat(3_000)}"}`,
      /larger than the limit of 2000 bytes\. The option limits\.messageLimit raises the limit$/,
    ],
    [
      'an event that is too large',
      200,
      EVENTS,
      `data: ${'x'.repeat(3_000)}\n\n`,
      /larger than the limit of 2000 characters\. The option limits\.messageLimit raises the limit$/,
    ],
    ['an event without end', 200, EVENTS, `data: ${'x'.repeat(3_000)}`, /larger than the limit of 2000 characters/],
    [
      'JSON with too many values',
      200,
      JSON_TYPE,
      MANY_VALUES,
      /more values than the limit of 500\. The option limits\.valueLimit raises the limit$/,
    ],
    [
      'an event with too many values',
      200,
      EVENTS,
      event(MANY_VALUES),
      /more values than the limit of 500\. The option limits\.valueLimit raises the limit$/,
    ],
    ['JSON that is not UTF-8', 200, JSON_TYPE, Buffer.from('"\xe9"', 'latin1'), /the body is not UTF-8/],
    ['an event that is not UTF-8', 200, EVENTS, Buffer.from(event('"\xe9"'), 'latin1'), /the body is not UTF-8/],
    ['a stream that ends within a character', 200, EVENTS, Buffer.from(': \xc3', 'latin1'), /the body is not UTF-8/],
  ])('that is %s is an error of the caller, and the session goes on', async (_, status, headers, body, message) => {
    let count = 0;
    const { session, errors } = await answering(
      (asked, response) => {
        if (count++ === 0) response.writeHead(status, headers).end(body);
        else response.writeHead(200, JSON_TYPE).end(result(asked.message.id, PONG));
      },
      { limits: { messageLimit: 2_000, valueLimit: 500 } },
    );
    await expect(session.request('ping')).rejects.toThrow(message);
    expect(await session.request('ping')).toEqual(PONG);
    expect(errors.empty()).toEqual([]);
  });

  test('of a connection that breaks is an error of the caller, which says why', async () => {
    const { session } = await answering((_, response) => response.destroy());
    await expect(session.request('ping')).rejects.toMatchObject({
      name: 'ConnectionClosedError',
      reason: 'transport-error',
      message: expect.stringMatching(/^The request to \S+ received no response: socket hang up$/),
    });
  });

  test('that breaks off is an error of the caller, which says why', async () => {
    const { session } = await answering((_, response) => {
      response.writeHead(200, { ...JSON_TYPE, 'content-length': 1_000 }).write('{"jsonrpc"', () => response.destroy());
    });
    await expect(session.request('ping')).rejects.toMatchObject({
      name: 'ConnectionClosedError',
      reason: 'transport-error',
      message: 'The connection broke: the response ended before it was complete',
    });
  });

  test('of a fetch that fails for a reason of its own is that error', async () => {
    const refusal = new Error('not without a token');
    let refuse = false;
    const send: typeof fetch = (...given) => (refuse ? Promise.reject(refusal) : fetch(...given));
    const { session } = await answering(() => undefined, { fetch: send });
    refuse = true;
    await expect(session.request('ping')).rejects.toBe(refusal);
  });

  test('whose stream breaks is had from where it broke, when the server wants it', async () => {
    covers('http-resume', 'http-retry-respected', 'http-stream-polled');
    let id: unknown;
    const { session, asked } = await answering(({ method, message }, response) => {
      response.writeHead(200, EVENTS);
      if (method === 'POST') {
        ({ id } = message);
        response.write(`retry: 30\n${event('', 'one')}`, () => response.destroy());
      } else response.end(event(result(id, PONG), 'two'));
    });
    const started = performance.now();
    expect(await session.request('ping')).toEqual(PONG);
    expect(performance.now() - started).toBeGreaterThanOrEqual(29);
    expect(asked.empty().filter(({ headers }) => headers['last-event-id'] === 'one')).toHaveLength(1);
  });

  test('whose stream is lost for good is an error of the caller, after some attempts', async () => {
    const { session, asked } = await answering(
      ({ method }, response) => {
        if (method === 'POST') response.writeHead(200, EVENTS).end(event('', 'one'));
        else response.writeHead(503).end();
      },
      { retry: { retryLimit: 2 } },
    );
    await expect(session.request('ping')).rejects.toThrow('HTTP 503');
    expect(asked.empty().filter(({ method }) => method === 'GET').length).toBeLessThanOrEqual(4);
  });

  test('that is no longer wanted is not read further', async () => {
    covers('http-cancel-explicit');
    const closed = new Mailbox<string>();
    const { session, asked: received } = await answering((_, response) => {
      response.writeHead(200, EVENTS).write(event('', 'one'));
      response.on('close', () => {
        closed.put('closed');
      });
    });
    const controller = new AbortController();
    const asked = session.request('tools/list', {}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error('enough')), 20);
    await expect(asked).rejects.toThrow('enough');
    expect(await closed.take()).toBe('closed');
    const { message: cancelled } = await received.take(({ message }) => message.method === 'tools/list');
    const { message } = await received.take(({ message }) => message.method === 'notifications/cancelled');
    expect(message.params).toMatchObject({ requestId: cancelled.id, reason: 'enough' });
  });
});

test('a request that fails before the transport was started is not an unhandled rejection', async () => {
  const unhandled = vi.fn<(reason: unknown) => void>();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const refuse = (): Promise<Response> => Promise.reject(new Error('unreachable'));
  const transport = new HttpClientTransport({ url: 'http://server.test/', fetch: refuse });
  await transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(unhandled).not.toHaveBeenCalled();
});

test('a request that is cancelled is hung up on, even where the server does not take the news', async () => {
  const hungUp = new Mailbox<string>();
  const told = new Mailbox<string>();
  const { url } = await startScripted((asked, response) => {
    const { method } = asked.message;
    if (method === 'notifications/cancelled') told.put(method);
    else {
      polite((_, waiting) => {
        waiting.on('close', () => hungUp.put('gone'));
        waiting.writeHead(200, EVENTS).write(event(''));
      })(asked, response);
    }
  });
  const { session } = await open(url, { shutdownTimeout: 50 });
  const controller = new AbortController();
  const call = session.request('tools/call', { name: 'a' }, { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  await expect(call).rejects.toThrow('aborted');
  await told.take();
  expect(await hungUp.take()).toBe('gone');
});

test('the connection to a server that asks without taking the answers is closed', async () => {
  let answers = 0;
  const { url } = await startScripted((asked, response) => {
    if ('result' in asked.message) answers++;
    else {
      polite((_, asking) => {
        const pings = Array.from({ length: 20_000 }, (__, id) =>
          event(JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })),
        );
        asking.writeHead(200, EVENTS).write(pings.join(''));
      })(asked, response);
    }
  });
  const ledger = new Ledger({ output: { caller: 16 * MEBIBYTE } });
  const { session } = await open(url, { shutdownTimeout: 50, ledger });
  await expect(session.request('tools/call', { name: 'a' })).rejects.toThrow('does not read the responses');
  expect(await session.closed).toMatchObject({ reason: 'transport-error' });
  expect(answers).toBe(1);
  expect(ledger.used('output')).toBe(0);
});

describe('a session that the server has forgotten', () => {
  /** Forgets its session once, after it has been used. */
  function forgetful(): Script {
    let sessions = 0;
    let forgotten = false;
    const answer = polite(({ message }, response) => response.writeHead(200, JSON_TYPE).end(result(message.id, PONG)), {
      session: () => `session-${++sessions}`,
    });
    return (asked, response) => {
      const forget = asked.message.method === 'tools/list' || forgotten;
      if (forget && asked.headers['mcp-session-id'] === 'session-1') {
        forgotten = true;
        response.writeHead(404, JSON_TYPE).end('{"jsonrpc":"2.0","error":{"code":-32600,"message":"no such session"}}');
      } else if (asked.message.method === 'tools/list')
        response.writeHead(200, JSON_TYPE).end(result(asked.message.id, { tools: [] }));
      else answer(asked, response);
    };
  }

  test('is opened again, and the request is repeated', async () => {
    covers('http-session-again');
    const { url, asked } = await startScripted(forgetful());
    const { session, transport } = await open(url);
    asked.empty();
    expect(await session.request('tools/list', {})).toEqual({ tools: [] });
    expect(transport.sessionId).toBe('session-2');
    const posted = asked.empty().filter(({ method }) => method === 'POST');
    expect(posted.map(({ message, headers }) => [message.method, headers['mcp-session-id']])).toEqual([
      ['tools/list', 'session-1'],
      ['initialize', undefined],
      ['notifications/initialized', 'session-2'],
      ['tools/list', 'session-2'],
    ]);
    expect(await session.request('ping')).toEqual(PONG);
  });

  test('is opened once, however many requests find it gone', async () => {
    const { url, asked } = await startScripted(forgetful());
    const { session } = await open(url);
    asked.empty();
    const answers = await Promise.all(Array.from({ length: 10 }, () => session.request('tools/list', {})));
    expect(answers).toHaveLength(10);
    expect(asked.empty().filter(({ message }) => message.method === 'initialize')).toHaveLength(1);
  });

  test.each(['initialize', 'notifications/initialized'])(
    'is not opened when the server does not answer %s, and requests do not wait for ever',
    async (silent) => {
      const forget = forgetful();
      const unanswered = new Mailbox<true>();
      let isForgotten = false;
      const { url } = await startScripted((each, response) => {
        isForgotten ||= each.message.method === 'tools/list';
        if (isForgotten && each.message.method === silent) unanswered.put(true);
        else forget(each, response);
      });
      const { session } = await open(url);
      stopClock();
      const refused = expect(session.request('tools/list', {}, { timeout: 0 })).rejects.toThrow(
        'The server did not open a session within 60000 ms',
      );
      await unanswered.take();
      vi.advanceTimersByTime(60_000);
      await refused;
    },
  );

  test('is opened by the answer in a stream, whatever else is in it', async () => {
    const forget = forgetful();
    let openings = 0;
    const { url } = await startScripted((each, response) => {
      if (each.message.method !== 'initialize' || ++openings !== 2) return forget(each, response);
      const others = ['', '{', JSON.stringify(notification('notifications/message')), '[]'];
      const events = [...others, result(each.message.id, introduction(NEWEST))].map((data) => event(data));
      response.writeHead(200, { ...EVENTS, 'mcp-session-id': 'session-2' }).end(events.join(''));
    });
    const { session, transport } = await open(url);
    expect(await session.request('tools/list', {})).toEqual({ tools: [] });
    expect(transport.sessionId).toBe('session-2');
  });

  test('is replaced before anything else is asked', async () => {
    const forget = forgetful();
    const opening = new Mailbox<() => void>();
    let openings = 0;
    const { url, asked } = await startScripted((each, response) => {
      if (each.message.method === 'initialize' && ++openings === 2) opening.put(() => forget(each, response));
      else forget(each, response);
    });
    const { session } = await open(url);
    const finding = session.request('tools/list', {});
    const goOn = await opening.take();
    const meanwhile = session.request('ping');
    goOn();
    await Promise.all([finding, meanwhile]);
    const ping = await asked.take(({ message }) => message.method === 'ping');
    expect(ping.headers['mcp-session-id']).toBe('session-2');
  });

  test('is replaced as soon as its stream is refused, and that is told', async () => {
    let sessions = 0;
    const answer = polite((_, response) => response.writeHead(405).end(), { session: () => `session-${++sessions}` });
    let streams = 0;
    const { url, asked } = await startScripted((each, response) => {
      if (each.method !== 'GET' || each.headers['mcp-session-id'] !== 'session-1') answer(each, response);
      else if (++streams === 1) response.writeHead(200, EVENTS).end('retry: 1\n\n');
      else response.writeHead(404).end();
    });
    const reopened = new Mailbox<string | undefined>();
    const { transport, errors } = await open(url, { onReopen: () => reopened.put(transport.sessionId) });
    expect(await reopened.take()).toBe('session-2');
    expect(asked.empty().filter(({ message }) => message.method === 'notifications/initialized')).toHaveLength(2);
    expect(errors.empty()).toEqual([]);
  });

  test('and cannot be opened at once is opened by the next request', async () => {
    let openings = 0;
    const forget = forgetful();
    const { url } = await startScripted((asked, response) => {
      if (asked.message.method === 'initialize' && ++openings === 2) response.writeHead(503).end();
      else forget(asked, response);
    });
    const { session, transport } = await open(url);
    await expect(session.request('tools/list', {})).rejects.toMatchObject({ status: 503 });
    expect(await session.request('tools/list', {})).toEqual({ tools: [] });
    expect(transport.sessionId).toBe('session-2');
  });

  test('is listened to no more, once there is another', async () => {
    const forget = forgetful();
    const { url, asked } = await startScripted((each, response) => {
      if (each.method === 'GET') response.writeHead(200, EVENTS).end('retry: 50\n\n');
      else forget(each, response);
    });
    const { session } = await open(url);
    const listening = ({ method }: Asked): boolean => method === 'GET';
    await asked.take(listening);
    await session.request('tools/list', {});
    // Every stream ends at once, and is opened again after 50 ms. What the first session has sent before it was replaced comes first.
    let latest: unknown;
    while (latest !== 'session-2') latest = (await asked.take(listening)).headers['mcp-session-id'];
    const later: unknown[] = [];
    for (let count = 0; count < 6; count++) later.push((await asked.take(listening)).headers['mcp-session-id']);
    expect(later.slice(-4)).toEqual(['session-2', 'session-2', 'session-2', 'session-2']);
  });

  test('and cannot be opened again is an error of the caller', async () => {
    const { url } = await startScripted(
      polite((_, response) => response.writeHead(404).end(), { session: () => 'one' }),
    );
    const { session } = await open(url);
    await expect(session.request('ping')).rejects.toMatchObject({ name: 'HttpStatusError', status: 404 });
  });
});

describe('what the server says on its own', () => {
  test('is heard, and again after the stream breaks', async () => {
    covers('http-listen-polling');
    const service = await startService({ streams: { streamLifetime: 30, retryDelay: 1 } });
    const told = new Mailbox<object>();
    let streams = 0;
    const counting: typeof fetch = (to, init) => {
      if (init?.method === 'GET') streams += 1;
      return fetch(to, init);
    };
    const transport = new HttpClientTransport({ url: service.url, fetch: counting, retry: { retryDelay: 1 } });
    const session = await connectSession(transport, {
      clientInfo: { name: 'client', version: '1.0.0' },
      revisions: [GENERATED[NEWEST].revision],
      handlers: { loggingMessage: told.put },
    });
    onTestFinished(() => session.close());
    const asked = session.request('tools/call', { name: 'wait', arguments: {} });
    const { context, answer } = await service.waiting.take();
    answer('done');
    await asked;
    for (const data of ['one', 'two', 'three']) {
      await context.notify('notifications/message', { level: 'info', data });
      expect(await told.take()).toMatchObject({ data });
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect(streams).toBeGreaterThan(1);
  });

  test('is received after an invalid message, which the server does not learn of', async () => {
    const { url, asked } = await startScripted((each, response) => {
      const message = JSON.stringify(notification('notifications/message', { level: 'info', data: 'heard' }));
      if (each.method === 'GET') response.writeHead(200, EVENTS).write(event('{') + event(message));
      else
        polite((ping, answer) => answer.writeHead(200, JSON_TYPE).end(result(ping.message.id, PONG)))(each, response);
    });
    const told = new Mailbox<object>();
    const errors = new Mailbox<unknown>();
    const session = await connectSession(new HttpClientTransport({ url }), {
      clientInfo: { name: 'client', version: '1.0.0' },
      revisions: [GENERATED[NEWEST].revision],
      handlers: { loggingMessage: told.put },
      onError: errors.put,
    });
    onTestFinished(() => session.close());
    expect(await told.take()).toMatchObject({ data: 'heard' });
    expect(await errors.take()).toMatchObject({ code: -32700, message: 'Parse error: an event is not JSON' });
    await session.request('ping');
    expect(asked.empty().filter(({ message }) => 'error' in message)).toEqual([]);
  });

  test('is not asked for again before timers can tell', async () => {
    const { url, asked } = await startScripted((each, response) => {
      if (each.method === 'GET') response.writeHead(200, EVENTS).end(`retry: ${2 ** 40}\n\n`);
      else polite(() => undefined)(each, response);
    });
    await open(url);
    await asked.take(({ method }) => method === 'GET');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked.empty().filter(({ method }) => method === 'GET')).toEqual([]);
  });

  test('is not retried when the server has no such stream', async () => {
    covers('http-listen-accept');
    const { url, asked } = await startScripted(polite((_, response) => response.writeHead(500).end()));
    const { errors } = await open(url);
    const { headers } = await asked.take(({ method }) => method === 'GET');
    expect(headers.accept).toBe('text/event-stream');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked.empty().filter(({ method }) => method === 'GET')).toEqual([]);
    expect(errors.empty()).toEqual([]);
  });

  test('is reported to be lost at once where the server refuses it', async () => {
    const { url, asked } = await startScripted((each, response) => {
      if (each.method === 'GET') response.writeHead(403).end();
      else polite(() => undefined)(each, response);
    });
    const { errors } = await open(url);
    expect(await errors.take()).toMatchObject({ name: 'HttpStatusError', status: 403 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked.empty().filter(({ method }) => method === 'GET')).toHaveLength(1);
  });

  test('is reported to be lost after some attempts', async () => {
    const { url } = await startScripted((asked, response) => {
      if (asked.method === 'GET') response.writeHead(500).end();
      else polite(() => undefined)(asked, response);
    });
    const { errors } = await open(url, { retry: { retryLimit: 2 } });
    expect(await errors.take()).toMatchObject({ name: 'HttpStatusError', status: 500 });
  });
});

test('a long conversation takes no more memory than a short one', async () => {
  const answer: typeof fetch = (_url, { method, body } = {}) => {
    const { id, method: asked } = (typeof body === 'string' ? JSON.parse(body) : {}) as {
      id?: number;
      method?: string;
    };
    if (method !== 'POST') return Promise.resolve(new Response(null, { status: 405 }));
    if (id === undefined) return Promise.resolve(new Response(null, { status: 202 }));
    const value = asked === 'initialize' ? introduction(NEWEST) : PONG;
    return Promise.resolve(new Response(result(id, value), { headers: JSON_TYPE }));
  };
  const { session } = await open('http://localhost/mcp', { fetch: answer });
  const ping = async (count: number): Promise<number> => {
    for (let done = 0; done < count; done++) await session.request('ping');
    return heldBytes();
  };
  await ping(2_000);
  const before = await ping(2_000);
  expect((await ping(20_000)) - before).toBeLessThan(MEBIBYTE);
});

describe('closing', () => {
  test('waits for a server that does not answer no longer than told, tells the callers, and hangs up', async () => {
    const hungUp = new Mailbox<string>();
    const { url, asked: received } = await startScripted((asked, response) => {
      const { message } = asked;
      response.on('close', () => hungUp.put(message.method ?? ''));
      if (asked.method !== 'DELETE') polite(() => undefined)(asked, response);
    });
    const { session } = await open(url, { shutdownTimeout: 30 });
    const asked = session.request('ping');
    const refused = expect(asked).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: 'closed' });
    await received.take(({ message }) => message.method === 'ping');
    await session.close();
    await refused;
    expect(await hungUp.take((method) => method === 'ping')).toBe('ping');
  });

  test('leaves no timer and no socket behind', async () => {
    const service = await startService({ streams: { streamAfter: 1 } });
    const { session } = await open(service.url);
    const asked = session.request('tools/call', { name: 'wait', arguments: {} }).catch(() => undefined);
    await service.waiting.take();
    await session.close();
    await asked;
    await service.close();
    await expect.poll(() => process.getActiveResourcesInfo().filter((name) => /^TCP/.test(name)).length).toBe(0);
    expect(service.handler.sessionCount).toBe(0);
  });
});
