import * as oauth from 'oauth4webapi';
import { bytesOf, digest } from './digest.js';
import { Issuer, type IssuerOptions } from './issuer.js';
import { Pending } from './pending.js';
import { isOfOtherKind } from './tokenKind.js';
import { UnavailableError } from './unavailableError.js';
import type { TokenClaims, TokenVerifier } from './verifier.js';

/** What the resource server is known as at the authorization server. */
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
  /** What the resource server is known as at the authorization server. */
  readonly client: IntrospectionClient;
  /** Where tokens are introspected. Default: where the metadata of the issuer say. */
  readonly endpoint?: string | undefined;
  /**
   * Milliseconds that an answer is used for, at most until the token expires: a token that is revoked is accepted for so long; 0 to ask for
   * each request. Default 30,000.
   */
  readonly cacheTime?: number | undefined;
  /** Answers that are kept. The oldest are dropped. Default 10,000. */
  readonly cacheSize?: number | undefined;
}

/** Requests to the authorization server at a time. */
const MAX_PENDING = 100;

/** Those of them that are about tokens from one network: others must get their turn. */
const MAX_OF_NETWORK = 25;

interface Kept {
  readonly claims: Promise<TokenClaims | undefined>;
  /** When the answer must not be used any longer, in milliseconds of `Date.now()`; `Infinity` until it is there. */
  until: number;
}

/**
 * Verifies tokens by asking the authorization server about them (RFC 7662). It takes tokens of any kind, so that there can be one of it.
 * Tokens are not kept, but their digests.
 *
 * @throws {TypeError} if an option is invalid.
 */
export function introspection(options: IntrospectionOptions): TokenVerifier {
  const { issuer, cacheTime = 30_000, cacheSize = 10_000 } = options;
  if (!(cacheTime >= 0)) throw new TypeError('Invalid option "cacheTime" of introspection: expected milliseconds');
  if (!(cacheSize >= 1)) throw new TypeError('Invalid option "cacheSize" of introspection: expected a positive number');
  const ask = asking(options);
  const answers = new Map<string, Kept>();
  const pending = new Pending(MAX_PENDING, MAX_OF_NETWORK);

  const keep = (key: string, asked: Parameters<TokenVerifier['verify']>): Kept => {
    const [token, report, address] = asked;
    const end = pending.begin(address);
    if (end === undefined) throw new UnavailableError('too many tokens are being introspected');
    const kept: Kept = { claims: ask(token, report).finally(end), until: Infinity };
    answers.set(key, kept);
    kept.claims.then(
      (claims) => (kept.until = Math.min(Date.now() + cacheTime, (claims?.exp ?? Infinity) * 1_000)),
      () => answers.delete(key),
    );
    const [oldest] = answers.keys();
    if (answers.size > cacheSize && oldest !== undefined) answers.delete(oldest);
    return kept;
  };

  return {
    issuer,
    async verify(...asked) {
      const key = await digest(bytesOf(asked[0]));
      const known = answers.get(key);
      if (known !== undefined && known.until > Date.now()) return known.claims;
      answers.delete(key);
      return keep(key, asked).claims;
    },
  };
}

type Ask = (token: string, report: (error: unknown) => void) => Promise<TokenClaims | undefined>;

function asking(options: IntrospectionOptions): Ask {
  const { endpoint } = options;
  const { id, secret, method = 'basic' } = options.client;
  const issuer = new Issuer(options, [endpoint]);
  if (id === '' || secret === '')
    throw new TypeError('Invalid option "client" of introspection: expected an id and a secret');
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
      throw new UnavailableError('the token could not be introspected', { cause: error });
    }
  };
}
