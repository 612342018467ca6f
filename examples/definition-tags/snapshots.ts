/** What lists were before, so that a client is sent what has changed since. Digests only: no definitions. */

import { keyOf, type Collection } from './collection.ts';
import type { Changes, List } from './wire.ts';

/** Lists that are remembered, their longest length, and the callers that are remembered for each. */
const MAX_SNAPSHOTS = 16;
const MAX_ITEMS = 2_000;
const MAX_CALLERS = 1_000;

interface Snapshot {
  readonly digests: ReadonlyMap<string, string>;
  /** Who has been given the tag: nobody else learns what was in the list. */
  readonly callers: Set<string>;
}

export class Snapshots {
  /** By method and tag; the one that was used last is the last. */
  readonly #all = new Map<string, Snapshot>();

  /** Remembers a list that a caller is given. */
  add(method: string, { tag, digests }: Collection, caller: string): void {
    if (digests === undefined || digests.size > MAX_ITEMS) return;
    const name = `${method} ${tag}`;
    const snapshot = this.#all.get(name) ?? { digests, callers: new Set() };
    this.#all.delete(name);
    this.#all.set(name, snapshot);
    snapshot.callers.delete(caller);
    snapshot.callers.add(caller);
    removeFirst(snapshot.callers, MAX_CALLERS);
    removeFirst(this.#all, MAX_SNAPSHOTS);
  }

  /** Returns what has changed since a tag; undefined if that is not known to this process, or not of this caller. */
  changes(
    method: string,
    list: List,
    since: string,
    now: Collection,
    caller: string,
  ): { readonly items: readonly object[]; readonly changes: Changes } | undefined {
    const total = now.items.length;
    if (since === now.tag) return { items: [], changes: { since, removed: [], total } };
    const before = this.#all.get(`${method} ${since}`);
    const { digests } = now;
    if (digests === undefined || before?.callers.has(caller) !== true) return undefined;
    const items = now.items.filter((item) => {
      const key = keyOf(item, list.key);
      return digests.get(key) !== before.digests.get(key);
    });
    const removed = [...before.digests.keys()].filter((key) => !digests.has(key));
    return { items, changes: { since, removed, total } };
  }
}

function removeFirst<Key>(
  all: { readonly size: number; keys(): Iterable<Key>; delete(key: Key): boolean },
  most: number,
): void {
  for (const key of all.keys()) {
    if (all.size <= most) return;
    all.delete(key);
  }
}
