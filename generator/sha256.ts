import { createHash } from 'node:crypto';

/** Returns the SHA-256 of bytes, or of the UTF-8 of a string, in hexadecimal. */
export function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex');
}
