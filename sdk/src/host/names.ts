import { createHash } from 'node:crypto';

/** Characters that the interfaces of models allow a tool's name to have. */
const LONGEST = 64;
const HASH_LENGTH = 16;

/** Without two underscores in a row, and none at either end, the first two of a whole name end the server's. */
const PLAIN_SERVER = /^[A-Za-z0-9-]+(?:_[A-Za-z0-9-]+)*$/;
const PLAIN_NAME = /^[A-Za-z0-9_-]+$/;

/**
 * What the host calls a thing of a server: `server__name`, in 1 to 64 letters, digits, `_` and `-`. It depends on nothing but the
 * two, so it stays when other servers come and go.
 *
 * What cannot be said so (other characters, too long, a server whose own name has `__` in it) becomes as much of both as there is
 * room for, and a hash of them, without `__` anywhere: so it is no other thing's plain name, whatever servers call their things.
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
  if (plain.length <= LONGEST && PLAIN_SERVER.test(server) && PLAIN_NAME.test(name)) return plain;
  const hash = createHash('sha256')
    .update(JSON.stringify([server, name]))
    .digest('hex')
    .slice(0, HASH_LENGTH);
  const readable = `${server}_${name}`.replace(/[^A-Za-z0-9-]+/g, '_').slice(0, LONGEST - HASH_LENGTH - 1);
  return `${readable.replace(/_$/, '')}_${hash}`;
}
