import { networkOf } from '@mcp-gen/runtime';

/** Counts operations in progress, per network and in total. */
export class Pending {
  readonly #limit: number;
  readonly #networkLimit: number;
  readonly #networks = new Map<string, number>();
  #count = 0;

  constructor(limit: number, networkLimit: number) {
    this.#limit = limit;
    this.#networkLimit = networkLimit;
  }

  /**
   * Counts one more operation. Returns a function to call at its end; undefined if the limit is reached.
   *
   * @param address the client address; without one, only the total limit applies
   */
  begin(address: string | undefined): (() => void) | undefined {
    const network = address === undefined ? undefined : networkOf(address);
    const count = network === undefined ? 0 : (this.#networks.get(network) ?? 0);
    if (this.#count >= this.#limit || count >= this.#networkLimit) return undefined;
    this.#add(network, 1);
    return () => this.#add(network, -1);
  }

  #add(network: string | undefined, difference: 1 | -1): void {
    this.#count += difference;
    if (network === undefined) return;
    const count = (this.#networks.get(network) ?? 0) + difference;
    if (count === 0) this.#networks.delete(network);
    else this.#networks.set(network, count);
  }
}
