import { base64url, type CryptoKey } from 'jose';
import { bytesOf } from './digest.js';

/** Milliseconds for which a nonce is issued. It is accepted for the same time again. */
const PERIOD = 150_000;

/**
 * Nonces for proofs (RFC 9449, section 9). They are derived from the time and a secret, so that none is stored, and processes with the same
 * secret accept each other's.
 */
export class Nonces {
  readonly #secret: string;
  #key: Promise<CryptoKey> | undefined;

  /** @param secret at least 32 characters. Default: random for this process */
  constructor(secret: string | undefined) {
    if (secret !== undefined && secret.length < 32) {
      throw new TypeError('Invalid option "nonceSecret": expected a string of at least 32 characters');
    }
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
