import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { ASYMMETRIC } from './algorithms.js';
import { TOLERANCE } from './checkClaims.js';
import { isAccessToken } from './tokenKind.js';
import { InvalidTokenError } from './invalidTokenError.js';
import { Issuer, KeySet, type IssuerOptions } from './issuer.js';
import { UnavailableError } from './unavailableError.js';
import type { TokenClaims, TokenVerifier } from './verifier.js';

/** What tokens may be marked as. */
const TYPES: readonly string[] = ['at+jwt', 'JWT'];

/** Keys that are tried for a token that does not say which one signed it. */
const MAX_TRIED = 8;

/** Options of {@link jwt}. */
export interface JwtOptions extends IssuerOptions {
  /** Where the keys of the issuer are. Default: where its metadata say, which are found by RFC 8414, or by OpenID Connect Discovery. */
  readonly jwksUri?: string | undefined;
  /** The algorithms of signatures that are accepted. Default: all of RSA, ECDSA, and EdDSA. Others are not possible. */
  readonly algorithms?: readonly string[] | undefined;
  /**
   * What the header `typ` of a token has to be. `at+jwt` marks access tokens (RFC 9068). Many issuers mark them as `JWT`, or not at all, as
   * they do ID tokens: `JWT` accepts those, too, unless their claims can be those of an ID token. Default `at+jwt`.
   */
  readonly typ?: 'at+jwt' | 'JWT' | undefined;
}

/**
 * Verifies access tokens that are JWTs, by the public keys of their issuer (RFC 9068). The keys are fetched with the first token, and
 * again every ten minutes; a token that names an unknown key has them fetched at most every 30 seconds.
 *
 * @throws {TypeError} if an option is invalid.
 */
export function jwt(options: JwtOptions): TokenVerifier {
  const { issuer, jwksUri, algorithms = ASYMMETRIC, typ = 'at+jwt' } = options;
  const wrong = algorithms.find((algorithm) => !ASYMMETRIC.includes(algorithm));
  if (wrong !== undefined || algorithms.length === 0) {
    throw new TypeError(`Invalid option "algorithms" of jwt: expected some of ${ASYMMETRIC.join(', ')}`);
  }
  if (!TYPES.includes(typ)) throw new TypeError('Invalid option "typ" of jwt: expected "at+jwt" or "JWT"');
  const keys = new KeySet(new Issuer(options, [jwksUri]), jwksUri);
  return {
    issuer,
    takes: (token) => issuerOf(token) === issuer,
    async verify(token, report) {
      const header = checkHeader(token, algorithms, typ);
      const claims = await verified(token, { keys, issuer, algorithms, report, namesKey: header.kid !== undefined });
      if (typeOf(header) !== 'at+jwt' && !isAccessToken(claims)) {
        throw new InvalidTokenError('the token is not an access token');
      }
      return claims;
    },
  };
}

/** The issuer that a token says it is of. Nothing is verified yet. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** What is read of the header of a token. */
interface Header {
  readonly alg?: unknown;
  readonly typ?: unknown;
  readonly kid?: unknown;
}

/** Refuses what needs no key to be refused, so that it cannot have keys fetched. Returns the header of a token that is not. */
function checkHeader(token: string, algorithms: readonly string[], typ: 'at+jwt' | 'JWT'): Header {
  const header = readHeader(token);
  if (typeof header.alg !== 'string' || !algorithms.includes(header.alg)) {
    throw new InvalidTokenError('the algorithm of the signature is not accepted');
  }
  const given = typeOf(header);
  const isPlain = typ === 'JWT' && (given === undefined || given === 'jwt');
  if (given === 'at+jwt' || isPlain) return header;
  throw new InvalidTokenError(`the header typ of the token must be ${typ}`);
}

/** The media type that a token is marked with, without `application/`. */
function typeOf({ typ }: Header): unknown {
  return typeof typ === 'string' ? typ.toLowerCase().replace(/^application\//, '') : typ;
}

function readHeader(token: string): Header {
  try {
    return decodeProtectedHeader(token);
  } catch (cause) {
    throw new InvalidTokenError('the token is malformed', { cause });
  }
}

interface Verification {
  readonly keys: KeySet;
  readonly issuer: string;
  readonly algorithms: readonly string[];
  readonly report: (error: unknown) => void;
  /** Whether the token says which key signed it. */
  readonly namesKey: boolean;
}

async function verified(token: string, { keys, report, namesKey, ...rest }: Verification): Promise<TokenClaims> {
  const options = {
    issuer: rest.issuer,
    algorithms: [...rest.algorithms],
    requiredClaims: ['exp'],
    clockTolerance: TOLERANCE,
  };
  const attempt = async (): Promise<TokenClaims> => verifiedByOne(token, await keys.get(report), options);
  try {
    return await attempt();
  } catch (error) {
    const isUnknown =
      error instanceof errors.JWKSNoMatchingKey ||
      (!namesKey && error instanceof errors.JWSSignatureVerificationFailed);
    if (!isUnknown || !(await keys.renew(report))) throw reasonOf(error);
  }
  try {
    return await attempt();
  } catch (error) {
    throw reasonOf(error);
  }
}

/** Tries each key that can have signed a token, where the token leaves that open. */
async function verifiedByOne(token: string, keys: JWTVerifyGetKey, options: JWTVerifyOptions): Promise<TokenClaims> {
  try {
    return (await jwtVerify(token, keys, options)).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error;
    let [tried, failure] = [0, error as unknown];
    for await (const key of error) {
      if (++tried > MAX_TRIED) break;
      try {
        return (await jwtVerify(token, key, options)).payload;
      } catch (reason) {
        failure = reason;
        // Claims are read when the signature is valid.
        if (reason instanceof errors.JWTClaimValidationFailed || reason instanceof errors.JWTExpired) break;
      }
    }
    throw failure;
  }
}

/** What the client is told, unless the error is not about the token. */
function reasonOf(error: unknown): unknown {
  if (error instanceof UnavailableError) return error;
  if (error instanceof errors.JWTExpired) return new InvalidTokenError('the token has expired', { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new InvalidTokenError(`the claim ${error.claim} is missing or invalid`, { cause: error });
  }
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return new InvalidTokenError('the token names no key of its issuer', { cause: error });
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new InvalidTokenError('the signature of the token is invalid', { cause: error });
  }
  // What a key is not usable for is an error of the platform.
  return new InvalidTokenError('the token is malformed, or its key is not usable', { cause: error });
}
