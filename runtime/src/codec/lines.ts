import { isUtf8 } from 'node:buffer';
import { ByteGatherer } from './bytes.js';

const NEWLINE = 0x0a;
const CARRIAGE_RETURN = 0x0d;

/** The bytes of a line that is too long which are told of it. */
const HEAD_LENGTH = 1_024;

/** Where a `LineSplitter` puts what it finds. */
export interface LineReceiver {
  /** One line, decoded from UTF-8, without its line end and never empty. */
  line(text: string): void;
  /** A line is not UTF-8. It is dropped, since what cannot be decoded would be lost without a word. */
  undecodable(): void;
  /** A line is longer than the limit. Called once for it, with how it begins; the line itself is dropped. */
  tooLong(head: string): void;
}

/** Splits bytes into lines. Takes time linear in the bytes however they are cut into chunks, and keeps at most `limit` of them. */
export class LineSplitter {
  readonly #limit: number;
  readonly #receiver: LineReceiver;
  readonly #held = new ByteGatherer();
  #dropping = false;

  /** @param limit the bytes that a line may have, its line end not counted. */
  constructor(limit: number, receiver: LineReceiver) {
    this.#limit = limit;
    this.#receiver = receiver;
  }

  push(chunk: Buffer): void {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (this.#held.length === 0 && !this.#dropping) this.#emit(chunk, start, end);
      else this.#finish(chunk.subarray(start, end));
      start = end + 1;
    }
    if (start < chunk.length) this.#hold(start === 0 ? chunk : chunk.subarray(start));
  }

  /** The input has ended: what is left is the last line. */
  end(): void {
    this.#finish(Buffer.alloc(0));
  }

  #hold(part: Buffer): void {
    if (this.#dropping) return;
    if (this.#held.length + part.length <= this.#limit) this.#held.push(part);
    else this.#drop(part);
  }

  /** Drops the line that is held, whose next part is given. */
  #drop(part: Buffer): void {
    if (this.#held.length < HEAD_LENGTH) this.#held.push(part.subarray(0, HEAD_LENGTH));
    this.#dropping = true;
    this.#receiver.tooLong(headOf(this.#held.take()));
  }

  /** Ends the line that is held, whose last part is given. */
  #finish(part: Buffer): void {
    this.#hold(part);
    if (this.#dropping) {
      this.#dropping = false;
      return;
    }
    const { buffer, byteOffset, length } = this.#held.take();
    this.#emit(Buffer.from(buffer, byteOffset, length), 0, length);
  }

  #emit(bytes: Buffer, start: number, end: number): void {
    if (end - start > this.#limit) {
      this.#receiver.tooLong(headOf(bytes.subarray(start)));
      return;
    }
    const textEnd = end > start && bytes[end - 1] === CARRIAGE_RETURN ? end - 1 : end;
    if (textEnd === start) return;
    const text = bytes.toString('utf8', start, textEnd);
    // Decoding puts U+FFFD in place of what is not UTF-8; a sender may also have meant that character.
    if (text.includes('\ufffd') && !isUtf8(bytes.subarray(start, textEnd))) this.#receiver.undecodable();
    else this.#receiver.line(text);
  }
}

function headOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, Math.min(length, HEAD_LENGTH)).toString();
}
