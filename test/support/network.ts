/** A network that a test can break. */
export class Network {
  /** How many times a client came back for the rest of a stream. */
  resumptions = 0;
  readonly #connections = new Set<AbortController>();

  /** Sends requests as the global `fetch` does. */
  readonly fetch: typeof fetch = (input, init) => {
    if (new Headers(init?.headers).has('last-event-id')) this.resumptions++;
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
