/** Connections that stay open between commands. */

import { after } from '@mcp-gen/runtime';
import type { Client } from '@mcp-gen/sdk/client';
import { OWN_CONNECTIONS, type Connections } from '../connections.js';
import type { Terminal } from '../terminal.js';

interface Kept {
  /** Where what the server asks and says goes to: the terminal of the command that uses the client. */
  terminal: Terminal;
  /** Undefined while it connects. */
  client?: Client;
  isBusy: boolean;
  /** Stops the timer that closes it. */
  stopTimer?: () => void;
}

/** Keeps clients for some time after their last use. A client serves one command at a time; other commands open connections of their own. */
export class Pool implements Connections {
  readonly #kept = new Map<string, Kept>();
  readonly #idleTime: number;
  readonly #onEmpty: () => void;
  readonly #stop = new AbortController();

  /**
   * @param idleTime milliseconds after which an unused connection is closed
   * @param onEmpty called when the last connection has been closed
   */
  constructor(idleTime: number, onEmpty: () => void) {
    this.#idleTime = idleTime;
    this.#onEmpty = onEmpty;
  }

  readonly use: Connections['use'] = async (key, open, terminal, signal, use) => {
    const known = this.#kept.get(key);
    if (known?.isBusy === true) return OWN_CONNECTIONS.use(key, open, terminal, signal, use);
    const kept: Kept = known ?? { terminal, isBusy: true };
    Object.assign(kept, { terminal, isBusy: true });
    kept.stopTimer?.();
    try {
      return await use((kept.client ??= await this.#open(key, kept, open, signal)));
    } finally {
      kept.isBusy = false;
      // One that was not opened, or has ended meanwhile, needs no timer.
      if (this.#kept.get(key) === kept)
        kept.stopTimer = after(this.#idleTime, () => this.#end(kept), { keepsAlive: true });
    }
  };

  /** Number of connections. */
  get size(): number {
    return this.#kept.size;
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    this.#stop.abort();
    await Promise.all([...this.#kept.values()].map(async ({ client }) => client?.close()));
  }

  /** Until it is closed, commands have connections of their own. */
  #end(kept: Kept): void {
    kept.isBusy = true;
    void kept.client?.close();
  }

  async #open(key: string, kept: Kept, open: Parameters<Connections['use']>[1], signal: AbortSignal): Promise<Client> {
    this.#kept.set(key, kept);
    const forget = (): void => {
      this.#kept.delete(key);
      kept.stopTimer?.();
      if (this.#kept.size === 0) this.#onEmpty();
    };
    const opening = AbortSignal.any([signal, this.#stop.signal]);
    try {
      const client = await open(switching(kept), opening, this.#stop.signal);
      void client.closed.then(forget);
      return client;
    } catch (error) {
      forget();
      throw error;
    }
  }
}

/** The terminal of whichever command uses a connection. */
function switching(kept: Kept): Terminal {
  return {
    print: (text) => kept.terminal.print(text),
    note: (text) => kept.terminal.note(text),
    status: (text) => kept.terminal.status(text),
    paint: (style, text) => kept.terminal.paint(style, text),
    input: () => kept.terminal.input(),
    columns: undefined,
    ...(kept.terminal.ask !== undefined && {
      ask: (question, signal) =>
        kept.terminal.ask?.(question, signal) ?? Promise.reject(new DOMException('Nobody can be asked', 'AbortError')),
    }),
  };
}
