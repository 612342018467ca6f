import { describe, expect, test } from 'vitest';
import type { SessionHandle } from '../../../runtime/src/codegen/v1.js';
import { memoryPair, serve, type ServeTransportOptions } from '../../../runtime/src/index.js';
import { clientInfo, older, serverInfo } from './fixture.js';
import { deferred, notification, request, result, Wire, type TestHandler } from './support.js';

const INITIALIZED = notification('notifications/initialized');

const opening = request(0, 'initialize', {
  protocolVersion: older.id,
  capabilities: { places: {} },
  clientInfo,
});

/** A server in this process that has answered `initialize`, and the client's raw end of the wire. */
async function open(
  handlers: object,
  options: Partial<ServeTransportOptions> = {},
): Promise<Wire & { errors: unknown[] }> {
  const [near, far] = memoryPair();
  const errors: unknown[] = [];
  serve(handlers, {
    serverInfo,
    revisions: [older],
    capabilities: { pages: { changed: true } },
    transport: near,
    onError: (error) => errors.push(error),
    ...options,
  });
  const wire = new Wire(far);
  wire.say(opening);
  await wire.next();
  return Object.assign(wire, { errors });
}

describe('a session', () => {
  test('is told of when the client is ready, and can be notified from then on', async () => {
    const sessions: SessionHandle[] = [];
    const wire = await open({}, { onSession: (session) => sessions.push(session) });
    await wire.settled();
    expect(sessions).toEqual([]);
    wire.say(INITIALIZED);
    await wire.settled();
    expect(sessions).toHaveLength(1);
    expect(sessions[0]).toMatchObject({ revision: older.id, peer: { ...clientInfo, capabilities: { places: {} } } });
    await sessions[0]?.notify('notifications/pages/changed');
    expect(await wire.next()).toEqual(notification('notifications/pages/changed'));
  });

  test('is the same for every message of a conversation, and another for each', async () => {
    const seen: unknown[] = [];
    const doPlain: TestHandler = (_, { session }) => {
      seen.push(session);
      return {};
    };
    const handlers = { doPlain };
    for (const wire of [await open(handlers), await open(handlers)]) {
      wire.say([request(1, 'plain/do'), request(2, 'plain/do')]);
      // The answer to both comes once they are done, however long that takes.
      expect(await wire.next()).toHaveLength(2);
    }
    expect(seen[0]).toBe(seen[1]);
    expect(seen[2]).toBe(seen[3]);
    expect(seen[0]).not.toBe(seen[2]);
  });

  test('says when it is over, and cannot be notified then', async () => {
    const opened = deferred<SessionHandle>();
    const wire = await open({}, { onSession: opened.resolve });
    wire.say(INITIALIZED);
    const session = await opened.promise;
    wire.close();
    expect(await session.closed).toMatchObject({ reason: 'end-of-input' });
    await expect(session.notify('notifications/pages/changed')).rejects.toThrow('closed');
  });

  test('can only be notified of what the server has declared', async () => {
    const opened = deferred<SessionHandle>();
    const wire = await open({}, { onSession: opened.resolve, capabilities: {} });
    wire.say(INITIALIZED);
    const session = await opened.promise;
    await expect(session.notify('notifications/pages/changed')).rejects.toThrow('pages.changed');
  });

  test('goes on when nobody can take it', async () => {
    const wire = await open(
      { doPlain: () => ({}) },
      {
        onSession: () => {
          throw new Error('full');
        },
      },
    );
    wire.say(INITIALIZED);
    wire.say(request(1, 'plain/do'));
    expect(await wire.next()).toEqual(result(1, {}));
    expect(wire.errors).toEqual([expect.objectContaining({ message: 'full' })]);
  });
});
