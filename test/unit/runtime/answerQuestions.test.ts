/** Questions in results, which a client answers with its handlers while its own request waits. */

import { getEventListeners } from 'node:events';
import { revision } from '@mcp-gen/protocol/2026-07-28';
import { connectSession, type HandlerContext, type Session } from '@mcp-gen/runtime';
import { createMockServer } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test } from 'vitest';
import { Mailbox } from '../../support/mailbox.js';
import { STATELESS } from '../../support/standAlone.js';
import { endless } from '../../support/leftovers/endless.js';

type ListRoots = (params: unknown, context: HandlerContext) => unknown;

/** A client of a server that asks for roots as often as it is told to, and answers then. */
async function asking(times: number, listRoots: ListRoots) {
  let asked = 0;
  const question = { method: 'roots/list' };
  const server = createMockServer(
    {
      'tools/call': () =>
        asked++ < times
          ? { resultType: 'input_required', inputRequests: { one: question, other: question } }
          : { resultType: 'complete', content: [] },
    },
    { revision: STATELESS, capabilities: { tools: {} } },
  );
  const session = await connectSession(server.target(), {
    clientInfo: { name: 'test', version: '1.0.0' },
    revisions: [revision],
    handlers: { listRoots },
    onError: () => undefined,
  });
  onTestFinished(() => session.close());
  return { server, session };
}

const call = (session: Session, signal: AbortSignal): Promise<object> =>
  session.request('tools/call', { name: 'any' }, { signal });

test('a signal has no listener left once its request is answered', async () => {
  const { session } = await asking(3, () => ({ roots: [] }));
  const { signal } = new AbortController();
  expect(await call(session, signal)).toMatchObject({ content: [] });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each([
  ['the signal aborts', 'enough'],
  ['the connection closes', 'The connection was closed'],
  ['the server goes away', 'The other side closed the connection'],
])('where %s, handlers of questions are told to stop, and the request ends', async (cause, message) => {
  const signals = new Mailbox<AbortSignal>();
  const { server, session } = await asking(1, (_params, context) => {
    signals.put(context.signal);
    return endless();
  });
  const abort = new AbortController();
  const called = call(session, abort.signal);
  const ended = expect(called).rejects.toThrow(message);
  const signal = await signals.take();
  expect(signal.aborted).toBe(false);
  if (cause === 'the signal aborts') abort.abort(new Error('enough'));
  else if (cause === 'the connection closes') await session.close();
  else server.close();
  await ended;
  expect(signal.reason).toMatchObject({ message });
  expect(getEventListeners(abort.signal, 'abort')).toEqual([]);
});
