import type { ListRootsRequestParams, ProgressToken } from '@mcp-gen/protocol/author';
import type { Context } from './context.js';
import { settings } from './settings.js';

/** The params of `roots/list`, with a progress token that is one: authors may write anything there. */
export function progressToken(
  params: ListRootsRequestParams | undefined,
  context: Context,
): { _meta?: { progressToken?: ProgressToken; [key: string]: unknown } } | undefined {
  const isToken = (value: unknown): boolean => typeof value === 'string' || Number.isInteger(value);
  if (!params?._meta) return params;
  return { ...params, _meta: { ...settings(params._meta, { progressToken: isToken }, '/_meta', context) } };
}
