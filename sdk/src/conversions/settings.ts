/** Objects that only some revisions describe: values that do not match the description are dropped. */

import type { ClientCapabilities, JSONObject, ListRootsRequestParams, ProgressToken } from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './conversionContext.js';
import { without } from '../properties.js';

/**
 * Returns an object without keys whose values do not match the description.
 *
 * @param described checks the value of each key
 * @param pointer the location of the object
 */
export function settings(
  value: object,
  described: { readonly [key: string]: (value: unknown) => boolean },
  pointer: string,
  context: Context,
): object {
  const wrong = Object.entries(described).flatMap(([key, fits]) => {
    const found: unknown = Reflect.get(value, key);
    return found === undefined || fits(found) ? [] : [key];
  });
  for (const key of wrong) context.lost(`${pointer}/${key}`, 'an invalid value');
  return without(value, ...wrong);
}

/** Removes an invalid progress token from the params of `roots/list`, where the unified types allow any value. */
export function progressToken(
  params: ListRootsRequestParams,
  context: Context,
): { _meta?: { progressToken?: ProgressToken; [key: string]: unknown } } {
  const { _meta, ...rest } = params;
  const isToken = (value: unknown): boolean => typeof value === 'string' || Number.isInteger(value);
  return { ...rest, ...(_meta && { _meta: { ...settings(_meta, { progressToken: isToken }, '/_meta', context) } }) };
}

/** Capabilities in older revisions, whose contents are not described. */
interface OpenCapabilities {
  experimental?: { [key: string]: object };
  roots?: object;
  sampling?: object;
  elicitation?: object;
}

/** Converts the params of `initialize`: settings that the unified types describe are checked. */
export function convertCapabilities<Params extends { capabilities: OpenCapabilities }>(
  params: Params,
  context: Context,
) {
  const { experimental, sampling, elicitation, ...rest } = params.capabilities;
  return {
    ...params,
    capabilities: {
      ...rest,
      // The value was parsed from JSON.
      ...(experimental && { experimental: experimental as { [key: string]: JSONObject } }),
      ...(sampling && {
        sampling: settings(sampling, { context: isObject, tools: isObject }, '/capabilities/sampling', context),
      }),
      ...(elicitation && {
        elicitation: settings(elicitation, { form: isObject, url: isObject }, '/capabilities/elicitation', context),
      }),
    },
  };
}

/** Converts the params of `initialize`, and adds the setting of roots that the unified types no longer have. */
export function convertRoots<Params extends { capabilities: ClientCapabilities }>(params: Params, context: Context) {
  const { roots, ...rest } = params.capabilities;
  const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
  const kept = roots && { roots: settings(roots, { listChanged: isBoolean }, '/capabilities/roots', context) };
  return { ...params, capabilities: { ...rest, ...kept } };
}
