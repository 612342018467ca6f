/** Extensions that do what they must not, on each side: a located error, and the connection lives. */

import { isObject, type TableOf } from '@mcp-gen/runtime/codegen/v1';
import { JsonRpcError } from '@mcp-gen/runtime';
import { Server, type ServerOptions } from '@mcp-gen/sdk';
import type { Client, ClientOptions } from '@mcp-gen/sdk/client';
import { defineExtension, type ClientSide, type ServerSide } from '@mcp-gen/sdk/extension';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

interface ToServer {
  'fault/do': { params: { what?: string }; result: { done: boolean } };
}
interface ToServerNotifications {
  'notifications/fault/server': { params: { at?: number } };
}
interface ToClient {
  'fault/ask': { params: { what?: string }; result: { ok: boolean } };
}
interface ToClientNotifications {
  'notifications/fault/client': { params: { at?: number } };
}

const capability = 'extensions.com.acme/fault';
const has = (name: string) => (value: unknown) => isObject(value) && typeof value[name] === 'boolean';
const messages: {
  readonly server: TableOf<ToServer, ToServerNotifications>;
  readonly client: TableOf<ToClient, ToClientNotifications>;
} = {
  server: {
    requests: { 'fault/do': { name: 'do', params: isObject, result: has('done'), capability } },
    notifications: { 'notifications/fault/server': { name: 'server', params: isObject, capability } },
  },
  client: {
    requests: { 'fault/ask': { name: 'ask', params: isObject, result: has('ok'), capability } },
    notifications: { 'notifications/fault/client': { name: 'client', params: isObject, capability } },
  },
};

interface Sides {
  readonly server?: Partial<ServerSide<ToServer, ToServerNotifications, ToClient, ToClientNotifications, unknown>>;
  readonly client?: Partial<ClientSide<ToServer, ToServerNotifications, ToClient, ToClientNotifications, unknown>>;
}

const fault = defineExtension({ id: 'com.acme/fault', messages }, ({ server, client }: Sides = {}) => ({
  server: { requests: { 'fault/do': () => ({ done: true }) }, ...server },
  client: { requests: { 'fault/ask': () => ({ ok: true }) }, setup: (_, extension): unknown => extension, ...client },
}));

const broken = (): never => {
  throw new RangeError('broken');
};

interface Pair {
  readonly server: Server;
  readonly client: Client;
  readonly atServer: string[];
  readonly atClient: string[];
}

const REVISIONS = ['2025-11-25', '2026-07-28'] as const;

async function pair(
  revision: (typeof REVISIONS)[number],
  sides: Sides,
  more: {
    readonly server?: ServerOptions;
    readonly client?: ClientOptions;
    readonly add?: (server: Server) => void;
  } = {},
): Promise<Pair> {
  const atServer: string[] = [];
  const atClient: string[] = [];
  // A log shows the stack, so it has to name the place, too.
  const note =
    (errors: string[]) =>
    (error: unknown): void => {
      const { message, stack = '' } = error as Error;
      errors.push(stack.includes(message) ? message : stack);
    };
  const server = new Server(
    { name: 'faulty', version: '1.0.0' },
    { extensions: [fault(sides)], revisions: [revision], onError: note(atServer), ...more.server },
  );
  server.tool('live', {}, () => 'alive');
  more.add?.(server);
  const client = await connectUntilEnd(inProcess(server), {
    extensions: [fault(sides)],
    onError: note(atClient),
    ...more.client,
  });
  return { server, client, atServer, atClient };
}

const peerOf = (client: Client) =>
  client.extension(fault) as {
    request: (method: string, params: object, options?: object) => Promise<unknown>;
    notify: (method: string, params: object) => Promise<void>;
  };

const lives = async ({ client }: Pair): Promise<void> => {
  expect((await client.callTool('live')).text).toBe('alive');
};

const ask = (client: Client): Promise<string> =>
  client.callTool('ask').then(
    ({ text }) => text,
    (error: unknown) => String(error),
  );

/** A tool that asks the extension of the client. */
const asking = (server: Server): void => {
  server.tool('ask', {}, async (_, { extension }) => {
    const answer = await extension(fault)
      ?.ask('key', 'fault/ask', {})
      .catch((error: unknown) => String(error));
    return JSON.stringify(answer);
  });
};

describe.each(REVISIONS)('revision %s', (revision) => {
  test('handlers of requests that throw', async () => {
    const sides = { server: { requests: { 'fault/do': broken } }, client: { requests: { 'fault/ask': broken } } };
    const both = await pair(revision, sides, { add: asking });
    await expect(peerOf(both.client).request('fault/do', {})).rejects.toThrow('Internal error');
    expect(both.atServer).toEqual(['The extension com.acme/fault failed in the handler of fault/do: broken']);
    await ask(both.client);
    expect(both.atClient).toEqual(['The extension com.acme/fault failed in the handler of fault/ask: broken']);
    await lives(both);
  });

  test('results that the tables refuse', async () => {
    const wrong = () => ({}) as never;
    const sides = { server: { requests: { 'fault/do': wrong } }, client: { requests: { 'fault/ask': wrong } } };
    const both = await pair(revision, sides, { add: asking });
    await expect(peerOf(both.client).request('fault/do', {})).rejects.toThrow('Internal error');
    expect(both.atServer).toEqual([`The result of fault/do is invalid in revision ${revision}`]);
    await ask(both.client);
    expect(both.atClient).toEqual([`The result of fault/ask is invalid in revision ${revision}`]);
    await lives(both);
  });

  test('a side that declares what it does not answer', async () => {
    const sides = { server: { requests: { 'fault/do': undefined } }, client: { requests: { 'fault/ask': undefined } } };
    const both = await pair(revision, sides, { add: asking });
    await expect(peerOf(both.client).request('fault/do', {})).rejects.toMatchObject({
      code: -32601,
      message:
        'The server declares the extension com.acme/fault, and does not answer fault/do: Method not found: fault/do',
    });
    expect(await ask(both.client)).toContain('fault/ask');
    await lives(both);
  });

  test('a side that never answers', async () => {
    const never = () => endless();
    const sides = { server: { requests: { 'fault/do': never } }, client: { requests: { 'fault/ask': never } } };
    const both = await pair(revision, sides, { add: asking });
    await expect(peerOf(both.client).request('fault/do', {}, { timeout: 100 })).rejects.toThrow(
      'no response to fault/do within 100 ms',
    );
    // A user may take long to answer: only the caller ends that.
    const stop = AbortSignal.timeout(100);
    await expect(both.client.callTool('ask', {}, { signal: stop })).rejects.toThrow('aborted due to timeout');
    await lives(both);
  });

  test('handlers of notifications that throw', async () => {
    const sides = {
      server: { notifications: { 'notifications/fault/server': broken } },
      client: { notifications: { 'notifications/fault/client': broken } },
    };
    const add = (server: Server): void => {
      server.tool('tell', {}, async (_, { extension }) => {
        await extension(fault)?.notify('notifications/fault/client', {});
        return 'told';
      });
    };
    const both = await pair(revision, sides, { add });
    await peerOf(both.client).notify('notifications/fault/server', {});
    expect((await both.client.callTool('tell')).text).toBe('told');
    await expect
      .poll(() => both.atServer)
      .toEqual(['The extension com.acme/fault failed in the handler of notifications/fault/server: broken']);
    await expect
      .poll(() => both.atClient)
      .toEqual(['The extension com.acme/fault failed in the listener of notifications/fault/client: broken']);
    await lives(both);
  });

  test.each(['server', 'client'] as const)('middleware of a %s that throws', async (side) => {
    const breaking = async (message: never, next: (message: never) => Promise<never>): Promise<never> => {
      if ((message as { method: string }).method === 'fault/do') broken();
      return next(message);
    };
    const both = await pair(revision, { [side]: { middleware: [breaking] } });
    const failed = await peerOf(both.client)
      .request('fault/do', {})
      .catch((error: unknown) => (error as Error).message);
    const located = 'The extension com.acme/fault failed in middleware: broken';
    expect(side === 'server' ? both.atServer : [failed]).toEqual([located]);
    await lives(both);
  });

  test('middleware is not blamed for what is inside, and may refuse', async () => {
    const passing = async <Message extends { readonly method: string }, Result>(
      message: Message,
      next: (message: Message) => Promise<Result>,
    ): Promise<Result> => {
      if (message.method === 'fault/do') throw new JsonRpcError(-1, 'refused');
      return next(message);
    };
    const both = await pair(
      revision,
      { server: { middleware: [passing] }, client: { middleware: [passing] } },
      {
        add: (server) => server.tool('break', {}, broken),
      },
    );
    await expect(peerOf(both.client).request('fault/do', {})).rejects.toThrow(/^refused$/);
    expect((await both.client.callTool('break')).isError).toBe(true);
    expect(both.atServer.join()).not.toContain('com.acme/fault');
    await lives(both);
  });

  test('setup that throws', async () => {
    const located = 'The extension com.acme/fault failed in setup: broken';
    await expect(pair(revision, { server: { setup: broken } })).rejects.toThrow(located);
    await expect(pair(revision, { client: { setup: broken } })).rejects.toThrow(located);
    await expect(pair(revision, { client: { setup: broken } })).rejects.toThrow(RangeError);
  });

  test('hooks of clients that throw', async () => {
    const both = await pair(revision, { server: { onClient: broken, onClose: broken }, client: { onClose: broken } });
    await lives(both);
    const opened = revision === '2026-07-28' ? [] : ['The extension com.acme/fault failed in onClient: broken'];
    expect(both.atServer).toEqual(opened);
    await both.client.close();
    await expect.poll(() => both.atClient).toEqual(['The extension com.acme/fault failed in onClose: broken']);
  });

  test('a flood of notifications of a client', async () => {
    const seen: unknown[] = [];
    const take = (params: unknown): void => void seen.push(params);
    const both = await pair(revision, { server: { notifications: { 'notifications/fault/server': take } } });
    for (let at = 0; at < 3_000; at++) void peerOf(both.client).notify('notifications/fault/server', { at });
    await lives(both);
    expect(seen.length).toBeLessThan(1_500);
    expect(both.atServer[0]).toContain('rateLimits.notifications of the server raises the limit');
  });

  test('a flood of notifications of a server', async () => {
    const seen: unknown[] = [];
    const take = (params: unknown): void => void seen.push(params);
    const add = (server: Server): void => {
      server.tool('flood', {}, async (_, { extension }) => {
        for (let at = 0; at < 3_000; at++) await extension(fault)?.notify('notifications/fault/client', { at });
        return 'done';
      });
    };
    const both = await pair(revision, { client: { notifications: { 'notifications/fault/client': take } } }, { add });
    expect((await both.client.callTool('flood')).text).toBe('done');
    expect(seen.length).toBeLessThan(1_500);
    expect(both.atClient[0]).toContain('messages notifications/fault/client');
    await lives(both);
  });

  test('1,000 questions at once', async () => {
    const add = (server: Server): void => {
      server.tool('many', {}, async (_, { extension }) => {
        const asked = Array.from({ length: 1_000 }, async (_, at) =>
          extension(fault)?.ask(`key ${at}`, 'fault/ask', {}),
        );
        return String((await Promise.all(asked)).length);
      });
    };
    const both = await pair(revision, {}, { add });
    const called = both.client.callTool('many').then(({ text }) => text);
    if (revision === '2026-07-28') await expect(called).rejects.toThrow(/asked \d+ questions at once: at most 100/);
    else expect(await called).toBe('1000');
    await lives(both);
  });

  test('the identifier of another extension', async () => {
    const other = defineExtension({ id: 'com.acme/fault' }, () => ({ server: {}, client: {} }));
    const twice = 'The extension com.acme/fault is registered twice for';
    await expect(pair(revision, {}, { server: { extensions: [fault(), other()] } })).rejects.toThrow(
      `${twice} the server`,
    );
    await expect(pair(revision, {}, { client: { extensions: [fault(), other()] } })).rejects.toThrow(
      `${twice} connect`,
    );
    // Another extension with the same identifier on the other side: its messages are refused one by one.
    const both = await pair(revision, {}, { server: { extensions: [other()] } });
    await expect(peerOf(both.client).request('fault/do', {})).rejects.toMatchObject({ code: -32601 });
    await lives(both);
  });
});
