import type { JsonRpcError } from '../jsonrpc/jsonRpcError.js';
import { MessageLimitError, OverBudgetError, type Holding } from '../ledger/index.js';
import { ByteGatherer, isUtf8 } from './bytes.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** Bytes that are kept from each end of a dropped line. */
const EDGE = 256;

/** Receives the lines of a `LineSplitter`. */
export interface LineReceiver {
  /** Called with one line, decoded from UTF-8, without its line end and never empty. */
  line(text: string): void;
  /** Called for a line that is not UTF-8. It is dropped, since decoding would silently change it. */
  undecodable(): void;
  /** Called for a line that exceeds the limit or the budget, and is dropped. Called once, as soon as that is known. */
  tooLong(error: JsonRpcError): void;
  /** Called when the line that was too long has ended, with its first and last characters. */
  dropped(error: JsonRpcError, start: string, end: string): void;
  /** Called after each line. Returns whether to pause. */
  isFull(): boolean;
}

/** Splits bytes into lines. Takes linear time for any chunk sizes, and holds at most `limit` bytes. */
export class LineSplitter {
  readonly #limit: number;
  readonly #receiver: LineReceiver;
  readonly #held = new ByteGatherer();
  /** Called with each line before it is decoded. */
  intercept: ((bytes: Buffer, start: number, end: number) => boolean) | undefined;
  readonly #holding: Holding;
  /** The start and end of the line that is being dropped, and the error. */
  #dropping: { readonly error: JsonRpcError; readonly start: Buffer; end: Buffer } | undefined;

  /**
   * @param limit the maximum bytes of a line, without its line end.
   * @param holding counts the bytes of an incomplete line.
   */
  constructor(limit: number, holding: Holding, receiver: LineReceiver) {
    this.#limit = limit;
    this.#holding = holding;
    this.#receiver = receiver;
  }

  /**
   * Processes a chunk, to its end or until the receiver is full.
   *
   * @param start the index to start at
   * @returns the index up to which it was processed. The rest must be passed again before the next chunk.
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

  /** Called at the end of the input: the remaining bytes are the last line. */
  end(): void {
    this.#finish(Buffer.alloc(0));
  }

  /** Drops the remaining bytes. */
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
      this.#drop(
        part,
        new MessageLimitError(`a message is larger than the limit of ${this.#limit} bytes`, 'limits.messageLimit'),
      );
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

  /** Ends the current line, with its last part. */
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
    // Decoding replaces invalid UTF-8 by U+FFFD, which a sender may also have sent.
    if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, textEnd))) this.#receiver.undecodable();
    else this.#receiver.line(text);
  }
}

/** A copy, so that the large buffer it is part of can be released. */
function lastBytes(bytes: Buffer): Buffer {
  return Buffer.from(bytes.subarray(-EDGE));
}
