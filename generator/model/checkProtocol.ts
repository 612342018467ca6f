/** Builds protocols, and checks each against its input: nothing is lost, and no row of the tables is stale. */

import { ProblemList } from '../problems.js';
import { buildProtocol } from './buildProtocol.js';
import type { Declaration, Schema } from './declarations.js';
import type { Tables } from './facts.js';
import type { Completeness } from './openDecisions.js';
import type { Protocol } from './protocol.js';

/**
 * Builds the protocol of a schema, and checks that nothing was lost.
 *
 * @param completeness how open decisions are handled. Default: `release`
 * @param checkNames checks the names that a target makes. Default: no check
 * @throws {SchemaProblems} naming everything that is wrong with the schema
 */
export function checkedProtocol(
  schema: Schema,
  tables: Tables,
  completeness: Completeness = 'release',
  checkNames?: (protocol: Protocol) => void,
): Protocol {
  const { declarations, revision, file, extensions } = schema;
  const built = buildProtocol(declarations, revision, tables, completeness);
  const open = built.openDecisions.length;
  const draft = open === 0 ? '' : ` (draft: ${open} open decision${open === 1 ? '' : 's'})`;
  const protocol = { ...built, sources: [`${revision}/schema.ts${draft}`, ...extensions] };
  checkProtocol(protocol, declarations, file);
  checkNames?.(protocol);
  return protocol;
}

/** @throws {SchemaProblems} naming every declaration that the model dropped and every row that nothing uses. */
export function checkProtocol(protocol: Protocol, declarations: readonly Declaration[], file: string): void {
  const problems = new ProblemList();
  for (const { name, place } of declarations) {
    if (!protocol.definitions.find(name)) problems.add(place, `${name} was lost`, 'Report this as a bug of mcp-gen.');
  }
  for (const row of protocol.unusedRows) {
    problems.add({ file, line: 1, column: 1 }, row, 'End the row with "until", or correct it.');
  }
  problems.throwIfAny();
}
