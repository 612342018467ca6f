/** Messages that each bring a context of their own, and handlers that run again with the answers to their questions. */

import { expect, test } from 'vitest';
import type { HandlerContext } from '../../../runtime/src/codegen/v1.js';
import type { Answers, Asking, MessageContext } from '../../../runtime/src/peer/context.js';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { Dispatcher } from '../../../runtime/src/peer/dispatcher.js';
import { PeerLoad, SharedLoad, type RunningHandler } from '../../../runtime/src/peer/load.js';
import { clientInfo, newer, older } from './fixture.js';
import { deferred, request, serverProfile } from './support.js';

const QUESTION = { method: 'places/list', params: undefined };

/** What asking has beside questions. */
const KEEPS_NOTHING: Omit<Asking, 'ask'> = { replay: undefined, once: (_key, act) => Promise.resolve(act()) };

/** A dispatcher, and what it answered and reported. */
function dispatcherOf(handlers: object) {
  const dispatcher = new Dispatcher(new PeerLoad(10));
  const answers: unknown[] = [];
  const errors: unknown[] = [];
  const context = (given: Partial<MessageContext> = {}): MessageContext => ({
    profile: serverProfile(handlers),
    peer: { ...clientInfo, capabilities: {} },
    session: undefined,
    quota: new Ledger().connection('test'),
    progressRate: 100,
    asking: { ...KEEPS_NOTHING, ask: () => Promise.reject(new Error('nobody to ask')) },
    report: (error) => void errors.push(error),
    notify: () => Promise.resolve(),
    closeStream: () => undefined,
    onClosing: () => () => undefined,
    handleLifecycle: () => false,
    ...given,
  });
  const sink = { answer: (answer: unknown) => void answers.push(answer), leaveUnanswered: () => undefined };
  const say = async (id: number, text: string, given?: Partial<MessageContext>, auth?: string): Promise<void> => {
    const message = request(id, 'words/say', { text }) as never;
    dispatcher.request(message, context(given), auth === undefined ? undefined : { auth: { id: auth } }, sink);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { dispatcher, say, answers, errors };
}

/** Answers from those that came with the request; else the request is answered with what is asked. */
function replay(given: Answers): Asking {
  return {
    ...KEEPS_NOTHING,
    ask(questions, exchange) {
      const missing = Object.keys(questions).filter((key) => !(key in given));
      if (missing.length === 0) return Promise.resolve(given);
      exchange.finish({ text: `asks ${missing.join()}` });
      return Promise.reject(new Error('The questions are the answer'));
    },
  };
}

test('each message is answered in its own revision, to its own caller', async () => {
  const handlers = {
    say: ({ text }: { text: string }, { revision, auth, peer }: HandlerContext) => ({
      text: [text, revision, auth?.id, peer.name].join(),
    }),
  };
  const { say, answers } = dispatcherOf(handlers);
  await say(1, 'a', {}, 'alice');
  await say(2, 'b', {
    profile: serverProfile(handlers, { revision: newer }),
    peer: { name: 'other', version: '1', capabilities: {} },
  });
  expect(answers).toMatchObject([
    { id: 1, result: { text: `a,${older.id},alice,${clientInfo.name}` } },
    { id: 2, result: { text: `b,${newer.id},,other` } },
  ]);
});

test('a handler whose questions cannot be asked now is left, and runs again with the answers', async () => {
  const runs: string[] = [];
  const signals: AbortSignal[] = [];
  const { say, answers, errors, dispatcher } = dispatcherOf({
    async say({ text }: { text: string }, context: HandlerContext) {
      runs.push(text);
      signals.push(context.signal);
      const first = (await context.ask('first', QUESTION)) as string;
      const { second, third } = (await context.ask({ second: QUESTION, third: QUESTION })) as never;
      return { text: [first, second, third].join() };
    },
  });
  await say(1, 'one', { asking: replay({}) });
  await say(2, 'two', { asking: replay({ first: 'a', third: 'c' }) });
  await say(3, 'three', { asking: replay({ first: 'a', second: 'b', third: 'c' }) });
  expect(answers).toMatchObject([
    { id: 1, result: { text: 'asks first' } },
    { id: 2, result: { text: 'asks second' } },
    { id: 3, result: { text: 'a,b,c' } },
  ]);
  expect(runs).toEqual(['one', 'two', 'three']);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true, false]);
  expect(errors).toEqual([]);
  expect(dispatcher.idle).toBe(true);
});

test('a request that is answered before its handler has returned is not answered again if its params cannot be kept', async () => {
  const quota = new Ledger({ retained: { caller: 1 } }).connection('test');
  const { say, answers } = dispatcherOf({
    say: (_: unknown, context: HandlerContext) => context.ask('first', QUESTION),
  });
  await say(1, 'one', { asking: replay({}), quota });
  expect(answers).toMatchObject([{ id: 1, result: { text: 'asks first' } }]);
});

test('what a strategy answers with is checked as any result', async () => {
  const asking: Asking = {
    ...KEEPS_NOTHING,
    ask: (_, exchange) => {
      exchange.finish({ wrong: true });
      return Promise.reject(new Error('asked'));
    },
  };
  const { say, answers, errors } = dispatcherOf({
    say: (_: unknown, context: HandlerContext) => context.ask('a', QUESTION),
  });
  await say(1, 'one', { asking });
  expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  expect(errors.map(String)).toEqual([expect.stringContaining('The result of words/say is invalid')]);
});

test.each([
  ['one after another', (context: HandlerContext) => context.ask('a', QUESTION).then(() => context.ask('a', QUESTION))],
  [
    'in one set',
    (context: HandlerContext) => context.ask('a', QUESTION).then(() => context.ask({ b: QUESTION, a: QUESTION })),
  ],
])('a key names one question of a run: %s', async (_, ask) => {
  const { say, answers, errors } = dispatcherOf({ say: (_params: unknown, context: HandlerContext) => ask(context) });
  await say(1, 'one', { asking: replay({ a: {}, b: {} }) });
  expect(answers).toMatchObject([{ id: 1, error: { code: -32603 } }]);
  expect(errors.map(String)).toEqual([expect.stringContaining('The key "a" is already in use')]);
});

test('params are counted until all work that retains them has ended', async () => {
  const ledger = new Ledger();
  const works = [deferred(), deferred()];
  const { say } = dispatcherOf({
    say({ text }: { text: string }, { retain }: HandlerContext) {
      for (const { promise } of works) retain(promise);
      return { text };
    },
  });
  await say(1, 'one', { quota: ledger.connection('test') });
  for (const { resolve } of works) {
    expect(ledger.used('retained')).toBeGreaterThan(0);
    resolve();
    await new Promise((next) => setImmediate(next));
  }
  expect(ledger.used('retained')).toBe(0);
});

test('handlers that have ended make room for others', () => {
  const load = new SharedLoad(1).of('ada');
  for (let ended = 0; ended < 10; ended++) {
    const handler = { displace: () => expect.unreachable() };
    expect(load.findProblem()).toBeUndefined();
    load.begin(handler);
    expect(load.running).toBe(1);
    load.end(handler);
  }
});

test('handlers that do not stop when they are aborted for others count: no more than twice the limit run', () => {
  const load = new SharedLoad(2);
  const [ada, bob] = [load.of('ada'), load.of('bob')];
  const short = { displace: () => expect.unreachable() };
  const endless: RunningHandler[] = [];
  const begin = (): void => {
    const handler = { displace: () => undefined };
    expect(ada.findProblem()).toBeUndefined();
    ada.begin(handler);
    endless.push(handler);
  };
  begin();
  for (let displaced = 0; displaced < 2; displaced++) {
    begin();
    expect(bob.findProblem()).toBeUndefined();
    bob.begin(short);
    bob.end(short);
  }
  begin();
  expect(load.running).toBe(4);
  expect(bob.findProblem()).toMatchObject({ message: expect.stringContaining('too many') as unknown });
  for (const handler of endless) ada.end(handler);
});
