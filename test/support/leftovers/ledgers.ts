/** Bytes that ledgers still count when everything is closed, and bytes that are given back twice. */

import { SharedBytes, type ByteHolder } from '../../../runtime/src/ledger/sharedBytes.js';
import type { Leftovers } from './leftovers.js';
import { placeBefore, sourcesOf, type Place } from './places.js';

/** Sources of ledgers: what called them matters. Tests that call an account themselves need not give back what they took. */
const COUNTED_IN = 'runtime/src/ledger/';

/** So many times is it recorded where bytes are added to an account that held none: a message that comes in small pieces adds thousands of times. */
const RECORDED = 4;

interface Held {
  bytes: number;
  /** How often bytes were added. */
  additions: number;
  /** Where bytes were added last, of the first times. */
  place: Place;
}

/** What each account holds of a resource of a ledger, as the changes add up. */
const held = new WeakMap<SharedBytes, Map<ByteHolder, Held>>();
/** The resources of which somebody may hold something. */
let changed: Set<Map<ByteHolder, Held>> = new Set();
/** What is found at the call itself. An error that is thrown there may be swallowed. */
let errors: string[] = [];

const { change } = SharedBytes.prototype;

SharedBytes.prototype.change = function checkedChange(holder, bytes) {
  let holders = held.get(this);
  if (holders === undefined) held.set(this, (holders = new Map<ByteHolder, Held>()));
  changed.add(holders);
  let account = holders.get(holder);
  if (account === undefined) holders.set(holder, (account = { bytes: 0, additions: 0, place: {} }));
  account.bytes += bytes;
  if (bytes > 0 && account.additions++ < RECORDED) account.place = placeBefore(checkedChange);
  if (account.bytes === 0) holders.delete(holder);
  if (account.bytes < 0)
    errors.push(...described(`${-account.bytes} bytes given back twice`, placeBefore(checkedChange)));
  change.call(this, holder, bytes);
};

/** Begins to watch: bytes that are held now do not count. */
export function watchLedgers(): Leftovers {
  changed = new Set([...changed].filter((holders) => holders.size > 0));
  errors = [];
  const before = new Map(
    [...changed].flatMap((holders) => [...holders.values()].map((one) => [one, one.bytes] as const)),
  );
  return () => [
    ...errors,
    ...[...changed].flatMap((holders) =>
      [...holders].flatMap(([{ name }, one]) => {
        const bytes = one.bytes - (before.get(one) ?? 0);
        return bytes > 0 ? described(`${bytes} bytes counted for ${name}`, one.place) : [];
      }),
    ),
  ];
}

function described(what: string, place: Place): readonly string[] {
  const sources = sourcesOf(place, COUNTED_IN);
  return sources.length === 0 ? [] : [[what, ...sources].join('\n')];
}
