import { isObject } from '../../codegen/v1.js';
import { HttpStatusError } from '../../errors.js';
import { after, pause } from '../../timers.js';
import * as Header from '../../registry/headers.js';
import { broken, readBodyText } from '../shared/readBody.js';
import type { HttpHeaders } from '../shared/httpExchange.js';
import type { HttpClientSettings } from './httpClientOptions.js';
import { retryAfter } from './pacing.js';

/** Maximum bytes of an error response that are read for its message. */
const REASON_LIMIT = 65_536;

/** Timeout for reading an error response, in milliseconds. */
const REASON_TIMEOUT = 1_000;

/** Redirect statuses that are followed, with the same method and body. */
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 307, 308]);
const MAX_REDIRECTIONS = 5;

/** Statuses that mean, together with `Retry-After`, that the server has not processed a request. */
const BUSY_STATUSES: ReadonlySet<number> = new Set([429, 503]);

/** The headers that a session adds to every request. */
export interface SessionHeaders {
  readonly id: string | undefined;
  readonly version: string | undefined;
}

/** The session of a request, determined when it is sent. */
export interface SessionSource {
  /** While a session is being opened, a promise that resolves when it is open. Never rejects. */
  readonly busy: Promise<unknown> | undefined;
  readonly headers: SessionHeaders;
}

/** The source for requests without a session. */
export const NO_SESSION: SessionSource = { busy: undefined, headers: { id: undefined, version: undefined } };

/** A sent request, and its response. */
export interface SentRequest {
  readonly response: Response;
  /** The session of the request. */
  readonly session: string | undefined;
}

/** An endpoint URL, with the headers of every request. */
export class Endpoint {
  readonly url: URL;
  readonly #options: HttpClientSettings;

  constructor(url: URL, options: HttpClientSettings) {
    this.url = url;
    this.#options = options;
  }

  /** Posts messages, and retries if the server refuses them temporarily with `Retry-After`. */
  async post(body: string, signal: AbortSignal, session: SessionSource, more?: HttpHeaders): Promise<SentRequest> {
    const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more };
    const { retryAfterAttempts, retryAfterLimit } = this.#options.retry;
    let left = retryAfterLimit;
    for (let attempts = 0; ; attempts++) {
      const sent = await this.#request({ method: 'POST', body, signal }, headers, session);
      const { response } = sent;
      const delay = BUSY_STATUSES.has(response.status) ? retryAfter(response) : undefined;
      if (delay === undefined || delay > left || attempts >= retryAfterAttempts) return sent;
      await response.body?.cancel();
      left -= delay;
      await pause(delay, signal);
      signal.throwIfAborted();
    }
  }

  /** Requests a stream, or the rest of one. */
  async listen(lastEventId: string | undefined, signal: AbortSignal, session: SessionSource): Promise<Response> {
    const resume = lastEventId === undefined ? undefined : { [Header.lastEventId]: lastEventId };
    const init = { method: 'GET', signal };
    return (await this.#request(init, { accept: 'text/event-stream', ...resume }, session)).response;
  }

  /** Ends the session. */
  async delete(signal: AbortSignal, session: SessionSource): Promise<Response> {
    return (await this.#request({ method: 'DELETE', signal }, {}, session)).response;
  }

  async #request(
    init: RequestInit,
    own: { readonly [name: string]: string },
    session: SessionSource,
  ): Promise<SentRequest> {
    const { headers: given, fetch: send = fetch } = this.#options;
    const headers = new Headers(typeof given === 'function' ? await given() : given);
    for (const [name, value] of Object.entries(own)) headers.set(name, value);
    // Computing the headers is asynchronous: meanwhile the session may have changed, or may be being opened.
    for (let { busy } = session; busy !== undefined; { busy } = session) await busy;
    const { id, version } = session.headers;
    if (id !== undefined) headers.set(Header.sessionId, id);
    if (version !== undefined) headers.set(Header.protocolVersion, version);
    let { url } = this;
    for (let followed = 0; ; followed++) {
      const response = await answered(url, send(url, { ...init, headers, redirect: 'manual' }));
      const location = REDIRECTIONS.has(response.status) ? response.headers.get('location') : null;
      if (location === null || followed === MAX_REDIRECTIONS) return { response, session: id };
      await response.body?.cancel();
      url = redirected(url, location, response.status);
    }
  }
}

/** @throws {ConnectionClosedError} if the network failed, with the reason. */
async function answered(url: URL, response: Promise<Response>): Promise<Response> {
  try {
    return await response;
  } catch (cause) {
    // `fetch` throws a TypeError for network failures; a custom `fetch` may throw other errors.
    if (!(cause instanceof TypeError)) throw cause;
    throw broken(`The request to ${url.origin} received no response`, cause);
  }
}

/** Returns the target of a redirect. Headers, such as the session id, must not be sent to another origin. */
function redirected(from: URL, location: string, status: number): URL {
  const url = new URL(location, from);
  if (url.origin === from.origin) return url;
  const message = `HTTP ${status}: the server redirects from ${from.origin} to ${url.origin}. Connect to that URL if you trust it`;
  throw new HttpStatusError(status, message);
}

/** Returns the error for an error response, with the server's message if it arrives in time. */
export async function statusError(response: Response): Promise<HttpStatusError> {
  return errorOf(response, await readReason(response));
}

/** Reads the body of an error response as text, as far as it arrives in time. */
export async function readReason(response: Response): Promise<string> {
  const late = new AbortController();
  const stop = after(REASON_TIMEOUT, () => late.abort());
  const reason = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>(), { signal: late.signal });
  const body = await readBodyText(new Response(reason), REASON_LIMIT).catch(() => '');
  stop();
  return body;
}

/** Creates the error from the body of an error response. */
export function errorOf(response: Response, body: string): HttpStatusError {
  const { code, message, data } = readError(body);
  const said = message ?? (response.statusText || 'no reason given');
  const text = `HTTP ${response.status}: ${said.slice(0, 1_000)}`;
  return new HttpStatusError(response.status, text, code, data, retryAfter(response));
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
