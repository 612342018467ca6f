/** What a raw server does to a client, as data. */

import type { Fields } from '../wire/message.js';

/** A message of the server without what all have. */
export type Answerer = (params: Fields, request: Fields) => Fields | undefined;

export interface Script {
  /** The results of requests, by their methods, in the place of the usual ones. Undefined: no answer. One with `code` is an error. */
  readonly answers?: { readonly [method: string]: Answerer };
  /** What the server asks while it answers the first call of the tool `echo`. */
  readonly questions?: readonly Fields[];
  /** What the server asks while it answers the second call of the tool `echo`. */
  readonly laterQuestions?: readonly Fields[];
  /** Whether the server waits for two calls of the tool `echo`, and reports progress to those that ask for it. Default false. */
  readonly isReporting?: boolean;
  /** What is sent behind the cancellation of a request. */
  readonly late?: (requestId: unknown) => Fields;
  /** Over HTTP: whether requests are answered by streams of events. Default false. */
  readonly isStream?: boolean;
  /** Whether answers stand in arrays. Default false. */
  readonly isBatched?: boolean;
  /** Over HTTP: how a POST is refused. Undefined: it is not. */
  readonly refuse?: (request: SeenPost) => Refusal | undefined;
  /** Over HTTP: whether the stream of the first call of the tool `echo` breaks before the result. It can be resumed. Default false. */
  readonly isBroken?: boolean;
  /** Over stdio: whether the server goes on when its input has ended. Default false. */
  readonly isStubborn?: boolean;
  /** Over stdio: whether the server goes on when it gets a SIGTERM. Default false. */
  readonly isImmortal?: boolean;
  /** Whether the server wants tokens, each of which is good for one call of the tool `echo`. Default false. */
  readonly isProtected?: boolean;
}

/** The id of the event after which a stream breaks, and how many milliseconds later the client may come back. */
export const BROKEN_ID = 'broken-1';
export const RETRY = 400;

/** How HTTP refuses a message. */
export interface Refusal {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A message of JSON-RPC. Default: no body. */
  readonly body?: Fields;
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
  /** Milliseconds since a stream was broken, if one was. */
  readonly sinceBreak?: number;
}
