/**
 * What callers hold of limits that they share: items that are still counted when everything is closed, and holders that have nothing, and are
 * not forgotten.
 */

import { networksOf } from '../../../runtime/src/ledger/networks.js';
import { Shares } from '../../../runtime/src/ledger/shares.js';
import { isKeeping, onKeepNothing } from './keeping.js';
import type { Leftovers } from './leftovers.js';
import { NOWHERE, placeBefore, sourcesOf, type Place } from './places.js';

/**
 * Where items are counted that stay when servers are closed: stored data, what is remembered for some time, and bytes, which `ledgers.ts`
 * watches.
 */
const STAYS =
  /^(?:runtime\/src\/(?:ledger|stateless\/runs|http\/server\/(?:eventStore|sessions\/sessionStore))|sdk\/src\/tasks\/storedTasks|auth\/src\/(?:server\/(?:replays|introspection)|delegated\/(?:store|rateLimit)))\b/;

interface Counted {
  /** The items of each holder, with the places where they were counted last. */
  readonly items: Map<string, Map<unknown, Place>>;
  /** Where the first item was counted, in lines. */
  readonly first: readonly string[];
  /** Whether items stay: nobody asks where they were counted. */
  readonly stays: boolean;
}

const known = new WeakMap<Shares<unknown>, Counted>();
/** Where something was counted during this test file. */
let used = new Set<Shares<unknown>>();

onKeepNothing(() => {
  used = new Set();
});

const { add, renew, delete: forget } = Shares.prototype;

Shares.prototype.add = function addWatched(holder, item, amount) {
  keep(this, holder, item, addWatched);
  add.call(this, holder, item, amount);
};

Shares.prototype.renew = function renewWatched(holder, item, amount) {
  keep(this, holder, item, renewWatched);
  renew.call(this, holder, item, amount);
};

Shares.prototype.delete = function deleteWatched(holder, item) {
  const items = known.get(this)?.items;
  const own = items?.get(holder);
  if (own?.delete(item) === true && own.size === 0) items?.delete(holder);
  return forget.call(this, holder, item);
};

/** Begins to watch. */
export function watchShares(): Leftovers {
  used = new Set();
  return () =>
    [...used].flatMap((shares) => {
      const counted = known.get(shares);
      return counted === undefined ? [] : [...unforgotten(shares, counted), ...left(counted)];
    });
}

function keep(shares: Shares<unknown>, holder: string, item: unknown, callee: (...values: never[]) => unknown): void {
  let counted = known.get(shares);
  if (counted === undefined) {
    const first = sourcesOf(placeBefore(callee));
    const stays = first.some((source) => STAYS.test(source.trim()));
    known.set(shares, (counted = { items: new Map(), first, stays }));
  }
  if (isKeeping()) used.add(shares);
  const place = counted.stays ? NOWHERE : placeBefore(callee);
  const own = counted.items.get(holder);
  if (own === undefined) counted.items.set(holder, new Map([[item, place]]));
  else own.set(item, place);
}

/** Also for tests that count items themselves. */
function unforgotten(shares: Shares<unknown>, { items, first }: Counted): readonly string[] {
  const holders = [...items.keys()];
  const more = shares.size - new Set([...holders, ...holders.flatMap(networksOf)]).size;
  return more > 0 ? [[`${more} holders that hold nothing of a shared limit`, ...first].join('\n')] : [];
}

function left({ items, stays }: Counted): readonly string[] {
  if (stays) return [];
  return [...items].flatMap(([holder, own]) =>
    [...own.values()].flatMap((place) => {
      const sources = sourcesOf(place);
      return sources.length === 0 || sources.some((source) => STAYS.test(source.trim()))
        ? []
        : [[`an item of ${holder} counted for a shared limit`, ...sources].join('\n')];
    }),
  );
}
