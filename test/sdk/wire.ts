/** Sees every message between a client and a server, and has the guards of their revision judge it. */

import type { Revision, Transport } from '@mcp-gen/runtime';
import { GENERATED } from '../support/generated.js';
import type { SESSION_IDS } from '../support/schemas.js';

type SessionId = (typeof SESSION_IDS)[number];
type Side = 'client' | 'server';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

/** What was said on one connection. */
export class Wire {
  /** What a guard refused, as it was said. */
  readonly refused: unknown[] = [];
  /** How many messages were judged. */
  judged = 0;
  readonly #revision: Revision;
  /** The methods of requests that wait for their answers, by who sent them and by their ids. */
  readonly #asked: { readonly [From in Side]: Map<unknown, string> } = { client: new Map(), server: new Map() };

  constructor(revision: SessionId) {
    this.#revision = GENERATED[revision].revision;
  }

  /** A transport of the client that does what another one does. */
  tap(transport: Transport): Transport {
    const judge = (from: Side, value: unknown): void => this.#judge(from, value);
    return {
      get sessionId() {
        return transport.sessionId;
      },
      start: (receiver) =>
        transport.start({
          message: (value, caller) => {
            judge('server', value);
            receiver.message(value, caller);
          },
          malformed: (error, id) => receiver.malformed(error, id),
          failed: (id, cause) => receiver.failed(id, cause),
          ended: (cause) => receiver.ended(cause),
          closed: (cause) => receiver.closed(cause),
        }),
      send: (message, options) => {
        judge('client', message);
        return transport.send(message, options);
      },
      unanswered: (id) => transport.unanswered?.(id),
      close: () => transport.close(),
    };
  }

  #judge(from: Side, value: unknown): void {
    for (const message of (Array.isArray(value) ? value : [value]) as readonly Message[]) {
      this.judged++;
      if (!this.#isValid(from, message)) this.refused.push({ from, message });
    }
  }

  #isValid(from: Side, { id, method, params, result, error }: Message): boolean {
    const to = from === 'client' ? 'server' : 'client';
    const { requests, notifications } = this.#revision[to];
    if (method !== undefined) {
      if (id === undefined) return notifications[method]?.params(params) === true;
      this.#asked[from].set(id, method);
      return requests[method]?.params(params) === true;
    }
    if (error !== undefined) return Number.isInteger(error.code) && typeof error.message === 'string';
    const asked = this.#asked[to].get(id);
    return asked !== undefined && this.#revision[from].requests[asked]?.result(result) === true;
  }
}
