/** A network that a test can break. */
export class Network {
  readonly #connections = new Set<AbortController>();

  /** Sends requests as the global `fetch` does. */
  readonly fetch: typeof fetch = (input, init) => {
    const connection = new AbortController();
    this.#connections.add(connection);
    const signals = [connection.signal, ...(init?.signal ? [init.signal] : [])];
    return fetch(input, { ...init, signal: AbortSignal.any(signals) });
  };

  /** Breaks the connections that are open. */
  break(): void {
    for (const connection of this.#connections) connection.abort(new TypeError('the network is down'));
    this.#connections.clear();
  }
}
