/** What handlers do to their peer: run in numbers, never end, throw and promise whatever they like. */

import { expect, test, vi } from 'vitest';
import { safeListener } from '../../../runtime/src/report.js';
import type { SessionHandle } from '../../../runtime/src/index.js';
import { Ledger, memoryPair, serve } from '../../../runtime/src/index.js';
import { clientInfo, older, serverInfo } from './fixture.js';
import { deferred, failure, notification, openPeer, request, result, Wire } from './support.js';
import { endless } from '../../support/leftovers/endless.js';

const BUSY = 'Too many running requests: try again later';

test('a server over stdio counts what its client sends in its own ledger', () => {
  const ledger = new Ledger();
  vi.spyOn(ledger, 'connection').mockImplementation((name) => {
    throw new Error(`counts ${name}`);
  });
  expect(() => serve({}, { serverInfo, revisions: [older], ledger })).toThrow('counts stdio');
});

test('handlers run in limited numbers, and others when they have ended', async () => {
  const running = [deferred<object>(), deferred<object>(), deferred<object>()];
  let count = 0;
  const doPlain = () => running[count++]?.promise;
  const { wire, errors } = await openPeer({ doPlain }, { limits: { handlerLimit: 2 } });
  for (const id of [1, 2, 3]) wire.say(request(id, 'plain/do'));
  expect(await wire.next()).toEqual(failure(3, -32603, BUSY));
  // Only this side can raise the limit.
  expect(errors.map(String)).toEqual([
    `Error: Refused a request: ${BUSY}. The option limits.handlerLimit raises the limit`,
  ]);
  wire.say(request(4, 'ping'));
  expect(await wire.next()).toEqual(result(4, {}));
  running[0]?.resolve({ done: 1 });
  expect(await wire.next()).toEqual(result(1, { done: 1 }));
  wire.say(request(5, 'plain/do'));
  running[2]?.resolve({ done: 5 });
  expect(await wire.next()).toEqual(result(5, { done: 5 }));
  expect(count).toBe(3);
});

test('a handler that goes on although its request was cancelled counts', async () => {
  const never = endless<object>();
  const { wire } = await openPeer({ doPlain: () => never }, { limits: { handlerLimit: 1 } });
  wire.say(request(1, 'plain/do'));
  wire.say(notification('notifications/cancelled', { requestId: 1 }));
  wire.say(request(2, 'plain/do'));
  expect(await wire.next()).toEqual(failure(2, -32603, BUSY));
});

test('notifications beyond the limit are ignored, and reported', async () => {
  const noted = vi.fn(() => endless());
  const { wire, errors } = await openPeer({ noted }, { limits: { handlerLimit: 2 } });
  for (const text of ['a', 'b', 'c']) wire.say(notification('notifications/noted', { text }));
  await wire.settled();
  expect(noted).toHaveBeenCalledTimes(2);
  expect(errors.map(String)).toEqual([
    'Error: Ignored notifications/noted, since 2 handlers are running. The option limits.handlerLimit raises the limit',
  ]);
});

const throwing = {
  get then(): never {
    throw new Error('not yours');
  },
};
const refusing = {
  then(): void {
    throw new Error('not yours');
  },
};

test.each([
  ['whose promise cannot be asked for', throwing],
  ['whose promise throws when it is asked', refusing],
])('a handler %s fails like any other', async (_, promised) => {
  const { wire, errors } = await openPeer({ doPlain: () => promised });
  wire.say(request(1, 'plain/do'));
  expect(await wire.next()).toEqual(failure(1, -32603, 'Internal error'));
  expect(errors.map(String)).toEqual(['Error: not yours']);
});

test('a promise that answers twice is answered once', async () => {
  const twice = (settle: (value: object) => void): void => [1, 2].forEach((n) => settle({ n }));
  const { wire } = await openPeer({ doPlain: () => ({ then: twice }) });
  wire.say(request(1, 'plain/do'));
  expect(await wire.next()).toEqual(result(1, { n: 1 }));
  expect(await wire.settled()).toEqual([]);
});

test('what is thrown and has no text is reported, and the request answered', async () => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const doPlain = async () => {
    await Promise.resolve();
    throw Object.create(null);
  };
  const { wire } = await openPeer({ doPlain }, { onError: safeListener() });
  wire.say(request(1, 'plain/do'));
  expect(await wire.next()).toEqual(failure(1, -32603, 'Internal error'));
  expect(write).toHaveBeenCalledWith('Thrown value that is not an Error: A value without a text\n');
  write.mockRestore();
});

test('what waits until the client is ready is sent, even where the application fails then', async () => {
  const [near, far] = memoryPair();
  const errors: unknown[] = [];
  let session: SessionHandle | undefined;
  const doPlain = async (_: object, { ask }: { ask: (key: string, question: object) => Promise<object> }) =>
    ask('where', { method: 'places/list' });
  serve(
    { doPlain },
    {
      serverInfo,
      revisions: [older],
      transport: near,
      onSession(opened) {
        session = opened;
        throw new Error('not today');
      },
      onError: (error) => errors.push(error),
    },
  );
  const wire = new Wire(far);
  wire.say(request(0, 'initialize', { protocolVersion: older.id, capabilities: { places: {} }, clientInfo }));
  await wire.next();
  wire.say(request(1, 'plain/do'));
  await wire.settled();
  wire.say(notification('notifications/initialized'));
  expect(await wire.next()).toMatchObject({ method: 'places/list' });
  expect(session).toBeDefined();
  expect(errors.map(String)).toEqual(['Error: not today']);
  wire.close();
});
