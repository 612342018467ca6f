import { invalidRequest, type JsonRpcError } from '../jsonrpc/errors.js';
import { OverBudgetError, type Holding } from '../ledger/index.js';
import { ByteGatherer } from './bytes.js';
import { isUtf8 } from './utf8.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Bytes that are kept of each end of a line that is dropped. */
const EDGE = 256;

/** Where a `LineSplitter` puts what it finds. */
export interface LineReceiver {
  /** One line, decoded from UTF-8, without its line end and never empty. */
  line(text: string): void;
  /** A line is not UTF-8. It is dropped, since what cannot be decoded would be lost without a word. */
  undecodable(): void;
  /** A line is longer than the limit or the budget, and is dropped. Called once for it, as soon as that is known. */
  tooLong(error: JsonRpcError): void;
  /** The line that was too long has ended. What is given are its first and its last characters. */
  dropped(error: JsonRpcError, start: string, end: string): void;
  /** Asked after each line: whether the next ones are to wait. */
  isFull(): boolean;
}

/** Splits bytes into lines. Takes time linear in the bytes however they are cut into chunks, and keeps at most `limit` of them. */
export class LineSplitter {
  readonly #limit: number;
  readonly #receiver: LineReceiver;
  readonly #held = new ByteGatherer();
  /** Takes lines before they are decoded. */
  intercept: ((bytes: Buffer, start: number, end: number) => boolean) | undefined;
  readonly #holding: Holding;
  /** The edges of the line that is being dropped, and why it is. */
  #dropping: { readonly error: JsonRpcError; readonly start: Buffer; end: Buffer } | undefined;

  /**
   * @param limit the bytes that a line may have, its line end not counted.
   * @param holding counts the bytes of a line that has not arrived completely.
   */
  constructor(limit: number, holding: Holding, receiver: LineReceiver) {
    this.#limit = limit;
    this.#holding = holding;
    this.#receiver = receiver;
  }

  /**
   * Takes a chunk, to its end or until the receiver is full.
   *
   * @param start where the chunk begins
   * @returns how far it was taken. The rest has to be given again before the next chunk.
   */
  push(chunk: Buffer, start = 0): number {
    for (let end = chunk.indexOf(NEWLINE, start); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (this.#held.length === 0 && this.#dropping === undefined) this.#emit(chunk, start, end);
      else this.#finish(chunk.subarray(start, end));
      start = end + 1;
      if (this.#receiver.isFull()) return start;
    }
    if (start < chunk.length) this.#hold(start === 0 ? chunk : chunk.subarray(start));
    return chunk.length;
  }

  /** The input has ended: what is left is the last line. */
  end(): void {
    this.#finish(Buffer.alloc(0));
  }

  /** Drops what is left. */
  close(): void {
    this.#held.take();
    this.#holding.close();
  }

  #hold(part: Buffer): void {
    if (this.#dropping !== undefined) {
      this.#dropping.end = lastBytes(Buffer.concat([this.#dropping.end, part.subarray(-EDGE)]));
      return;
    }
    const length = this.#held.length + part.length;
    if (length > this.#limit) {
      this.#drop(part, invalidRequest(`a message is larger than the limit of ${this.#limit} bytes`));
    } else if (this.#holding.set(length)) this.#held.push(part);
    else this.#drop(part, new OverBudgetError('reading'));
  }

  #drop(part: Buffer, error: JsonRpcError): void {
    const held = Buffer.from(this.#held.take());
    this.#holding.close();
    const start = Buffer.concat([held.subarray(0, EDGE), part.subarray(0, EDGE)]).subarray(0, EDGE);
    this.#dropping = { error, start, end: lastBytes(Buffer.concat([lastBytes(held), lastBytes(part)])) };
    this.#receiver.tooLong(error);
  }

  /** Ends the line that is held, whose last part is given. */
  #finish(part: Buffer): void {
    this.#hold(part);
    if (this.#dropping !== undefined) {
      const { error, start, end } = this.#dropping;
      this.#dropping = undefined;
      this.#receiver.dropped(error, start.toString(), end.toString());
      return;
    }
    const { buffer, byteOffset, length } = this.#held.take();
    this.#holding.close();
    this.#emit(Buffer.from(buffer, byteOffset, length), 0, length);
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    if (end - start > this.#limit) {
      this.#hold(bytes.subarray(start, end));
      this.#finish(Buffer.alloc(0));
      return;
    }
    if (this.intercept?.(bytes, start, end) === true) return;
    const textEnd = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    if (textEnd === start) return;
    const text = bytes.toString('utf8', start, textEnd);
    // Decoding puts U+FFFD in place of what is not UTF-8; a sender may also have meant that character.
    if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, textEnd))) this.#receiver.undecodable();
    else this.#receiver.line(text);
  }
}

/** A copy: what it is part of may be large, and would be kept with it. */
function lastBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(-EDGE));
}
