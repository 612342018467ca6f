/** Client capabilities: newer revisions describe more of them, and dropped one property. */

import type { ClientCapabilities, JSONObject } from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './conversionContext.js';
import { settings } from './settings.js';

/** Capabilities in older revisions, whose contents are not described. */
interface OpenCapabilities {
  experimental?: { [key: string]: object };
  roots?: object;
  sampling?: object;
  elicitation?: object;
}

/** Converts the params of `initialize`: settings that the unified types describe are checked. */
export function describedCapabilities<Params extends { capabilities: OpenCapabilities }>(
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
export function describedRoots<Params extends { capabilities: ClientCapabilities }>(params: Params, context: Context) {
  const { roots, ...rest } = params.capabilities;
  const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
  const kept = roots && { roots: settings(roots, { listChanged: isBoolean }, '/capabilities/roots', context) };
  return { ...params, capabilities: { ...rest, ...kept } };
}
