// Random numbers that depend on a seed alone.
import { createHash } from 'node:crypto';

/** Returns a function that draws integers from 0 up to, and without, a bound. Equal seeds draw equal numbers. */
export function randomIntegers(seed) {
  let state = createHash('sha256').update(String(seed)).digest().readUInt32LE();
  // Mulberry32: small, and the same on every platform.
  return (bound) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}

/** Returns the items in random order. */
export function shuffled(items, integers) {
  const left = [...items];
  for (let at = left.length - 1; at > 0; at--) {
    const other = integers(at + 1);
    [left[at], left[other]] = [left[other], left[at]];
  }
  return left;
}
