import { ErrorCode, Holding, JsonRpcError, OverBudgetError, type Quota, weigh } from '@mcp-gen/runtime';
import { UrlElicitationRequired } from '@mcp-gen/protocol/registry/errors';
import type { ElicitRequestURLParams } from '@mcp-gen/protocol/author';
import { isLocalHost } from '../uri/localHost.js';

/** A page that a server wants a user to visit. */
export interface UrlRequest extends InspectedUrl {
  /** The reason for the visit. */
  readonly message: string;
  /** The id of the visit, in revisions in which the server reports its completion. */
  readonly elicitationId: string | undefined;
}

/** A page, in the form of the revision that reports the completion of visits. */
export type UrlElicitation = ElicitRequestURLParams & { readonly elicitationId?: string };

/** Maximum number of visits whose completion is awaited. */
const MAX_PENDING = 1_000;
/** Maximum bytes of them in memory. */
const MAX_BYTES = 1024 * 1024;

/** Maximum number of pages that one error may require. */
const MAX_PAGES = 10;

/** A page and the state of its visit. */
interface PendingUrl {
  readonly request: UrlRequest;
  /** The bytes counted for it. */
  readonly size: number;
  /** Called when the visit is complete. */
  readonly onEnd: () => void;
  isAgreed: boolean;
  isOver: boolean;
}

/** Pages that the user is asked to visit, until the server reports their completion. */
export class UrlElicitations {
  readonly #onEnd: (request: UrlRequest) => void;
  readonly #pending = new Map<string, PendingUrl>();
  readonly #held: Holding;

  /**
   * @param onEnd called for each completed visit
   * @param quota counts the memory of pending visits
   */
  constructor(onEnd: (request: UrlRequest) => void, quota: Quota) {
    this.#onEnd = onEnd;
    this.#held = new Holding(quota, 'retained');
  }

  /**
   * Registers a visit before the user is asked. If the server reports its completion before the user has agreed, it completes on agreement.
   * The oldest visits are dropped to make room.
   *
   * @throws {OverBudgetError} if it alone takes more than 1 MiB, or more than the ledger allows.
   */
  begin(request: UrlRequest, onEnd = (): void => {}): PendingUrl {
    const pending = { request, size: weigh(request), onEnd, isAgreed: false, isOver: false };
    const id = request.elicitationId;
    if (id !== undefined) this.#keep(id, pending);
    return pending;
  }

  #keep(id: string, pending: PendingUrl): void {
    if (pending.size > MAX_BYTES) throw new OverBudgetError('retained');
    this.#drop(id);
    for (const oldest of this.#pending.keys()) {
      if (this.#pending.size < MAX_PENDING && this.#held.bytes + pending.size <= MAX_BYTES) break;
      this.#drop(oldest);
    }
    if (!this.#held.add(pending.size)) throw new OverBudgetError('retained');
    this.#pending.set(id, pending);
  }

  #drop(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    this.#pending.delete(id);
    this.#held.add(-pending.size);
  }

  /** Records the user's decision. */
  decide(pending: PendingUrl, isAgreed: boolean): void {
    pending.isAgreed = isAgreed;
    if (!isAgreed || pending.isOver) this.#finish(pending);
  }

  /** Handles the completion of a visit. Unknown or already completed visits are ignored. */
  end(id: string): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    pending.isOver = true;
    if (pending.isAgreed) this.#finish(pending);
  }

  #finish(pending: PendingUrl): void {
    const { request, onEnd, isAgreed } = pending;
    const { elicitationId: id } = request;
    if (id !== undefined && this.#pending.get(id) === pending) this.#drop(id);
    if (!isAgreed) return;
    onEnd();
    this.#onEnd(request);
  }
}

/** Returns the pages that a request requires (specification: URL Elicitation Required Error); empty for any other error. */
export function requiredUrls(error: unknown): readonly UrlElicitation[] {
  if (!(error instanceof JsonRpcError) || error.code !== UrlElicitationRequired.code) return [];
  const { elicitations } = (error.data ?? {}) as { readonly elicitations?: unknown };
  if (!Array.isArray(elicitations) || elicitations.length > MAX_PAGES) return [];
  return elicitations.every(isPage) ? elicitations : [];
}

function isPage(value: unknown): value is UrlElicitation {
  const { mode, url, message, elicitationId } = (value ?? {}) as { readonly [key: string]: unknown };
  return mode === 'url' && [url, message, elicitationId].every((each) => typeof each === 'string');
}

/** A URL that a user should visit, with facts to show to the user. */
export interface InspectedUrl {
  /** The full URL. Show it before it is opened, and do not fetch it. */
  readonly url: string;
  /** The host of the URL. Emphasize it. Non-ASCII names are in their ASCII form. */
  readonly host: string;
  /** Reasons for suspicion, one sentence each. */
  readonly warnings: readonly string[];
}

/**
 * Inspects a URL that a server wants the user to open.
 *
 * @throws {JsonRpcError} with the code for invalid params, if it is not an HTTP URL: other schemes can make a browser do other things.
 */
export function inspectUrl(text: string): InspectedUrl {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new JsonRpcError(ErrorCode.InvalidParams, 'The URL to visit must begin with https:// or http://');
  }
  return { url: url.href, host: url.host, warnings: warningsOf(url) };
}

function warningsOf(url: URL): string[] {
  const { protocol, hostname, username, password } = url;
  const isLocal = isLocalHost(url);
  return [
    ...(protocol === 'http:' && !isLocal ? ['The connection is not encrypted.'] : []),
    ...(username !== '' || password !== ''
      ? ['The URL contains a user name or password that can look like another address.']
      : []),
    ...(/(?:^|\.)xn--/.test(hostname) ? ['The host name has non-ASCII letters that can look like others.'] : []),
    ...(isAddress(hostname) && !isLocal ? ['The host is an IP address, not a name.'] : []),
  ];
}

/** Returns whether the host of a URL is an IP address: URLs have IPv4 in dotted decimals, and IPv6 in brackets. */
function isAddress(hostname: string): boolean {
  return hostname.startsWith('[') || /^\d+(?:\.\d+){3}$/.test(hostname);
}
