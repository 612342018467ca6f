/** The middle one of several measurements. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Measures several contenders in turn, round after round, so that a slow moment of the machine hits all of them.
 *
 * @param {Record<string, () => number | Promise<number>>} contenders name -> one measurement
 * @returns {Promise<Record<string, number>>} name -> median
 */
export async function interleave(contenders, rounds) {
  const measured = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(contenders)) measured[name].push(await measure());
  }
  return Object.fromEntries(Object.entries(measured).map(([name, values]) => [name, median(values)]));
}
