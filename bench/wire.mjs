/** Drives a server in this process, without a client. */

import { setImmediate as turn } from 'node:timers/promises';

/** The client's end of a connection, from which messages are sent one after another, each when the last has been answered. */
export class Wire {
  #transport;
  #answered;

  /** @param transport one of ours, or of an official SDK */
  constructor(transport) {
    this.#transport = transport;
  }

  async open() {
    const message = (message) => this.#answered?.(message);
    this.#transport.onmessage = message;
    await this.#transport.start({ message, malformed() {}, failed() {}, ended() {}, closed() {} });
    const clientInfo = { name: 'bench', version: '1.0.0' };
    const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo };
    await this.#ask({ jsonrpc: '2.0', id: 'init', method: 'initialize', params });
    void this.#transport.send({ jsonrpc: '2.0', method: 'notifications/initialized' });
    await turn();
    let last = 0;
    return {
      call: async (text) => {
        const params = { name: 'echo', arguments: { text } };
        const { result } = await this.#ask({ jsonrpc: '2.0', id: last++, method: 'tools/call', params });
        return result;
      },
      close: () => this.#transport.close(),
    };
  }

  #ask(message) {
    const answered = new Promise((resolve) => (this.#answered = resolve));
    void this.#transport.send(message);
    return answered;
  }
}
