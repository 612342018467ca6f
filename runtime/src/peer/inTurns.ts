import type { Classified } from '../jsonrpc/classify.js';
import { internalError } from '../jsonrpc/jsonRpcError.js';
import type { RequestId } from '../jsonrpc/messages.js';
import { Account, Holding, OverBudgetError, weigh, type Quota } from '../ledger/index.js';
import { nextTurn } from '../timers.js';
import type { ErrorListener } from '../report.js';
import type { AnswerSink } from './context.js';
import { refuse, type Dispatcher } from './dispatcher.js';

/** How the messages of a batch are handled. */
interface BatchHandling {
  /** Handles one message. If it throws, this is reported, and a request is answered with an internal error. */
  readonly take: (item: Classified) => void;
  /** Sends the answers. */
  readonly sink: AnswerSink;
  /** Handles the requests. It counts as busy until all messages are handled. */
  readonly dispatcher: Dispatcher;
  /** The account of the caller. Counts the messages that wait. */
  readonly quota: Quota;
  readonly report: ErrorListener;
}

/** Maximum number of requests that are handled in one turn: the results of asynchronous handlers may all be available at its end. */
const MAX_REQUESTS = 8;

/** Milliseconds after which no other request is handled in a turn. */
const LONG = 10;

/**
 * Handles the messages of a batch in order, a few requests in each turn of the event loop, so that other callers do not wait for all of
 * them. Requests that the caller must not hold until their turn are refused.
 *
 * @returns a promise for the end, which never rejects. Undefined if all messages were handled at once
 */
export function takeInTurns(items: readonly Classified[], handling: BatchHandling): Promise<void> | undefined {
  const rest = takeSome(items, handling);
  return rest.length === 0 ? undefined : handling.dispatcher.whileBusy(takeLater(rest, handling));
}

/** Handles the messages of one turn. Returns the others. */
function takeSome(items: readonly Classified[], handling: BatchHandling): readonly Classified[] {
  const end = performance.now() + LONG;
  let requests = 0;
  for (const [at, item] of items.entries()) {
    if (item.kind === 'request' && requests++ > 0 && (requests > MAX_REQUESTS || performance.now() > end))
      return items.slice(at);
    takeOne(item, handling);
  }
  return [];
}

function takeOne(item: Classified, { take, sink, report }: BatchHandling): void {
  try {
    take(item);
  } catch (error) {
    report(error);
    if (item.kind === 'request') attemptToRefuse(item.message.id, sink, report);
  }
}

/** Answers the other requests, too, if this one cannot be refused. */
function attemptToRefuse(id: RequestId, sink: AnswerSink, report: ErrorListener): void {
  try {
    refuse(sink, id, internalError());
  } catch (error) {
    report(error);
  }
}

async function takeLater(items: readonly Classified[], handling: BatchHandling): Promise<void> {
  const { sink, dispatcher, quota, report } = handling;
  const held = new Holding(quota, 'retained');
  const fits = held.set(weigh(items));
  const error = new OverBudgetError('retained');
  if (!fits) dispatcher.reportLimit(report, error);
  const take = (item: Classified): void => {
    if (dispatcher.closed) return;
    if (!fits && item.kind === 'request') refuse(sink, item.message.id, error);
    else handling.take(item);
  };
  try {
    for (let rest = items; rest.length > 0; rest = takeSome(rest, { ...handling, take })) await turnOf(quota);
  } catch (failure) {
    report(failure);
  }
  held.close();
}

/** Resolves in the next turn of a caller, after pending input has been read. */
async function turnOf(quota: Quota): Promise<void> {
  await new Promise<void>((resolve) => void nextTurn(resolve));
  if (quota instanceof Account) await quota.turn();
}
