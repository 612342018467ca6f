/** Checks the finished model against its input: nothing is lost, and no row of the facts is stale. */

import { ProblemList } from '../problems.js';
import type { Declaration } from './declarations.js';
import { factsOf } from './facts.js';
import { allMessages, type Protocol } from './protocol.js';

/** @throws {SchemaProblems} naming every declaration that the model dropped and every row that nothing uses. */
export function checkProtocol(protocol: Protocol, declarations: readonly Declaration[], file: string): void {
  const problems = new ProblemList();
  for (const { name, place } of declarations) {
    if (!protocol.definitions.find(name)) problems.add(place, `${name} was lost`, 'Report this as a bug of mcp-gen.');
  }
  const facts = factsOf(protocol.revision);
  const methods = new Set(allMessages(protocol).map(({ method }) => method));
  for (const method of facts.guessedFrom === undefined ? facts.methods.keys() : []) {
    if (methods.has(method)) continue;
    const remedy = 'End the row with "until", or correct the method.';
    problems.add(
      { file, line: 1, column: 1 },
      `No method ${method}, but generator/model/facts.ts has a row for it`,
      remedy,
    );
  }
  for (const { place, wrong } of protocol.unusedErrata) {
    const message = `There is no ${place}, but generator/model/errata.ts corrects it: ${wrong}`;
    problems.add({ file, line: 1, column: 1 }, message, 'End the row with "until", or correct its place.');
  }
  problems.throwIfAny();
}
