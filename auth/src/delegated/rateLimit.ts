import { Shares, type SharedLimit } from '@mcp-gen/runtime';

const MINUTE = 60_000;

/** The limit on registrations, which all callers share. */
export const REGISTRATIONS: SharedLimit = {
  what: 'registrations in a minute',
  option: 'registration.totalPerMinute',
  most: 300,
  loses: 'one registration of its own limit; there are at most twice as many in all',
  refused: 'status 429, with `Retry-After`',
};

/** The limit on requests for client documents, which all callers share. */
export const DOCUMENT_REQUESTS: SharedLimit = {
  what: 'requests for client documents in a minute',
  option: 'clientMetadataDocuments.totalPerMinute',
  most: 300,
  loses: 'one request of its own limit; there are at most twice as many in all',
  refused: 'status 429',
};

/** Counts events in windows of one minute, per caller and in total. */
export class RateLimit {
  readonly #perCaller: number;
  readonly #total: number;
  #events: Shares<number>;
  #count = 0;
  #start = -Infinity;

  constructor(perCaller: number, total: number) {
    this.#perCaller = perCaller;
    this.#total = total;
    this.#events = new Shares(total);
  }

  /** Counts an event of a caller. Returns the seconds to wait if the limit is exceeded, else 0. */
  count(caller: string): number {
    const now = performance.now();
    if (now - this.#start >= MINUTE) {
      this.#start = now;
      this.#count = 0;
      this.#events = new Shares(this.#total);
    }
    const isAllowed =
      this.#events.count(caller) < this.#perCaller &&
      this.#count < 2 * this.#total &&
      this.#events.makeRoom(caller, () => undefined);
    if (!isAllowed) return Math.max(1, Math.ceil((this.#start + MINUTE - now) / 1_000));
    this.#events.add(caller, ++this.#count);
    return 0;
  }
}
