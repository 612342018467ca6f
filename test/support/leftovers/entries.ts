/** Entries that stay in the maps and sets that sources keep in fields, when everything is closed. */

import { expect } from 'vitest';
import { count } from './counters.js';
import { isKeeping, onKeepNothing } from './keeping.js';
import type { Leftovers } from './leftovers.js';

type MapClass = new (entries?: Iterable<readonly [unknown, unknown]> | null) => Map<unknown, unknown>;
type SetClass = new (values?: Iterable<unknown> | null) => Set<unknown>;

/** The collections that have entries, each with its field and the test that ran: `sdk/src/host/consent.ts #open`. */
let filled = new Map<Map<unknown, unknown> | Set<unknown>, string>();

const maps = new Map<string, MapClass>();
const sets = new Map<string, SetClass>();

/** What the sources use in place of the classes of the platform: see watchedFields.ts. */
Object.assign(globalThis, {
  watchedFields: {
    Map: (field: string) => known(maps, field, mapOf),
    Set: (field: string) => known(sets, field, setOf),
    count,
  },
});

onKeepNothing(() => {
  filled = new Map();
});

/** Begins to watch: collections that have entries now do not count. */
export function watchEntries(): Leftovers {
  filled = new Map();
  return () => {
    const counts = new Map<string, number>();
    for (const [{ size }, field] of filled) counts.set(field, (counts.get(field) ?? 0) + size);
    return [...counts].map(([field, count]) => `${count} entries in ${field}`);
  };
}

/**
 * Returns how many entries the collections of a field have now, while what has them is still open.
 *
 * @param field its source and name: `sdk/src/client/clientSubscriptions.ts #followed`
 */
export function entriesIn(field: string): number {
  let sum = 0;
  for (const [{ size }, place] of filled) if (place.startsWith(`${field}\n`)) sum += size;
  return sum;
}

function fill(collection: Map<unknown, unknown> | Set<unknown>, field: string): void {
  filled.set(collection, `${field}\n    in the test "${expect.getState().currentTestName}"`);
}

function known<Class>(classes: Map<string, Class>, field: string, make: (field: string) => Class): Class {
  let made = classes.get(field);
  if (made === undefined) classes.set(field, (made = make(field)));
  return made;
}

function mapOf(field: string): MapClass {
  return class extends Map<unknown, unknown> {
    override set(key: unknown, value: unknown): this {
      if (this.size === 0 && isKeeping()) fill(this, field);
      return super.set(key, value);
    }

    override delete(key: unknown): boolean {
      const isDeleted = super.delete(key);
      if (isDeleted && this.size === 0) filled.delete(this);
      return isDeleted;
    }

    override clear(): void {
      super.clear();
      filled.delete(this);
    }
  };
}

function setOf(field: string): SetClass {
  return class extends Set<unknown> {
    override add(value: unknown): this {
      if (this.size === 0 && isKeeping()) fill(this, field);
      return super.add(value);
    }

    override delete(value: unknown): boolean {
      const isDeleted = super.delete(value);
      if (isDeleted && this.size === 0) filled.delete(this);
      return isDeleted;
    }

    override clear(): void {
      super.clear();
      filled.delete(this);
    }
  };
}
