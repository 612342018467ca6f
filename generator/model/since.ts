import { methodFacts } from './facts.js';

/** Returns the first revision that has a method, or nothing if no row is about it. */
export function firstRevisionWith(method: string): string | undefined {
  const [first] = methodFacts
    .filter((row) => row.method === method)
    .map(({ from }) => from)
    .sort();
  return first;
}
