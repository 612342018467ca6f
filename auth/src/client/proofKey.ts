import { exportJWK, importJWK, type JWK } from 'jose';
import { DPoP, generateKeyPair, type CryptoKey, type DPoPHandle } from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';

/** Algorithms of proofs, best first. */
const ALGORITHMS: readonly string[] = ['ES256', 'Ed25519', 'EdDSA', 'ES384', 'PS256', 'RS256'];

/** A key that tokens are bound to (RFC 9449). */
export interface ProofKey {
  /** Makes proofs, and remembers the nonces of servers. */
  readonly handle: DPoPHandle;
  /** The private key as a JSON Web Key, to be stored with the tokens. */
  readonly jwk: string;
}

/**
 * Makes a key.
 *
 * @param supported the algorithms that the authorization server supports, if it says so
 */
export async function newProofKey(supported: readonly string[] = []): Promise<ProofKey> {
  const algorithm = supported.length === 0 ? ALGORITHMS[0] : ALGORITHMS.find((each) => supported.includes(each));
  if (algorithm === undefined) {
    throw new AuthorizationError(`The authorization server supports no algorithm for DPoP of ${ALGORITHMS.join(', ')}`);
  }
  // It is stored with the refresh token that it belongs to.
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(privateKey)), alg: algorithm });
  return { handle: DPoP({}, { privateKey, publicKey }), jwk };
}

/** Returns a key that was stored; undefined if it is none. */
export async function storedProofKey(jwk: string): Promise<ProofKey | undefined> {
  try {
    const key = JSON.parse(jwk) as JWK;
    const { kty, crv, x, y, n, e, alg } = key;
    const [privateKey, publicKey] = await Promise.all([
      importJWK(key),
      importJWK({ kty, crv, x, y, n, e, alg, ext: true } as JWK),
    ]);
    return { handle: DPoP({}, { privateKey: privateKey as CryptoKey, publicKey: publicKey as CryptoKey }), jwk };
  } catch {
    return undefined;
  }
}
