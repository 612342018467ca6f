/**
 * Bytes that arrive in pieces, kept as one. However small the pieces are, it takes time linear in the bytes and at most three
 * times their memory; a list of pieces would take a hundred times of what somebody sends byte by byte.
 */
export class ByteGatherer {
  #bytes: Uint8Array = new Uint8Array(0);
  #length = 0;

  /** How many bytes are held. */
  get length(): number {
    return this.#length;
  }

  push(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    // Most of what arrives comes in one piece, which need not be copied.
    if (this.#length === 0) this.#bytes = piece;
    else {
      if (length > this.#bytes.length) this.#grow(length);
      this.#bytes.set(piece, this.#length);
    }
    this.#length = length;
  }

  /** Everything that is held, which is forgotten then. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return taken;
  }

  #grow(length: number): void {
    const grown = new Uint8Array(Math.max(length, 2 * this.#bytes.length));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}
