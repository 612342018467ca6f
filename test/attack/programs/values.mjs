/** JSON texts of every kind that takes heap in its own way, each different from all others. */

/** Returns numbers between 0 and 1, the same for the same seed (mulberry32). */
export function randomFrom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), seed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

let names = 0;

/** A key that no other object has. */
const newName = () => `k${(names++).toString(36)}`;

const list = (count, make) => `[${Array.from({ length: count }, (_, at) => make(at)).join()}]`;
const object = (keys, value = () => '1') => `{${keys.map((key) => `"${key}":${value()}`).join()}}`;
const newNames = (count) => Array.from({ length: count }, newName);
const sharedNames = (count) => Array.from({ length: count }, (_, at) => `shared${at}`);

function nested(depth, around) {
  let text = '1';
  for (let left = depth; left > 0; left--) text = around(text);
  return text;
}

function shuffled(keys, random) {
  const rest = [...keys];
  return keys.map(() => rest.splice(Math.floor(random() * rest.length), 1)[0]);
}

/** The text of each kind, of some hundred kilobytes to a few megabytes of heap. */
export const KINDS = {
  'empty objects': () => list(20_000, () => '{}'),
  'empty arrays': () => list(20_000, () => '[]'),
  'small integers': () => list(100_000, (at) => at),
  doubles: () => list(50_000, () => '1.5'),
  'large integers': () => list(50_000, () => '12345678901'),
  'negative zeros in objects': () => list(20_000, () => '{"a":-0}'),
  'doubles between strings': () => list(20_000, (at) => (at % 2 === 0 ? '1.5' : '"ab"')),
  'arrays of one': () => list(20_000, (at) => `[${at}]`),
  'arrays of one double': () => list(20_000, () => '[0.5]'),
  'nested arrays': () => list(20, () => '['.repeat(1_000) + ']'.repeat(1_000)),
  'null, true, and false': () => list(30_000, (at) => ['null', 'true', 'false'][at % 3]),
  'objects with one shared key': () => list(20_000, (at) => `{"a":${at}}`),
  'objects with doubles': () => list(20_000, (at) => `{"a":${at}.5}`),
  'objects with eight shared keys': () => list(5_000, () => object(sharedNames(8))),
  'objects with 127 shared keys': () => list(500, () => object(sharedNames(127))),
  'objects with 128 shared keys': () => list(500, () => object(sharedNames(128))),
  'records in records': () =>
    list(5_000, (at) => `{"id":${at},"place":{"x":1,"y":2},"tags":["a","bc"],"name":"number ${at}"}`),
  'objects with one new key': () => list(3_000, () => object(newNames(1))),
  'some objects with one new key': () => list(500, () => object(newNames(1))),
  'objects with two new keys': () => list(3_000, () => object(newNames(2))),
  'objects with eight new keys': () => list(2_000, () => object(newNames(8))),
  'some objects with eight new keys': () => list(300, () => object(newNames(8))),
  'objects with a hundred new keys': () => list(200, () => object(newNames(100))),
  'objects with two hundred new keys': () => list(100, () => object(newNames(200))),
  'one object with very many new keys': () => object(newNames(10_000)),
  'objects with a new key behind shared ones': () => list(1_000, () => object([...sharedNames(20), newName()])),
  'objects with keys in random order': (random) => list(1_000, () => object(shuffled(sharedNames(12), random))),
  'nested objects with a new key each': () => list(2, () => nested(2_000, (inner) => `{"${newName()}":${inner}}`)),
  'nested objects with a shared key': () => list(10, () => nested(1_000, (inner) => `{"a":${inner}}`)),
  'long new keys': () => list(2_000, () => `{"${newName().padEnd(200, 'x')}":1}`),
  'wide new keys': () => list(2_000, () => `{"${newName()}${'\u4e2d'.repeat(50)}":1}`),
  'keys that are dense indexes': () => object(Array.from({ length: 50_000 }, (_, at) => at)),
  'keys that are sparse indexes': () => object(Array.from({ length: 20_000 }, (_, at) => at * 7 + 13)),
  'objects with one index': () => list(10_000, () => '{"0":1}'),
  'objects with a large index': () => list(10_000, (at) => `{"${at * 1_000 + 5_000}":1}`),
  'objects with two indexes': () => list(10_000, () => '{"7":1,"900":2}'),
  'objects with indexes and new keys': () => list(5_000, (at) => `{"${at}":1,"${newName()}":2}`),
  'empty strings': () => list(100_000, () => '""'),
  'short equal strings': () => list(100_000, (at) => `"s${at % 8}"`),
  'short new strings': () => list(20_000, () => `"${newName()}"`),
  'strings of twelve characters': () => list(20_000, () => `"${newName().padEnd(12, 'x')}"`),
  'strings of forty characters': () => list(20_000, () => `"${newName().padEnd(40, 'x')}"`),
  'short wide strings': () => list(20_000, () => `"${newName()}\u4e2d"`),
  'one wide string between others': () => list(5_000, (at) => `"${newName().padEnd(100, at === 0 ? '\u4e2d' : 'x')}"`),
  'a long string': () => `["${'x'.repeat(500_000)}"]`,
  'a long string of Latin-1': () => `["${'\u00e9'.repeat(500_000)}"]`,
  'a long string with one wide character': () => `["${'x'.repeat(500_000)}\u4e2d"]`,
  'a long string of escapes': () => `["${'\\u4e2d'.repeat(100_000)}"]`,
  'a random value': (random) => list(300, () => randomValue(random, 6)),
};

/** Returns any value, with shared and new keys, short and long strings, and some depth. */
export function randomValue(random, depth) {
  const pick = (options) => options[Math.floor(random() * options.length)]();
  const several = (make) => Array.from({ length: Math.floor(random() * 8) }, make);
  const inner = () => randomValue(random, depth - 1);
  const scalar = [
    () => Math.floor(random() * 1_000),
    () => random() * 1e6,
    () => `"${newName()}"`,
    () => `"${newName().repeat(Math.floor(random() * 20))}"`,
    () => `"${'\u4e2d'.repeat(Math.floor(random() * 50))}"`,
    () => 'null',
  ];
  if (depth === 0) return pick(scalar);
  const keys = () => several(() => (random() < 0.5 ? newName() : sharedNames(20)[Math.floor(random() * 20)]));
  return pick([...scalar, () => `[${several(inner).join()}]`, () => object([...new Set(keys())], inner)]);
}
