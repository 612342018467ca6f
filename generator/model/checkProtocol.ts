/** Checks the finished model against its input: nothing is lost, and no row of the tables is stale. */

import { ProblemList } from '../problems.js';
import type { Declaration } from './declarations.js';
import type { Protocol } from './protocol.js';

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
