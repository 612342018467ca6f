/** What tests leave behind is found: something of each kind, before and after it ends. */

import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { EventEmitter } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { Server } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { HttpClientTransport } from '../../../runtime/src/http/client/httpClientTransport.js';
import { OpenSockets } from '../../../runtime/src/http/server/serveHttp.js';
import { Shares } from '../../../runtime/src/ledger/index.js';
import { PeerLoad } from '../../../runtime/src/peer/load.js';
import { pause } from '../../../runtime/src/timers.js';
import type { Receiver } from '../../../runtime/src/transports/transport.js';
import { systemClock } from '../../../sdk/src/clock.js';
import { waitWithin } from '../../../sdk/src/client/waitWithin.js';
import { Callers } from '../../../sdk/src/tasks/callers.js';
import { collectGarbage } from '../../support/heap.js';
import { breakConnections } from '../../support/leftovers/connections.js';
import { watchCounters } from '../../support/leftovers/counters.js';
import { endAll, endless } from '../../support/leftovers/endless.js';
import { forgetInstances, instancesLeft, leavesNone } from '../../support/leftovers/instances.js';
import { watchEntries } from '../../support/leftovers/entries.js';
import { LASTING, PLACES, RAISED } from '../../support/leftovers/lastingFields.js';
import { watchLedgers } from '../../support/leftovers/ledgers.js';
import { watchListeners } from '../../support/leftovers/listeners.js';
import { watchResources } from '../../support/leftovers/resources.js';
import { watchShares } from '../../support/leftovers/shares.js';
import { watchTimers } from '../../support/leftovers/timers.js';
import { withWatchedFields } from '../../support/leftovers/watchedFields.js';

const NO_RECEIVER: Receiver = {
  message: () => undefined,
  malformed: () => undefined,
  failed: () => undefined,
  ended: () => undefined,
  closed: () => undefined,
};

test('a timer of a source, until it is stopped or has fired', async () => {
  const timers = watchTimers();
  const stop = systemClock.every(60_000, () => undefined);
  systemClock.after(20, () => undefined);
  setTimeout(() => undefined, 30);
  expect(timers()).toEqual([
    expect.stringMatching(/^a timer of 60000 ms\n.*in the test "a timer of a source.*\n.*sdk\/src\/clock.ts:\d+ /),
    expect.stringMatching(/^a timer of 20 ms\n/),
  ]);
  stop();
  await expect.poll(timers).toEqual([]);
  systemClock.every(60_000, () => undefined)();
  const before = systemClock.every(60_000, () => undefined);
  expect(watchTimers()()).toEqual([]);
  before();
});

test('the bytes of a running request, and its listener on the signal of the test', async () => {
  const [bytes, listeners] = [watchLedgers(), watchListeners()];
  const server = new Server({ name: 'test', version: '1.0.0' });
  const called = vi.fn<() => Promise<string>>(() => endless());
  server.tool('wait', {}, called);
  const client = await connect(inProcess(server)());
  const { signal } = new AbortController();
  const calling = client.callTool('wait', {}, { signal }).catch(String);
  await expect.poll(() => called.mock.calls).toHaveLength(1);
  expect(listeners()).toEqual([expect.stringMatching(/^a listener on a signal of the test\n[^]*pendingRequest.ts/)]);
  expect(bytes().length).toBeGreaterThan(0);
  breakConnections();
  expect(await calling).toBe('ConnectionClosedError: The test file is over');
  expect(listeners()).toEqual([]);
  // The handler still holds its arguments.
  expect(bytes()).toEqual([expect.stringMatching(/^\d+ bytes counted for connection #\d+\n[^]*Exchange.hold/)]);
  endAll();
  await expect.poll(bytes).toEqual([]);
});

test('a listener on a signal of the test to which nothing refers', async () => {
  const listeners = watchListeners();
  void pause(Infinity, new AbortController().signal);
  collectGarbage();
  expect(listeners()).toEqual([expect.stringMatching(/^a listener on a signal of the test\n[^]*timers.ts:\d+ pause/)]);
  const end = new AbortController();
  const paused = pause(Infinity, end.signal);
  expect(listeners()).toHaveLength(2);
  end.abort();
  await paused;
  expect(listeners()).toHaveLength(1);
  expect(watchListeners()()).toEqual([]);
});

test('listeners that pile up on a signal of others, until one is removed, and each until the signal aborts', async () => {
  const listeners = watchListeners();
  const end = new AbortController();
  const signal = AbortSignal.any([end.signal]);
  const wait = (promise: Promise<void>): Promise<void> =>
    waitWithin(promise, { signal }, 'tools/list').catch(() => undefined);
  const waiting = Array.from({ length: 7 }, () => wait(endless()));
  const last = wait(pause(20));
  const left = (count: number): string =>
    `${count} listeners on signals that sdk/src/client/waitWithin.ts adds and does not remove`;
  expect(listeners()).toEqual([
    expect.stringMatching(/^one of 8 listeners on a signal\n[^]*waitWithin.ts:\d+/),
    left(8),
  ]);
  await last;
  expect(listeners()).toEqual([left(7)]);
  end.abort();
  await Promise.all(waiting);
  expect(listeners()).toEqual([]);
});

test('an item that a source counts for a shared limit, and a holder that has nothing', () => {
  const watched = watchShares();
  const sockets = new OpenSockets(2);
  const socket = Object.assign(new EventEmitter(), { remoteAddress: '192.0.2.1' }) as unknown as Socket;
  sockets.add(socket);
  expect(watched()).toEqual([
    expect.stringMatching(/^an item of address 192.0.2.1 counted for a shared limit\n[^]*serveHttp.ts:\d+ /),
  ]);
  socket.emit('close');
  expect(watched()).toEqual([]);
  const shares = new Shares<string>(2);
  shares.add('address 192.0.2.1', 'an item of the test');
  expect(watched()).toEqual([]);
  shares.delete('address 192.0.2.1', 'an item of the test');
  vi.spyOn(shares, 'size', 'get').mockReturnValue(3);
  expect(watched()).toEqual(['3 holders that hold nothing of a shared limit']);
  expect(watchShares()()).toEqual([]);
});

test('a file that only garbage collection closes', async () => {
  const resources = watchResources();
  await open(fileURLToPath(import.meta.url));
  await expect
    .poll(() => {
      collectGarbage();
      return resources();
    })
    .toEqual(['a file that only garbage collection has closed']);
  expect(watchResources()()).toEqual([]);
});

test('a server, an open file, and a listener of the process', async () => {
  const [resources, listeners] = [watchResources(), watchListeners()];
  const server = createServer().listen(0, '127.0.0.1');
  const path = fileURLToPath(import.meta.url);
  const file = await open(path);
  const listener = (): void => undefined;
  process.on('SIGUSR2', listener);
  onTestFinished(() => void process.off('SIGUSR2', listener));
  const opened = ['TCPServerWrap (1 more than before)', `open file ${path} (1 more than before)`];
  await expect.poll(resources).toEqual(process.platform === 'linux' ? opened : opened.slice(0, 1));
  expect(listeners()).toEqual(['1 listeners of the process for "SIGUSR2"']);
  server.close();
  await file.close();
  process.off('SIGUSR2', listener);
  await expect.poll(resources).toEqual([]);
  expect(listeners()).toEqual([]);
});

test('an entry of a map in a field of a source, until its object is closed', async () => {
  const watched = watchEntries();
  const transport = new HttpClientTransport({ url: 'http://127.0.0.1:9/', fetch: () => endless() });
  transport.start(NO_RECEIVER);
  void transport.send({ jsonrpc: '2.0', id: 1, method: 'ping' });
  const left = (field: string): unknown =>
    expect.stringMatching(
      `^1 entries in runtime/src/http/client/httpClientTransport.ts ${field}\n.*in the test "an entry of`,
    );
  expect(watched()).toEqual([left('#posted'), left('#posting')]);
  expect(watchEntries()()).toEqual([]);
  await transport.close();
});

test('a counter of a source, until it is back at 0, and when it is below 0', () => {
  const watched = watchCounters();
  const load = new PeerLoad(1);
  load.begin();
  const is = (value: string): unknown => expect.stringMatching(`^runtime/src/peer/load.ts running is ${value}\n`);
  expect(watched()).toEqual([
    'runtime/src/peer/load.ts running is 1, not 0\n    in the test "a counter of a source, until it is back at 0, and when it is below 0"',
  ]);
  load.end();
  expect(watched()).toEqual([]);
  load.end();
  expect(watched()).toEqual([is('-1'), is('-1, not 0')]);
  load.begin();
  expect(watched()).toEqual([is('-1')]);
  const callers = new Callers({ running: 1, kept: 1, bytes: 1 }, () => false);
  callers.begin('caller', 'task');
  expect(watched()).toEqual([is('-1'), expect.stringMatching(/^sdk\/src\/tasks\/callers.ts running is 1, not 0\n/)]);
  callers.ended('caller');
  expect(watched()).toEqual([is('-1')]);
  callers.dropped('caller', 'task');
  expect(watchCounters()()).toEqual([]);
});

test.each([
  ['  readonly #open = new Map<string, number>();', ' Map #open'],
  ['  readonly open: Set<string> = new Set();', ' Set open'],
  ['const waiting = new Set<Readable>();', ' Set waiting'],
  ['    this.#open ??= new Set();', ' Set #open'],
  ['  const side = { open: new Map<string, Side>(), shut };', ' Map open'],
  ['  const names = new Set(all);', ''],
  ['  #open = 0;\n\n  begin() {\n    this.#open++;', ' count #open'],
  ['  #missing: number;\n\n  end() {\n    if (--this.#missing > 0) return;', ' count #missing'],
  ['  size = 0;\n\n  drop() {\n    this.size -= 1;', ' count size'],
  ['  const entry = {\n    link,\n    users: 0,\n  };\n  entry.users++;', ' count users'],
  ['  #latest = 0;\n\n  begin() {\n    this.#latest = now();', ''],
])('the fields of %j that are watched', (code, expected) => {
  const watched = withWatchedFields('source.ts', code);
  const names = watched.matchAll(/watchedFields\?\.(\w+)\((?:this, value, )?'source.ts (#?\w+)'/g);
  expect(Array.from(names, ([, kind, name]) => ` ${kind} ${name}`).join('')).toBe(expected);
  expect(watched.split('\n')).toHaveLength(code.split('\n').length);
});

test('fields that may be left are fields that are watched otherwise, and those that are only raised are not lowered', () => {
  const none = new Set<string>();
  const sourceOf = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
  const isKnown = (field: string): boolean => {
    const [path = ''] = field.split(' ');
    return withWatchedFields(path, sourceOf(path), none).includes(`'${field}'`);
  };
  const isLowered = (field: string): boolean => {
    const [path = '', name = ''] = field.split(' ');
    return new RegExp(`\\.${name}(?:--| -= )|--(?:#?\\w+\\.)+${name}\\b`).test(sourceOf(path));
  };
  expect([...LASTING, ...RAISED, ...PLACES].filter((field) => !isKnown(field))).toEqual([]);
  expect([...RAISED].filter(isLowered)).toEqual([]);
});

test('an object of a class that something still refers to', () => {
  class Kept {
    readonly name = 'kept';
  }
  const kept = [new Kept()];
  leavesNone(Kept);
  kept.push(new Kept());
  expect(instancesLeft()).toEqual(['1 objects of the class Kept']);
  kept.pop();
  expect(instancesLeft()).toEqual([]);
  forgetInstances();
  expect(instancesLeft()).toEqual([]);
});
