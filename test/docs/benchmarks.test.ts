/** README's table of benchmarks has the rows that a run measures. Its figures are those of one run, which no test repeats. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remedyOf } from '../support/golden.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

const REMEDY = 'npm run bench -- --json > run.json && node scripts/benchTable.mjs run.json';

test('the table of benchmarks has the rows and columns that a run measures', () => {
  const script = join(ROOT, 'scripts/benchTable.mjs');
  const printed = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' });
  const [, written = ''] = /<!-- benchmarks -->(.*?)<!-- end -->/s.exec(readProjectFile('README.md')) ?? [];
  const measured = outline(printed);
  expect(measured.rows.length).toBeGreaterThan(2);
  expect(outline(written), remedyOf("README's table of benchmarks", REMEDY)).toEqual(measured);
});

/** The header of a table, and the first cells of its rows. */
function outline(table: string): { readonly header: readonly string[]; readonly rows: readonly string[] } {
  const [header = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return { header, rows: rows.map(([, title = '']) => title) };
}
