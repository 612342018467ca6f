import { declares, holds, type Capabilities } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { isStateless } from '../era.js';
import type { Extension, ExtensionDeclaration } from './declaration.js';

type Settings = { readonly [name: string]: unknown };

/** Returns whether a revision has what an extension adds as a part of the protocol. */
export function isPartOf({ inProtocol }: ExtensionDeclaration, revision: string): boolean {
  return inProtocol !== undefined && holds(inProtocol, revision);
}

/** Returns the settings with which a program has declared an extension in a revision; undefined if it has not. */
export function settingsOf(capabilities: Capabilities, extension: Extension, revision: string): Settings | undefined {
  const { id, declaration } = extension;
  const { inProtocol } = declaration;
  if (inProtocol === undefined || !isPartOf(declaration, revision))
    return extensionSettings(capabilities, id, revision);
  return declares(capabilities, inProtocol.capability) ? valueAt(capabilities, inProtocol.capability) : undefined;
}

/** Up to 2025-11-25, revisions have only `experimental` for extensions. */
function extensionSettings(capabilities: Capabilities, id: string, revision: string): Settings | undefined {
  for (const place of isStateless(revision) ? ['extensions'] : ['extensions', 'experimental']) {
    if (!declares(capabilities, `${place}.${id}`)) continue;
    return object((capabilities[place] as Settings)[id]);
  }
  return undefined;
}

function valueAt(capabilities: Capabilities, path: string): Settings {
  let value: unknown = capabilities;
  for (const name of path.split('.')) value = (value as Settings)[name];
  return object(value);
}

function object(value: unknown): Settings {
  return isObject(value) ? value : {};
}
