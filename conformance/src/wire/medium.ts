/** What carries messages: the connection above it knows neither lines nor HTTP. */

import type { CheckedTransport } from '../revisions.js';

/** Who is told what a medium carries. */
export interface Sink {
  /** Called for each text that stands where a message should be, and for where it came from: `stdout`, or a stream. */
  text(text: string, stream: string): void;
  /** Called once, when nothing more will come. */
  closed(reason: string): void;
}

/** How HTTP answered a message. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  /** The content type without its parameters, in lower case. Empty: none. */
  readonly type: string;
  /** The name of the stream that the body was handed on as. */
  readonly stream: string;
  /** The body, once it is complete. An event stream that stays open has none yet. */
  readonly body: Promise<string>;
  /** Breaks the connection. */
  abort(): void;
}

/** What HTTP alone has use for. */
export interface Sending {
  readonly headers?: SentHeaders;
  /** Breaks the connection. */
  readonly signal?: AbortSignal;
}

/** Headers by their names. Those that are `undefined` are left out. */
export type SentHeaders = Readonly<Record<string, string | undefined>>;

export interface Medium {
  readonly transport: CheckedTransport;
  /** Connects. Rejects if that fails. */
  start(sink: Sink): Promise<void>;
  /** Sends one text. Resolves with the answer of HTTP to it. */
  send(text: string, more?: Sending): Promise<Reply | undefined>;
  /** Ends everything that it has started. */
  close(): Promise<void>;
}
