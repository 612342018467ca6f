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
  /** What the gathered lines add to `pending`. */
  #counted = 0;
  #pending = 0;

  /** @param write writes to the stream in place of its own method. */
  constructor(output: Writable, write: WriteText = (text, done) => output.write(text, done)) {
    this.#output = output;
    this.#write = write;
  }

  /** Returns the sum of the counts of all lines that the stream has not taken yet. */
  get pending(): number {
    return this.#pending;
  }

  /**
   * Writes one line. Returns a promise while the stream takes no more; it resolves when it does again, or is gone.
   *
   * @param count what to add to `pending` until the stream has taken the line. Default 0.
   */
  write(line: string, count = 0): void | Promise<void> {
    this.#gathered += `${line}\n`;
    this.#counted += count;
    this.#pending += count;
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
    const counted = this.#counted;
    this.#counted = 0;
    if (text === '' || !this.#output.writable) return;
    const taken = counted === 0 ? undefined : () => void (this.#pending -= counted);
    if (!this.#write(text, taken)) this.#drained ??= this.#waitForDrain();
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
