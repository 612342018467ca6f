import { createHash, createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

const MIN_KEY_LENGTH = 32;

/** The keys derived from one secret of the operator (RFC 5869). */
interface DerivedKeys {
  /** The name by which encrypted values refer to the key. Does not reveal the key. */
  readonly name: string;
  readonly sealing: Uint8Array;
  readonly signing: string;
}

/**
 * Encrypts stored values (JWE with A256GCM), and signs cookies and forms. The first secret encrypts and signs, all of them decrypt and
 * verify, so that secrets can be rotated.
 */
export class Sealer {
  readonly #keys: readonly DerivedKeys[];

  /** @param secrets checked secrets, the current one first */
  constructor(secrets: readonly (string | Uint8Array)[]) {
    this.#keys = secrets.map(derivedKeys);
  }

  /** The keys that sign cookies, newest first. */
  get cookieKeys(): readonly string[] {
    return this.#keys.map(({ signing }) => signing);
  }

  /** @param place where the value is stored. It can only be decrypted for the same place, so that stored values cannot be swapped */
  async seal(text: string, place: string): Promise<string> {
    const { name, sealing } = this.#first;
    return new CompactEncrypt(new TextEncoder().encode(text))
      .setProtectedHeader({ alg: 'dir', enc: 'A256GCM', kid: name, place })
      .encrypt(sealing);
  }

  /** Decrypts a value; undefined if it was changed, moved, or encrypted with a removed key. */
  async open(sealed: string, place: string): Promise<string | undefined> {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, ({ kid }) => this.#named(kid), {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: ['A256GCM'],
      });
      return protectedHeader['place'] === place ? new TextDecoder().decode(plaintext) : undefined;
    } catch {
      // Every failure means that the value cannot be trusted.
      return undefined;
    }
  }

  sign(text: string): string {
    return signature(text, this.#first);
  }

  verify(text: string, signed: string): boolean {
    return this.#keys.some((keys) => isEqual(signature(text, keys), signed));
  }

  get #first(): DerivedKeys {
    return this.#keys[0] as DerivedKeys;
  }

  #named(name: unknown): Uint8Array {
    const keys = this.#keys.find((key) => key.name === name);
    if (keys === undefined) throw new Error('Unknown key');
    return keys.sealing;
  }
}

/** Returns the SHA-256 digest of a secret, for looking it up without storing it. */
export function fingerprint(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Compares secrets in constant time. */
export function isEqual(one: string, other: string): boolean {
  return timingSafeEqual(Buffer.from(fingerprint(one)), Buffer.from(fingerprint(other)));
}

function signature(text: string, { signing }: DerivedKeys): string {
  return createHmac('sha256', signing).update(text).digest('base64url');
}

function derivedKeys(secret: string | Uint8Array): DerivedKeys {
  const derived = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `mcp-gen delegated authorization: ${use}`, MIN_KEY_LENGTH));
  return {
    name: derived('name').toString('base64url', 0, 9),
    sealing: new Uint8Array(derived('sealing')),
    signing: derived('signing').toString('base64url'),
  };
}
