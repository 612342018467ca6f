/** What a broken client is: a good one, of which something else is told than what it did. */

import type { Script } from '../../../../../conformance/src/client/script.js';
import type { CheckedRevision, CheckedTransport } from '../../../../../conformance/src/revisions.js';
import { isResponse, type Fields } from '../../../../../conformance/src/wire/message.js';
import type { Alteration } from './alteration.js';

/** A client with a fault. */
export interface ClientFault {
  readonly fault: string;
  readonly revision: CheckedRevision;
  /** Default: `http`. */
  readonly transport?: CheckedTransport;
  readonly alter: Alteration;
  /** The checks that must fail, and what they must say. All others must not. */
  readonly fails: { readonly [check: string]: RegExp };
  /** Further checks that must fail, each with the reason. */
  readonly alsoFails?: { readonly [check: string]: string };
}

/** Changes the messages with a method. Undefined drops one. */
export function messages(method: string, change: (message: Fields) => Fields | undefined): Alteration {
  return {
    messages: (all) =>
      all.flatMap((message) => (message['method'] === method ? [change(message) ?? []].flat() : [message])),
  };
}

/** Changes the answers to questions. */
export function answers(change: (message: Fields) => Fields): Alteration {
  return { messages: (all) => all.map((message) => (isResponse(message) ? change(message) : message)) };
}

/** Has the client send one more message. */
export function more(make: (sent: readonly Fields[]) => Fields): Alteration {
  return { messages: (all) => [...all, { jsonrpc: '2.0', ...make(all) }] };
}

/** Changes the headers of requests. */
export function headers(change: (headers: { [name: string]: string | undefined }) => void): Alteration {
  return {
    requests: (all) =>
      all.map((request) => {
        const changed = { ...request.headers };
        change(changed);
        return { ...request, headers: changed };
      }),
  };
}

/** Changes what the client prints in some conversations. */
export function printed(isMeant: (script: Script) => boolean, output: string): Alteration {
  return { output: (good, script) => (isMeant(script) ? output : good) };
}
