/** The tables with measured figures: docs/performance.md has the rows of a run, whose figures no test repeats, and README's follows from other tables. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remedyOf } from '../support/golden.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

const REMEDY = 'npm run bench -- --json > run.json && node scripts/benchTable.mjs run.json';

test('the table of benchmarks has the rows and columns that a run measures', () => {
  const script = join(ROOT, 'scripts/benchTable.mjs');
  const printed = execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' });
  const [, written = ''] = /<!-- benchmarks -->(.*?)<!-- end -->/s.exec(readProjectFile('docs/performance.md')) ?? [];
  const measured = outline(printed);
  expect(measured.rows.length).toBeGreaterThan(2);
  expect(outline(written), remedyOf('The table of docs/performance.md', REMEDY)).toEqual(measured);
});

test("README's comparison has the figures of the other tables", () => {
  const printed = execFileSync(process.execPath, [join(ROOT, 'scripts/why.mjs'), '--print'], { encoding: 'utf8' });
  const [, written = ''] = /<!-- why -->(.*?)<!-- end -->/s.exec(readProjectFile('README.md')) ?? [];
  expect(cells(printed).length).toBeGreaterThan(5);
  expect(cells(written), remedyOf("README's comparison", 'node scripts/why.mjs')).toEqual(cells(printed));
});

/** The cells of each row with figures. */
function cells(table: string): readonly (readonly string[])[] {
  const rows = table
    .trim()
    .split('\n')
    .filter((line) => !line.includes('--'));
  return rows.map((line) => line.split('|').map((cell) => cell.trim()));
}

/** The header of a table, and the first cells of its rows. */
function outline(table: string): { readonly header: readonly string[]; readonly rows: readonly string[] } {
  const [header = [], , ...rows] = table
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()));
  return { header, rows: rows.map(([, title = '']) => title) };
}
