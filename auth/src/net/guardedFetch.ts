import type { lookup } from 'node:dns';
import { ForbiddenUrlError } from '../errors.js';
import { isLoopback, isPrivate, type CheckAddress } from './addresses.js';

/** The bytes that a response may have. */
export const BODY_LIMIT: number = 1024 * 1024;

/** Milliseconds that a request may take, redirections and body included. */
export const REQUEST_TIMEOUT = 30_000;

const MAX_REDIRECTIONS = 3;
const REDIRECTIONS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Statuses of responses that have no body: the constructor of `Response` takes none for them. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** Which URLs may be requested. */
export interface UrlPolicy {
  /** Allows `http:` to this machine. Default: `https:` alone. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Whether a host may be on this machine, in a private network, or at another special address.
   *
   * @param host as in `URL.hostname`: IPv6 addresses have brackets
   */
  readonly allowPrivate?: ((host: string) => boolean) | undefined;
}

/** What requests are allowed to reach, and how they are sent. */
export interface GuardOptions extends UrlPolicy {
  /**
   * Sends the requests. Then hosts are judged by their names alone. Default: on Node, requests of `node:https`, which are judged by the
   * addresses that they connect to; elsewhere the global function.
   */
  readonly fetch?: typeof fetch | undefined;
  /** The bytes that a response may have. Default 1 MiB. */
  readonly bodyLimit?: number | undefined;
  /** Milliseconds that a request may take, redirections and body included. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Resolves names, for `node:https`. Default: as the system does. */
  readonly resolve?: typeof lookup | undefined;
}

/** One request, as it is sent: no redirection is followed. */
interface Outgoing {
  readonly url: URL;
  readonly method: string;
  readonly headers: Headers;
  readonly body: Uint8Array<ArrayBuffer> | undefined;
  readonly signal: AbortSignal;
}

/**
 * Returns what requests metadata, keys, and tokens with, at URLs that others have named. Requests have to be `https:`, to public
 * addresses. A redirection is followed for GET and HEAD alone, and within its origin. The body has arrived when the response resolves.
 *
 * It rejects with a {@link ForbiddenUrlError} for what must not be requested, the reason of the signal if that aborts, and a `TypeError`, as
 * `fetch` does, if there is no complete answer. No error has the query of a URL, headers, or bodies.
 */
export function guardedFetch(options: GuardOptions = {}): typeof fetch {
  const { timeout = REQUEST_TIMEOUT } = options;
  return async (input, init) => {
    // Before anything else reads the URL, since its errors might repeat credentials.
    const first = checkedUrl(urlOf(input), options);
    const request = new Request(input, init);
    const deadline = AbortSignal.timeout(timeout);
    const signal = AbortSignal.any([request.signal, deadline]);
    try {
      const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
      const { method, headers } = request;
      return await follow({ url: first, method, headers, body, signal }, request.redirect, options);
    } catch (error) {
      if (request.signal.aborted) throw request.signal.reason;
      if (error instanceof ForbiddenUrlError) throw error;
      if (deadline.aborted) throw new TypeError(`${placeOf(first)} did not respond in ${timeout} ms`, { cause: error });
      throw error;
    }
  };
}

/** A URL without what may be secret in it. */
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
    if (followed === MAX_REDIRECTIONS) throw new ForbiddenUrlError(`${placeOf(request.url)} redirects too often`);
    const next = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
    if (next?.origin !== url.origin) {
      const where = next === undefined ? 'what is not a URL' : next.origin;
      throw new ForbiddenUrlError(`${placeOf(url)} redirects to another origin: ${where}`);
    }
    url = checkedUrl(next.href, options);
  }
}

/** Sends a request, and reads the response to its end. */
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
    // Errors of sockets have the one that refused the address as their cause, or are it.
    if (cause instanceof ForbiddenUrlError) throw cause;
    throw new TypeError(`${placeOf(url)} cannot be reached`, { cause });
  }
}

/** The bytes of a body; undefined if it is larger than the limit. The rest is not fetched. */
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

/** Whether requests of `node:https` connect where they are sent to. Deno and Bun have the module, and Node may be told to use a proxy. */
function isPlainNode(): boolean {
  const { process } = globalThis as { readonly process?: Partial<typeof globalThis.process> };
  if (process?.versions?.node === undefined || 'Deno' in globalThis || 'bun' in process.versions) return false;
  return process.env?.['NODE_USE_ENV_PROXY'] !== '1';
}

function urlOf(input: string | URL | Request): string {
  return input instanceof Request ? input.url : String(input);
}

/**
 * Returns a URL that others have named.
 *
 * @throws {ForbiddenUrlError} if its text alone says that it must not be requested.
 */
export function checkedUrl(text: string, { allowHttp = false, allowPrivate = () => false }: UrlPolicy): URL {
  if (!URL.canParse(text)) throw new ForbiddenUrlError('What should be requested is not a URL');
  const url = new URL(text);
  const place = placeOf(url);
  if (url.username !== '' || url.password !== '') throw new ForbiddenUrlError(`${place} has credentials in its URL`);
  if (url.protocol === 'http:') {
    if (!isLoopback(url.hostname)) throw new ForbiddenUrlError(`${place} is not https`);
    if (!allowHttp) throw new ForbiddenUrlError(`${place} is not https. Set "allowHttp" to allow http on this machine`);
  } else if (url.protocol !== 'https:') {
    throw new ForbiddenUrlError(`${url.protocol} is not a scheme to request metadata or tokens by; expected https:`);
  }
  if (isPrivate(url.hostname) && !allowPrivate(url.hostname)) throw privateHost(url);
  return url;
}

/** Checks the addresses that a host has, which its name may hide. */
function checkAddress(url: URL, { allowPrivate = () => false }: GuardOptions): CheckAddress {
  return (address) => {
    if (url.protocol === 'http:' && !isLoopback(address)) throw new ForbiddenUrlError(`${placeOf(url)} is not https`);
    if (isPrivate(address) && !allowPrivate(url.hostname)) throw privateHost(url);
  };
}

function privateHost(url: URL): ForbiddenUrlError {
  return new ForbiddenUrlError(
    `${placeOf(url)} is on this machine or in a private network, which was not allowed for ${url.hostname}`,
  );
}
