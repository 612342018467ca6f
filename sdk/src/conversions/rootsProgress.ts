import type { ListRootsRequestParams, ProgressToken } from '@mcp-gen/protocol/author';
import type { Context } from './conversionContext.js';
import { settings } from './settings.js';

/** Removes an invalid progress token from the params of `roots/list`, where the unified types allow any value. */
export function progressToken(
  params: ListRootsRequestParams,
  context: Context,
): { _meta?: { progressToken?: ProgressToken; [key: string]: unknown } } {
  const { _meta, ...rest } = params;
  const isToken = (value: unknown): boolean => typeof value === 'string' || Number.isInteger(value);
  return { ...rest, ...(_meta && { _meta: { ...settings(_meta, { progressToken: isToken }, '/_meta', context) } }) };
}
