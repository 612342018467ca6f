/**
 * Test files that take long: campaigns over random and hostile input, projects that are packed, installed, or scaffolded, and programs of
 * others. Their names say so. `npm test` leaves them out, and `npm test -- --long` runs them.
 */

import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ENDING = '.long.test.ts';

/** The pattern of the files that this run leaves out. */
export const EXCLUDED: readonly string[] = process.env['MCP_GEN_TESTS'] === 'short' ? [`**/*${ENDING}`] : [];

/** Returns what this run leaves out, as a line; undefined if nothing. */
export function describeLongTests(): string | undefined {
  if (EXCLUDED.length === 0) return undefined;
  const tests = readdirSync(fileURLToPath(new URL('..', import.meta.url)), { encoding: 'utf8', recursive: true });
  const { length } = tests.filter((path) => path.endsWith(ENDING));
  return `left out: ${length} test files that take long, which npm test -- --long runs`;
}
