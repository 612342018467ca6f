/** The entries of one kind that a server offers, such as its tools. Entries can be added, changed, and removed while the server runs. */

import { describe } from '@mcp-gen/runtime/options';
import { pageAfter, type Page, type Keyed } from './pagination.js';

/** A registered entry. Changes are announced to the clients, once for all changes in one turn of the event loop. */
export interface Registration {
  /** Whether the entry is offered: true until `disable` or `remove` is called. */
  readonly enabled: boolean;
  /**
   * Offers the entry again, at its place in the list. Does nothing if it is enabled.
   *
   * @throws {TypeError} if it has been removed.
   */
  enable(): void;
  /**
   * Hides the entry from lists and calls until `enable` is called. Its name stays reserved, and a broader template does not serve the URIs
   * of a disabled resource or template. Does nothing if it is disabled.
   */
  disable(): void;
  /** Removes the entry permanently. Its name can be registered again. Does nothing if it has been removed. */
  remove(): void;
}

/** A registration whose options and handler can be changed. */
export interface Updatable<Options, Handler> extends Registration {
  /**
   * Changes options, the handler, or both. Omitted options are unchanged; `undefined` restores the default. The result is validated like a
   * new registration; if that fails, nothing is changed. Clients are notified only if the list changes.
   *
   * @throws {TypeError} if it has been removed, or an option or the handler is invalid.
   */
  update(changes: Options, handler?: Handler): void;
}

/** Options of a {@link Catalog}. */
export interface CatalogOptions<Entry> {
  /** The kind of the entries, for errors and cursors: `tool`. */
  readonly kind: string;
  /** Returns an entry as clients see it in a list. */
  readonly listed: (entry: Entry) => object;
  /** Called when the list has changed. */
  readonly onChange: () => void;
}

/** An entry with its place in the order, which it keeps while it is disabled. */
export interface RegisteredEntry<Entry> extends Keyed<Entry> {
  readonly enabled: boolean;
}

interface CatalogItem<Entry> extends RegisteredEntry<Entry> {
  entry: Entry;
  enabled: boolean;
}

/** Entries by key, in the order in which they were registered. */
export class Catalog<Entry extends { readonly access?: unknown; readonly list?: unknown }> {
  readonly #options: CatalogOptions<Entry>;
  readonly #items = new Map<string, CatalogItem<Entry>>();
  #list: readonly Keyed<Entry>[] | undefined;
  #isShared: boolean | undefined;
  #registered: readonly RegisteredEntry<Entry>[] | undefined;

  constructor(options: CatalogOptions<Entry>) {
    this.#options = options;
  }

  /**
   * Registers an entry.
   *
   * @param make creates the entry from options and handler, and validates them
   * @throws {TypeError} if the key is taken.
   * @throws the errors of `make`.
   */
  register<Options extends object, Handler>(
    key: string,
    make: (options: Options, handler: Handler) => Entry,
    options: Options,
    handler: Handler,
  ): Updatable<Options, Handler> {
    const { kind } = this.#options;
    let given = { options, handler };
    const item: CatalogItem<Entry> = { key, entry: make(options, handler), enabled: true };
    if (this.#items.has(key)) {
      throw new TypeError(
        `The ${kind} ${key} is already registered. Use another name, or call remove() on the existing one`,
      );
    }
    this.#items.set(key, item);
    this.#registered = undefined;
    this.#changed();

    const isRegistered = (): boolean => this.#items.get(key) === item;
    const requireRegistered = (): void => {
      if (!isRegistered()) throw new TypeError(`The ${kind} ${key} has been removed`);
    };
    const setEnabled = (enabled: boolean): void => {
      if (item.enabled === enabled) return;
      item.enabled = enabled;
      if (isRegistered()) this.#changed();
    };
    return {
      get enabled() {
        return item.enabled;
      },
      enable: () => {
        requireRegistered();
        setEnabled(true);
      },
      disable: () => setEnabled(false),
      remove: () => {
        setEnabled(false);
        if (!isRegistered()) return;
        this.#items.delete(key);
        this.#registered = undefined;
      },
      update: (changes, changedHandler = given.handler) => {
        requireRegistered();
        if (typeof changes !== 'object' || (changes as unknown) === null) {
          throw new TypeError(`Invalid changes of the ${kind} ${key}: expected an object, got ${describe(changes)}`);
        }
        const next = { options: { ...given.options, ...changes }, handler: changedHandler };
        const entry = make(next.options, next.handler);
        given = next;
        const isListChanged = item.enabled && !this.#looksLike(item.entry, entry);
        item.entry = entry;
        if (isListChanged) this.#changed();
      },
    };
  }

  /** Returns the entry of a key, unless it is disabled. */
  get(key: string): Entry | undefined {
    const item = this.#items.get(key);
    return item?.enabled === true ? item.entry : undefined;
  }

  /** Returns the registration of a key, also if it is disabled. */
  find(key: string): RegisteredEntry<Entry> | undefined {
    return this.#items.get(key);
  }

  /** The number of registered entries, including disabled ones. */
  get size(): number {
    return this.#items.size;
  }

  /** The enabled entries in order. Returns the same array until the list changes. */
  get entries(): readonly Keyed<Entry>[] {
    return (this.#list ??= [...this.#items.values()].filter(({ enabled }) => enabled));
  }

  /** Whether no enabled entry has an access rule, so that every caller receives the same list. */
  get isShared(): boolean {
    return (this.#isShared ??= this.entries.every(({ entry }) => entry.access === undefined));
  }

  /** All registrations in order, including disabled ones. Returns the same array until one is added or removed. */
  get registered(): readonly RegisteredEntry<Entry>[] {
    return (this.#registered ??= [...this.#items.values()]);
  }

  /**
   * Returns one page of the entries.
   *
   * @throws {JsonRpcError} if the cursor does not belong to this list.
   */
  page(cursor: string | undefined, size: number, isVisible: (entry: Entry) => boolean): Page<Entry> {
    return pageAfter(this.entries, { kind: this.#options.kind, cursor, size, isVisible });
  }

  /** Returns whether two entries look equal to clients. */
  #looksLike(before: Entry, after: Entry): boolean {
    const { listed } = this.#options;
    const isSame = before.access === after.access && before.list === after.list;
    return isSame && JSON.stringify(listed(before)) === JSON.stringify(listed(after));
  }

  #changed(): void {
    this.#list = undefined;
    this.#isShared = undefined;
    this.#options.onChange();
  }
}
