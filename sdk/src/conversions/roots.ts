import type { ListRootsRequestParams, ProgressToken } from '@mcp-gen/protocol/author';
import type { Context } from './context.js';
import { settings } from './settings.js';

/** The params of `roots/list`, with a progress token that is one: authors may write anything there. */
export function progressToken(
  params: ListRootsRequestParams,
  context: Context,
): { _meta?: { progressToken?: ProgressToken; [key: string]: unknown } } {
  const { _meta, ...rest } = params;
  const isToken = (value: unknown): boolean => typeof value === 'string' || Number.isInteger(value);
  return { ...rest, ...(_meta && { _meta: { ...settings(_meta, { progressToken: isToken }, '/_meta', context) } }) };
}
