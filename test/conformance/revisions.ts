/** The revisions that the suite and the runtime have in common. */

import { revision as v2025_03_26 } from '@mcp-gen/protocol/2025-03-26';
import { revision as v2025_06_18 } from '@mcp-gen/protocol/2025-06-18';
import { revision as v2025_11_25 } from '@mcp-gen/protocol/2025-11-25';
import type { Revision } from '@mcp-gen/runtime';

/**
 * What a program of the time of one revision speaks: that one, and those before it. The suite's own client always asks for the
 * newest that it knows, so only a server without newer ones is tested in the revision that is meant.
 */
export function revisionsUpTo(newest: string | undefined): readonly Revision[] {
  const revisions = [v2025_03_26, v2025_06_18, v2025_11_25];
  const at = revisions.findIndex(({ id }) => id === newest);
  if (at < 0) throw new Error(`Expected a revision of ${revisions.map(({ id }) => id).join(', ')}, got ${newest}`);
  return revisions.slice(0, at + 1);
}
