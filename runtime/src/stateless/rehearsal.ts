/** Runs handlers that ask questions twice, to find differences between the runs (specification, 2026-07-28: Multi Round-Trip Requests). */

import type { RequestMessage } from '../jsonrpc/messages.js';
import type { AnswerSink, MessageContext } from '../peer/context.js';
import { Exchange } from '../peer/exchange.js';
import type { Handler } from '../peer/profile.js';
import type { MessageInfo } from '../transports/transport.js';
import type { PendingQuestion } from './askByReplay.js';

/** Runs each handler that asks questions a second time, for development: both runs must ask the same questions. */
export interface Rehearsal {
  /** Called with each problem of a handler. */
  readonly report: (problem: Error) => void;
  /**
   * Runs a handler again, and returns its side effects, such as network requests: these would be repeated in every run. Functions of `once`
   * are not repeated. Default: side effects are not detected.
   */
  readonly watch?: ((run: () => Promise<void>) => Promise<readonly string[]>) | undefined;
}

/** The parts of the first run that a second run needs. */
export interface SecondRun {
  readonly message: RequestMessage;
  readonly info: MessageInfo | undefined;
  readonly handle: Handler;
  /** Creates the context of the run, in which nothing is sent; `onAsked` is called with its questions. */
  readonly contextOf: (onAsked: (asked: ReadonlyMap<string, PendingQuestion>) => void) => MessageContext;
  /** The questions of the first run. */
  readonly asked: ReadonlyMap<string, PendingQuestion>;
}

const NO_ANSWER: AnswerSink = { answer: () => undefined, leaveUnanswered: () => undefined };
const NO_END = { finish: () => undefined, fail: () => undefined, leave: () => undefined, displaced: () => undefined };

/** Runs a handler that has asked questions once more, and reports differences. Never rejects. */
export async function rehearse({ report, watch }: Rehearsal, run: SecondRun): Promise<void> {
  const what = describeRequest(run.message);
  let again: ReadonlyMap<string, PendingQuestion> | undefined;
  const effects = await (watch ?? unwatched)(async () => {
    again = await runAgain(run);
  });
  const problem = again === undefined ? 'does not ask when it runs again' : difference(run.asked, again);
  if (problem !== undefined) report(new Error(`The handler of ${what} ${problem}`));
  if (effects.length === 0) return;
  report(
    new Error(
      `The handler of ${what} has side effects before it asks, which are repeated in every run: ${effects.join(', ')}. Wrap them in context.once, so that they run once`,
    ),
  );
}

async function unwatched(run: () => Promise<void>): Promise<readonly string[]> {
  await run();
  return [];
}

/** Resolves with the questions of the handler; undefined if it ends without asking. */
function runAgain({
  message,
  info,
  handle,
  contextOf,
}: SecondRun): Promise<ReadonlyMap<string, PendingQuestion> | undefined> {
  return new Promise((resolve) => {
    const settle = (asked: ReadonlyMap<string, PendingQuestion> | undefined): void => {
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

function difference(
  first: ReadonlyMap<string, PendingQuestion>,
  second: ReadonlyMap<string, PendingQuestion>,
): string | undefined {
  const [one, other] = [keysOf(first), keysOf(second)];
  if (one !== other)
    return `asks ${one} in one run, and ${other} when it runs again: keys must be the same in every run`;
  const differing = [...first].find(([key, { digest }]) => second.get(key)?.digest !== digest);
  if (differing === undefined) return undefined;
  return `asks a different question under ${JSON.stringify(differing[0])} when it runs again: wrap the part that differs, such as a time, in context.once`;
}

function keysOf(asked: ReadonlyMap<string, PendingQuestion>): string {
  return JSON.stringify([...asked.keys()].sort());
}

function describeRequest({ method, params }: RequestMessage): string {
  const { name, uri } = (params ?? {}) as { readonly name?: unknown; readonly uri?: unknown };
  const target = name ?? uri;
  return typeof target === 'string' ? `${method} ${JSON.stringify(target)}` : method;
}
