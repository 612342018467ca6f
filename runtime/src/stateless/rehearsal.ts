/** Runs handlers that ask twice, to find what would differ when they run again (specification, 2026-07-28: Multi Round-Trip Requests). */

import type { RequestMessage } from '../jsonrpc/messages.js';
import type { AnswerSink, MessageContext } from '../peer/context.js';
import { Exchange } from '../peer/exchange.js';
import type { Handler } from '../peer/profile.js';
import type { MessageInfo } from '../transports/transport.js';
import type { Asked } from './askByReplay.js';

/** How handlers are run twice, for development: each one that asks runs again at once, and both runs have to ask the same. */
export interface Rehearsal {
  /** Called with each problem of a handler. */
  readonly report: (problem: Error) => void;
  /**
   * Runs a handler again, and returns what it does meanwhile that others notice, such as network requests: it does so in every run. What
   * is done by `once` is not done again. Default: that is not watched.
   */
  readonly watch?: ((run: () => Promise<void>) => Promise<readonly string[]>) | undefined;
}

/** What a second run takes of the first. */
export interface SecondRun {
  readonly message: RequestMessage;
  readonly info: MessageInfo | undefined;
  readonly handle: Handler;
  /** Makes the context of the run, in which nothing is sent; `onAsked` is called with what it asks. */
  readonly contextOf: (onAsked: (asked: ReadonlyMap<string, Asked>) => void) => MessageContext;
  /** What the first run asked. */
  readonly asked: ReadonlyMap<string, Asked>;
}

const NO_ANSWER: AnswerSink = { answer: () => undefined, leaveUnanswered: () => undefined };
const NO_END = { finish: () => undefined, fail: () => undefined, leave: () => undefined };

/** Runs a handler that has asked once more, and reports what differs. Never rejects. */
export async function rehearse({ report, watch }: Rehearsal, run: SecondRun): Promise<void> {
  const what = describeRequest(run.message);
  let again: ReadonlyMap<string, Asked> | undefined;
  const effects = await (watch ?? unwatched)(async () => {
    again = await runAgain(run);
  });
  const problem = again === undefined ? 'asks nothing when it runs again' : difference(run.asked, again);
  if (problem !== undefined) report(new Error(`The handler of ${what} ${problem}`));
  if (effects.length === 0) return;
  report(
    new Error(
      `The handler of ${what} does this before it asks, and again in every run: ${effects.join(', ')}. Do it by context.once, so that it is done once`,
    ),
  );
}

async function unwatched(run: () => Promise<void>): Promise<readonly string[]> {
  await run();
  return [];
}

/** Resolves with what the handler asks; undefined if it ends without asking. */
function runAgain({ message, info, handle, contextOf }: SecondRun): Promise<ReadonlyMap<string, Asked> | undefined> {
  return new Promise((resolve) => {
    const settle = (asked: ReadonlyMap<string, Asked> | undefined): void => {
      resolve(asked);
      exchange.abandon();
    };
    const exchange: Exchange = new Exchange(contextOf(settle), message, info, NO_ANSWER, NO_END);
    const end = (): void => settle(undefined);
    try {
      Promise.resolve(handle(message.params, exchange)).then(end, end);
    } catch {
      end();
    }
  });
}

function difference(first: ReadonlyMap<string, Asked>, second: ReadonlyMap<string, Asked>): string | undefined {
  const [one, other] = [keysOf(first), keysOf(second)];
  if (one !== other)
    return `asks ${one} in one run, and ${other} when it runs again: a key must not differ from run to run`;
  const differing = [...first].find(([key, { digest }]) => second.get(key)?.digest !== digest);
  if (differing === undefined) return undefined;
  return `asks something else under ${JSON.stringify(differing[0])} when it runs again: keep what differs, such as a time, by context.once`;
}

function keysOf(asked: ReadonlyMap<string, Asked>): string {
  return JSON.stringify([...asked.keys()].sort());
}

function describeRequest({ method, params }: RequestMessage): string {
  const { name, uri } = (params ?? {}) as { readonly name?: unknown; readonly uri?: unknown };
  const target = name ?? uri;
  return typeof target === 'string' ? `${method} ${JSON.stringify(target)}` : method;
}
