import type { UsedStates } from '@mcp-gen/runtime';
import type { Connection } from './connection.js';
import type { Keys } from './keys.js';

/** Marks states as used in Redis with one atomic command, so that only one of two nodes succeeds. */
export class RedisUsedStates implements UsedStates {
  readonly #connection: Connection;
  readonly #keys: Keys;

  constructor(connection: Connection, keys: Keys) {
    this.#connection = connection;
    this.#keys = keys;
  }

  async use(id: string, expires: number): Promise<boolean> {
    const left = Math.max(1, Math.ceil(expires - Date.now()));
    return (await this.#connection.client.set(this.#keys.usedState(id), '1', 'PX', left, 'NX')) === 'OK';
  }
}
