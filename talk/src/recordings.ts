/** The recordings of one command. */

import type { Transport } from '@mcp-gen/runtime';
import { record } from '@mcp-gen/sdk/testing';
import { MistakeError } from './failures.js';

/** Records connections, and keeps what became of it: closing a connection reports no failure to the command. */
export class Recordings {
  readonly #times: boolean;
  readonly #files: string[] = [];
  #failure: Error | undefined;

  /** @param times whether each line has its time */
  constructor(times: boolean) {
    this.#times = times;
  }

  /** The files that are complete. */
  get files(): readonly string[] {
    return this.#files;
  }

  /** Returns a transport whose messages are recorded in a file. */
  record(transport: Transport, file: string): Transport {
    const recorded = record(transport, file, { times: this.#times });
    const close = recorded.close.bind(recorded);
    let closed: Promise<void> | undefined;
    return Object.assign(recorded, { close: () => (closed ??= this.#close(close, file)) });
  }

  /** @throws {MistakeError} if one could not be written. */
  throwFailure(): void {
    if (this.#failure) throw new MistakeError(this.#failure.message, { cause: this.#failure });
  }

  async #close(close: Transport['close'], file: string): Promise<void> {
    try {
      await close();
      this.#files.push(file);
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }
}
