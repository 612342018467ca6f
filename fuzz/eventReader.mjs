/** Reads the data of server-sent events, as far as servers of this protocol use them. */
export class EventReader {
  #decoder = new TextDecoder();
  #held = '';
  #onData;

  /** @param {(data: string) => void} onData */
  constructor(onData) {
    this.#onData = onData;
  }

  push(chunk) {
    const events = (this.#held + this.#decoder.decode(chunk, { stream: true })).split('\n\n');
    this.#held = events.pop();
    for (const event of events) {
      const data = event
        .split('\n')
        .filter((line) => line.startsWith('data: '))
        .map((line) => line.slice('data: '.length));
      if (data.length > 0 && data.join('') !== '') this.#onData(data.join('\n'));
    }
  }
}
