import { checkOptions, listOf, oneOf, STRING, type OptionTable } from '@mcp-gen/runtime/options';
import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTVerifyGetKey, type JWTVerifyOptions } from 'jose';
import { ASYMMETRIC } from './algorithms.js';
import { isAccessToken, TOLERANCE } from './claims.js';
import { InvalidTokenError, UnavailableError } from './tokenErrors.js';
import { Issuer, ISSUER_OPTIONS, KeySet, type IssuerOptions } from './issuer.js';
import type { TokenClaims, TokenVerifier } from './verifier.js';

/** Maximum number of keys tried for a token that does not name its key. */
const MAX_TRIED = 8;

/** Options of {@link jwt}. */
export interface JwtOptions extends IssuerOptions {
  /** The URL of the issuer's keys. Default: the one in its metadata (RFC 8414, or OpenID Connect Discovery). */
  readonly jwksUri?: string | undefined;
  /** The accepted signature algorithms. Default: all of RSA, ECDSA, and EdDSA. Others are not supported. */
  readonly algorithms?: readonly string[] | undefined;
  /**
   * The accepted `typ` headers of a token. `JWT` accepts tokens that are marked as access tokens (`at+jwt`, RFC 9068), and others with `JWT`
   * or no `typ`, unless their claims may be those of an ID token: many issuers mark neither. `at+jwt` accepts marked access tokens only.
   * Default `JWT`.
   */
  readonly typ?: 'at+jwt' | 'JWT' | undefined;
}

/** {@link JwtOptions}. */
export const JWT_OPTIONS: OptionTable<JwtOptions> = {
  ...ISSUER_OPTIONS,
  jwksUri: STRING,
  algorithms: listOf(ASYMMETRIC.join(', '), oneOf(...ASYMMETRIC), 1),
  typ: oneOf('at+jwt', 'JWT'),
};

/**
 * Verifies JWT access tokens with the public keys of their issuer (RFC 9068). The keys are fetched for the first token, and again every ten
 * minutes. A token that names an unknown key also causes a fetch, at most every 30 seconds.
 *
 * @throws {TypeError} if an option is invalid.
 */
export function jwt(options: JwtOptions): TokenVerifier {
  checkOptions('jwt', options, JWT_OPTIONS);
  const { issuer, jwksUri, algorithms = ASYMMETRIC, typ = 'JWT' } = options;
  const keys = new KeySet(new Issuer('jwt', options, { jwksUri }), jwksUri);
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

/** Returns the unverified `iss` claim of a token. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

/** The used properties of a token's header. */
interface Header {
  readonly alg?: unknown;
  readonly typ?: unknown;
  readonly kid?: unknown;
}

/** Performs the checks that need no key, so that an invalid token cannot cause a fetch. Returns the header. */
function checkHeader(token: string, algorithms: readonly string[], typ: 'at+jwt' | 'JWT'): Header {
  const header = readHeader(token);
  if (typeof header.alg !== 'string' || !algorithms.includes(header.alg)) {
    throw new InvalidTokenError('the signature algorithm is not accepted');
  }
  const given = typeOf(header);
  const isPlain = typ === 'JWT' && (given === undefined || given === 'jwt');
  if (given === 'at+jwt' || isPlain) return header;
  throw new InvalidTokenError(`the header typ of the token must be ${typ === 'JWT' ? 'at+jwt, JWT, or absent' : typ}`);
}

/** Returns the media type of the `typ` header, without `application/`. */
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
  /** Whether the token names its key. */
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

/** Tries each key that may have signed a token without a key id. */
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
        // Claims are only checked after the signature.
        if (reason instanceof errors.JWTClaimValidationFailed || reason instanceof errors.JWTExpired) break;
      }
    }
    throw failure;
  }
}

/** Returns the error for the client, if the failure is about the token. */
function reasonOf(error: unknown): unknown {
  if (error instanceof UnavailableError) return error;
  if (error instanceof errors.JWTExpired) return new InvalidTokenError('the token has expired', { cause: error });
  if (error instanceof errors.JWTClaimValidationFailed) {
    return new InvalidTokenError(`the claim ${error.claim} is missing or invalid`, { cause: error });
  }
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys) {
    return new InvalidTokenError('the issuer has no key with the key id and the algorithm of the token', {
      cause: error,
    });
  }
  if (error instanceof errors.JWSSignatureVerificationFailed) {
    return new InvalidTokenError('the signature of the token is invalid', { cause: error });
  }
  // The platform reports this if it cannot use a key.
  return new InvalidTokenError('the token is malformed, or its key is unusable', { cause: error });
}
