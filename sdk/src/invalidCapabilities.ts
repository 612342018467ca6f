import * as Method from '@mcp-gen/protocol/registry/methods';
import type { InvalidCapabilityHandler } from '@mcp-gen/runtime';
import { isStateless } from './era.js';
import { SUPPORTED_REVISIONS } from './revisions.js';
import type { LossListener } from './translator.js';

/** Returns a handler of the runtime that reports each omitted capability as a loss, once for each revision. */
export function lostCapabilities(onLoss?: LossListener): InvalidCapabilityHandler {
  const reported = new Set<string>();
  return (pointer, revision) => {
    const subject = `${revision} ${pointer}`;
    if (reported.has(subject)) return;
    reported.add(subject);
    const method = isStateless(revision) ? Method.serverDiscover : Method.initialize;
    onLoss?.({ pointer, what: 'a capability in another shape' }, { method, revision });
  };
}

/**
 * Returns the same for capabilities in the unified types, which are those of the newest revision.
 *
 * @param side the side that declares them, for the error
 */
export function lostOwnCapabilities(side: 'server' | 'client', onLoss?: LossListener): InvalidCapabilityHandler {
  const lost = lostCapabilities(onLoss);
  return (pointer, revision) => {
    if (revision !== SUPPORTED_REVISIONS.at(-1)) return lost(pointer, revision);
    throw new TypeError(
      `Invalid option "capabilities" for the ${side}: revision ${revision} does not accept the value at ${pointer}`,
    );
  };
}
