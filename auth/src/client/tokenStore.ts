/** Stores the credentials of a client: its registrations and its tokens. Keys and values are opaque to a store. Values are secrets. */
export interface TokenStore {
  /** Returns the value of a key, or undefined. */
  get(key: string): Promise<StoredValue | undefined>;
  /** Replaces the value of a key atomically: a reader sees the old value or the new one, also after a crash. Undefined deletes it. */
  set(key: string, value: StoredValue | undefined): Promise<void>;
  /**
   * Runs a function under an exclusive lock of a key, across all processes that share the store, and returns its result. Rotating refresh
   * tokens are used under this lock. A lock whose holder has crashed is released.
   *
   * @throws the reason of `signal` if it aborts before the lock is acquired.
   */
  lock<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

/** A JSON object. */
export interface StoredValue {
  readonly [name: string]: unknown;
}

/** Stores credentials in memory. */
export class MemoryTokenStore implements TokenStore {
  readonly #values = new Map<string, StoredValue>();
  readonly #locks = new Map<string, Promise<unknown>>();

  get(key: string): Promise<StoredValue | undefined> {
    return Promise.resolve(this.#values.get(key));
  }

  set(key: string, value: StoredValue | undefined): Promise<void> {
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, value);
    return Promise.resolve();
  }

  async lock<T>(key: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const before = this.#locks.get(key) ?? Promise.resolve();
    let isAwaited = true;
    const turn = before.then(() => {
      signal?.throwIfAborted();
      isAwaited = false;
      return run();
    });
    const settled = turn.then(ignore, ignore).then(() => {
      if (this.#locks.get(key) === settled) this.#locks.delete(key);
    });
    this.#locks.set(key, settled);
    if (signal === undefined) return turn;
    let stop = ignore;
    const aborted = new Promise<never>((_, reject) => {
      stop = () => {
        if (isAwaited) reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });
    try {
      return await Promise.race([turn, aborted]);
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }
}

function ignore(): void {
  // The caller of the previous function receives its error.
}
