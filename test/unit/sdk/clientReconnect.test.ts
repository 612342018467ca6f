/** Connections that are lost, and opened again. */

import { ConnectionClosedError, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { memoryPair, serve, type RunningServer, type Transport } from '@mcp-gen/runtime';
import { serveHttp, type HttpService } from '@mcp-gen/runtime/http/server';
import { describe, expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { NEWEST_SESSION, type RevisionId } from '../../support/schemas.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';
import { stopClock, stopDates } from '../../support/clock.js';

/** A server that can be stopped and then, for some attempts, not be reached; while it is mute, it does not answer. */
async function serving(
  handlers: object,
  options: ClientOptions = {},
  isMute: (session: number) => boolean = () => false,
) {
  let running: RunningServer | undefined;
  /** How often it still cannot be reached. */
  let inVain = 0;
  const dialled: number[] = [];
  const errors = new Mailbox<unknown>();
  const target: Target = () => {
    dialled.push(performance.now());
    if (inVain-- > 0) throw new Error('The server is down');
    const [near, far] = memoryPair();
    if (isMute(dialled.length)) return near;
    const serverInfo = { name: `server ${dialled.length}`, version: '1' };
    const { revision } = GENERATED['2025-11-25'];
    running = serve(handlers, { transport: far, serverInfo, revisions: [revision], onError: () => {} });
    return near;
  };
  const client = await connectUntilEnd(target, { onError: errors.put, reconnect: { delay: 1 }, ...options });
  return {
    client,
    errors,
    dialled,
    stop: async (attemptsInVain = 0) => {
      inVain = attemptsInVain;
      await running?.close();
    },
  };
}

describe('a client that reconnects', () => {
  test('rejects what is in flight, lets what is asked meanwhile wait, and goes on', async () => {
    const { client, stop, errors } = await serving({
      callTool: ({ name }: { readonly name: string }) =>
        name === 'wait' ? endless() : { content: [{ type: 'text', text: 'here' }] },
    });
    const inFlight = client.callTool('wait');
    await client.ping();
    await stop();
    await expect(inFlight).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: 'end-of-input' });
    expect((await client.callTool('answer')).text).toBe('here');
    expect(client.server.name).toBe('server 2');
    expect(errors.empty()).toEqual([]);
  });

  test('has what is asked wait as soon as it is known that the session is lost, however long its end takes', async () => {
    const servers: RunningServer[] = [];
    const target = (): Transport => {
      const [near, far] = memoryPair();
      const { revision } = GENERATED['2025-11-25'];
      const serverInfo = { name: 'server', version: '1' };
      const handlers = {
        callTool: ({ name }: { name: string }) => (name === 'wait' ? endless() : { content: [] }),
      };
      servers.push(serve(handlers, { transport: far, serverInfo, revisions: [revision], onError: () => {} }));
      return {
        start: (receiver) => near.start(receiver),
        send: (message) => near.send(message),
        close: async () => {
          await new Promise((resolve) => setTimeout(resolve, 50));
          await near.close();
        },
      };
    };
    const client = await connectUntilEnd(target, { reconnect: { delay: 1 }, onError: () => {} });
    const inFlight = client.callTool('wait');
    await client.ping();
    void servers[0]?.close();
    await expect(inFlight).rejects.toBeInstanceOf(ConnectionClosedError);
    expect(await client.callTool('answer')).toMatchObject({ content: [] });
    expect(servers).toHaveLength(2);
  });

  test('tells when the connection is lost and restored', async () => {
    const told = new Mailbox<unknown>();
    const onLost = (reason: ConnectionClosedError): void => told.put(reason.reason);
    const onRestored = (): void => told.put('restored');
    const { client, stop } = await serving({}, { reconnect: { delay: 1, onLost, onRestored } });
    await stop();
    expect(await told.take()).toBe('end-of-input');
    expect(await told.take()).toBe('restored');
    await client.ping();
  });

  test('is not broken by a listener that is', async () => {
    const onLost = (): never => {
      throw new Error('Broken listener');
    };
    const { client, stop, errors } = await serving({}, { reconnect: { delay: 1, onLost, onRestored: onLost } });
    await stop();
    await client.ping();
    expect(errors.empty()).toMatchObject([{ message: 'Broken listener' }, { message: 'Broken listener' }]);
  });

  test('tries again, longer apart each time, while the server is down', async () => {
    const { client, stop, dialled, errors } = await serving({}, { reconnect: { delay: 20, attempts: 4 } });
    await stop(2);
    await client.ping();
    const [, second = 0, third = 0, fourth = 0] = dialled;
    expect(third - second).toBeGreaterThan(35);
    expect(fourth - third).toBeGreaterThan(75);
    expect(errors.empty()).toMatchObject([{ message: 'The server is down' }, { message: 'The server is down' }]);
  });

  test('stops retrying after the maximum of attempts, and says why', async () => {
    const { client, stop, dialled } = await serving({}, { reconnect: { delay: 1, attempts: 2 } });
    await stop(Infinity);
    await expect(client.ping()).rejects.toMatchObject({
      name: 'ConnectionClosedError',
      message: expect.stringContaining('Reconnecting failed after 2 attempts'),
      cause: { message: 'The server is down' },
    });
    expect(dialled).toHaveLength(3);
    expect(await client.closed).toMatchObject({ reason: 'end-of-input' });
    await expect(client.callTool('late')).rejects.toBeInstanceOf(ConnectionClosedError);
  });

  test('counts a session that is lost at once as a failed attempt', async () => {
    const { client, stop, dialled } = await serving({}, { reconnect: { delay: 1, attempts: 2 } });
    for (let losses = 1; losses <= 2; losses++) {
      await stop();
      await client.ping();
    }
    await stop();
    await expect(client.ping()).rejects.toThrow('2 attempts');
    expect(dialled).toHaveLength(3);
  });

  const keeping = (levels: string[]) => ({
    setLevel: ({ level }: { readonly level: string }) => {
      levels.push(level);
      return {};
    },
  });

  test('gives a new session the log level of the last', async () => {
    const levels: string[] = [];
    const { client, stop } = await serving(keeping(levels));
    await client.setLogLevel('warning');
    await stop();
    await client.ping();
    expect(levels).toEqual(['warning', 'warning']);
  });

  test('gives each session the log level that the client was made with, where the server logs', async () => {
    const levels: string[] = [];
    const { client, stop } = await serving(keeping(levels), { logLevel: 'debug' });
    expect(levels).toEqual(['debug']);
    await stop();
    await client.ping();
    expect(levels).toEqual(['debug', 'debug']);
    const { errors } = await serving({}, { logLevel: 'debug' });
    expect(errors.empty()).toEqual([]);
  });

  test.each([
    ['tools', 'listTools', 'tools', { name: 'one', inputSchema: { type: 'object' } }],
    ['prompts', 'listPrompts', 'prompts', { name: 'one' }],
    ['resources', 'listResources', 'resources', { name: 'one', uri: 'demo:one' }],
    ['resourceTemplates', 'listResourceTemplates', 'resourceTemplates', { name: 'one', uriTemplate: 'demo:{x}' }],
  ] as const)('does not continue a list of %s in another session', async (method, handler, key, item) => {
    covers('pagination-opaque');
    const cursors: unknown[] = [];
    const { client, stop } = await serving({
      [handler]: (params?: { readonly cursor?: string }) => {
        cursors.push(params?.cursor);
        return { [key]: [item], nextCursor: 'more' };
      },
    });
    const list = client[method]()[Symbol.asyncIterator]();
    await list.next();
    await stop();
    await client.ping();
    await expect(list.next()).rejects.toMatchObject({ name: 'ConnectionClosedError' });
    const anew = client[method]()[Symbol.asyncIterator]();
    await anew.next();
    expect(cursors).toEqual([undefined, undefined]);
  });

  test('tries with the defaults where nothing else is said, and what is asked meanwhile waits', async () => {
    stopClock();
    const handlers = { callTool: () => ({ content: [{ type: 'text', text: 'here' }] }) };
    const { client, stop, dialled } = await serving(handlers, { reconnect: true });
    await stop();
    await new Promise((resolve) => setImmediate(resolve));
    const asked = [client.callTool('answer'), client.ping()] as const;
    await vi.advanceTimersByTimeAsync(999);
    expect(dialled).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect((await asked[0]).text).toBe('here');
    await asked[1];
    expect(dialled).toHaveLength(2);
  });

  test('counts attempts from zero again after a session that lasted', async () => {
    stopDates();
    const { client, stop, dialled } = await serving({}, { reconnect: { delay: 1, attempts: 1 } });
    for (let losses = 1; losses <= 3; losses++) {
      await stop();
      await client.ping();
      vi.advanceTimersByTime(30_001);
    }
    expect(dialled).toHaveLength(4);
    await stop();
    await client.ping();
    // The session after it is lost at once.
    await stop();
    await expect(client.ping()).rejects.toThrow('1 attempts');
  });

  test('stops trying when it is closed', async () => {
    const { client, stop, dialled } = await serving({}, { reconnect: { delay: 60_000 } });
    await stop(2);
    const ping = client.ping();
    await client.close();
    await expect(ping).rejects.toMatchObject({ reason: 'closed' });
    expect(dialled).toHaveLength(1);
  });

  test('forgets the lists of the last session', async () => {
    const tool = { name: 'measure', inputSchema: { type: 'object' }, outputSchema: { type: 'object' } };
    const { client, stop } = await serving({
      listTools: () => ({ tools: [tool] }),
      callTool: () => ({ content: [] }),
    });
    await client.tools().all();
    await expect(client.callTool('measure')).rejects.toThrow('no structured content');
    await stop();
    expect(await client.callTool('measure')).toMatchObject({ content: [] });
  });

  test('is closed at once while a server that has come back does not answer', async () => {
    const { client, stop, dialled, errors } = await serving({}, { reconnect: { delay: 1 } }, (at) => at > 1);
    await stop();
    const ping = client.ping();
    await expect.poll(() => dialled.length).toBe(2);
    await client.close();
    await expect(ping).rejects.toMatchObject({ reason: 'closed' });
    expect(errors.empty()).toEqual([]);
  });

  test('is closed at once while a server that has come back does not take what it is told', async () => {
    let levels = 0;
    const setLevel = (): unknown => (++levels > 1 ? endless() : {});
    const { client, stop } = await serving({ setLevel });
    await client.setLogLevel('warning');
    await stop();
    await expect.poll(() => levels).toBe(2);
    await client.close();
    await expect(client.ping()).rejects.toMatchObject({ reason: 'closed' });
  });

  test.each([NEWEST_SESSION, '2026-07-28'] as const)('starts a program anew, in revision %s', async (revision) => {
    const script = `
      process.stdin.once('data', (data) => {
        const { id, method } = JSON.parse(data);
        const serverInfo = { name: String(process.pid), version: '1' };
        const result = method === 'initialize'
          ? { protocolVersion: '${revision}', capabilities: {}, serverInfo }
          : {
              resultType: 'complete', ttlMs: 0, cacheScope: 'private', supportedVersions: ['${revision}'], capabilities: {},
              _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
            };
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
        process.stdin.on('data', (data) => /ping|discover/.test(String(data)) && process.exit(1));
      });`;
    const options: ClientOptions = { revisions: [revision], reconnect: { delay: 1 }, onError: () => {} };
    const client = await connectUntilEnd([process.execPath, '-e', script], options);
    const { name } = client.server;
    await expect(client.ping()).rejects.toMatchObject({ reason: 'process-exit' });
    await expect.poll(() => client.server.name).not.toBe(name);
  });
});

describe('a program without sessions', () => {
  /** A server that subscribes, and exits in a way that the name of a tool says. */
  const program = (revision: string): readonly string[] => {
    const script = `
      const facts = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
      const serverInfo = { name: String(process.pid), version: '1' };
      const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
      require('node:readline').createInterface(process.stdin).on('line', (line) => {
        const { id, method, params } = JSON.parse(line);
        if (method === 'tools/call') eval(params.name);
        if (method === 'server/discover') send({ id, result: {
          ...facts, supportedVersions: ['${revision}'], capabilities: { tools: {}, resources: { subscribe: true } },
          _meta: { 'io.modelcontextprotocol/serverInfo': serverInfo },
        } });
        if (method === 'initialize') send({ id, result: { protocolVersion: '${revision}', capabilities: { tools: {} }, serverInfo } });
        if (method === 'tools/list') send({ id, result: { ...facts, tools: [] } });
        if (method === 'subscriptions/listen') send({ method: 'notifications/subscriptions/acknowledged', params: {
          notifications: params.notifications, _meta: { 'io.modelcontextprotocol/subscriptionId': id },
        } });
      });`;
    return [process.execPath, '-e', script];
  };
  const revision = '2026-07-28';

  test.each(['process.exit(1)', 'process.kill(process.pid, "SIGKILL")'])(
    'is started again after %s, by default, and followed again',
    async (exit) => {
      covers('stdio-restarted');
      const logged: unknown[] = [];
      const keep = (message: unknown): void => void logged.push(message);
      const logger = { debug: keep, info: keep, warn: keep, error: keep };
      const errors: unknown[] = [];
      const client = await connectUntilEnd(program(revision), { logger, onError: (error) => errors.push(error) });
      const { name } = client.server;
      const updates = client.subscribe('a://1');
      await updates.ready;
      await expect(client.callTool(exit)).rejects.toMatchObject({ reason: 'process-exit' });
      expect(await client.tools().all()).toEqual([]);
      expect(client.server.name).not.toBe(name);
      expect((await updates.next()).value).toMatchObject({ uri: 'a://1' });
      expect(logged).toContain('Connection restored');
      expect(errors).toEqual([expect.objectContaining({ reason: 'process-exit' })]);
    },
  );

  test('is not waited for longer than a request allows, while it is started again', async () => {
    const client = await connectUntilEnd(program(revision), { reconnect: { delay: 60_000 }, onError: () => {} });
    await expect(client.callTool('process.exit(1)')).rejects.toMatchObject({ reason: 'process-exit' });
    const late = { name: 'RequestTimeoutError', message: expect.stringContaining('50 ms') as string };
    await expect(client.callTool('echo', {}, { timeout: 50 })).rejects.toMatchObject(late);
    await expect(client.ping({ timeout: 50 })).rejects.toMatchObject(late);
    await expect(client.readResource('a://1', { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  test.each<[string, string, RevisionId, ClientOptions]>([
    ['that exits with code 0, since a server may end the connection', 'process.exit(0)', revision, {}],
    ['with sessions', 'process.exit(1)', '2025-11-25', {}],
    ['of a client that does not reconnect', 'process.exit(1)', revision, { reconnect: false }],
  ])('is not started again: one %s', async (_, exit, id, options) => {
    const client = await connectUntilEnd(program(id), { revisions: [id], ...options, onError: () => {} });
    await expect(client.callTool(exit)).rejects.toMatchObject({ reason: 'process-exit' });
    expect(await client.closed).toMatchObject({ reason: 'process-exit', exitCode: exit.includes('0') ? 0 : 1 });
  });
});

test('a session that a server over HTTP has forgotten is replaced, with what it had, though nothing is asked', async () => {
  const heard: string[] = [];
  const handlers = {
    listResources: () => ({ resources: [] }),
    setLevel: ({ level }: { readonly level: string }) => {
      heard.push(level);
      return {};
    },
    subscribe: ({ uri }: { readonly uri: string }) => {
      heard.push(uri);
      return {};
    },
    unsubscribe: () => ({}),
  };
  const { revision } = GENERATED['2025-11-25'];
  const start = (port: number): Promise<HttpService> =>
    serveHttp(handlers, { serverInfo: { name: 's', version: '1' }, revisions: [revision], port, onError: () => {} });
  const first = await start(0);
  const client = await connectUntilEnd(first.url, { retry: { retryDelay: 10, retryLimit: 20 }, onError: () => {} });
  await client.setLogLevel('warning');
  const subscription = client.subscribe('demo:a');
  await subscription.ready;
  await first.close();
  untilEnd(await start(Number(new URL(first.url).port)));
  expect((await subscription.next()).value).toEqual({ uri: 'demo:a' });
  expect(heard).toEqual(['warning', 'demo:a', 'warning', 'demo:a']);
});
