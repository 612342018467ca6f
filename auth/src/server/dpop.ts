/** Proofs that the sender of a token has the key that it is bound to (RFC 9449). */

import { calculateJwkThumbprint, decodeProtectedHeader, EmbeddedJWK, jwtVerify, type JWTPayload } from 'jose';
import { bytesOf, digest } from './digest.js';
import { ASYMMETRIC } from './algorithms.js';
import { Nonces } from './nonces.js';
import { Replays } from './replays.js';
import { UnavailableError } from './unavailableError.js';

/** Options for tokens that are bound to a key (RFC 9449: DPoP). */
export interface DpopOptions {
  /** Whether every token has to be bound to a key. Default: tokens that are not bound are accepted, too. */
  readonly required?: boolean | undefined;
  /** Milliseconds by which the time of a proof may differ from that of the server. Default 60,000. */
  readonly maxAge?: number | undefined;
  /**
   * Proofs that are remembered, each for four times `maxAge` at most, so that none is accepted twice. While there are as many, more are
   * refused with 503. Each process remembers its own. Default 100,000.
   */
  readonly replayLimit?: number | undefined;
  /** Whether proofs need a nonce of this server, which clients get with a 401. Default: they need none. */
  readonly nonce?: boolean | undefined;
  /** What nonces are made with, a string of 32 characters or more that several processes share. Default: each process has its own. */
  readonly nonceSecret?: string | undefined;
}

/** The characters of a proof. */
const PROOF_LIMIT = 8_192;

/** What a proof has to be about. */
export interface Proven {
  readonly token: string;
  /** The thumbprint of the key that the token is bound to. */
  readonly thumbprint: string;
  /** The HTTP method of the request. */
  readonly method: string;
  /** The URLs that the request may have been sent to. */
  readonly urls: readonly string[];
}

/** Why a proof is refused. */
export interface ProofRefusal {
  readonly error: 'invalid_dpop_proof' | 'use_dpop_nonce';
  readonly description: string;
}

/** Checks proofs, and remembers them. */
export class ProofChecker {
  readonly #maxAge: number;
  readonly #replays: Replays;
  readonly #nonces: Nonces | undefined;

  /** @throws {TypeError} if an option is invalid. */
  constructor({ maxAge = 60_000, replayLimit = 100_000, nonce = false, nonceSecret }: DpopOptions) {
    if (!(maxAge > 0)) throw new TypeError('Invalid option "dpop.maxAge": expected milliseconds');
    if (!(replayLimit >= 1)) throw new TypeError('Invalid option "dpop.replayLimit": expected a positive number');
    this.#maxAge = maxAge;
    // A proof may be of a time yet to come, and is accepted as long after that.
    this.#replays = new Replays(2 * maxAge, replayLimit);
    this.#nonces = nonce ? new Nonces(nonceSecret) : undefined;
  }

  /** Returns the nonce that the next proof should have; undefined if none needs one. */
  nonce(): Promise<string> | undefined {
    return this.#nonces?.current();
  }

  /**
   * Returns why a proof does not hold; undefined if it does. It cannot be used again then.
   *
   * @throws {UnavailableError} if too many proofs are remembered.
   */
  async findProblem(proof: string | undefined, proven: Proven): Promise<ProofRefusal | undefined> {
    if (proof === undefined) return invalid('the header DPoP with a proof is missing');
    if (proof.length > PROOF_LIMIT) return invalid('the proof is too long');
    let claims: JWTPayload;
    try {
      // The key is compared first: anyone who has no token of that key cannot have signatures verified.
      if (!(await isSignedWith(proof, proven.thumbprint)))
        return invalid('the proof is not of the key that the token is bound to');
      ({ payload: claims } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: [...ASYMMETRIC] }));
    } catch {
      return invalid('the proof is malformed, or its signature is invalid');
    }
    return (await this.#problemOf(claims, proven)) ?? this.#remember(claims, proven);
  }

  async #problemOf(claims: JWTPayload, { token, method, urls }: Proven): Promise<ProofRefusal | undefined> {
    const { htm, htu, iat, ath, jti, nonce } = claims;
    if (typeof jti !== 'string' || jti === '') return invalid('the claim jti is missing');
    if (htm !== method) return invalid('the claim htm is not the method of the request');
    if (!urls.some((url) => isSameUrl(htu, url))) return invalid('the claim htu is not the URL of the request');
    if (ath !== (await digest(bytesOf(token)))) return invalid('the claim ath is not the hash of the token');
    if (typeof iat !== 'number') return invalid('the claim iat is missing');
    if (this.#nonces !== undefined && !(await this.#nonces.has(nonce))) {
      return { error: 'use_dpop_nonce', description: 'the proof needs the nonce of the header DPoP-Nonce' };
    }
    if (Math.abs(Date.now() - iat * 1_000) > this.#maxAge)
      return invalid('the claim iat is not the time of the request');
    return undefined;
  }

  async #remember({ jti }: JWTPayload, { thumbprint }: Proven): Promise<ProofRefusal | undefined> {
    const state = this.#replays.add(await digest(bytesOf(`${thumbprint} ${jti}`)));
    if (state === 'full') throw new UnavailableError('too many proofs are remembered');
    return state === 'seen' ? invalid('the proof was used before') : undefined;
  }
}

async function isSignedWith(proof: string, thumbprint: string): Promise<boolean> {
  const { jwk } = decodeProtectedHeader(proof);
  return jwk !== undefined && (await calculateJwkThumbprint(jwk)) === thumbprint;
}

/** Compares URLs in their normal form, without query and fragment (RFC 9449, section 4.3). */
function isSameUrl(given: unknown, url: string): boolean {
  if (typeof given !== 'string' || !URL.canParse(given)) return false;
  const [one, other] = [new URL(given), new URL(url)];
  return one.origin === other.origin && one.pathname === other.pathname && one.username === '' && one.password === '';
}

function invalid(description: string): ProofRefusal {
  return { error: 'invalid_dpop_proof', description };
}
