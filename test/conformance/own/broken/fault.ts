/** What a broken server is: a good one whose messages are changed on the way. */

import type { RevisionId, TransportName } from '../revisions.js';
import type { Fetch } from '../wire/http.js';
import { isObject, type Fields } from '../wire/message.js';
import type { Alteration } from '../wire/connection.js';

/** A server with a fault. */
export interface Fault {
  readonly fault: string;
  readonly revision: RevisionId;
  /** Default: `http`. */
  readonly transport?: TransportName;
  /** The messages of the server, or what it receives. */
  readonly alter?: () => Alteration;
  /** HTTP itself. */
  readonly fetch?: (fetch: Fetch) => Fetch;
  /** The checks that must fail, and what they must say. */
  readonly fails: { readonly [check: string]: RegExp };
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

/** Changes each message that the server receives. `undefined` drops it. */
export function hears(change: (message: Fields) => unknown): () => Alteration {
  return () => ({
    sent(text) {
      const changed = change(JSON.parse(text) as Fields);
      return changed === undefined ? [] : [JSON.stringify(changed)];
    },
  });
}
