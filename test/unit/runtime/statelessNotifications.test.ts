/** Notifications of clients without a session, which no released revision has: each has the metadata that requests have. */

import {
  connectSession,
  memoryPair,
  MetaKey,
  serve,
  type HandlerContext,
  type Message,
  type Transport,
} from '@mcp-gen/runtime';
import { isObject, type Revision } from '@mcp-gen/runtime/codegen/v1';
import { serveHttp } from '@mcp-gen/runtime/http/server';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { GENERATED } from '../../support/generated.js';
import { stopDates } from '../../support/clock.js';

const METHOD = 'notifications/presence';
const entry = { name: 'presence', params: isObject, capability: 'presence' };
const { revision: released } = GENERATED['2026-07-28'];
const revision: Revision = {
  ...released,
  server: { ...released.server, notifications: { ...released.server.notifications, [METHOD]: entry } },
};
const info = { name: 'one', version: '1.0.0' };
const META = {
  [MetaKey.ProtocolVersion]: revision.id,
  [MetaKey.ClientInfo]: info,
  [MetaKey.ClientCapabilities]: { presence: {} },
};

/** Keeps what the handler of a server receives, and what is reported. */
function recorder() {
  const seen: unknown[] = [];
  const errors: string[] = [];
  const handlers = {
    presence: ({ present }: { present: unknown }, { peer, revision: id, session }: HandlerContext) =>
      void seen.push([present, peer.name, id, session]),
  };
  const options = {
    serverInfo: info,
    revisions: [revision, GENERATED['2025-11-25'].revision],
    onError: (error: unknown) => void errors.push(String(error)),
  };
  return { seen, errors, handlers, options };
}

describe('over a connection', () => {
  test('one that a client sends says its revision and its client', async () => {
    const { seen, handlers, options } = recorder();
    const [near, far] = memoryPair();
    const sent: Message[] = [];
    const running = serve(handlers, { ...options, transport: far });
    const spied: Transport = {
      start: (receiver) => near.start(receiver),
      send: (message) => {
        sent.push(message as Message);
        return near.send(message);
      },
      close: () => near.close(),
    };
    const capabilities = { presence: {} };
    const session = await connectSession(spied, {
      clientInfo: info,
      handlers: {},
      revisions: [revision],
      capabilities,
    });
    await session.notify(METHOD, { present: true, _meta: { own: 1 } });
    await expect.poll(() => seen).toEqual([[true, 'one', revision.id, undefined]]);
    expect(sent.at(-1)).toEqual({
      jsonrpc: '2.0',
      method: METHOD,
      params: { present: true, _meta: { own: 1, ...META } },
    });
    await session.close();
    await running.closed;
  });

  test('what a handler does to its metadata, or to that of a request, is not in the next message', async () => {
    const { options } = recorder();
    const [near, far] = memoryPair();
    const seen: object[] = [];
    const spoil = ({ _meta }: { readonly _meta: { [key: string]: unknown } }): object => {
      seen.push({ ..._meta });
      _meta['own'] = 1;
      _meta[MetaKey.ClientInfo] = undefined;
      return { tools: [], ttlMs: 0, cacheScope: 'private' };
    };
    const running = serve({ listTools: spoil, presence: spoil }, { ...options, transport: far });
    const capabilities = { presence: {} };
    const session = await connectSession(near, { clientInfo: info, revisions: [revision], capabilities });
    for (const more of [{}, { _meta: { progressToken: 1 } }]) {
      const given = structuredClone(more);
      await session.request('tools/list', given);
      await session.notify(METHOD, { present: true, ...given });
      expect(given).toEqual(more);
    }
    await expect.poll(() => seen).toEqual([META, META, { ...META, progressToken: 1 }, { ...META, progressToken: 1 }]);
    await session.close();
    await running.closed;
  });

  test('one that cannot be used is reported, and does not end the connection', async () => {
    const { seen, errors, handlers, options } = recorder();
    const [near, far] = memoryPair();
    const running = serve(handlers, { ...options, transport: far });
    void near.start({ message: () => undefined, malformed: () => undefined, closed: () => undefined } as never);
    const send = (meta: object): void =>
      void near.send({ jsonrpc: '2.0', method: METHOD, params: { present: true, _meta: meta } });
    send({ ...META, [MetaKey.ProtocolVersion]: '1999-01-01' });
    send({ [MetaKey.ProtocolVersion]: revision.id });
    await expect
      .poll(() => errors)
      .toEqual([
        expect.stringContaining('Unsupported protocol version'),
        expect.stringContaining('_meta must have the capabilities of the client'),
      ]);
    expect(seen).toEqual([]);
    void near.send({ jsonrpc: '2.0', method: 'notifications/other', params: { _meta: META } });
    send(META);
    await expect.poll(() => seen.length).toBe(1);
    expect(errors.slice(2)).toEqual([
      `Error: Ignored "notifications/other": revision ${revision.id} has no such notification of clients`,
    ]);
    await near.close();
    await running.closed;
  });
});

describe('over HTTP', () => {
  async function start() {
    const { seen, errors, handlers, options } = recorder();
    const service = await serveHttp(handlers, { ...options, port: 0 });
    onTestFinished(() => service.close());
    const post = async (
      meta: object,
      headers: Record<string, string>,
      method: string = METHOD,
    ): Promise<[number, string]> => {
      const body = JSON.stringify({ jsonrpc: '2.0', method, params: { present: 1, _meta: meta } });
      const accept = 'application/json, text/event-stream';
      const all = { 'content-type': 'application/json', accept, ...headers };
      const answer = await fetch(service.url, { method: 'POST', headers: all, body });
      return [answer.status, await answer.text()];
    };
    return { seen, errors, post };
  }

  const HEADERS = { 'mcp-protocol-version': revision.id, 'mcp-method': METHOD };

  test('one reaches its handler, and is accepted without a body', async () => {
    const { seen, post } = await start();
    expect(await post(META, HEADERS)).toEqual([202, '']);
    expect(seen).toEqual([[1, 'one', revision.id, undefined]]);
  });

  test.each<[string, object, Record<string, string>, string]>([
    ['without headers', META, {}, 'Mcp-Protocol-Version is missing'],
    ['with another method in its header', META, { ...HEADERS, 'mcp-method': 'x' }, 'Mcp-Method does not match'],
    ['without capabilities', { [MetaKey.ProtocolVersion]: revision.id }, HEADERS, '_meta must have the capabilities'],
    [
      'of an unsupported revision',
      { ...META, [MetaKey.ProtocolVersion]: '1999-01-01' },
      { ...HEADERS, 'mcp-protocol-version': '1999-01-01' },
      'Unsupported protocol version',
    ],
  ])('one %s is refused', async (_, meta, headers, message) => {
    const { seen, post } = await start();
    const [status, body] = await post(meta, headers);
    expect([status, (JSON.parse(body) as { error: { message: string } }).error.message]).toEqual([
      400,
      expect.stringContaining(message),
    ]);
    expect(seen).toEqual([]);
  });

  test('one without metadata, or of an unknown method, is accepted, ignored, and reported', async () => {
    const { seen, errors, post } = await start();
    expect(await post({}, HEADERS)).toEqual([202, '']);
    expect(await post(META, { ...HEADERS, 'mcp-method': 'x' }, 'x')).toEqual([202, '']);
    expect(seen).toEqual([]);
    expect(errors).toEqual([
      `Error: Ignored "${METHOD}": its _meta must have the revision as ${MetaKey.ProtocolVersion}`,
      `Error: Ignored "x": revision ${revision.id} has no such notification of clients`,
    ]);
  });

  test('a cancellation is accepted, and needs no report', async () => {
    const { errors, post } = await start();
    expect(await post({}, HEADERS, 'notifications/cancelled')).toEqual([202, '']);
    expect(errors).toEqual([]);
  });

  test('reports of those that are ignored have a rate, and each time that is exceeded is reported', async () => {
    const { errors, post } = await start();
    // All of a second in the same moment, however long they take.
    stopDates();
    for (let second = 1; second <= 2; second++) {
      for (let count = 0; count < 4; count++) await Promise.all(Array.from({ length: 30 }, () => post({}, HEADERS)));
      expect(errors).toHaveLength(101 * second);
      expect(errors.at(-1)).toBe('Error: Ignored more than 100 notifications in a second. The others are not reported');
      vi.advanceTimersByTime(1_000);
    }
  });

  test('one that a handler sends after its response is reported, and so is one without a response', async () => {
    const errors: string[] = [];
    let isOver = false;
    const log = { level: 'info', data: 'late' };
    const service = await serveHttp(
      {
        presence: (_: unknown, { notify }: HandlerContext) => notify('notifications/message', log),
        listTools: (_: unknown, { notify }: HandlerContext) => {
          setTimeout(() => void notify('notifications/message', log).then(() => (isOver = true)), 50);
          return { tools: [], ttlMs: 0, cacheScope: 'private' };
        },
      },
      {
        serverInfo: info,
        revisions: [revision],
        capabilities: { logging: {} },
        onError: (error) => void errors.push(String(error)),
        port: 0,
      },
    );
    onTestFinished(() => service.close());
    const post = (message: object, method: string): Promise<Response> =>
      fetch(service.url, {
        method: 'POST',
        headers: {
          ...HEADERS,
          'mcp-method': method,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', method, ...message }),
      });
    await (await post({ id: 1, params: { _meta: META } }, 'tools/list')).text();
    // It may be part of a handler that nobody waits for: it resolves, so that the process does not end.
    await expect.poll(() => isOver).toBe(true);
    await post({ params: { present: 1, _meta: META } }, METHOD);
    const expected =
      'ConnectionClosedError: notifications/message was not sent: no response is open that it could be part of';
    expect(errors).toEqual([expected, expected]);
  });
});
