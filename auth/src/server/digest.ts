import { base64url } from 'jose';

/** Encodes a string as UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** Returns the SHA-256 digest of bytes, in base64url. */
export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
