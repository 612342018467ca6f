/**
 * Returns cases for `test.each` that are computed: filtered, or read from a folder or a table.
 *
 * @throws Error if there are none: their tests would not exist, and nothing would say so
 */
export function nonEmpty<Case>(cases: readonly Case[]): readonly Case[] {
  if (cases.length === 0) throw new Error('No cases to test');
  return cases;
}
