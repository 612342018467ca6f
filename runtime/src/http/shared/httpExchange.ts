import type { Quota } from '../../codegen/v1.js';
import { brandError } from '../../errors.js';

/** Header names in lower case. */
export type HttpHeaders = { readonly [name: string]: string };

/**
 * One HTTP request, and functions to answer it. An adapter creates it from a request of its platform and passes it to
 * {@link HttpEndpoint.handle}. Exactly one of `respond` and `stream` is called, once.
 */
export interface HttpExchange extends Omit<HttpAnswer, 'respond'> {
  /** The HTTP method, in capitals: `POST`. */
  readonly method: string;
  /** The path and query: `/mcp?x=1`. */
  readonly path: string;
  /** Whether the connection to this server is encrypted. Default false. */
  readonly secure?: boolean | undefined;
  /** The address of the client; undefined if the platform does not provide it. */
  readonly address?: string | undefined;
  /** The body. Read at most once, and only for POST. */
  readonly body: HttpBody;
  /** Aborted when the client disconnects before the response is complete. */
  readonly signal: AbortSignal;
  /** Returns a header by its name in lower case. */
  header(name: string): string | undefined;
  /** Returns the names of all headers, in lower case. Default: those that the protocol uses. */
  headerNames?(): readonly string[];
  /**
   * Sends a complete response. Returns a promise while the client has not read the body, if the platform can detect that; it resolves when
   * the body is sent, or the client has disconnected.
   */
  respond(status: number, headers: HttpHeaders, body?: string | Uint8Array): void | Promise<void>;
}

/** The beginning of a response: a stream goes on after it. */
export interface HttpResponseHead {
  /** The HTTP status. */
  readonly status: number;
  /** Headers with lower-case names. */
  readonly headers: HttpHeaders;
}

/** Sends the response to a request. */
export interface HttpAnswer {
  /** Sends a complete response. */
  respond(status: number, headers: HttpHeaders, body?: string): void;
  /** Answers with status 200 and a body that is streamed until it is ended. */
  stream(headers: HttpHeaders): EventSink;
}

/** The body of a request: unread bytes, or the value that a framework has parsed. */
export type HttpBody = UnreadBody | ParsedBody;

/** A body that has not been read yet. */
export interface UnreadBody {
  /**
   * Reads the body as text.
   *
   * @param limit its maximum bytes
   * @param reading counts the bytes that have arrived, until the body is decoded or no longer read
   * @param turn called with the number of bytes when all have arrived. The body is decoded when its promise has resolved: a text takes heap,
   *   up to twice as much as its bytes. Default: it is decoded at once
   * @throws {UndecodableBodyError} if it is not UTF-8.
   * @throws {BodyTooLargeError} if it has more; nothing beyond the limit is held.
   * @throws {OverBudgetError} if `reading` refuses them; nothing is held then.
   * @throws {IncompleteBodyError} if the client disconnects before it has sent all of it.
   */
  readText(limit: number, reading: Quota, turn?: (bytes: number) => Promise<void> | undefined): Promise<string>;
}

/** Returns what work on so many bytes has to wait for; undefined if it may start at once. */
export type TurnOf = NonNullable<Parameters<UnreadBody['readText']>[2]>;

/** A body that a framework has parsed as JSON. The value is used as it is. */
export interface ParsedBody {
  /** The parsed value. */
  readonly value: unknown;
}

/** The body of a streamed response. */
export interface EventSink {
  /** Returns a promise while the client accepts no more data; it resolves when it does again, or has disconnected. */
  write(text: string): void | Promise<void>;
  /** Ends the body after the written data. */
  end(): void;
  /** Breaks the connection. Unsent data is dropped. */
  destroy(): void;
  /** The number of unsent characters. */
  readonly unsent: number;
  /** Calls the listener when the client disconnects before `end`; asynchronously if it already has. */
  onGone(listener: () => void): void;
}

/** A request body is larger than the limit. The client receives status 413. */
export class BodyTooLargeError extends RangeError {
  override readonly name = 'BodyTooLargeError';
  /** The error code of this class. */
  readonly code = 'BODY_TOO_LARGE';

  static {
    brandError(this, 'BodyTooLargeError');
  }

  /** @param limit the bytes that it may have */
  constructor(limit: number) {
    super(`the body is larger than the limit of ${limit} bytes`);
  }
}

/** The client disconnected before its request was complete. If it can still be answered, the status is 400. */
export class IncompleteBodyError extends Error {
  override readonly name = 'IncompleteBodyError';
  /** The code of this error class. */
  readonly code = 'INCOMPLETE_BODY';

  static {
    brandError(this, 'IncompleteBodyError');
  }

  /** @param cause the error of the platform, if any */
  constructor(cause?: unknown) {
    super('the client disconnected before its request was complete', { cause });
  }
}
