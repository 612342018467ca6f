/** Builds protocols, and checks each against its input: no declaration is lost, and no row of the tables is unused. */

import { ProblemList } from '../problems.js';
import { buildProtocol } from './buildProtocol.js';
import type { Declaration, Schema } from './declarations.js';
import type { Tables } from './facts.js';
import type { Completeness } from './openDecisions.js';
import type { Protocol } from './protocol.js';

/**
 * Builds the protocol of a schema, and checks that no declaration was lost.
 *
 * @param completeness how open decisions are handled. Default: `release`
 * @throws {SchemaProblems} with all problems of the schema
 */
export function checkedProtocol(schema: Schema, tables: Tables, completeness: Completeness = 'release'): Protocol {
  const { declarations, revision, file, extensions } = schema;
  const built = buildProtocol(declarations, revision, tables, completeness);
  const open = built.openDecisions.length;
  const draft = open === 0 ? '' : ` (draft: ${open} open decision${open === 1 ? '' : 's'})`;
  const protocol = { ...built, sources: [`${revision}/schema.ts${draft}`, ...extensions] };
  checkProtocol(protocol, declarations, file);
  return protocol;
}

/** @throws {SchemaProblems} with every declaration that the model lost, and every unused row. */
export function checkProtocol(protocol: Protocol, declarations: readonly Declaration[], file: string): void {
  const problems = new ProblemList();
  for (const { name, place } of declarations) {
    if (!protocol.definitions.find(name))
      problems.add(place, `${name} is missing in the model`, 'Report this as a bug of mcp-gen.');
  }
  for (const row of protocol.unusedRows) {
    problems.add({ file, line: 1, column: 1 }, row, 'End the row with "until", or correct it.');
  }
  problems.throwIfAny();
}
