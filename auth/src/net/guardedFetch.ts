import { deadline } from '@mcp-gen/runtime';
import type { lookup } from 'node:dns';
import { ForbiddenUrlError } from '../errors.js';
import { isLoopback, isPrivate, type CheckAddress } from './addresses.js';
import { lastingRequest } from './lastingRequest.js';

/** Default maximum bytes of a response. */
export const BODY_LIMIT: number = 1024 * 1024;

/** Default timeout of a request in milliseconds, including redirects and body. */
export const REQUEST_TIMEOUT = 30_000;

const MAX_REDIRECTIONS = 3;
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Statuses of responses without a body. The constructor of `Response` rejects a body for them. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** The URLs that may be requested. */
export interface UrlPolicy {
  /** Allows `http:` to this machine. Default: only `https:`. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Returns whether a host may be on this machine, in a private network, or at another special address.
   *
   * @param host as in `URL.hostname`: IPv6 addresses have brackets
   */
  readonly allowPrivate?: ((host: string) => boolean) | undefined;
  /** Advice for errors: which option allows a refused URL, by host. Default: `allowHttp`, and none for private hosts. */
  readonly advice?: UrlAdvice | undefined;
}

/** What lifts the refusal of a URL, as the end of an error: `Set the option "allowHttp"`. */
export interface UrlAdvice {
  /** For `http:` on this machine. */
  readonly http: string;
  /** For a private host. */
  readonly privateHost: (host: string) => string;
}

/** Options of {@link guardedFetch}. */
export interface GuardOptions extends UrlPolicy {
  /**
   * Sends the requests. With it, hosts are only checked by name. Default: on Node, requests with `node:https`, whose addresses are checked
   * when they connect; elsewhere the global `fetch`.
   */
  readonly fetch?: typeof fetch | undefined;
  /** Maximum bytes of a response. Default 1 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Timeout in milliseconds, including redirects and body. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Resolves names for `node:https`. Default: the resolver of the system. */
  readonly resolve?: typeof lookup | undefined;
}

/** One request, without redirects. */
interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns a `fetch` for URLs of other parties: metadata, keys, and token endpoints. Only requests `https:` at public addresses. Follows
 * redirects only for GET and HEAD, and only within the same origin. Resolves after the whole body has arrived.
 *
 * Rejects with a {@link ForbiddenUrlError} for a URL that must not be requested, and with the signal's reason if it aborts. Like `fetch`,
 * rejects with a `TypeError` if no complete response arrives. Errors do not contain the query of a URL, headers, or bodies.
 */
export function guardedFetch(options: GuardOptions = {}): typeof fetch {
  const { timeout = REQUEST_TIMEOUT } = options;
  return async (input, init) => {
    // Checked first, because errors of other code may contain credentials of the URL.
    const first = checkedUrl(urlOf(input), options);
    const request = lastingRequest(input, init);
    const late = deadline(timeout);
    const signal = AbortSignal.any([request.signal, late.signal]);
    try {
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
      const { method, headers } = request;
      return await follow({ url: first, method, headers, body, signal }, request.redirect, options);
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      if (error instanceof ForbiddenUrlError) throw error;
      if (late.signal.aborted)
        throw new TypeError(`${placeOf(first)} did not respond within ${timeout} ms`, { cause: error });
      throw error;
    } finally {
      late.stop();
    }
  };
}

/** Returns a URL without the parts that may be secret. */
export function placeOf(url: URL): string {
  return `${url.origin}${url.pathname}`;
}

async function follow(request: Outgoing, redirect: Request['redirect'], options: GuardOptions): Promise<Response> {
  let { url } = request;
  for (let followed = 0; ; followed++) {
    const response = await sent({ ...request, url }, options);
    const location = REDIRECTIONS.has(response.status) ? response.headers.get('location') : null;
    if (response.type === 'opaqueredirect') throw new ForbiddenUrlError(`${placeOf(url)} redirects`);
    if (location === null || !['GET', 'HEAD'].includes(request.method)) return response;
    if (redirect === 'error') throw new ForbiddenUrlError(`${placeOf(url)} redirects`);
    if (followed === MAX_REDIRECTIONS) throw new ForbiddenUrlError(`${placeOf(request.url)} sent too many redirects`);
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next?.origin !== url.origin) {
      const where = next === undefined ? 'an invalid URL' : next.origin;
      throw new ForbiddenUrlError(`${placeOf(url)} redirects to another origin: ${where}`);
    }
    url = checkedUrl(next.href, options);
  }
}

/** Sends a request, and reads the whole response. */
async function sent(request: Outgoing, options: GuardOptions): Promise<Response> {
  const { bodyLimit = BODY_LIMIT } = options;
  const { url } = request;
  const send = options.fetch ?? (await sendOfPlatform(checkAddress(url, options), options.resolve));
  const { method, headers, body = null, signal } = request;
  const response = await answered(url, send(url, { method, headers, body, signal, redirect: 'manual' }));
  if (response.type === 'opaqueredirect') return response;
  const bytes = await answered(url, readBytes(response, bodyLimit));
  if (bytes === undefined) throw new TypeError(`The response of ${placeOf(url)} is larger than ${bodyLimit} bytes`);
  const { status, statusText } = response;
  return new Response(WITHOUT_BODY.has(status) ? null : bytes, { status, statusText, headers: response.headers });
}

async function answered<Result>(url: URL, result: Promise<Result>): Promise<Result> {
  try {
    return await result;
  } catch (cause) {
    // Socket errors have the `ForbiddenUrlError` as their cause, or are one.
    if (cause instanceof ForbiddenUrlError) throw cause;
    throw new TypeError(`${placeOf(url)} is unreachable`, { cause });
  }
}

/** Reads a body; undefined if it exceeds the limit. The rest is not read. */
async function readBytes(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const reader = response.body?.getReader();
  if (reader === undefined) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as { done: boolean; value: Uint8Array | undefined };
    if (done || value === undefined) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => undefined);
      return undefined;
    }
    chunks.push(value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

async function sendOfPlatform(check: CheckAddress, resolve: GuardOptions['resolve']): Promise<typeof fetch> {
  if (!isPlainNode()) return fetch;
  const { nodeFetch } = await import('./nodeFetch.js');
  return nodeFetch(check, resolve);
}

/**
 * Returns whether `node:https` connects directly to the resolved address. Deno and Bun implement the module differently, and Node may use a
 * proxy.
 */
function isPlainNode(): boolean {
  const { process } = globalThis as { readonly process?: Partial<typeof globalThis.process> };
  if (process?.versions?.node === undefined || 'Deno' in globalThis || 'bun' in process.versions) return false;
  return process.env?.['NODE_USE_ENV_PROXY'] !== '1';
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input);
}

/**
 * Parses and checks a URL of another party. Does not resolve its host.
 *
 * @throws {ForbiddenUrlError} if the URL must not be requested.
 */
export function checkedUrl(text: string, policy: UrlPolicy): URL {
  const { allowHttp = false, allowPrivate = () => false, advice } = policy;
  if (!URL.canParse(text)) throw new ForbiddenUrlError('Invalid URL: expected an absolute https: URL');
  const url = new URL(text);
  const place = placeOf(url);
  if (url.username !== '' || url.password !== '') throw new ForbiddenUrlError(`${place} has credentials in its URL`);
  if (url.protocol === 'http:') {
    if (!isLoopback(url.hostname)) throw new ForbiddenUrlError(`${place} is not https`);
    if (!allowHttp) {
      const remedy = advice?.http ?? 'Set the option "allowHttp" to allow http on this machine';
      throw new ForbiddenUrlError(`${place} is not https. ${remedy}`);
    }
  } else if (url.protocol !== 'https:') {
    throw new ForbiddenUrlError(`Unsupported URL scheme ${url.protocol} Expected https:`);
  }
  if (isPrivate(url.hostname) && !allowPrivate(url.hostname)) throw privateHost(url, advice);
  return url;
}

/** Checks the resolved addresses of a host, because a public name may resolve to a private address. */
function checkAddress(url: URL, { allowPrivate = () => false, advice }: GuardOptions): CheckAddress {
  return (address) => {
    if (url.protocol === 'http:' && !isLoopback(address)) throw new ForbiddenUrlError(`${placeOf(url)} is not https`);
    if (isPrivate(address) && !allowPrivate(url.hostname)) throw privateHost(url, advice);
  };
}

function privateHost({ origin, pathname, hostname }: URL, advice: UrlAdvice | undefined): ForbiddenUrlError {
  const remedy = advice === undefined ? '' : `. ${advice.privateHost(hostname)}`;
  const reason = 'is on this machine or in a private network, which the options do not allow for';
  return new ForbiddenUrlError(`${origin}${pathname} ${reason} ${hostname}${remedy}`);
}
