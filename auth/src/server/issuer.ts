/** Fetches the metadata and the keys of an issuer. */

import { checkValues, FLAG, FUNCTION, required, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import { createLocalJWKSet, type JWTVerifyGetKey, type JSONWebKeySet } from 'jose';
import * as oauth from 'oauth4webapi';
import { guardedFetch, type UrlAdvice } from '../net/guardedFetch.js';
import { isMetadata } from '../net/metadataDocument.js';
import { serverUrl } from '../net/urlKinds.js';
import { RefreshingValue, type RefreshOptions } from './refreshingValue.js';

/** Options of requests to an issuer. */
export interface IssuerOptions {
  /**
   * The issuer identifier, exactly as the issuer writes it: `https://login.example.com/tenant`. The URL of its metadata follows from it,
   * and the claim `iss` of its tokens must equal it.
   */
  readonly issuer: string;
  /** Allows `http:` for an issuer on this machine, for tests and development. Default: only `https:`. */
  readonly allowHttp?: boolean | undefined;
  /** Sends the requests. Default: on Node, requests with `node:https`; elsewhere the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** {@link IssuerOptions}. */
export const ISSUER_OPTIONS: OptionTable<IssuerOptions> = {
  issuer: required(STRING),
  allowHttp: FLAG,
  fetch: FUNCTION,
};

/** Maximum bytes of a response. */
const BODY_LIMIT = 262_144;

/** Timeout of a request in milliseconds. Short, because a client is waiting. */
const TIMEOUT = 5_000;

/** Maximum number of keys of an issuer. */
const MAX_KEYS = 100;

/** The options that allow a refused URL. */
const ADVICE: UrlAdvice = {
  http: 'Set the option "allowHttp" to allow http on this machine',
  privateHost: () => 'If you trust it, set the option with this URL, such as "jwksUri"',
};

const METADATA: RefreshOptions = { maxAge: 3_600_000, staleAge: 86_400_000, cooldown: 30_000, retryDelay: 5_000 };
const KEYS: RefreshOptions = { maxAge: 600_000, staleAge: 3_600_000, cooldown: 30_000, retryDelay: 5_000 };

// oxlint-disable-next-line typescript/no-deprecated -- deprecated only as a warning
const ALLOW_HTTP: typeof oauth.allowInsecureRequests = oauth.allowInsecureRequests;

/** Options of all requests with oauth4webapi. */
interface IssuerRequests {
  readonly [oauth.customFetch]: never;
  readonly [ALLOW_HTTP]: true;
}

/** Sends requests to one issuer, at its own host or at public ones. */
export class Issuer {
  readonly fetch: typeof fetch;
  readonly #issuer: string;
  readonly #metadata: RefreshingValue<oauth.AuthorizationServer>;

  /**
   * @param what names the owner of the options, for errors: `jwt`
   * @param more URLs among further options, by the name of their option
   * @throws {TypeError} if a URL is invalid.
   */
  constructor(
    what: string,
    { issuer, allowHttp = false, fetch }: IssuerOptions,
    more: { readonly jwksUri?: string | undefined; readonly endpoint?: string | undefined },
  ) {
    const places = { issuer, ...more };
    checkValues(what, places, Object.fromEntries(Object.keys(places).map((name) => [name, serverUrl(allowHttp)])));
    const urls = Object.values<string | undefined>(places).filter((url) => url !== undefined);
    // These hosts come from the options, so they may be private.
    const hosts = new Set(urls.map((url) => new URL(url).hostname));
    const limits = { bodyLimit: BODY_LIMIT, timeout: TIMEOUT };
    this.fetch = guardedFetch({ ...limits, allowHttp, fetch, allowPrivate: (host) => hosts.has(host), advice: ADVICE });
    this.#issuer = issuer;
    this.#metadata = new RefreshingValue(() => this.#discover(), METADATA);
  }

  /** Options of requests with oauth4webapi. `fetch` checks the URLs, because it can also check addresses. */
  get requests(): IssuerRequests {
    return { [oauth.customFetch]: this.fetch as never, [ALLOW_HTTP]: true };
  }

  /** @throws {UnavailableError} if the metadata cannot be fetched. */
  metadata(report: (error: unknown) => void): Promise<oauth.AuthorizationServer> {
    return this.#metadata.get(report);
  }

  /** Returns the metadata of RFC 8414, or else of OpenID Connect Discovery. */
  async #discover(): Promise<oauth.AuthorizationServer> {
    const url = new URL(this.#issuer);
    const found = await oauth.discoveryRequest(url, { algorithm: 'oauth2', ...this.requests });
    const other = (await isMetadata(found))
      ? undefined
      : await oauth.discoveryRequest(url, { algorithm: 'oidc', ...this.requests });
    // If both responses lack metadata, the error is about the one that exists.
    const response = other === undefined || (other.status !== 200 && found.status === 200) ? found : other;
    const metadata = await oauth.processDiscoveryResponse(url, response);
    if (metadata.issuer === this.#issuer) return metadata;
    throw new TypeError(
      `Invalid option "issuer": the metadata of ${JSON.stringify(this.#issuer)} names the issuer ${JSON.stringify(metadata.issuer)}`,
    );
  }
}

/** The public keys of an issuer. Fetched when needed, and again when a token names an unknown key. */
export class KeySet {
  readonly #keys: RefreshingValue<JWTVerifyGetKey>;

  /** @param url the URL of the keys. Default: the one in the metadata of the issuer */
  constructor(issuer: Issuer, url: string | undefined) {
    this.#keys = new RefreshingValue(async (report) => {
      const place = url ?? (await issuer.metadata(report)).jwks_uri;
      if (place === undefined)
        throw new TypeError('The metadata of the issuer lacks "jwks_uri". Set the option "jwksUri"');
      return createLocalJWKSet(await readKeys(await issuer.fetch(place, { headers: { accept: 'application/json' } })));
    }, KEYS);
  }

  /** @throws {UnavailableError} if the keys cannot be fetched. */
  get(report: (error: unknown) => void): Promise<JWTVerifyGetKey> {
    return this.#keys.get(report);
  }

  /** Fetches the keys again. Returns whether they were fetched. */
  renew(report: (error: unknown) => void): Promise<boolean> {
    return this.#keys.renew(report);
  }
}

async function readKeys(response: Response): Promise<JSONWebKeySet> {
  if (response.status !== 200)
    throw new TypeError(`Fetching the keys of the issuer: expected status 200, got ${response.status}`);
  const set = (await response.json()) as Partial<JSONWebKeySet> | null;
  const keys: unknown = set?.keys;
  if (!Array.isArray(keys)) throw new TypeError('The keys of the issuer: expected an object with an array "keys"');
  if (keys.length > MAX_KEYS)
    throw new TypeError(`The keys of the issuer: expected at most ${MAX_KEYS}, got ${keys.length}`);
  return set as JSONWebKeySet;
}
