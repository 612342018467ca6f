/** Ids that are valid within one session only: request ids and tokens. */

import { oneOf, type OptionKind } from '@mcp-gen/runtime/options';
import { MetaKey, type RequestId, type Side } from '@mcp-gen/runtime';

export type { Side };

/** An option that is a side. */
export const SIDE: OptionKind = oneOf('client', 'server');

/** A JSON message. */
export type JsonMessage = { readonly [key: string]: unknown };

/** A request id or token, and its location. */
export interface Token {
  /** The kind of entity that it identifies, with the side that created it if relevant: `client request`. */
  readonly kind: string;
  readonly value: RequestId;
  /** Its path: `params/cursor`. */
  readonly place: string;
}

interface Place {
  readonly path: readonly string[];
  readonly names: string;
  /** The side that creates it. Undefined: only one side creates such ids. */
  readonly by?: 'sender' | 'receiver';
}

const PLACES: readonly Place[] = [
  { path: ['params', '_meta', 'progressToken'], names: 'progress', by: 'sender' },
  { path: ['params', 'progressToken'], names: 'progress', by: 'receiver' },
  { path: ['params', 'requestId'], names: 'request', by: 'sender' },
  { path: ['params', 'cursor'], names: 'cursor' },
  { path: ['result', 'nextCursor'], names: 'cursor' },
  { path: ['params', 'requestState'], names: 'state' },
  { path: ['result', 'requestState'], names: 'state' },
  { path: ['params', '_meta', MetaKey.SubscriptionId], names: 'request', by: 'receiver' },
  { path: ['result', '_meta', MetaKey.SubscriptionId], names: 'request', by: 'receiver' },
  { path: ['params', 'elicitationId'], names: 'elicitation' },
  { path: ['params', 'taskId'], names: 'task' },
  { path: ['result', 'taskId'], names: 'task' },
  { path: ['result', 'task', 'taskId'], names: 'task' },
];

/** Returns the other side. */
export function otherThan(side: Side): Side {
  return side === 'client' ? 'server' : 'client';
}

/** Returns the message with each id and token replaced by the result of `change`. */
export function mapTokens(message: JsonMessage, from: Side, change: (token: Token) => RequestId): JsonMessage {
  const id: Place = { path: ['id'], names: 'request', by: 'method' in message ? 'sender' : 'receiver' };
  return [id, ...PLACES].reduce((mapped, { path, names, by }) => {
    const value = path.reduce<unknown>((inner, key) => (inner as JsonMessage | undefined)?.[key], mapped);
    if (typeof value !== 'string' && typeof value !== 'number') return mapped;
    const namedBy = by === 'sender' ? from : otherThan(from);
    const kind = by === undefined ? names : `${namedBy} ${names}`;
    return replaced(mapped, path, change({ kind, value, place: path.join('/') }));
  }, message);
}

/** Returns the ids and tokens of a message. */
export function tokensOf(message: JsonMessage, from: Side): readonly Token[] {
  const tokens: Token[] = [];
  mapTokens(message, from, (token) => {
    tokens.push(token);
    return token.value;
  });
  return tokens;
}

/** Pairs tokens of the current session with those of the recording. */
export class TokenPairs {
  readonly #recorded = new Map<string, RequestId>();
  readonly #live = new Map<string, RequestId>();

  bind({ kind, value }: Omit<Token, 'place'>, recorded: RequestId): void {
    this.#recorded.set(key(kind, value), recorded);
    this.#live.set(key(kind, recorded), value);
  }

  recorded({ kind, value }: Omit<Token, 'place'>): RequestId | undefined {
    return this.#recorded.get(key(kind, value));
  }

  live({ kind, value }: Omit<Token, 'place'>): RequestId | undefined {
    return this.#live.get(key(kind, value));
  }
}

function key(kind: string, value: RequestId): string {
  return `${kind} ${JSON.stringify(value)}`;
}

function replaced(message: JsonMessage, [first = '', ...rest]: readonly string[], value: RequestId): JsonMessage {
  return { ...message, [first]: rest.length === 0 ? value : replaced(message[first] as JsonMessage, rest, value) };
}
