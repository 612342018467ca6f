import { base64url } from 'jose';

/** The bytes of a string in UTF-8. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text);
}

/** The SHA-256 of bytes, in base64url. */
export async function digest(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return base64url.encode(new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)));
}
