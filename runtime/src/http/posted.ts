import { classifyAll, type Classified } from '../jsonrpc/classify.js';
import { ErrorCode, JsonRpcError } from '../jsonrpc/errors.js';
import type { RequestId } from '../jsonrpc/messages.js';
import { refuse } from './answers.js';
import type { ServedExchange } from './servedExchange.js';

/** What was posted: one message or a batch, classified once for all that look at it. */
export interface Posted {
  readonly value: unknown;
  /** What each message is; a single one is the only item. */
  readonly items: readonly Classified[];
}

/** Reads what was posted. If it cannot be read the request has been refused. */
export async function readPosted(exchange: ServedExchange, limit: number): Promise<Posted | undefined> {
  const { body } = exchange;
  let value: unknown;
  if ('value' in body) ({ value } = body);
  else {
    const text = await body.readText(limit);
    try {
      value = JSON.parse(text);
    } catch {
      refuse(exchange, 400, new JsonRpcError(ErrorCode.ParseError, 'Parse error: the body is not JSON'));
      return undefined;
    }
  }
  exchange.isBatch = Array.isArray(value);
  return { value, items: classifyAll(value) };
}

/** The id of the request that was posted; nothing for a notification, a response, a batch, or what cannot be read. */
export function idOf({ value, items }: Posted): RequestId | undefined {
  const [item] = items;
  return item?.kind === 'request' && !Array.isArray(value) ? item.message.id : undefined;
}

/** The ids of the requests in it that are to be answered. */
export function idsIn({ items }: Posted): RequestId[] {
  const ids: RequestId[] = [];
  for (const item of items) {
    if (item.kind === 'request') ids.push(item.message.id);
    else if (item.kind === 'invalid' && item.meant === 'request' && item.id !== null) ids.push(item.id);
  }
  return ids;
}
