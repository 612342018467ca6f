/** What a broken server is: a good one whose messages are changed on the way. */

import type { CheckedRevision, CheckedTransport } from '../../../../conformance/src/revisions.js';
import type { Fetch } from '../../../../conformance/src/wire/httpMedium.js';
import { fieldsOf, isObject, type Fields } from '../../../../conformance/src/wire/message.js';
import type { Alteration } from '../../../../conformance/src/wire/connection.js';
import type { Piped } from '../../../../conformance/src/wire/piped.js';

/** A server with a fault. */
export interface Fault {
  readonly fault: string;
  readonly revision: CheckedRevision;
  /** Default: `http`. */
  readonly transport?: CheckedTransport;
  /** The messages of the server, or what it receives. */
  readonly alter?: () => Alteration;
  /** The program over stdio. */
  readonly program?: (good: Piped) => Piped;
  /** HTTP itself. */
  readonly fetch?: (fetch: Fetch) => Fetch;
  /** The checks that must fail, and what they must say. All others must not. */
  readonly fails: { readonly [check: string]: RegExp };
  /** Further checks that must fail, each with the reason. */
  readonly alsoFails?: { readonly [check: string]: string };
}

/** The value of a text, or undefined if it is not JSON. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Changes the text of what the server sends. */
export function says(change: (text: string) => string | readonly string[]): () => Alteration {
  return () => ({ received: (text) => [change(text)].flat() });
}

/** Changes each message that the server sends. `undefined` drops it. */
export function answers(change: (message: Fields) => unknown): () => Alteration {
  return says((text) => {
    const value: unknown = JSON.parse(text);
    const changed = Array.isArray(value) ? value.map((each) => change(each as Fields)) : change(value as Fields);
    return changed === undefined ? [] : JSON.stringify(changed);
  });
}

/** Changes the results that the server sends. */
export function results(change: (result: Fields, message: Fields) => unknown): () => Alteration {
  return answers((message) =>
    isObject(message['result']) ? { ...message, result: change(message['result'], message) } : message,
  );
}

/** Changes the errors that the server sends. */
export function errors(change: (error: Fields) => unknown): () => Alteration {
  return answers((message) => (isObject(message['error']) ? { ...message, error: change(message['error']) } : message));
}

/** Changes the notifications and requests that the server sends, by their methods. `undefined` drops one. */
export function sends(isMeant: (method: string) => boolean, change: (message: Fields) => unknown): () => Alteration {
  return answers((message) => {
    const { method } = message;
    return typeof method === 'string' && isMeant(method) ? change(message) : message;
  });
}

/** Has the server send more behind what it sends, once it has received something. */
export function adds(
  isCause: (message: Fields) => boolean,
  make: (cause: Fields) => readonly Fields[],
): () => Alteration {
  return () => {
    let more: readonly Fields[] = [];
    return {
      sent(text) {
        for (const each of [parsed(text)].flat()) if (isObject(each) && isCause(each)) more = make(each);
        return [text];
      },
      received(text) {
        const added = more.map((each) => JSON.stringify({ jsonrpc: '2.0', ...each }));
        more = [];
        return [...added, text];
      },
    };
  };
}

/** Changes the params of a request before the server receives it. */
export function asks(method: string, change: (params: Fields) => unknown): () => Alteration {
  return hears((message) =>
    message['method'] === method ? { ...message, params: change(fieldsOf(message, 'params')) } : message,
  );
}

/** Changes each message that the server receives. `undefined` drops it. */
export function hears(change: (message: Fields) => unknown): () => Alteration {
  return () => ({
    sent(text) {
      const value = parsed(text);
      if (!isObject(value)) return [text];
      const changed = change(value);
      return changed === undefined ? [] : [JSON.stringify(changed)];
    },
  });
}
