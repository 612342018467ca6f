import type { Writable } from 'node:stream';
import { textBytes, type Holding } from '../ledger/index.js';

/** Text beyond this many characters is written at once. */
const FLUSH_SIZE = 65_536;

/** Bytes that may be pending without being counted, the same as streams buffer. */
const UNCOUNTED = 65_536;

/** Maximum bytes of pending errors beyond the budget, each in place of an answer that exceeded it. */
const ERRORS_LIMIT = 1024 * 1024;

/** Writes text to a stream, with the signature of its `write`. */
export type WriteText = (text: string | Uint8Array, done?: () => void) => boolean;

const NEWLINE = 0x0a;

/** Writes lines to a stream: all lines of one turn of the event loop in one write. Counts what the stream does not accept at once. */
export class LineWriter {
  readonly #output: Writable;
  readonly #holding: Holding;
  readonly #write: WriteText;
  #gathered = '';
  /** Consecutive lines of an input buffer, written after the text. */
  #bytes: Buffer | undefined;
  #bytesStart = 0;
  #bytesEnd = 0;
  #scheduled = false;
  #drained: Promise<void> | undefined;
  /** Pending bytes that are not counted. */
  #uncounted = 0;
  /** Pending bytes: within the budget, in a line that was let through, and in errors; and the part of the gathered lines in each. */
  #large = 0;
  #errors = 0;
  #gatheredHeld = 0;
  #gatheredLarge = 0;
  #gatheredErrors = 0;
  #isReleased = false;

  /**
   * @param holding counts the reserved bytes
   * @param write writes to the stream in place of its own method.
   */
  constructor(output: Writable, holding: Holding, write: WriteText = (text, done) => output.write(text, done)) {
    this.#output = output;
    this.#holding = holding;
    this.#write = write;
  }

  /**
   * Counts a line until the stream has accepted it. If no other line is pending, it is always allowed, since it is already in memory.
   *
   * @returns false, and counts nothing, if it exceeds the budget.
   */
  reserve(line: string): boolean {
    const length = textBytes(line);
    if (this.#uncounted + length <= UNCOUNTED) this.#uncounted += length;
    else if (this.#holding.add(length)) this.#gatheredHeld += length;
    else if (this.#holding.bytes === 0 && this.#large === 0) {
      this.#large += length;
      this.#gatheredLarge += length;
    } else return false;
    return true;
  }

  /**
   * Like `reserve`, for an error in place of an answer that exceeds the budget.
   *
   * @returns false, and counts nothing, if too many of them are pending.
   */
  reserveError(line: string): boolean {
    const length = textBytes(line);
    if (this.#errors + length > ERRORS_LIMIT) return false;
    this.#errors += length;
    this.#gatheredErrors += length;
    return true;
  }

  /** Writes one line. Returns a promise while the stream accepts no more; it resolves when it does again, or is closed. */
  write(line: string): void | Promise<void> {
    if (this.#bytes !== undefined) this.#flush();
    this.#gathered += `${line}\n`;
    if (this.#gathered.length > FLUSH_SIZE) this.#flush();
    else this.#schedule();
    return this.#drained;
  }

  /** Like `write`, for a line of an input buffer. */
  writeBytes(bytes: Buffer, start: number, end: number): void | Promise<void> {
    const hasEnd = bytes[end] === NEWLINE;
    if (bytes === this.#bytes && start === this.#bytesEnd && hasEnd) this.#bytesEnd = end + 1;
    else {
      if (this.#bytes !== undefined) this.#flush();
      this.#bytes = hasEnd ? bytes : Buffer.concat([bytes.subarray(start, end), Buffer.of(NEWLINE)]);
      this.#bytesStart = hasEnd ? start : 0;
      this.#bytesEnd = hasEnd ? end + 1 : this.#bytes.length;
    }
    this.#schedule();
    return this.#drained;
  }

  #schedule(): void {
    if (this.#scheduled) return;
    this.#scheduled = true;
    process.nextTick(() => this.#flush());
  }

  /** Resolves when the stream has accepted everything, or is closed. */
  finish(): Promise<void> {
    this.#flush();
    return new Promise((resolve) => {
      if (this.#output.writable) this.#write('', resolve);
      else resolve();
    });
  }

  /** Ends the stream after the pending lines. */
  end(): void {
    this.#flush();
    this.#output.end();
  }

  /** Stops counting. */
  release(): void {
    this.#isReleased = true;
    this.#holding.close();
  }

  #flush(): void {
    this.#scheduled = false;
    const text = this.#gathered;
    const bytes = this.#bytes?.subarray(this.#bytesStart, this.#bytesEnd);
    this.#gathered = '';
    this.#bytes = undefined;
    if (!this.#output.writable) return;
    let isTaken = true;
    if (text !== '') isTaken = this.#write(text, this.#whenTaken());
    if (bytes !== undefined) isTaken = this.#write(bytes);
    if (!isTaken) this.#drained ??= this.#waitForDrain();
    else if (text !== '') this.#uncounted = 0;
  }

  /** Returns a callback for when the stream has accepted the gathered lines; undefined if none of them is counted. */
  #whenTaken(): (() => void) | undefined {
    const [held, large, errors] = [this.#gatheredHeld, this.#gatheredLarge, this.#gatheredErrors];
    if (held + large + errors === 0) return undefined;
    this.#gatheredHeld = this.#gatheredLarge = this.#gatheredErrors = 0;
    return () => {
      if (!this.#isReleased) this.#holding.add(-held);
      this.#large -= large;
      this.#errors -= errors;
    };
  }

  #waitForDrain(): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#output.off('drain', done).off('close', done);
        this.#drained = undefined;
        this.#uncounted = 0;
        resolve();
      };
      this.#output.on('drain', done).on('close', done);
    });
  }
}
