/** Gaps: what the tools of a project cannot express of a document, and what happens instead. */

/** One thing that tools cannot express. */
export interface Gap {
  /** Its JSON Pointer in the document. */
  readonly place: string;
  /** What it is, and what happens instead, in a sentence without a period. */
  readonly message: string;
}

/** Collects gaps. Each is reported once. */
export class Gaps {
  readonly #gaps = new Map<string, Gap>();

  add(place: string, message: string): void {
    this.#gaps.set(`${place} ${message}`, { place, message });
  }

  /** Adds those that were found apart. */
  addAll(others: Gaps): void {
    for (const { place, message } of others.all) this.add(place, message);
  }

  /** All gaps, in the order in which they were found. */
  get all(): readonly Gap[] {
    return [...this.#gaps.values()];
  }
}
