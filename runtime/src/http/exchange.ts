import type { Quota } from '../codegen/v1.js';
import { brandError } from '../errors.js';

/** Header names in lower case. */
export type HttpHeaders = { readonly [name: string]: string };

/**
 * One HTTP request and the way to answer it. An adapter creates it from a request of its platform and passes it to
 * {@link HttpEndpoint.handle}. Exactly one of `respond` and `stream` is called, once.
 */
export interface HttpExchange extends Omit<HttpAnswer, 'respond'> {
  /** The HTTP method, in capitals: `POST`. */
  readonly method: string;
  /** What follows the host: `/mcp?x=1`. */
  readonly path: string;
  /** Whether the connection to this server is encrypted. Default: it is not. */
  readonly secure?: boolean | undefined;
  /** The address of the client; undefined if the platform does not provide it. */
  readonly address?: string | undefined;
  /** The body. Read at most once, and only for POST. */
  readonly body: HttpBody;
  /** Aborted when the client is gone before the answer is complete. */
  readonly signal: AbortSignal;
  /** Returns a header by its name in lower case. */
  header(name: string): string | undefined;
  /** Returns the names of all headers, in lower case. Default: those that the protocol uses. */
  headerNames?(): readonly string[];
  /**
   * Answers as a whole. Returns a promise while the body waits for the client to read it, if the platform can tell; it resolves when the
   * body is sent, or the client is gone.
   */
  respond(status: number, headers: HttpHeaders, body?: string): void | Promise<void>;
}

/** Sends the answer to a request. */
export interface HttpAnswer {
  /** Answers as a whole. */
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
   * @param limit the bytes that it may have
   * @param reading counts the bytes that have arrived, until the body is complete or no longer read
   * @throws {UndecodableBodyError} if it is not UTF-8.
   * @throws {BodyTooLargeError} if it has more; nothing beyond the limit is kept.
   * @throws {OverBudgetError} if `reading` refuses them; nothing is kept then.
   * @throws {IncompleteBodyError} if the client goes away before it has sent all of it.
   */
  readText(limit: number, reading: Quota): Promise<string>;
}

/** A body that a framework has parsed as JSON. The value is used as it is. */
export interface ParsedBody {
  /** The parsed value. */
  readonly value: unknown;
}

/** The body of a streamed answer. */
export interface EventSink {
  /** Returns a promise while the client takes no more; it resolves when it does again, or is gone. */
  write(text: string): void | Promise<void>;
  /** Ends the body behind what has been written. */
  end(): void;
  /** Breaks the connection. What has been written and not sent yet is dropped. */
  destroy(): void;
  /** The characters that are written and not sent yet. */
  readonly unsent: number;
  /** Calls back when the client is gone before `end`; soon, if it is gone already. */
  onGone(listener: () => void): void;
}

/** A request body is larger than the limit. The client receives status 413. */
export class BodyTooLargeError extends RangeError {
  override readonly name = 'BodyTooLargeError';
  /** The code of this error class. */
  readonly code = 'BODY_TOO_LARGE';

  static {
    brandError(this, 'BodyTooLargeError');
  }

  /** @param limit the bytes that it may have */
  constructor(limit: number) {
    super(`the body is larger than the limit of ${limit} bytes`);
  }
}

/** The client went away before its request was complete. If it can still be answered, the status is 400. */
export class IncompleteBodyError extends Error {
  override readonly name = 'IncompleteBodyError';
  /** The code of this error class. */
  readonly code = 'INCOMPLETE_BODY';

  static {
    brandError(this, 'IncompleteBodyError');
  }

  /** @param cause what the platform says about it, if anything */
  constructor(cause?: unknown) {
    super('the client went away before its request was complete', { cause });
  }
}
