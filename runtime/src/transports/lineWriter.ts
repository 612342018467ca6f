import type { Writable } from 'node:stream';

/** Text beyond this many characters is not gathered any longer. */
const FLUSH_SIZE = 65_536;

/** Writes text to a stream, as its own `write` does. */
export type WriteText = (text: string, done?: () => void) => boolean;

/** Writes lines to a stream: all of one turn of the event loop in one write. */
export class LineWriter {
  readonly #output: Writable;
  readonly #write: WriteText;
  #gathered = '';
  #scheduled = false;
  #drained: Promise<void> | undefined;

  /** @param write writes to the stream in place of its own method. */
  constructor(output: Writable, write: WriteText = (text, done) => output.write(text, done)) {
    this.#output = output;
    this.#write = write;
  }

  /** Writes one line. Returns a promise while the stream takes no more; it resolves when it does again, or is gone. */
  write(line: string): void | Promise<void> {
    this.#gathered += `${line}\n`;
    if (this.#gathered.length > FLUSH_SIZE) this.#flush();
    else if (!this.#scheduled) {
      this.#scheduled = true;
      process.nextTick(() => this.#flush());
    }
    return this.#drained;
  }

  /** Resolves when the stream has taken everything, or is gone. */
  finish(): Promise<void> {
    this.#flush();
    return new Promise((resolve) => {
      if (this.#output.writable) this.#write('', resolve);
      else resolve();
    });
  }

  /** Ends the stream behind what has been written. */
  end(): void {
    this.#flush();
    this.#output.end();
  }

  #flush(): void {
    this.#scheduled = false;
    const text = this.#gathered;
    this.#gathered = '';
    if (text === '' || !this.#output.writable) return;
    if (!this.#write(text)) this.#drained ??= this.#waitForDrain();
  }

  #waitForDrain(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#output.off('drain', done).off('close', done);
        this.#drained = undefined;
        resolve();
      };
      this.#output.on('drain', done).on('close', done);
    });
  }
}
