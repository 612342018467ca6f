import { isObject } from '../../codegen/v1.js';
import { HttpStatusError } from '../../errors.js';
import type { ErrorListener } from '../../report.js';
import type { HttpHeaders } from '../exchange.js';
import { broken } from '../broken.js';
import { readText } from '../readBody.js';

/** Options of a client's end of HTTP. */
export interface HttpClientOptions {
  /** The endpoint: `https://example.com/mcp`. Redirections are followed within its origin, and no further. */
  readonly url: string | URL;
  /** Headers for every request, such as `authorization`; a function is asked before each. Default: none but the protocol's own. */
  readonly headers?: HttpHeaders | (() => HttpHeaders | Promise<HttpHeaders>);
  /** Sends requests. Default: the global `fetch`. */
  readonly fetch?: typeof fetch;
  /** The bytes that one message may have. Default 64 MiB. */
  readonly messageLimit?: number;
  /**
   * Milliseconds before a stream that broke is taken up again, where the server names no other; doubled with each attempt in
   * vain. Default 1,000.
   */
  readonly retryDelay?: number;
  /** Attempts in vain after which a stream is given up. Default 5. */
  readonly retryLimit?: number;
  /** Hears when the stream of what the server says on its own is lost. Default: one line on stderr. */
  readonly onError?: ErrorListener;
  /**
   * Hears that the server had forgotten the session and another one has been opened. What the server kept by it is gone, such as
   * subscriptions.
   */
  readonly onReopen?: () => void;
  /** Milliseconds that the server is given to end the session when this side closes. Default 2,000. */
  readonly shutdownTimeout?: number;
}

/** The bytes of an answer that says no which are read for their message. */
const REASON_LIMIT = 65_536;

/** Redirections that are followed, with the same method and body. */
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const MOST_REDIRECTIONS = 5;

/** What a session adds to every request. */
export interface SessionHeaders {
  session: string | undefined;
  version: string | undefined;
}

/** One URL, with the headers that every request to it carries. */
export class Endpoint {
  readonly url: URL;
  readonly #options: HttpClientOptions;
  readonly #session: SessionHeaders;

  constructor(url: URL, options: HttpClientOptions, session: SessionHeaders) {
    this.url = url;
    this.#options = options;
    this.#session = session;
  }

  post(body: string, signal: AbortSignal): Promise<Response> {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
    return this.#request({ method: 'POST', body, signal }, headers);
  }

  /** Asks for a stream, or for the rest of one. */
  listen(lastEventId: string | undefined, signal: AbortSignal): Promise<Response> {
    const resume = lastEventId === undefined ? undefined : { 'last-event-id': lastEventId };
    return this.#request({ method: 'GET', signal }, { accept: 'text/event-stream', ...resume });
  }

  delete(signal: AbortSignal): Promise<Response> {
    return this.#request({ method: 'DELETE', signal }, {});
  }

  async #request(init: RequestInit, own: { readonly [name: string]: string }): Promise<Response> {
    const { headers: given, fetch: send = fetch } = this.#options;
    const headers = new Headers(typeof given === 'function' ? await given() : given);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    const { session, version } = this.#session;
    if (session !== undefined) headers.set('mcp-session-id', session);
    if (version !== undefined) headers.set('mcp-protocol-version', version);
    let { url } = this;
    for (let followed = 0; ; followed++) {
      const response = await answered(send(url, { ...init, headers, redirect: 'manual' }));
      const location = REDIRECTIONS.has(response.status) ? response.headers.get('location') : null;
      if (location === null || followed === MOST_REDIRECTIONS) return response;
      await response.body?.cancel();
      url = redirected(url, location, response.status);
    }
  }
}

/** @throws {ConnectionClosedError} if the network failed, saying why. */
async function answered(response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (cause) {
    // That is what `fetch` throws when the network fails; one that was given may have reasons of its own.
    if (!(cause instanceof TypeError)) throw cause;
    throw broken('The request got no answer', cause);
  }
}

/** Where a redirection leads. What the headers hold, the id of the session above all, is for this origin alone. */
function redirected(from: URL, location: string, status: number): URL {
  const url = new URL(location, from);
  if (url.origin === from.origin) return url;
  const message = `HTTP ${status}: the server is at ${url.origin}, and not at ${from.origin}; connect to it there if you trust it`;
  throw new HttpStatusError(status, message);
}

/** Why a server said no, in its own words where it has some. */
export async function statusError(response: Response): Promise<HttpStatusError> {
  const text = await readText(response, REASON_LIMIT).catch(() => '');
  const { code, message, data } = readError(text);
  const reason = message ?? (response.statusText || 'no reason given');
  return new HttpStatusError(response.status, `HTTP ${response.status}: ${reason.slice(0, 1_000)}`, code, data);
}

function readError(text: string): { code?: number; message?: string; data?: unknown } {
  try {
    const body: unknown = JSON.parse(text);
    if (!isObject(body) || !isObject(body.error)) return {};
    const { code, message, data } = body.error;
    return {
      data,
      ...(Number.isInteger(code) && { code: code as number }),
      ...(typeof message === 'string' && { message }),
    };
  } catch {
    return {};
  }
}
