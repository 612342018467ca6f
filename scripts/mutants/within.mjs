// Chooses tests by the time that they take.

/** Returns the first tests, as many as take `budget` milliseconds in all, and at least one if there are any. */
export function within(tests, budget) {
  let total = 0;
  return tests.filter(({ ms }, at) => (total += ms) <= budget || at === 0);
}
