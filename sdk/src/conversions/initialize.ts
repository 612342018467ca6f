/** The capabilities of a client, of which newer revisions describe more, and one less. */

import type { ClientCapabilities, JSONObject } from '@mcp-gen/protocol/author';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import type { Context } from './context.js';
import { settings } from './settings.js';

/** Capabilities as older revisions know them: what is in them is open. */
interface OpenCapabilities {
  experimental?: { [key: string]: object };
  roots?: object;
  sampling?: object;
  elicitation?: object;
}

/** The params of `initialize`, with the settings that authors know as they know them. */
export function describedCapabilities<Params extends { capabilities: OpenCapabilities }>(
  params: Params,
  context: Context,
) {
  const { experimental, sampling, elicitation, ...rest } = params.capabilities;
  return {
    ...params,
    capabilities: {
      ...rest,
      // What was read from JSON has nothing but JSON in it.
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

/** The params of `initialize`, with the setting of roots that authors no longer know as it was. */
export function describedRoots<Params extends { capabilities: ClientCapabilities }>(params: Params, context: Context) {
  const { roots, ...rest } = params.capabilities;
  const isBoolean = (value: unknown): boolean => typeof value === 'boolean';
  const kept = roots && { roots: settings(roots, { listChanged: isBoolean }, '/capabilities/roots', context) };
  return { ...params, capabilities: { ...rest, ...kept } };
}
