import {
  checkOptions,
  count,
  duration,
  group,
  oneOf,
  required,
  STRING,
  NON_EMPTY,
  withDefaults,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { callerName, reasonFor, type SharedLimit, Shares } from '@mcp-gen/runtime';
import * as oauth from 'oauth4webapi';
import { bytesOf, digest } from './digest.js';
import { Issuer, ISSUER_OPTIONS, type IssuerOptions } from './issuer.js';
import { isOfOtherKind } from './claims.js';
import { UnavailableError } from './tokenErrors.js';
import type { TokenClaims, TokenVerifier } from './verifier.js';

/** The client as which the resource server authenticates at the authorization server. */
export interface IntrospectionClient {
  /** The id of the client. */
  readonly id: string;
  /** Its secret. */
  readonly secret: string;
  /** How the secret is sent: in the header `Authorization`, or in the body. Default `basic`. */
  readonly method?: 'basic' | 'post' | undefined;
}

/** Options of {@link introspection}. */
export interface IntrospectionOptions extends IssuerOptions {
  /** The client as which the resource server authenticates. */
  readonly client: IntrospectionClient;
  /** The introspection endpoint. Default: the one in the metadata of the issuer. */
  readonly endpoint?: string | undefined;
  /**
   * Milliseconds that a response is cached, at most until the token expires. A revoked token is accepted for at most this time. 0 disables
   * the cache. Default 30,000.
   */
  readonly cacheTime?: number | undefined;
  /** Maximum number of cached responses. The oldest are dropped. Default 10,000. */
  readonly cacheSize?: number | undefined;
}

/** {@link IntrospectionClient}. */
export const INTROSPECTION_CLIENT_OPTIONS: OptionTable<IntrospectionClient> = {
  id: required(NON_EMPTY),
  secret: required(NON_EMPTY),
  method: oneOf('basic', 'post'),
};

/** {@link IntrospectionOptions}. */
export const INTROSPECTION_OPTIONS: OptionTable<IntrospectionOptions> = {
  ...ISSUER_OPTIONS,
  client: required(group(INTROSPECTION_CLIENT_OPTIONS)),
  endpoint: STRING,
  cacheTime: duration(30_000),
  cacheSize: count(10_000),
};

/** Maximum concurrent requests for tokens from one network, so that one network cannot block the others. */
const MAX_OF_NETWORK = 25;

interface CachedClaims {
  readonly claims: Promise<TokenClaims | undefined>;
  /** Until when the response may be used, in milliseconds of `Date.now()`; `Infinity` while it is pending. */
  until: number;
}

/**
 * Verifies tokens at the introspection endpoint of the authorization server (RFC 7662). It accepts every token, so `protect` can have only
 * one such verifier. Stores digests of tokens, not the tokens.
 *
 * @throws {TypeError | RangeError} if an option is invalid.
 */
export function introspection(options: IntrospectionOptions): TokenVerifier {
  checkOptions('introspection', options, INTROSPECTION_OPTIONS);
  const { issuer, cacheTime, cacheSize } = withDefaults<IntrospectionOptions>(options, INTROSPECTION_OPTIONS);
  const ask = asking(options);
  const answers = new Map<string, CachedClaims>();
  const pending = new PendingIntrospections(INTROSPECTIONS.most, MAX_OF_NETWORK);

  const keep = (key: string, args: Parameters<TokenVerifier['verify']>): CachedClaims => {
    const [token, report, address] = args;
    let cancel = (): void => undefined;
    const cancelled = new Promise<never>((_, reject) => (cancel = () => reject(tooMany())));
    const end = pending.begin(address, () => cancel());
    if (end === undefined) throw tooMany();
    const cached: CachedClaims = {
      claims: Promise.race([ask(token, report).finally(end), cancelled]),
      until: Infinity,
    };
    answers.set(key, cached);
    cached.claims.then(
      (claims) => (cached.until = Math.min(Date.now() + cacheTime, (claims?.exp ?? Infinity) * 1_000)),
      () => answers.delete(key),
    );
    const [oldest] = answers.keys();
    if (answers.size > cacheSize && oldest !== undefined) answers.delete(oldest);
    return cached;
  };

  return {
    issuer,
    async verify(...args) {
      const key = await digest(bytesOf(args[0]));
      const cached = answers.get(key);
      if (cached !== undefined && cached.until > Date.now()) return cached.claims;
      answers.delete(key);
      return keep(key, args).claims;
    },
  };
}

function tooMany(): UnavailableError {
  return new UnavailableError(reasonFor(INTROSPECTIONS));
}

type Ask = (token: string, report: (error: unknown) => void) => Promise<TokenClaims | undefined>;

function asking(options: IntrospectionOptions): Ask {
  const { endpoint } = options;
  const { id, secret, method = 'basic' } = options.client;
  const issuer = new Issuer('introspection', options, { endpoint });
  const authentication = method === 'post' ? oauth.ClientSecretPost(secret) : oauth.ClientSecretBasic(secret);
  const client = { client_id: id };
  return async (token, report) => {
    const server =
      endpoint === undefined
        ? await issuer.metadata(report)
        : { issuer: options.issuer, introspection_endpoint: endpoint };
    try {
      const request = { ...issuer.requests, additionalParameters: { token_type_hint: 'access_token' } };
      const response = await oauth.introspectionRequest(server, client, authentication, token, request);
      const { active, ...claims } = await oauth.processIntrospectionResponse(server, client, response);
      return active && !isOfOtherKind(claims) ? claims : undefined;
    } catch (error) {
      report(error);
      throw new UnavailableError('the token could not be introspected. Try again later', { cause: error });
    }
  };
}

/** The limit on introspections, which all callers share. */
export const INTROSPECTIONS: SharedLimit = {
  what: 'concurrent introspections of tokens',
  most: 100,
  loses: 'its oldest introspection: status 503; there are at most twice as many in all until they end',
  refused: 'status 503',
};

/** Cancels an operation. */
type Cancel = () => void;

/** Counts operations in progress, per network and in total. */
export class PendingIntrospections {
  readonly #networkLimit: number;
  readonly #shares: Shares<Cancel>;
  /** The operations that have not ended, cancelled ones included. */
  #count = 0;

  constructor(limit: number, networkLimit: number) {
    this.#networkLimit = networkLimit;
    this.#shares = new Shares(limit);
  }

  /**
   * Counts one more operation. Returns a function to call at its end; undefined if the limit is reached.
   *
   * @param address the client address; without one, only the total limit applies
   * @param cancel called if the operation has to make room for another network
   */
  begin(address: string | undefined, cancel: Cancel): (() => void) | undefined {
    const network = callerName(undefined, { address }, undefined);
    const holder = network ?? 'anyone';
    if (network !== undefined && this.#shares.count(network) >= this.#networkLimit) return undefined;
    if (this.#count >= 2 * this.#shares.limit || !this.#shares.makeRoom(holder, (other) => other())) return undefined;
    this.#count++;
    this.#shares.add(holder, cancel);
    return () => {
      this.#count--;
      this.#shares.delete(holder, cancel);
    };
  }
}
