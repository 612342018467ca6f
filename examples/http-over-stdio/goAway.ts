/** Finds out that this side has given up the connection. */

const FRAME_HEADER = 9;
const GO_AWAY = 7;

/** Where the payload of GOAWAY has its error code (RFC 9113, section 6.8). */
const CODE_AT = FRAME_HEADER + 4;
const CODE_END = CODE_AT + 4;

/**
 * Reads the frames that this side sends. After most violations of the protocol, `node:http2` sends GOAWAY with an error code and stops
 * reading, but emits neither an error nor the end: requests would wait forever, and the process for the end of its input.
 */
export class GoAwayWatch {
  /** The bytes of the frame that come next, as far as they are read. */
  #head: Buffer = Buffer.alloc(0);
  /** The bytes that remain of a frame that is not read. */
  #skipped: number;

  /** @param skipped the bytes before the first frame: the preface of a client */
  constructor(skipped: number) {
    this.#skipped = skipped;
  }

  /** Returns the error code, once a GOAWAY with one was sent. */
  push(chunk: Buffer): number | undefined {
    for (let at = 0; at < chunk.length;) {
      if (this.#skipped > 0) {
        const passed = Math.min(this.#skipped, chunk.length - at);
        this.#skipped -= passed;
        at += passed;
        continue;
      }
      const wanted = this.#head[3] === GO_AWAY ? CODE_END : FRAME_HEADER;
      const part = chunk.subarray(at, at + wanted - this.#head.length);
      this.#head = this.#head.length === 0 ? part : Buffer.concat([this.#head, part]);
      at += part.length;
      if (this.#head.length === CODE_END) {
        const code = this.#head.readUInt32BE(CODE_AT);
        if (code !== 0) return code;
        this.#skip(CODE_END);
      } else if (this.#head.length === FRAME_HEADER && this.#head[3] !== GO_AWAY) {
        this.#skip(FRAME_HEADER);
      }
    }
    return undefined;
  }

  #skip(read: number): void {
    this.#skipped = FRAME_HEADER + this.#head.readUIntBE(0, 3) - read;
    this.#head = Buffer.alloc(0);
  }
}
