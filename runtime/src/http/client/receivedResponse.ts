import type { HttpHeaders } from '../shared/httpExchange.js';
import { broken, readChunks, type ChunkReader, type TakeChunk } from '../shared/readBody.js';

/** A response of a server, as far as this transport needs it. Its body is read or cancelled once. */
export interface ReceivedResponse {
  readonly status: number;
  readonly statusText: string;
  /** Returns a header by its lower-case name. */
  header(name: string): string | undefined;
  /**
   * Reads the body. Resolves when it has ended, or `take` has returned true, which cancels the rest.
   *
   * @throws {ConnectionClosedError} if the connection breaks, and what `take` throws. The rest is cancelled.
   */
  read(take: TakeChunk): Promise<void>;
  /** Discards the body. */
  cancel(): Promise<void>;
}

/** A request to a server. */
export interface SentMessage {
  readonly method: string;
  /** By lower-case name. */
  readonly headers: HttpHeaders;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a request, and resolves with the response. Redirects are not followed.
 *
 * @throws {ConnectionClosedError} if there is no response, and the reason of the signal if it aborts.
 */
export type Send = (url: URL, message: SentMessage) => Promise<ReceivedResponse>;

/** Returns whether a response has succeeded. */
export function isOk({ status }: ReceivedResponse): boolean {
  return status >= 200 && status < 300;
}

/** Returns the error for a request without a response. */
export function unanswered(url: URL, cause: unknown): Error {
  return broken(`The request to ${url.origin} received no response`, cause);
}

/** Returns a function that sends requests by `fetch`. */
export function overFetch(send: typeof fetch): Send {
  return async (url, message) => {
    try {
      return new FetchedResponse(await send(url, { ...message, redirect: 'manual' }));
    } catch (cause) {
      // `fetch` throws a TypeError for network failures; a custom `fetch` may throw other errors.
      throw cause instanceof TypeError ? unanswered(url, cause) : cause;
    }
  };
}

class FetchedResponse implements ReceivedResponse {
  readonly #response: Response;
  #reader: ChunkReader | undefined;

  constructor(response: Response) {
    this.#response = response;
  }

  get status(): number {
    return this.#response.status;
  }

  get statusText(): string {
    return this.#response.statusText;
  }

  header(name: string): string | undefined {
    return this.#response.headers.get(name) ?? undefined;
  }

  read(take: TakeChunk): Promise<void> {
    this.#reader = this.#response.body?.getReader();
    return readChunks(this.#reader, take);
  }

  async cancel(): Promise<void> {
    await (this.#reader ?? this.#response.body)?.cancel();
  }
}
