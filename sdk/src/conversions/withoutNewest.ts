/** Returns a result without the properties that only the newest revision has: `resultType` and cache hints. */
export function withoutNewest(result: object): object {
  const { resultType, ttlMs, cacheScope, ...rest } = result as { readonly [name: string]: unknown };
  return resultType === undefined && ttlMs === undefined && cacheScope === undefined ? result : rest;
}
