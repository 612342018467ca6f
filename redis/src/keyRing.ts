import { randomBytes } from 'node:crypto';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';

/** A secret of 32 bytes, as base64url. */
const SECRET = /^[\w-]{43}$/;

/**
 * Returns the secret with which all processes encrypt request states. The first process creates it.
 *
 * @throws {Error} if the key in Redis has an invalid value.
 */
export async function sharedSecret({ client }: Connection, keys: Keys): Promise<string> {
  await client.set(keys.stateKey, randomBytes(32).toString('base64url'), 'NX');
  const secret = await client.get(keys.stateKey);
  if (secret !== null && SECRET.test(secret)) return secret;
  throw new Error(`Redis has no secret of 32 bytes at ${keys.stateKey}: delete the key, and start all processes again`);
}
