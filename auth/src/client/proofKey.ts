import { exportJWK, importJWK, type JWK } from 'jose';
import { DPoP, generateKeyPair, type CryptoKey, type DPoPHandle } from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';

/** Signature algorithms of proofs, by preference. */
const ALGORITHMS: readonly string[] = ['ES256', 'Ed25519', 'EdDSA', 'ES384', 'PS256', 'RS256'];

/** A key that tokens are bound to (RFC 9449). */
export interface ProofKey {
  /** Creates proofs, and stores the nonces of servers. */
  readonly handle: DPoPHandle;
  /** The private key as a JSON Web Key, for storing it with the tokens. */
  readonly jwk: string;
}

/**
 * Generates a key.
 *
 * @param supported the algorithms in the metadata of the authorization server, if it lists any
 */
export async function newProofKey(supported: readonly string[] = []): Promise<ProofKey> {
  const algorithm = supported.length === 0 ? ALGORITHMS[0] : ALGORITHMS.find((each) => supported.includes(each));
  if (algorithm === undefined) {
    throw new AuthorizationError(
      `No DPoP algorithm in common with the authorization server. Supported here: ${ALGORITHMS.join(', ')}`,
    );
  }
  // The key is stored with its refresh token.
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  const jwk = JSON.stringify({ ...(await exportJWK(privateKey)), alg: algorithm });
  return { handle: DPoP({}, { privateKey, publicKey }), jwk };
}

/** Returns a stored key; undefined if it is invalid. */
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
