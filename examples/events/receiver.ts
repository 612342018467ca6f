/** The endpoint of a client for webhooks: accepts deliveries that are signed, fresh, and new. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { EventError, EventOccurrence } from './generated/types.ts';
import { isEventOccurrence } from './generated/validators.ts';
import { createSecret, isFresh, isSignedBy, keyOf } from './signatures.ts';

const MAX_BODY = 256 * 1024;

/** Messages that are remembered, for as long as they would be accepted. */
const MAX_SEEN = 10_000;

/** Milliseconds for which a message is remembered: longer than its time stamp is accepted. */
const SEEN_FOR = 11 * 60_000;

/** What a server has delivered. An error ends the subscription. */
export interface WebhookListener {
  onEvent(event: EventOccurrence): void;
  onGap(cursor: string | null): void;
  onTerminated(error: EventError): void;
}

interface Expected {
  readonly key: Buffer;
  readonly listener: WebhookListener;
  id: string | undefined;
}

/** A delivery as it has arrived. */
export interface Delivery {
  readonly method: string;
  /** Returns a header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
}

export interface DeliveryAnswer {
  readonly status: number;
  readonly body?: string;
}

type Message = EventOccurrence & {
  readonly type?: string;
  readonly challenge?: string;
  readonly error?: EventError;
};

/** Receives the deliveries of any number of subscriptions. */
export class WebhookReceiver {
  /** The public URL of the endpoint. */
  readonly url: string;
  readonly #expected = new Set<Expected>();
  /** When a message was accepted, in milliseconds since 1970. Oldest first. */
  readonly #seen = new Map<string, number>();

  constructor(url: string) {
    this.url = url;
  }

  /** Expects deliveries of a subscription. They are accepted once the endpoint has agreed, or {@link Expectation.bind} was called. */
  expect(listener: WebhookListener): Expectation {
    const secret = createSecret();
    const expected: Expected = { key: keyOf(secret) as Buffer, listener, id: undefined };
    this.#expected.add(expected);
    return {
      secret,
      bind: (id) => void (expected.id = id),
      end: () => void this.#expected.delete(expected),
    };
  }

  /** Handles a request of `node:http`. */
  readonly handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await readBody(request);
    const header = (name: string): string | undefined => {
      const value = request.headers[name];
      return typeof value === 'string' ? value : undefined;
    };
    const answer = body === undefined ? { status: 413 } : this.receive({ method: request.method ?? '', header, body });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body);
  };

  /** Checks a delivery, and passes it on. */
  receive({ method, header, body }: Delivery): DeliveryAnswer {
    const id = header('webhook-id');
    const timestamp = Number(header('webhook-timestamp') ?? NaN);
    const signature = header('webhook-signature');
    const subscription = header('x-mcp-subscription-id');
    if (method !== 'POST') return { status: 405 };
    if (id === undefined || signature === undefined || subscription === undefined || !Number.isInteger(timestamp)) {
      return { status: 400 };
    }
    if (body.length > MAX_BODY) return { status: 413 };
    if (!isFresh(timestamp)) return { status: 400 };
    const signed = { id, timestamp, body };
    const isSigned = ({ key }: Expected): boolean => isSignedBy(signed, signature, key);
    const named = [...this.#expected].filter((each) => each.id === subscription);
    const unnamed = [...this.#expected].filter((each) => each.id === undefined);
    const expected = [...named, ...unnamed].find(isSigned);
    // A server that is ahead of the client's own answer tries again.
    if (expected === undefined) return { status: named.length > 0 ? 401 : 503 };
    const message = parse(body);
    if (message === undefined) return { status: 400 };
    if (message.type === 'verification') {
      expected.id = subscription;
      return { status: 200, body: JSON.stringify({ challenge: message.challenge }) };
    }
    if (expected.id === undefined) return { status: 503 };
    return this.#accept(`${subscription} ${id}`, () => pass(message, expected.listener));
  }

  /** Accepts a message once. A repetition is answered alike, since the first answer may have been lost. */
  #accept(name: string, act: () => void): DeliveryAnswer {
    const now = Date.now();
    for (const [other, time] of this.#seen) {
      if (time > now - SEEN_FOR) break;
      this.#seen.delete(other);
    }
    if (this.#seen.has(name)) return { status: 200 };
    // Better late than twice.
    if (this.#seen.size >= MAX_SEEN) return { status: 503 };
    act();
    this.#seen.set(name, now);
    return { status: 200 };
  }
}

/** A subscription whose deliveries are expected. */
export interface Expectation {
  readonly secret: string;
  /** Called with the id that the server has given the subscription. */
  bind(id: string): void;
  end(): void;
}

function pass(message: Message, listener: WebhookListener): void {
  const { type, cursor = null, error } = message;
  if (type === undefined) listener.onEvent(message);
  else if (type === 'gap') listener.onGap(cursor);
  else if (type === 'terminated') listener.onTerminated(error ?? { code: 0, message: 'Terminated' });
}

/** Returns a message; undefined if it is none. What it says is untrusted, though it is signed. */
function parse(body: Uint8Array): Message | undefined {
  let message: unknown;
  try {
    message = JSON.parse(Buffer.from(body).toString());
  } catch {
    return undefined;
  }
  const isControl = isObject(message) && typeof message['type'] === 'string';
  return isControl || isEventOccurrence(message) ? (message as Message) : undefined;
}

/** Reads a body; undefined if it is too large. The rest is not read. */
async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MAX_BODY) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
