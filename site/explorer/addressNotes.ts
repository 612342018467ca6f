/** Writes the address of what is shown some time after the last change: browsers refuse to change it often. */

/** The milliseconds between a change and the address of it. Safari allows 100 changes of the address in 30 seconds. */
export const NOTE_DELAY = 400;

/** The address that is to be written. */
export class AddressNotes {
  readonly #write: (address: string) => void;
  #waiting: { readonly address: string; readonly timer: ReturnType<typeof setTimeout> } | undefined;

  /** @param write makes an address that of the page */
  constructor(write: (address: string) => void) {
    this.#write = write;
  }

  /** Takes an address in the place of one that is still to be written. */
  note(address: string): void {
    this.drop();
    this.#waiting = { address, timer: setTimeout(() => this.flush(), NOTE_DELAY) };
  }

  /** Writes the address now, if one is to be written. */
  flush(): void {
    const address = this.#waiting?.address;
    this.drop();
    if (address !== undefined) this.#write(address);
  }

  /** Does not write what is to be written. */
  drop(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = undefined;
  }
}
