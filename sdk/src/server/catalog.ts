/** What a server offers of one kind: its tools, its resources. Things may come and go while it runs. */

import { pageAfter, type Page, type Keyed } from './pagination.js';

/** Something that has been registered. */
export interface Registration {
  /** Takes it out again. Clients are told. */
  remove(): void;
}

/** Entries by key, in the order in which they were registered. */
export class Catalog<Entry> {
  readonly #kind: string;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, Keyed<Entry>>();
  #list: readonly Keyed<Entry>[] | undefined;

  /**
   * @param kind what an entry is, for errors and cursors: `tool`
   * @param onChange called when an entry has come or gone
   */
  constructor(kind: string, onChange: () => void) {
    this.#kind = kind;
    this.#onChange = onChange;
  }

  /** @throws {TypeError} if the key is taken. */
  add(key: string, entry: Entry): Registration {
    if (this.#entries.has(key)) {
      throw new TypeError(`There is a ${this.#kind} ${key} already. Give this one another name, or remove() the other`);
    }
    const keyed = { key, entry };
    this.#entries.set(key, keyed);
    this.#changed();
    return {
      remove: () => {
        if (this.#entries.get(key) !== keyed) return;
        this.#entries.delete(key);
        this.#changed();
      },
    };
  }

  get(key: string): Entry | undefined {
    return this.#entries.get(key)?.entry;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** The entries in order. The same array until one comes or goes. */
  get entries(): readonly Keyed<Entry>[] {
    return (this.#list ??= [...this.#entries.values()]);
  }

  /**
   * One page of the entries.
   *
   * @throws {JsonRpcError} if the cursor is none of ours.
   */
  page(cursor: string | undefined, size: number, isVisible: (entry: Entry) => boolean): Page<Entry> {
    return pageAfter(this.entries, { kind: this.#kind, cursor, size, isVisible });
  }

  #changed(): void {
    this.#list = undefined;
    this.#onChange();
  }
}
