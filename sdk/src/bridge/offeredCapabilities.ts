/** The capabilities of both sides, by the revisions that have them. */

import { client, server } from '@mcp-gen/protocol/registry/capabilities';
import type { ClientCapabilities } from '@mcp-gen/protocol/author';
import { declares, definitionOf, holds, type Capabilities, type RevisionRange } from '@mcp-gen/runtime';
import { isObject } from '@mcp-gen/runtime/codegen/v1';
import { merged } from '../server/capabilities.js';

/** Capabilities by path, with the revisions that have them. */
type CapabilityTable = { readonly [path: string]: RevisionRange | undefined };

/** Returns whether a server of a revision can declare a capability. */
export function canDeclare(path: string, revision: string, table: CapabilityTable = server): boolean {
  const own = definitionOf(revision)?.capabilities.server;
  const range = table[path];
  return own?.includes(path) ?? (range !== undefined && holds(range, revision));
}

/** A server: its revision, and what it has declared. */
export interface Declaring {
  readonly revision: string;
  readonly capabilities: Capabilities;
}

/**
 * Returns whether a server supports a message of its revision. Where its revision does not have the capability, servers cannot declare it, and
 * may support the message.
 *
 * @param capability the one that the message needs; undefined: none
 */
export function isOffered(
  capability: string | undefined,
  { revision, capabilities }: Declaring,
  table: CapabilityTable = server,
): boolean {
  return capability === undefined || declares(capabilities, capability) || !canDeclare(capability, revision, table);
}

/** Returns the capabilities with these paths: `{ resources: { subscribe: true } }` for `resources.subscribe`. */
export function capabilitiesAt(paths: readonly string[]): Capabilities {
  let capabilities: Capabilities = {};
  for (const path of paths) {
    const [name = '', ...flags] = path.split('.');
    const value = flags.reduceRight<object | true>((inner, flag) => ({ [flag]: inner }), flags.length > 0 ? true : {});
    capabilities = merged(capabilities, { [name]: value });
  }
  return capabilities;
}

/** Returns the capabilities of a client without those that its revision does not have, at any depth: it cannot be asked for them. */
export function usableCapabilities(capabilities: ClientCapabilities, revision: string): ClientCapabilities {
  return usable(capabilities, revision, '');
}

function usable(capabilities: object, revision: string, above: string): Capabilities {
  const table: CapabilityTable = client;
  return Object.fromEntries(
    Object.entries(capabilities).flatMap(([name, value]: [string, unknown]) => {
      const path = `${above}${name}`;
      // Programs declare extensions in revisions that do not mention them.
      if (path === 'extensions') return [[name, value]];
      const range = Object.hasOwn(table, path) ? table[path] : undefined;
      const own = definitionOf(revision)?.capabilities.client;
      if (range !== undefined && !(own?.includes(path) ?? holds(range, revision))) return [];
      return [[name, isObject(value) ? usable(value, revision, `${path}.`) : value]];
    }),
  );
}
