/** Builds the protocol of a schema, complete and checked: with every decision that is open, about every part of it. */

import { withChangedDecisions } from './analyze/changedDecisions.js';
import { buildProtocol } from './model/buildProtocol.js';
import { checkProtocol } from './model/checkProtocol.js';
import type { Schema } from './model/declarations.js';
import type { Tables } from './model/facts.js';
import type { Completeness, OpenDecision } from './model/openDecisions.js';
import type { Protocol } from './model/protocol.js';
import { ProblemList } from './problems.js';

/**
 * Builds the protocol of a schema, and checks that no declaration was lost.
 *
 * @param completeness how open decisions are handled. Default: `release`
 * @throws {SchemaProblems} with all problems of the schema
 */
export function checkedProtocol(schema: Schema, tables: Tables, completeness: Completeness = 'release'): Protocol {
  const { declarations, revision, file, extensions } = schema;
  // A release lists its open decisions below, with those that the schema opens again.
  const built = buildProtocol(declarations, revision, tables, completeness === 'release' ? 'draft' : completeness);
  const { openDecisions, ...rest } = completeness === 'fragment' ? built : withChangedDecisions(built, tables);
  const problems = new ProblemList();
  if (completeness === 'release') addTo(problems, openDecisions);
  const open = openDecisions.length;
  const draft = open === 0 ? '' : ` (draft: ${open} open decision${open === 1 ? '' : 's'})`;
  const protocol = { ...rest, openDecisions, sources: [`${revision}/schema.ts${draft}`, ...extensions] };
  checkProtocol(protocol, declarations, file, problems);
  return protocol;
}

/** Adds open decisions as problems. */
function addTo(problems: ProblemList, openDecisions: readonly OpenDecision[]): void {
  for (const { message, remedy, changes = [], confirmedFor, ...place } of openDecisions) {
    const what = changes.length === 0 ? '' : `. Changed since ${confirmedFor}: ${changes.join('; ')}`;
    problems.add(place, message + what, remedy);
  }
}
