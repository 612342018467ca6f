/** The measurement of docs/python.md, and the lines of docs/targets.md. */

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remedyOf } from '../support/golden.js';
import { testUnless } from '../support/omissions.js';
import { missingPython } from '../support/python.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

function printed(script: string, ...args: readonly string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(ROOT, script), ...args], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout;
}

/** What a page has between two comments. */
function between(page: string, name: string): string {
  return new RegExp(`<!-- ${name} -->(.*?)<!-- end -->`, 's').exec(readProjectFile(page))?.[1] ?? '';
}

/** The cells of a table, without those of the line below its header. */
function cells(table: string): readonly (readonly string[])[] {
  const rows = table.split('\n').filter((line) => line.startsWith('|') && !line.includes('--'));
  return rows.map((row) => row.split('|').map((cell) => cell.trim()));
}

const firsts = (table: string): readonly (string | undefined)[] => cells(table).map(([, first]) => first);

const missing = missingPython() ?? (process.platform === 'linux' ? undefined : 'Linux tells the memory of a process');

testUnless(missing, 'the page has the rows that are measured', () => {
  const table = printed('bench/python/run.mjs', '--rounds', '1', '--seconds', '0.02');
  expect(cells(table).length).toBeGreaterThan(5);
  const remedy = remedyOf('The table of docs/python.md', 'npm run bench:python -- --write');
  expect(firsts(between('docs/python.md', 'measured')), remedy).toEqual(firsts(table));
});

test('the page has the lines of the target', () => {
  const table = printed('scripts/targetLines.mjs', '--print');
  const remedy = remedyOf('The table of docs/targets.md', 'node scripts/targetLines.mjs');
  expect(cells(between('docs/targets.md', 'target lines')), remedy).toEqual(cells(table));
});
