/** Signatures of deliveries, as Standard Webhooks defines them: HMAC-SHA256 over the id, the time, and the bytes of the body. */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds by which the time of a delivery may differ from that of the receiver. */
const TOLERANCE = 300;

export interface Signed {
  readonly id: string;
  /** In seconds since 1970. */
  readonly timestamp: number;
  /** The bytes as they are sent, or were received. */
  readonly body: Uint8Array;
}

/** Returns a new secret. */
export function createSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** Returns the key of a secret; undefined if the secret is invalid. */
export function keyOf(secret: string): Buffer | undefined {
  const [, text = ''] = /^whsec_([A-Za-z0-9+/]{32,88}={0,2})$/.exec(secret) ?? [];
  const key = Buffer.from(text, 'base64');
  const isExact = key.toString('base64') === text;
  return isExact && key.length >= 24 && key.length <= 64 ? key : undefined;
}

/** Returns the header for one or more keys: during a change of keys, receivers may know either. */
export function sign(signed: Signed, keys: readonly Buffer[]): string {
  return keys.map((key) => `v1,${digest(signed, key).toString('base64')}`).join(' ');
}

/** Returns whether one of the signatures of a header is right. */
export function isSignedBy(signed: Signed, header: string, key: Buffer): boolean {
  const expected = digest(signed, key);
  const given = header.split(' ', 8).flatMap((each) => (each.startsWith('v1,') ? [each.slice(3)] : []));
  return given.some((text) => {
    const bytes = Buffer.from(text, 'base64');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  });
}

/** Returns whether a delivery was signed about now. */
export function isFresh(timestamp: number, now: number = Date.now() / 1_000): boolean {
  return Math.abs(now - timestamp) <= TOLERANCE;
}

function digest({ id, timestamp, body }: Signed, key: Buffer): Buffer {
  return createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
}
