import { builtin } from '../builtin.js';

/** Maximum characters of a tool name in the APIs of models. */
const MAX_LENGTH = 64;
const HASH_LENGTH = 16;

/**
 * A server name without two consecutive underscores and without underscores at either end: the first `__` of a full name then ends the
 * server's name.
 */
const PLAIN_SERVER = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * Returns the host's name of an entry of a server: `server__name`, with 1 to 64 letters, digits, `_`, and `-`. It depends only on these two
 * names, so that it does not change when other servers are added or removed.
 *
 * Other names (invalid characters, too long, a server name that contains `__`) become a shortened form of both names with a hash, without
 * `__`. Therefore they never collide with the plain name of another entry.
 *
 * @example
 * ```ts
 * import { offeredName } from '@mcp-gen/sdk/host';
 *
 * console.log(offeredName('weather', 'forecast')); // weather__forecast
 * ```
 */
export function offeredName(server: string, name: string): string {
  const plain = `${server}__${name}`;
  if (plain.length <= MAX_LENGTH && PLAIN_SERVER.test(server) && PLAIN_NAME.test(name)) return plain;
  const hash = builtin('node:crypto')
    .createHash('sha256')
    .update(JSON.stringify([server, name]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  const readable = `${server}_${name}`.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, MAX_LENGTH - HASH_LENGTH - 1);
  return `${readable.replace(/_$/, '')}_${hash}`;
}
