import { networkOf } from '@mcp-gen/runtime';

const MINUTE = 60_000;
const MAX_NETWORKS = 10_000;

/** Counts events in windows of one minute, per network address and in total. */
export class RateLimit {
  readonly #perNetwork: number;
  readonly #total: number;
  readonly #counts = new Map<string, number>();
  #counted = 0;
  #start = -Infinity;

  constructor(perNetwork: number, total: number) {
    this.#perNetwork = perNetwork;
    this.#total = total;
  }

  /** Counts an event of an address. Returns the seconds to wait if the limit is exceeded, else 0. */
  count(address: string | undefined): number {
    const now = performance.now();
    if (now - this.#start >= MINUTE) {
      this.#start = now;
      this.#counted = 0;
      this.#counts.clear();
    }
    const network = (address === undefined ? undefined : networkOf(address)) ?? 'unknown';
    const count = this.#counts.get(network) ?? 0;
    const isNew = count === 0 && this.#counts.size >= MAX_NETWORKS;
    if (isNew || count >= this.#perNetwork || this.#counted >= this.#total) {
      return Math.max(1, Math.ceil((this.#start + MINUTE - now) / 1_000));
    }
    this.#counts.set(network, count + 1);
    this.#counted++;
    return 0;
  }
}
