/** What is fetched from an issuer: its metadata and its keys. */

import { createLocalJWKSet, type JWTVerifyGetKey, type JSONWebKeySet } from 'jose';
import * as oauth from 'oauth4webapi';
import { guardedFetch } from '../net/guardedFetch.js';
import { isLoopback } from '../net/addresses.js';
import { isMetadata } from '../net/metadataDocument.js';
import { Refreshed, type RefreshOptions } from './refreshed.js';

/** Options of requests to an issuer. */
export interface IssuerOptions {
  /**
   * The issuer, exactly as it spells itself: `https://login.example.com/tenant`. Its metadata are found by it, and the claim `iss` of
   * its tokens has to be the same.
   */
  readonly issuer: string;
  /** Allows an issuer on this machine to be reached by `http:`, for tests and development. Default: `https:` alone. */
  readonly allowHttp?: boolean | undefined;
  /** Sends the requests. Default: on Node, requests of `node:https`; elsewhere the global function. */
  readonly fetch?: typeof fetch | undefined;
}

/** Bytes of a response. */
const BODY_LIMIT = 262_144;

/** Milliseconds that a request may take: a client is waiting. */
const TIMEOUT = 5_000;

/** The keys that an issuer may have. */
const MAX_KEYS = 100;

const METADATA: RefreshOptions = { maxAge: 3_600_000, staleAge: 86_400_000, cooldown: 30_000, retryDelay: 5_000 };
const KEYS: RefreshOptions = { maxAge: 600_000, staleAge: 3_600_000, cooldown: 30_000, retryDelay: 5_000 };

// oxlint-disable-next-line typescript/no-deprecated -- marked so as a warning alone
const ALLOW_HTTP: typeof oauth.allowInsecureRequests = oauth.allowInsecureRequests;

/** What requests with oauth4webapi have in common. */
interface IssuerRequests {
  readonly [oauth.customFetch]: never;
  readonly [ALLOW_HTTP]: true;
}

/** Requests to one issuer, at its own host or at public ones. */
export class Issuer {
  readonly fetch: typeof fetch;
  readonly #issuer: string;
  readonly #metadata: Refreshed<oauth.AuthorizationServer>;

  /**
   * @param trusted other URLs that the application names
   * @throws {TypeError} if a URL is not one.
   */
  constructor({ issuer, allowHttp = false, fetch }: IssuerOptions, trusted: readonly (string | undefined)[] = []) {
    const urls = [issuer, ...trusted.filter((url) => url !== undefined)];
    for (const url of urls) checkUrl(url, allowHttp);
    // The application names these hosts, so that they may be in its own network.
    const hosts = new Set(urls.map((url) => new URL(url).hostname));
    const limits = { bodyLimit: BODY_LIMIT, timeout: TIMEOUT };
    this.fetch = guardedFetch({ ...limits, allowHttp, fetch, allowPrivate: (host) => hosts.has(host) });
    this.#issuer = issuer;
    this.#metadata = new Refreshed(() => this.#discover(), METADATA);
  }

  /** The options of requests with oauth4webapi. URLs are checked by `fetch`, which knows more of them. */
  get requests(): IssuerRequests {
    return { [oauth.customFetch]: this.fetch as never, [ALLOW_HTTP]: true };
  }

  /** @throws {UnavailableError} if they cannot be fetched. */
  metadata(report: (error: unknown) => void): Promise<oauth.AuthorizationServer> {
    return this.#metadata.get(report);
  }

  /** Returns the metadata of RFC 8414, or else those of OpenID Connect Discovery. */
  async #discover(): Promise<oauth.AuthorizationServer> {
    const url = new URL(this.#issuer);
    const found = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...this.requests });
    const other = (await isMetadata(found))
      ? undefined
      : await oauth.discoveryRequest(url, { algorithm: 'oidc', ...this.requests });
    // Of two responses that have no metadata, the error is about one that is there.
    const response = other === undefined || (other.status !== 200 && found.status === 200) ? found : other;
    const metadata = await oauth.processDiscoveryResponse(url, response);
    if (metadata.issuer === this.#issuer) return metadata;
    throw new TypeError(
      `Invalid option "issuer": the issuer calls itself ${JSON.stringify(metadata.issuer)}, not ${JSON.stringify(this.#issuer)}`,
    );
  }
}

/** The public keys of an issuer: fetched when they are needed, and again when a token names one that is not among them. */
export class KeySet {
  readonly #keys: Refreshed<JWTVerifyGetKey>;

  /** @param url where the keys are. Default: where the metadata of the issuer say */
  constructor(issuer: Issuer, url: string | undefined) {
    this.#keys = new Refreshed(async (report) => {
      const place = url ?? (await issuer.metadata(report)).jwks_uri;
      if (place === undefined) throw new TypeError('The metadata of the issuer have no jwks_uri');
      return createLocalJWKSet(await readKeys(await issuer.fetch(place, { headers: { accept: 'application/json' } })));
    }, KEYS);
  }

  /** @throws {UnavailableError} if the keys cannot be fetched. */
  get(report: (error: unknown) => void): Promise<JWTVerifyGetKey> {
    return this.#keys.get(report);
  }

  /** Returns whether there are new keys. */
  renew(report: (error: unknown) => void): Promise<boolean> {
    return this.#keys.renew(report);
  }
}

async function readKeys(response: Response): Promise<JSONWebKeySet> {
  if (response.status !== 200)
    throw new TypeError(`The keys of the issuer: expected status 200, got ${response.status}`);
  const set = (await response.json()) as Partial<JSONWebKeySet> | null;
  const keys: unknown = set?.keys;
  if (!Array.isArray(keys)) throw new TypeError('The keys of the issuer: expected an object with an array "keys"');
  if (keys.length > MAX_KEYS)
    throw new TypeError(`The keys of the issuer: expected ${MAX_KEYS} at most, got ${keys.length}`);
  return set as JSONWebKeySet;
}

/** @throws {TypeError} unless it is a URL of https, or of http on this machine where that is allowed. */
function checkUrl(url: unknown, allowHttp: boolean): void {
  const parsed = typeof url === 'string' && URL.canParse(url) ? new URL(url) : undefined;
  const isSecure = parsed?.protocol === 'https:';
  if (isSecure || (allowHttp && parsed?.protocol === 'http:' && isLoopback(parsed.hostname))) return;
  throw new TypeError(
    `Invalid URL ${JSON.stringify(url)}: expected https, or http on this machine together with the option "allowHttp"`,
  );
}
