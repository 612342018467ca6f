/** Clients that are broken: what a good one did is changed before it is judged. */

import type { Played } from '../../../../../conformance/src/client/clientCheck.js';
import type { Script, SeenRequest } from '../../../../../conformance/src/client/script.js';
import type { Fields } from '../../../../../conformance/src/wire/message.js';

/** Changes what a client has done in a conversation. `script` is what the server did there. */
export interface Alteration {
  readonly messages?: (messages: readonly Fields[], script: Script) => readonly Fields[];
  readonly requests?: (requests: readonly SeenRequest[]) => readonly SeenRequest[];
  readonly noise?: (noise: readonly string[]) => readonly string[];
  readonly events?: (events: readonly string[]) => readonly string[];
  readonly grants?: (grants: readonly URLSearchParams[]) => readonly URLSearchParams[];
  readonly output?: (output: string, script: Script) => string;
}

/** Returns what a client with a fault would have done. */
export function altered(played: Played, alteration: Alteration, script: Script = {}): Played {
  const { messages, requests, noise, events, grants, output } = alteration;
  return {
    ...played,
    messages: messages?.(played.messages, script) ?? played.messages,
    requests: requests?.(played.requests) ?? played.requests,
    noise: noise?.(played.noise) ?? played.noise,
    events: events?.(played.events) ?? played.events,
    grants: grants?.(played.grants) ?? played.grants,
    output: output?.(played.output, script) ?? played.output,
  };
}
