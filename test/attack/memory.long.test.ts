/** Many connections in one process, over pairs of transports in memory: kept apart, and gone when they are closed. */

import { connectSession, memoryPair, serve, type Session } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { createHandler } from '@mcp-gen/sdk/http';
import { expect, onTestFinished, test } from 'vitest';
import { GENERATED } from '../support/generated.js';
import { heldBytes } from '../support/heap.js';
import { MEBIBYTE } from '../support/rpc.js';

const { revision } = GENERATED['2025-11-25'];

/** Handlers that are shared, as they are by all connections of a server. */
const handlers = {
  listTools: () => ({ tools: [] }),
  async callTool({ arguments: { text } }: { arguments: { text: string } }) {
    await new Promise((resolve) => setTimeout(resolve, 5));
    return { content: [{ type: 'text', text }] };
  },
};

/** Opens a connection. Its requests are numbered from 0 like those of every other. */
async function open(): Promise<Session> {
  const [near, far] = memoryPair();
  serve(handlers, { serverInfo: { name: 'server', version: '1.0.0' }, revisions: [revision], transport: far });
  return connectSession(near, { clientInfo: { name: 'client', version: '1.0.0' }, revisions: [revision] });
}

const say = (session: Session, text: string): Promise<unknown> =>
  session.request('tools/call', { name: 'echo', arguments: { text } });

test('a thousand clients with equal ids get their own answers', async () => {
  const sessions = await Promise.all(Array.from({ length: 1_000 }, open));
  const answers = await Promise.all(
    sessions.flatMap((session, at) => [say(session, `${at} a`), say(session, `${at} b`)]),
  );
  expect(answers).toEqual(
    sessions.flatMap((_, at) => [`${at} a`, `${at} b`].map((text) => ({ content: [{ type: 'text', text }] }))),
  );
  await Promise.all(sessions.map((session) => session.close()));
});

test('connections that are over leave nothing on the heap, and no timer', async () => {
  const converse = async (count: number): Promise<void> => {
    for (let done = 0; done < count; done++) {
      const session = await open();
      const call = say(session, 'x'.repeat(10_000)).catch(() => undefined);
      await session.request('ping');
      await session.close();
      await call;
    }
  };
  const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  await converse(100);
  const [before, timersBefore] = [await heldBytes(), timers()];
  await converse(500);
  // Handlers that were stopped may take as long as they like to notice.
  await expect.poll(timers).toBeLessThanOrEqual(timersBefore);
  expect((await heldBytes()) - before).toBeLessThan(MEBIBYTE);
});

test('a body that does not open a session leaves nothing on the heap, also the first one', async () => {
  const handler = createHandler(new Server({ name: 'server', version: '1.0.0' }, { onError() {} }), {
    limits: { valueLimit: Infinity },
  });
  onTestFinished(() => handler.close());
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  /** Sends `initialize` with invalid params, which are much larger as values than as text. */
  const refuse = async (values: number): Promise<void> => {
    const params = { protocolVersion: Array.from({ length: values }, () => ({})) };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params });
    const response = await handler.fetch(new Request('http://localhost/mcp', { method: 'POST', headers, body }));
    expect(await response.text()).toContain('-32602');
  };
  const before = await heldBytes();
  await refuse(400_000);
  await new Promise((resolve) => setImmediate(resolve));
  expect((await heldBytes()) - before).toBeLessThan(6 * MEBIBYTE);
});
