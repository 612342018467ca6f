/** What a raw server does to a client, as data. */

import type { Fields } from '../wire/message.js';

/** A message of the server without what all have. */
export type Answerer = (params: Fields, request: Fields) => Fields | undefined;

export interface Script {
  /** The results of requests, by their methods, in the place of the usual ones. Undefined: no answer. One with `code` is an error. */
  readonly answers?: { readonly [method: string]: Answerer };
  /** What the server asks while it answers the tool `echo`. */
  readonly questions?: readonly Fields[];
  /** What is sent behind the cancellation of a request. */
  readonly late?: (requestId: unknown) => Fields;
  /** Over HTTP: whether requests are answered by streams of events. Default false. */
  readonly isStream?: boolean;
  /** Whether answers stand in arrays. Default false. */
  readonly isBatched?: boolean;
  /** Over HTTP: refuses a POST with this status. Undefined: it does not. */
  readonly refuse?: (request: SeenPost, count: number) => number | undefined;
  /** Over stdio: whether the server goes on when its input has ended. Default false. */
  readonly isStubborn?: boolean;
  /** Over stdio: whether the server goes on when it gets a SIGTERM. Default false. */
  readonly isImmortal?: boolean;
  /** Whether the server wants tokens, each of which is good for one call of the tool `echo`. Default false. */
  readonly isProtected?: boolean;
}

/** A server that wants tokens. */
export const PROTECTED: Script = { isProtected: true };

/** A POST with a message, as it arrived. */
export interface SeenPost extends SeenRequest {
  readonly message: Fields;
}

/** A request of HTTP, as it arrived. */
export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: { readonly [name: string]: string | undefined };
}
