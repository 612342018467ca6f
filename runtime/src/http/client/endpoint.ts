import { isObject } from '../../codegen/v1.js';
import { HttpStatusError } from '../../errors.js';
import { pause, settlesWithin } from '../../timers.js';
import * as Header from '../../registry/headers.js';
import { readBodyText } from '../shared/readBody.js';
import type { HttpHeaders } from '../shared/httpExchange.js';
import type { HttpClientSettings } from './httpClientOptions.js';
import { defaultSend } from './defaultSend.js';
import { retryAfter } from './pacing.js';
import { overFetch, type ReceivedResponse, type Send, type SentMessage } from './receivedResponse.js';

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
  readonly response: ReceivedResponse;
  /** The session of the request. */
  readonly session: string | undefined;
}

/** An endpoint URL, with the headers of every request. */
export class Endpoint {
  readonly url: URL;
  readonly #options: HttpClientSettings;
  readonly #send: Send;

  constructor(url: URL, options: HttpClientSettings) {
    this.url = url;
    this.#options = options;
    this.#send = options.fetch === undefined ? defaultSend() : overFetch(options.fetch);
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
      await response.cancel();
      left -= delay;
      await pause(delay, signal);
      signal.throwIfAborted();
    }
  }

  /** Requests a stream, or the rest of one. */
  async listen(
    lastEventId: string | undefined,
    signal: AbortSignal,
    session: SessionSource,
  ): Promise<ReceivedResponse> {
    const resume = lastEventId === undefined ? undefined : { [Header.lastEventId]: lastEventId };
    const init = { method: 'GET', signal };
    return (await this.#request(init, { accept: 'text/event-stream', ...resume }, session)).response;
  }

  /** Ends the session. */
  async delete(signal: AbortSignal, session: SessionSource): Promise<ReceivedResponse> {
    return (await this.#request({ method: 'DELETE', signal }, {}, session)).response;
  }

  async #request(
    init: Omit<SentMessage, 'headers'>,
    own: { readonly [name: string]: string },
    session: SessionSource,
  ): Promise<SentRequest> {
    const { headers: given } = this.#options;
    const added = typeof given === 'function' ? await given() : given;
    // Computing the headers is asynchronous: meanwhile the session may have changed, or may be being opened.
    for (let { busy } = session; busy !== undefined; { busy } = session) await busy;
    const { id, version } = session.headers;
    const headers: { [name: string]: string } = added === undefined ? {} : lowerCased(added);
    for (const name in own) headers[name] = own[name] as string;
    if (id !== undefined) headers[Header.sessionId] = id;
    if (version !== undefined) headers[Header.protocolVersion] = version;
    const message = { ...init, headers };
    let { url } = this;
    for (let followed = 0; ; followed++) {
      const response = await this.#send(url, message);
      const location = REDIRECTIONS.has(response.status) ? response.header('location') : undefined;
      if (location === undefined || followed === MAX_REDIRECTIONS) return { response, session: id };
      await response.cancel();
      url = redirected(url, location, response.status);
    }
  }
}

/** Returns headers by their lower-case names. Applications without types may pass an instance of `Headers`. */
function lowerCased(headers: HttpHeaders): { [name: string]: string } {
  return Object.fromEntries(new Headers(headers));
}

/** Returns the target of a redirect. Headers, such as the session id, must not be sent to another origin. */
function redirected(from: URL, location: string, status: number): URL {
  const url = new URL(location, from);
  if (url.origin === from.origin) return url;
  const message = `HTTP ${status}: the server redirects from ${from.origin} to ${url.origin}. Connect to that URL if you trust it`;
  throw new HttpStatusError(status, message);
}

/** Returns the error for an error response, with the server's message if it arrives in time. */
export async function statusError(response: ReceivedResponse): Promise<HttpStatusError> {
  return errorOf(response, await readReason(response));
}

/** Reads the body of an error response as text. Empty if it does not arrive in time, or is too large. */
export async function readReason(response: ReceivedResponse): Promise<string> {
  let isLate = false;
  const body = readBodyText((take) => response.read((chunk) => isLate || take(chunk)), REASON_LIMIT).catch(() => '');
  if (await settlesWithin(REASON_TIMEOUT, body)) return body;
  isLate = true;
  await response.cancel();
  return '';
}

/** Creates the error from the body of an error response. */
export function errorOf(response: ReceivedResponse, body: string): HttpStatusError {
  const { code, message, data } = readError(body);
  const said = message ?? (response.statusText === '' ? 'no reason given' : response.statusText);
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
