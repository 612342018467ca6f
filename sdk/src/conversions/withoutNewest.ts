/** Returns a result without what only the newest revision says of it: whether it is complete, and how long it holds. */
export function withoutNewest(result: object): object {
  const { resultType, ttlMs, cacheScope, ...rest } = result as { readonly [name: string]: unknown };
  return resultType === undefined && ttlMs === undefined && cacheScope === undefined ? result : rest;
}
