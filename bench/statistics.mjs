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
 * @param summary makes one number of all rounds of a contender; default: the median
 * @returns {Promise<Record<string, number>>} name -> that number
 */
export async function interleave(contenders, rounds, summary = median) {
  const measured = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, measure] of Object.entries(contenders)) measured[name].push(await measure());
  }
  return Object.fromEntries(Object.entries(measured).map(([name, values]) => [name, summary(values)]));
}

/**
 * How much faster one of two contenders is, of measurements in pairs: the mean of the logarithms of their ratios, and its 95 % interval
 * by Student's t.
 *
 * @param {(readonly [number, number])[]} pairs at least two
 */
export function pairedRatio(pairs) {
  const logarithms = pairs.map(([first, second]) => Math.log(first / second));
  const count = logarithms.length;
  const mean = logarithms.reduce((sum, value) => sum + value, 0) / count;
  const variance = logarithms.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (count - 1);
  const margin = (studentT(count - 1) * Math.sqrt(variance)) / Math.sqrt(count);
  return { ratio: Math.exp(mean), low: Math.exp(mean - margin), high: Math.exp(mean + margin) };
}

/** The 97.5 % quantile of Student's t, by the first terms of its expansion around the normal one: right to 1 % from four degrees on. */
function studentT(degrees) {
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2);
}
