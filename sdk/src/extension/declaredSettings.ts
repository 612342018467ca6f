import { declares, type Capabilities } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';

/**
 * Returns the settings with which a program has declared an extension; undefined if it has not. Up to 2025-11-25, revisions have only
 * `experimental` for extensions.
 */
export function settingsOf(capabilities: Capabilities, id: string): { readonly [name: string]: unknown } | undefined {
  for (const place of ['extensions', 'experimental']) {
    if (!declares(capabilities, `${place}.${id}`)) continue;
    const settings = (capabilities[place] as { readonly [id: string]: unknown })[id];
    return isObject(settings) ? settings : {};
  }
  return undefined;
}
