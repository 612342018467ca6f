import { ConnectionClosedError } from '../../errors.js';
import { within } from '../../platform.js';
import { converse, type Conversation } from '../conversation.js';
import type { Rule, Stage } from '../stage.js';

/** What the peers of a conversation may rely on. */
export const CONVERSATION_RULES: readonly Rule[] = [
  {
    name: 'conversation: it opens, both sides ask, and it closes',
    check: holdConversation,
  },
  {
    name: 'conversation: a request that is cancelled ends on both sides, and others are answered',
    async check(stage) {
      const conversation = await converse(stage);
      const { session, waiting } = conversation;
      const controller = new AbortController();
      const cancelled = session.request('contract/wait', {}, { signal: controller.signal });
      const cause = outcome(cancelled);
      await stage.until(
        () => waiting.length === 1,
        () => 'the request to arrive',
      );
      controller.abort();
      if ((await cause) !== controller.signal.reason) throw new Error('The caller was not told the reason to cancel');
      await stage.until(
        () => waiting[0]?.signal.aborted === true,
        () => 'the handler to be told',
      );
      await expectAnswer(conversation);
    },
  },
  {
    name: 'conversation: callers that wait when the client closes are told, and so are the handlers',
    async check(stage) {
      const conversation = await converse(stage);
      const outcomes = await leaveWaiting(stage, conversation);
      await conversation.session.close();
      await expectTold(outcomes, ['closed']);
      await stage.until(
        () => conversation.waiting.every(({ signal }) => signal.aborted),
        () => 'the handlers to be told',
      );
    },
  },
  {
    name: 'conversation: callers that wait when the server closes are told why, and so are the handlers',
    needs: 'serverClose',
    async check(stage) {
      const conversation = await converse(stage);
      const outcomes = await leaveWaiting(stage, conversation);
      await conversation.server.close();
      await expectTold(outcomes, ['end-of-input', 'process-exit', 'transport-error']);
      const { closed } = conversation.session;
      if (!(await within(stage.timeout, closed))) throw new Error('The client was not told that the server had closed');
    },
  },
  {
    name: 'conversation: when it is over, nothing is left that keeps the process alive',
    async check(stage) {
      const before = heldResources();
      await holdConversation(stage);
      await stage.clear();
      await stage.until(
        () => leftBehind(before).length === 0,
        () => `${leftBehind(before).join(', ')} to be released`,
      );
    },
  },
];

async function holdConversation(stage: Stage): Promise<void> {
  const conversation = await converse(stage);
  const { session, server, reports } = conversation;
  await expectAnswer(conversation);
  const { text } = (await session.request('contract/ask', { text: 'who', count: 1 })) as { readonly text?: string };
  if (text !== 'who!') throw new Error(`The client's answer should have been who!, and was ${String(text)}`);
  await session.close();
  await server.close();
  if (reports.length > 0)
    throw new Error(`An error was reported that had no caller: ${reports.map(String).join('; ')}`);
}

async function expectAnswer({ session }: Conversation): Promise<void> {
  const { text } = (await session.request('contract/echo', { text: 'hello' })) as { readonly text?: string };
  if (text !== 'hello') throw new Error(`The answer should have been hello, and was ${String(text)}`);
}

/** Asks for what is never answered. Gives what will become of the callers. */
async function leaveWaiting(stage: Stage, { session, waiting }: Conversation): Promise<readonly Promise<unknown>[]> {
  const outcomes = [1, 2, 3].map((n) => outcome(session.request('contract/wait', { n })));
  await stage.until(
    () => waiting.length === outcomes.length,
    () => 'the requests to arrive',
  );
  return outcomes;
}

async function expectTold(outcomes: readonly Promise<unknown>[], reasons: readonly string[]): Promise<void> {
  for (const error of await Promise.all(outcomes)) {
    if (error instanceof ConnectionClosedError && reasons.includes(error.reason)) continue;
    throw new Error(
      `A waiting caller should have been told that the connection is closed (${reasons.join(' or ')}), and was told ${String(error)}`,
    );
  }
}

function outcome(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'an answer',
    (error: unknown) => error,
  );
}

/** What keeps this process alive, by kind: timers, sockets, pipes, children. */
function heldResources(): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of process.getActiveResourcesInfo()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

/** The kinds of which there are more than before. */
function leftBehind(before: ReadonlyMap<string, number>): readonly string[] {
  return [...heldResources()].filter(([kind, count]) => count > (before.get(kind) ?? 0)).map(([kind]) => kind);
}
