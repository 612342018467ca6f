import { parseJson } from '../../codec/json.js';
import { classifyAll, isAnswered, type Classified } from '../../jsonrpc/classify.js';
import { JsonRpcError, parseError } from '../../jsonrpc/jsonRpcError.js';
import type { RequestId } from '../../jsonrpc/messages.js';
import { Holding, MOST_BYTES_OF_CHARACTER, OverBudgetError, textBytes, type Account } from '../../ledger/index.js';
import { batchTooLarge } from '../../peer/batch.js';
import { refuse, refuseWith, type Refusal } from './refusals.js';
import { settlesWithin } from '../../timers.js';
import { HttpRefusalError } from './httpRefusalError.js';
import type { ServedExchange } from './servedExchange.js';

/** The content of a POST: one message or a batch, classified once. */
export interface Posted {
  /** The JSON value: an array for a batch. */
  readonly value: unknown;
  /** The messages; a single message is the only item. */
  readonly items: readonly Classified[];
}

/** Reads a POST. Returns undefined if the body is not JSON; the request has been refused then. */
export async function readPosted(exchange: ServedExchange, limit: number): Promise<Posted | undefined> {
  const posted = await parsePosted(exchange, limit);
  if (posted === undefined) {
    refuse(exchange, 400, parseError('the body is not JSON'));
  }
  return posted;
}

/** Reads a POST without answering it. Returns undefined if the body is not JSON. */
export async function parsePosted(exchange: ServedExchange, limit: number): Promise<Posted | undefined> {
  const { body, account } = exchange;
  if ('value' in body) return classified(exchange, body.value);
  // The turn of the request may be over when its body has arrived.
  const needsTurn = (length: number): boolean => exchange.takesTurns && (length > LARGE || !account.hasTurn);
  let undecoded = 0;
  const text = await body.readText(limit, account, (bytes) => {
    undecoded = bytes;
    return needsTurn(bytes) ? account.turn(workOf(bytes)) : undefined;
  });
  exchange.size = text.length;
  // A body that another process has passed on is a text already.
  if (undecoded === 0 && needsTurn(text.length)) await waitForTurn(account, text);
  try {
    const posted = classified(exchange, parseJson(text, exchange.settings.valueLimit));
    if (text.length > LARGE && account.hasTurn) await waitForRest(account, text.length);
    return posted;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    if (!(error instanceof JsonRpcError) || error instanceof HttpRefusalError) throw error;
    throw new HttpRefusalError(413, error.message, { cause: error });
  }
}

/** Characters from which on a body counts as large: parsing it delays other callers noticeably. */
const LARGE = 16 * 1024;

function workOf(length: number): 'request' | 'body' {
  return length > LARGE ? 'body' : 'request';
}

async function waitForTurn(account: Account, text: string): Promise<void> {
  const turn = account.turn(workOf(text.length));
  if (turn === undefined) return;
  const held = new Holding(account, 'retained');
  if (!held.set(textBytes(text))) throw new OverBudgetError('retained');
  await turn;
  held.close();
}

/** What is parsed is checked and weighed in another turn. If the caller must not hold what it may weigh at most, it does not wait. */
async function waitForRest(account: Account, length: number): Promise<void> {
  const held = new Holding(account, 'retained');
  if (held.set(MOST_BYTES_OF_CHARACTER * length)) await account.turn('rest');
  held.close();
}

function classified(exchange: ServedExchange, value: unknown): Posted {
  exchange.isBatch = Array.isArray(value);
  const { batchLimit } = exchange.settings;
  if (Array.isArray(value) && value.length > batchLimit) {
    const cause = batchTooLarge(batchLimit);
    throw new HttpRefusalError(400, cause.message, { cause });
  }
  return { value, items: classifyAll(value) };
}

/** Returns the id of a single request; undefined for a notification, a response, a batch, or an invalid message. */
export function idOf({ value, items }: Posted): RequestId | undefined {
  const [item] = items;
  return item?.kind === 'request' && !Array.isArray(value) ? item.message.id : undefined;
}

/** Milliseconds to wait for the id of a request that is refused. */
const ID_TIMEOUT = 500;

/** Maximum bytes of a rejected body that are read to find the id of its request. */
const ID_BODY_LIMIT = 65_536;

/** Refuses a POST whose body was not read. The answer has the id of the request if the body arrives soon. */
export async function refuseUnread(exchange: ServedExchange, reason: Refusal, bodyLimit: number): Promise<void> {
  let id: RequestId | undefined;
  const read = parsePosted(exchange, Math.min(bodyLimit, ID_BODY_LIMIT)).then((posted) => {
    id = posted && idOf(posted);
  });
  await settlesWithin(
    ID_TIMEOUT,
    read.catch(() => undefined),
  );
  refuseWith(exchange, reason, id);
}

/** Returns the readable ids of the requests to answer. */
export function idsIn({ items }: Posted): RequestId[] {
  const ids: RequestId[] = [];
  for (const item of items) {
    if (item.kind === 'request') ids.push(item.message.id);
    else if (isAnswered(item) && item.id !== null) ids.push(item.id);
  }
  return ids;
}
