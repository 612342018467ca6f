/** Checks a protocol against its input: no declaration is lost, and no row of the tables is unused. */

import { ProblemList } from '../problems.js';
import type { Declaration } from './declarations.js';
import type { Protocol } from './protocol.js';

/**
 * @param problems those that were found before
 * @throws {SchemaProblems} with every declaration that the model lost, and every unused row
 */
export function checkProtocol(
  protocol: Protocol,
  declarations: readonly Declaration[],
  file: string,
  problems = new ProblemList(),
): void {
  for (const { name, place } of declarations) {
    if (!protocol.definitions.find(name))
      problems.add(place, `${name} is missing in the model`, 'Report this as a bug of mcp-gen.');
  }
  for (const row of protocol.unusedRows) {
    problems.add({ file, line: 1, column: 1 }, row, 'End the row with "until", or correct it.');
  }
  problems.throwIfAny();
}
