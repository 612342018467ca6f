/** The capabilities of both sides, by the revisions that have them. */

import { client, server } from '@mcp-gen/protocol/registry/capabilities';
import type { ClientCapabilities } from '@mcp-gen/protocol/author';
import { declares, holds, type Capabilities, type RevisionRange } from '@mcp-gen/runtime';
import { without } from '../conversions/without.js';
import type { MessageFacts } from '../registry.js';
import { merged } from '../server/capabilities.js';

/** Capabilities by path, with the revisions that have them. */
type CapabilityTable = { readonly [path: string]: RevisionRange | undefined };

/** Returns whether a server of a revision can declare a capability. */
export function canDeclare(path: string, revision: string, table: CapabilityTable = server): boolean {
  const range = table[path];
  return range !== undefined && holds(range, revision);
}

/** A server: its revision, and what it has declared. */
export interface Declaring {
  readonly revision: string;
  readonly capabilities: Capabilities;
}

/**
 * Returns whether a server supports a message. Where its revision does not have the capability, servers cannot declare it, and may support
 * the message.
 *
 * @param facts undefined: no revision has the message
 */
export function isOffered(
  facts: MessageFacts | undefined,
  { revision, capabilities }: Declaring,
  table: CapabilityTable = server,
): boolean {
  if (facts === undefined || !holds(facts, revision)) return false;
  const { capability } = facts;
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

/** Returns the capabilities of a client without those that its revision does not have: it cannot be asked for them. */
export function usableCapabilities(capabilities: ClientCapabilities, revision: string): ClientCapabilities {
  const table: CapabilityTable = client;
  const unusable = Object.keys(capabilities).filter((name) => {
    const range = Object.hasOwn(table, name) ? table[name] : undefined;
    // Programs declare extensions in revisions that do not mention them.
    return name !== 'extensions' && range !== undefined && !holds(range, revision);
  });
  return without(capabilities, ...(unusable as never[]));
}
