/** Where commands get their clients from. */

import type { Client } from '@mcp-gen/sdk/client';
import type { Terminal } from './terminal.js';

/**
 * Opens a connection.
 *
 * @param terminal for what the server asks and says, then and later
 * @param signal ends the attempt
 * @param ended ends questions of the server
 */
export type Open = (terminal: Terminal, signal: AbortSignal, ended: AbortSignal) => Promise<Client>;

/** Gives clients to commands. */
export interface Connections {
  /**
   * Calls a function with a client.
   *
   * @param key equal for all commands that can use the same connection
   * @param open opens one if need be
   */
  use<Result>(
    key: string,
    open: Open,
    terminal: Terminal,
    signal: AbortSignal,
    use: (client: Client) => Promise<Result>,
  ): Promise<Result>;
}

/** Each command opens a connection of its own, and closes it. */
export const OWN_CONNECTIONS: Connections = {
  async use(_key, open, terminal, signal, use) {
    const client = await open(terminal, signal, signal);
    try {
      return await use(client);
    } finally {
      await client.close();
    }
  },
};
