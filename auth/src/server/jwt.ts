import { decodeJwt, decodeProtectedHeader, errors, jwtVerify, type JWTVerifyResult } from 'jose';
import { ASYMMETRIC } from './algorithms.js';
import { TOLERANCE } from './checkClaims.js';
import { InvalidTokenError } from './invalidTokenError.js';
import { Issuer, KeySet, type IssuerOptions } from './issuer.js';
import { UnavailableError } from './unavailableError.js';
import type { TokenClaims, TokenVerifier } from './verifier.js';

/** What tokens may be marked as. */
const TYPES: readonly string[] = ['at+jwt', 'JWT'];

/** Options of {@link jwt}. */
export interface JwtOptions extends IssuerOptions {
  /** Where the keys of the issuer are. Default: where its metadata say, which are found by RFC 8414, or by OpenID Connect Discovery. */
  readonly jwksUri?: string | undefined;
  /** The algorithms of signatures that are accepted. Default: all of RSA, ECDSA, and EdDSA. Others are not possible. */
  readonly algorithms?: readonly string[] | undefined;
  /**
   * What the header `typ` of a token has to be. `at+jwt` marks access tokens (RFC 9068). Many issuers mark them as `JWT`, or not at all, as
   * they do ID tokens: `JWT` accepts those, too, unless their claims are those of an ID token. Default `at+jwt`.
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
      checkHeader(token, algorithms, typ);
      const claims = await verified(token, { keys, issuer, algorithms, report });
      if (typ === 'JWT') refuseOtherKinds(claims);
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

/** Refuses what needs no key to be refused, so that it cannot have keys fetched. */
function checkHeader(token: string, algorithms: readonly string[], typ: 'at+jwt' | 'JWT'): void {
  const header = readHeader(token);
  if (typeof header.alg !== 'string' || !algorithms.includes(header.alg)) {
    throw new InvalidTokenError('the algorithm of the signature is not accepted');
  }
  const given = typeof header.typ === 'string' ? header.typ.toLowerCase().replace(/^application\//, '') : header.typ;
  const isPlain = typ === 'JWT' && (given === undefined || given === 'jwt');
  if (given !== 'at+jwt' && !isPlain) throw new InvalidTokenError(`the header typ of the token must be ${typ}`);
}

function readHeader(token: string): { readonly alg?: unknown; readonly typ?: unknown } {
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
}

async function verified(token: string, { keys, report, ...rest }: Verification): Promise<TokenClaims> {
  const options = {
    issuer: rest.issuer,
    algorithms: [...rest.algorithms],
    requiredClaims: ['exp'],
    clockTolerance: TOLERANCE,
  };
  const attempt = async (): Promise<JWTVerifyResult> => jwtVerify(token, await keys.get(report), options);
  try {
    return (await attempt()).payload;
  } catch (error) {
    if (!(error instanceof errors.JWKSNoMatchingKey) || !(await keys.renew(report))) throw reasonOf(error);
  }
  try {
    return (await attempt()).payload;
  } catch (error) {
    throw reasonOf(error);
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

/** ID tokens are for clients, and refresh tokens for the issuer. They tell by claims that access tokens do not have. */
function refuseOtherKinds(claims: TokenClaims): void {
  const { token_use: use, typ, at_hash: atHash, c_hash: cHash, events } = claims;
  const isOther =
    (use !== undefined && use !== 'access') ||
    (typ !== undefined && typ !== 'Bearer' && typ !== 'DPoP') ||
    [atHash, cHash, events].some((claim) => claim !== undefined);
  if (isOther) throw new InvalidTokenError('the token is not an access token');
}
