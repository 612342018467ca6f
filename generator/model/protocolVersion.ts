/** The protocol version of a draft: what programs send and negotiate, beside the name of its folder. */

import { ProblemList } from '../problems.js';
import type { Declaration } from './declarations.js';
import { LABEL } from './extend.js';
import type { Tables } from './facts.js';
import type { Protocol } from './protocol.js';
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

/**
 * Checks that each revision has a protocol version of its own: it is all that messages state of their revision.
 *
 * @param protocols those that are compiled together
 * @param tables the records of all revisions
 * @throws {SchemaProblems} with every version that two revisions have
 */
export function checkVersions(protocols: readonly Protocol[], { revisions }: Pick<Tables, 'revisions'>): void {
  const problems = new ProblemList();
  const owners = new Map(revisions.flatMap(({ id, known }) => (known ? [[id, id] as const] : [])));
  for (const { revision, protocolVersion = revision, source, sources } of protocols) {
    const owner = owners.get(protocolVersion) ?? revision;
    owners.set(protocolVersion, owner);
    if (owner === revision) continue;
    const place = source.find(LABEL)?.place ?? { file: sources[0] ?? revision, line: 1, column: 1 };
    problems.add(
      place,
      `The protocol version of ${revision} is ${protocolVersion}, like that of ${owner}`,
      `Give ${revision} another "protocolVersion" in revisions.json.`,
    );
  }
  problems.throwIfAny();
}
