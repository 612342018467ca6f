import { ConnectionClosedError } from '../../errors.js';
import { settlesWithin } from '../../timers.js';
import { connectPair, type ConnectedPair } from '../connectPair.js';
import type { Rule, Stage } from '../stage.js';

/** Rules for sessions over the transport. */
export const SESSION_RULES: readonly Rule[] = [
  {
    name: 'session: it opens, both sides send requests, and it closes',
    check: holdSession,
  },
  {
    name: 'session: a request that is cancelled ends on both sides, and others are answered',
    async check(stage) {
      const connected = await connectPair(stage);
      const { session, waiting } = connected;
      const controller = new AbortController();
      const cancelled = session.request('contract/wait', {}, { signal: controller.signal });
      const cause = outcome(cancelled);
      await stage.until(
        () => waiting.length === 1,
        () => 'the request to arrive',
      );
      controller.abort();
      if ((await cause) !== controller.signal.reason)
        throw new Error('The caller did not receive the reason of the cancellation');
      await stage.until(
        () => waiting[0]?.signal.aborted === true,
        () => 'the handler to be aborted',
      );
      await expectAnswer(connected);
    },
  },
  {
    name: 'session: when the client closes, pending requests are rejected, and handlers are aborted',
    async check(stage) {
      const connected = await connectPair(stage);
      const outcomes = await leaveWaiting(stage, connected);
      await connected.session.close();
      await expectRejected(outcomes, ['closed']);
      await stage.until(
        () => connected.waiting.every(({ signal }) => signal.aborted),
        () => 'the handlers to be aborted',
      );
    },
  },
  {
    name: 'session: when the server closes, pending requests are rejected with the reason, and handlers are aborted',
    needs: 'serverClose',
    async check(stage) {
      const connected = await connectPair(stage);
      const outcomes = await leaveWaiting(stage, connected);
      await connected.server.close();
      await expectRejected(outcomes, ['end-of-input', 'process-exit', 'transport-error']);
      const { closed } = connected.session;
      if (!(await settlesWithin(stage.timeout, closed)))
        throw new Error('The client was not notified that the server had closed');
    },
  },
  {
    name: 'session: when it has ended, no resource keeps the process alive',
    async check(stage) {
      const before = heldResources();
      await holdSession(stage);
      await stage.clear();
      await stage.until(
        () => leftBehind(before).length === 0,
        () => `${leftBehind(before).join(', ')} to be released`,
      );
    },
  },
];

async function holdSession(stage: Stage): Promise<void> {
  const connected = await connectPair(stage);
  const { session, server, reports } = connected;
  await expectAnswer(connected);
  const { text } = (await session.request('contract/ask', { text: 'who', count: 1 })) as { readonly text?: string };
  if (text !== 'who!') throw new Error(`Expected the client to answer who!, got ${String(text)}`);
  await session.close();
  await server.close();
  if (reports.length > 0) throw new Error(`An error without a caller was reported: ${reports.map(String).join('; ')}`);
}

async function expectAnswer({ session }: ConnectedPair): Promise<void> {
  const { text } = (await session.request('contract/echo', { text: 'hello' })) as { readonly text?: string };
  if (text !== 'hello') throw new Error(`Expected the answer hello, got ${String(text)}`);
}

/** Sends requests that are never answered. Returns the errors of their callers. */
async function leaveWaiting(stage: Stage, { session, waiting }: ConnectedPair): Promise<readonly Promise<unknown>[]> {
  const outcomes = [1, 2, 3].map((n) => outcome(session.request('contract/wait', { n })));
  await stage.until(
    () => waiting.length === outcomes.length,
    () => 'the requests to arrive',
  );
  return outcomes;
}

async function expectRejected(outcomes: readonly Promise<unknown>[], reasons: readonly string[]): Promise<void> {
  for (const error of await Promise.all(outcomes)) {
    if (error instanceof ConnectionClosedError && reasons.includes(error.reason)) continue;
    throw new Error(
      `A pending request must be rejected because the connection is closed (${reasons.join(' or ')}), but was rejected with ${String(error)}`,
    );
  }
}

function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'an answer',
    (error: unknown) => error,
  );
}

/** Returns the resources that keep this process alive, by kind: timers, sockets, pipes, children. */
function heldResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** Returns the kinds with more resources than before. */
function leftBehind(before: ReadonlyMap<string, number>): readonly string[] {
  return [...heldResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind]) => kind);
}
