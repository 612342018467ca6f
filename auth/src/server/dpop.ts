/** Verifies proofs that the sender of a token has the key that it is bound to (RFC 9449). */

import { count, FLAG, kind, lifetime, withDefaults, type OptionTable } from '@mcp-gen/runtime/options';
import {
  base64url,
  calculateJwkThumbprint,
  type CryptoKey,
  decodeProtectedHeader,
  EmbeddedJWK,
  type JWTPayload,
  jwtVerify,
} from 'jose';
import { reasonFor } from '@mcp-gen/runtime';
import { bytesOf, digest } from './digest.js';
import { ASYMMETRIC } from './algorithms.js';
import { PROOFS, Replays } from './replays.js';
import { UnavailableError } from './tokenErrors.js';

/** Options for tokens that are bound to a key (RFC 9449: DPoP). */
export interface DpopOptions {
  /** Whether every token must be bound to a key. Default: unbound tokens are accepted, too. */
  readonly required?: boolean | undefined;
  /** Maximum milliseconds between the time of a proof and that of the server. Default 60,000. */
  readonly maxAge?: number | undefined;
  /**
   * Maximum number of stored proofs, each for twice `maxAge`, so that none is accepted twice. At the limit, the caller with the most is
   * rejected with 503, or loses its oldest ones to other callers. Each process stores its own. Default 100,000.
   */
  readonly replayLimit?: number | undefined;
  /** Whether proofs need a nonce of this server, which clients receive with a 401. Default: false. */
  readonly nonce?: boolean | undefined;
  /**
   * The secret that nonces are derived from: a string of at least 32 characters, shared by all processes. Default: each process has its
   * own.
   */
  readonly nonceSecret?: string | undefined;
}

const SECRET = kind('a string of at least 32 characters', (given) => typeof given === 'string' && given.length >= 32);

/** {@link DpopOptions}. */
export const DPOP_OPTIONS: OptionTable<DpopOptions> = {
  required: FLAG,
  maxAge: lifetime(60_000),
  replayLimit: count(PROOFS.most),
  nonce: FLAG,
  nonceSecret: SECRET,
};

/** Maximum characters of a proof. */
const PROOF_LIMIT = 8_192;

/** The expected contents of a proof. */
export interface Proven {
  readonly token: string;
  /** The thumbprint of the key that the token is bound to. */
  readonly thumbprint: string;
  /** The caller that the proof counts for: the subject of the token, or else the key. */
  readonly holder: string;
  /** The HTTP method of the request. */
  readonly method: string;
  /** The accepted URLs of the request. */
  readonly urls: readonly string[];
}

/** Why a proof is rejected. */
export interface ProofRefusal {
  readonly error: 'invalid_dpop_proof' | 'use_dpop_nonce';
  readonly description: string;
}

/** Verifies proofs, and stores them to detect replays. */
export class ProofChecker {
  readonly #maxAge: number;
  readonly #replays: Replays;
  readonly #nonces: Nonces | undefined;

  constructor(options: DpopOptions) {
    const { maxAge, replayLimit, nonce = false, nonceSecret } = withDefaults<DpopOptions>(options, DPOP_OPTIONS);
    this.#maxAge = maxAge;
    // A proof may be dated up to `maxAge` in the future, and is accepted until `maxAge` after that.
    this.#replays = new Replays(2 * maxAge, replayLimit);
    this.#nonces = nonce ? new Nonces(nonceSecret) : undefined;
  }

  /** Returns the nonce for the next proof; undefined if nonces are disabled. */
  nonce(): Promise<string> | undefined {
    return this.#nonces?.current();
  }

  /**
   * Returns why a proof is invalid; undefined if it is valid. A valid proof cannot be used again.
   *
   * @throws {UnavailableError} if too many proofs are stored.
   */
  async findProblem(proof: string | undefined, proven: Proven): Promise<ProofRefusal | undefined> {
    if (proof === undefined) return invalid('the header DPoP with a proof is missing');
    if (proof.length > PROOF_LIMIT) return invalid('the proof is too long');
    let claims: JWTPayload;
    try {
      // The key is compared first, so that only a sender with a token of that key can cause signature checks.
      if (!(await isSignedWith(proof, proven.thumbprint)))
        return invalid('the proof is signed with another key than the one that the token is bound to');
      ({ payload: claims } = await jwtVerify(proof, EmbeddedJWK, { typ: 'dpop+jwt', algorithms: [...ASYMMETRIC] }));
    } catch {
      return invalid('the proof is malformed or its signature is invalid');
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
      return invalid('the claim iat is too far from the time of the request');
    return undefined;
  }

  async #remember({ jti, iat = 0 }: JWTPayload, { thumbprint, holder }: Proven): Promise<ProofRefusal | undefined> {
    const state = this.#replays.add(await digest(bytesOf(`${thumbprint} ${jti}`)), holder, iat);
    if (state === 'full') throw new UnavailableError(reasonFor(PROOFS));
    if (state === 'old') return invalid('the proof is too old: this caller has sent too many. Send a newer one');
    return state === 'seen' ? invalid('the proof was used before') : undefined;
  }
}

async function isSignedWith(proof: string, thumbprint: string): Promise<boolean> {
  const { jwk } = decodeProtectedHeader(proof);
  return jwk !== undefined && (await calculateJwkThumbprint(jwk)) === thumbprint;
}

/** Compares normalized URLs, without query and fragment (RFC 9449, section 4.3). */
function isSameUrl(given: unknown, url: string): boolean {
  if (typeof given !== 'string' || !URL.canParse(given)) return false;
  const [one, other] = [new URL(given), new URL(url)];
  return one.origin === other.origin && one.pathname === other.pathname && one.username === '' && one.password === '';
}

function invalid(description: string): ProofRefusal {
  return { error: 'invalid_dpop_proof', description };
}

/** Milliseconds for which a nonce is issued. It is accepted for the same time again. */
const PERIOD = 150_000;

/**
 * Nonces for proofs (RFC 9449, section 9). They are derived from the time and a secret, so that none is stored, and processes with the same
 * secret accept each other's.
 */
class Nonces {
  readonly #secret: string;
  #key: Promise<CryptoKey> | undefined;

  /** @param secret at least 32 characters. Default: random for this process */
  constructor(secret: string | undefined) {
    this.#secret = secret ?? base64url.encode(crypto.getRandomValues(new Uint8Array(32)));
  }

  /** Returns the current nonce. */
  current(): Promise<string> {
    return this.#at(0);
  }

  /** Returns whether a nonce was issued in the last minutes. */
  async has(nonce: unknown): Promise<boolean> {
    return nonce === (await this.#at(0)) || nonce === (await this.#at(-1));
  }

  async #at(offset: number): Promise<string> {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' };
    this.#key ??= crypto.subtle.importKey('raw', bytesOf(this.#secret), algorithm, false, ['sign']);
    const period = Math.floor(Date.now() / PERIOD) + offset;
    const mac = await crypto.subtle.sign('HMAC', await this.#key, bytesOf(`DPoP nonce ${period}`));
    return base64url.encode(new Uint8Array(mac).subarray(0, 18));
  }
}
