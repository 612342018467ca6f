import { without } from './without.js';

/** Properties of results that only the newest revision has: whether they are complete, and how long they hold. */
const NEWEST = ['resultType', 'ttlMs', 'cacheScope'];

/** Returns a result without what only the newest revision says of it; the same object if it says none of that. */
export function withoutNewest(result: object): object {
  for (const name of NEWEST) if (name in result) return without(result, ...NEWEST);
  return result;
}
