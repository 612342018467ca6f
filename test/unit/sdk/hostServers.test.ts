/** Servers of a host that start, fail, are lost, and are stopped: in this process, as programs, and over HTTP. */

import { setTimeout as delay } from 'node:timers/promises';
import { Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { Host, type HostEvent, type ServerStatus } from '@mcp-gen/sdk/host';
import { memoryPair } from '@mcp-gen/runtime';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Mailbox } from '../../support/mailbox.js';
import { EVERYTHING, isRunning } from '../../support/programs.js';
import { Wire } from '../runtime/support.js';
import { introduce } from './clientSupport.js';
import { makeHost, openHost, stoppable } from './hostSupport.js';
import { SUPPORTED_REVISIONS } from '../../../sdk/src/revisions.js';
import { endless } from '../../support/leftovers/endless.js';
import { leavesNone } from '../../support/leftovers/instances.js';
import { Client } from '../../../sdk/src/client/client.js';
import { ManagedServer } from '../../../sdk/src/host/managedServer.js';
import { serveUntilEnd } from '../../support/untilEnd.js';

leavesNone(Client, ManagedServer);

function echo(): Server {
  const server = new Server({ name: 'echo', version: '1.2.0' }, { instructions: 'Call echo.', onError: () => {} });
  server.tool('echo', {}, () => 'here');
  return server;
}

/** What has been told of a server since this was called last. */
function statuses(events: Mailbox<HostEvent>, name = 'one'): ServerStatus[] {
  return events
    .empty()
    .flatMap((event) => (event.type === 'server' && event.server.name === name ? [event.server.status] : []));
}

const status = (wanted: ServerStatus) => (event: HostEvent) =>
  event.type === 'server' && event.server.status === wanted;

describe('a notification that the revision does not have', () => {
  test.each(['2025-11-25', '2026-07-28'] as const)('is an event, and no error: %s', async (revision) => {
    const [near, far] = memoryPair();
    const wire = new Wire(far);
    const { host, events, errors } = makeHost({ servers: { one: () => near }, revisions: [revision] });
    const starting = host.start();
    await introduce(wire, {}, revision);
    await starting;
    const _meta = { 'io.modelcontextprotocol/subscriptionId': 1 };
    wire.say({ jsonrpc: '2.0', method: 'notifications/acme/tick', params: { n: 1, _meta } });
    expect(await events.take(({ type }) => type === 'notification')).toEqual({
      type: 'notification',
      server: 'one',
      method: 'notifications/acme/tick',
      lists: [],
      params: { n: 1 },
    });
    expect(errors.empty()).toEqual([]);
  });
});

describe('a server', () => {
  test('is started, introduces itself, and is stopped', async () => {
    const { host, events } = makeHost({ servers: { one: stoppable(echo()).connect } });
    expect(host.servers).toEqual([{ name: 'one', status: 'stopped' }]);
    await host.start();
    await host.start();
    expect(host.servers).toEqual([
      {
        name: 'one',
        status: 'running',
        info: expect.objectContaining({ name: 'echo', version: '1.2.0' }) as unknown,
        revision: SUPPORTED_REVISIONS.at(-1),
        instructions: 'Call echo.',
      },
    ]);
    await host.stop('one');
    await host.stop('one');
    expect(host.servers).toEqual([{ name: 'one', status: 'stopped' }]);
    expect(statuses(events)).toEqual(['starting', 'running', 'stopped']);
    await host.restart('one');
    expect((await host.callTool('one__echo')).text).toBe('here');
    expect(statuses(events)).toEqual(['starting', 'running']);
    await expect(host.restart('two')).rejects.toThrow('Servers: one');
  });

  test('that is stopped as soon as it runs is stopped', async () => {
    const { host } = makeHost({
      servers: { one: stoppable(echo()).connect },
      onEvent: (event) => {
        if (status('running')(event)) void host.stop('one');
      },
    });
    await host.start();
    await expect.poll(() => host.servers).toEqual([{ name: 'one', status: 'stopped' }]);
  });

  test('that is lost is started again, with what it has by then', async () => {
    const server = echo();
    const { connect, stop } = stoppable(server);
    const { host, events } = await openHost({ servers: { one: connect } });
    expect(await host.tools()).toHaveLength(1);
    statuses(events);
    const added = server.tool('added', {}, () => 'new');
    await stop({ down: false });
    await events.take(status('running'));
    await expect.poll(() => host.tools()).toHaveLength(2);
    expect((await host.callTool('one__added')).text).toBe('new');
    added.remove();
  });

  test('that is lost while its lists are read says so by its state alone', async () => {
    const server = echo();
    const { connect, stop } = stoppable(server);
    server.use((request, next) => (request.method === 'tools/list' ? endless() : next(request)));
    const { host, events, errors } = await openHost({ servers: { one: connect } });
    const listing = host.tools();
    await stop({ down: false });
    expect(await listing).toEqual([]);
    await events.take(status('running'));
    expect(errors.empty()).toEqual([]);
  });

  test('that stays away is no longer retried, with the reason, until it is started by hand', async () => {
    const { connect, stop } = stoppable(echo());
    const { host, events, errors } = await openHost({ servers: { one: connect } });
    statuses(events);
    await stop({ down: true });
    await events.take(status('failed'));
    expect(statuses(events)).toEqual(['restarting']);
    expect(host.servers).toMatchObject([
      { status: 'failed', error: { name: 'ConnectionClosedError', cause: { message: 'The server is down' } } },
    ]);
    expect(errors.empty()).toHaveLength(2);
    expect(await host.tools()).toEqual([]);
    await expect(host.readResource({ server: 'one', uri: 'demo://x' })).rejects.toThrow(
      /^The server one is not running \(failed: .*host\.restart\('one'\)/,
    );
    await stop({ down: false });
    await host.restart('one');
    expect((await host.callTool('one__echo')).text).toBe('here');
  });

  test('that cannot be started keeps no other one, and is tried again', async () => {
    const late = stoppable(echo());
    await late.stop({ down: true });
    const { host, events } = await openHost({
      servers: { one: late.connect, two: stoppable(echo()).connect },
      reconnect: { delay: 20, attempts: 5 },
    });
    expect(host.servers).toMatchObject([
      { status: 'restarting', error: { message: 'The server is down' } },
      { status: 'running' },
    ]);
    expect((await host.callTool('two__echo')).text).toBe('here');
    await late.stop({ down: false });
    await events.take((event) => status('running')(event) && event.type === 'server' && event.server.name === 'one');
    await expect.poll(() => host.tools()).toHaveLength(2);
  });

  test('that cannot be started is retried a limited number of times, at growing intervals', async () => {
    const tried: number[] = [];
    const connect = (): never => {
      tried.push(performance.now());
      throw new Error('Never');
    };
    const { host, events } = await openHost({ servers: { one: connect }, reconnect: { delay: 20, attempts: 2 } });
    await events.take(status('failed'));
    expect(statuses(events)).toEqual(['starting', 'restarting', 'restarting']);
    // The next attempt would be 80 milliseconds later.
    await delay(120);
    expect(tried).toHaveLength(3);
    const [first = 0, second = 0, third = 0] = tried;
    expect([second - first > 15, third - second > 35]).toEqual([true, true]);
    await host.close();
    expect(host.servers).toMatchObject([{ status: 'stopped' }]);
  });

  test('is started once where the host is to start none again', async () => {
    const { connect, stop } = stoppable(echo());
    const { host, events } = await openHost({
      servers: {
        one: connect,
        two: () => {
          throw new Error('Never');
        },
      },
      reconnect: false,
    });
    expect(host.servers).toMatchObject([{ status: 'running' }, { status: 'failed' }]);
    await stop({ down: false });
    await events.take((event) => status('failed')(event) && event.type === 'server' && event.server.name === 'one');
    expect(host.servers).toMatchObject([{ error: { reason: 'end-of-input' } }, { error: { message: 'Never' } }]);
  });

  test('that does not answer keeps no host from being closed', async () => {
    const { host } = makeHost({ servers: { one: () => memoryPair()[0] } });
    const starting = host.start();
    await new Promise((resolve) => setImmediate(resolve));
    await host.close();
    await starting;
    expect(host.servers).toMatchObject([{ status: 'stopped' }]);
  });
});

test('errors without a receiver are reported with their server', async () => {
  const written: string[] = [];
  const writing = vi.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  onTestFinished(() => writing.mockRestore());
  const { connect, stop } = stoppable(echo());
  const host = new Host({ servers: { one: connect }, reconnect: { delay: 1, attempts: 2 } });
  await host.start();
  await stop({ down: true });
  await expect.poll(() => host.servers[0]?.status).toBe('failed');
  await host.close();
  const line = expect.stringMatching(/^one: Error: The server is down.*\n$/) as unknown;
  expect(written).toEqual([line, line]);
});

test('a host that is closed stays so', async () => {
  const { host } = await openHost({ servers: { one: stoppable(echo()).connect } });
  const inFlight = host.callTool('one__echo');
  await Promise.all([host.close(), host.close(), inFlight.catch(() => {})]);
  for (const use of [host.start(), host.restart('one'), host.callTool('one__echo')]) {
    await expect(use).rejects.toThrow('The host has been closed');
  }
  expect(await host.tools()).toEqual([]);
});

/** A program that speaks just enough of the protocol, names its own process, and does as it is told by `ping`. */
const PROGRAM = `
  const { createInterface } = require('node:readline');
  const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  createInterface(process.stdin).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const { protocolVersion } = params ?? {};
    const serverInfo = { name: String(process.pid), version: process.env.LEVEL ?? '?' };
    if (method === 'initialize') say({ id, result: { protocolVersion, capabilities: { prompts: {} }, serverInfo } });
    if (method === 'server/discover') say({ id, error: { code: -32601, message: 'Method not found' } });
    if (method === 'prompts/list') process.exit(7);
  });
  process.stderr.write('ready');`;

const STUBBORN = `
  process.on('SIGTERM', () => {});
  setInterval(() => {}, 1_000);
  ${PROGRAM}`;

const program = (script: string) => ({ command: process.execPath, args: ['-e', script], env: { LEVEL: 'high' } });

const pids = (servers: readonly { readonly info?: { readonly name: string } }[]): number[] =>
  servers.map(({ info }) => Number(info?.name));

describe('programs', () => {
  test('are started with their environment, and leave nothing behind', async () => {
    const { host, events } = await openHost({
      servers: {
        one: program(PROGRAM),
        two: program(STUBBORN),
        three: { command: process.execPath, args: [EVERYTHING] },
      },
    });
    expect(host.servers).toMatchObject([{ info: { version: 'high' } }, { status: 'running' }, { status: 'running' }]);
    expect(await events.take(({ type }) => type === 'stderr')).toMatchObject({ text: 'ready' });
    expect((await host.tools()).length).toBeGreaterThan(0);
    const started = pids(host.servers.slice(0, 2));
    expect(started.map(isRunning)).toEqual([true, true]);
    await host.close();
    expect(started.map(isRunning)).toEqual([false, false]);
  });

  test('that die are started again', async () => {
    const { host, events } = await openHost({ servers: { one: program(PROGRAM) } });
    const [first] = pids(host.servers);
    await host.prompts();
    await events.take(status('restarting'));
    await expect.poll(() => host.servers[0]?.status).toBe('running');
    const [second] = pids(host.servers);
    expect(second).not.toBe(first);
    await host.close();
    expect([first, second].map((pid) => isRunning(pid ?? 0))).toEqual([false, false]);
  });

  test('that cannot run are named, with what they said last', async () => {
    const { host, events } = await openHost({
      servers: {
        one: { command: 'no-such-program' },
        two: { command: process.execPath, args: ['-e', 'console.error("Key missing"); process.exit(3)'] },
        three: program(PROGRAM),
      },
      reconnect: false,
    });
    expect(host.servers).toMatchObject([
      { status: 'failed', error: { message: expect.stringContaining('program not found') as unknown } },
      { status: 'failed', error: { message: expect.stringMatching(/exited with code 3.*Key missing/s) as unknown } },
      { status: 'running' },
    ]);
    expect(statuses(events, 'three')).toEqual(['starting', 'running']);
  });

  test('are gone though they were being started when the host was closed', async () => {
    const mute = 'process.stdin.resume(); process.stderr.write(String(process.pid))';
    const { host, events } = makeHost({ servers: { one: { command: process.execPath, args: ['-e', mute] } } });
    const starting = host.start();
    const event = await events.take(({ type }) => type === 'stderr');
    const pid = event.type === 'stderr' ? Number(event.text) : 0;
    expect(isRunning(pid)).toBe(true);
    await host.close();
    await starting;
    expect(isRunning(pid)).toBe(false);
  });
});

test('a server over HTTP that has forgotten the session is listed again', async () => {
  const server = echo();
  const first = await serveHttp(server, { port: 0 });
  const { host, events } = await openHost({ servers: { one: { type: 'http', url: first.url } } });
  expect((await host.callTool('one__echo')).text).toBe('here');
  await first.close();
  const newer = echo();
  newer.tool('added', {}, () => 'new');
  await serveUntilEnd(newer, { port: Number(new URL(first.url).port) });
  await events.take((event) => event.type === 'tools' && event.tools.length === 2);
  expect((await host.callTool('one__added')).text).toBe('new');
});
