/** The protocol version of a draft: what programs send and negotiate, beside the name of its folder. */

import type { Declaration } from './declarations.js';
import { LABEL } from './extend.js';
import type { Tables } from './facts.js';
import { isRevisionName } from './revisionName.js';

/**
 * Returns the protocol version that programs of a revision negotiate: the one in its record, else the one that the schema states, else the
 * name of its folder. A schema that has not been renamed since the last release states the version of that release, which is not its own.
 * Undefined for revisions that come with mcp-gen.
 */
export function versionOf(revision: string, declarations: readonly Declaration[], tables: Tables): string | undefined {
  const record = tables.revisions.find(({ id }) => id === revision);
  if (record?.known) return undefined;
  return record?.protocolVersion ?? statedIn(declarations, tables) ?? revision;
}

function statedIn(declarations: readonly Declaration[], { revisions }: Tables): string | undefined {
  const label = declarations.find(({ name }) => name === LABEL);
  const stated = label?.kind === 'constant' ? label.value : undefined;
  return typeof stated === 'string' && isRevisionName(stated) && !revisions.some(({ id }) => id === stated)
    ? stated
    : undefined;
}
