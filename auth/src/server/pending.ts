import { networkOf } from '@mcp-gen/runtime';

/** Counts what is under way, for each network that it is done for, and for all together. */
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
   * Counts one more. Returns what is to be called when it is over; undefined if there are too many.
   *
   * @param address the address that it is done for; without one, only the common limit applies
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
