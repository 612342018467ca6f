/** What docs/generated.md says about the revisions is what the models have, and what their code weighs. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { remedyOf } from '../support/golden.js';
import { readProjectFile, REVISION_IDS, ROOT } from '../support/schemas.js';

const REMEDY = remedyOf('The table of revisions in docs/generated.md', 'npm run table');

test('the table of revisions is the one that `npm run table` writes', () => {
  const [, written = ''] = /<!-- revisions -->(.*?)<!-- end -->/s.exec(readProjectFile('docs/generated.md')) ?? [];
  const script = join(ROOT, 'scripts/table.mjs');
  const measured = readTable(execFileSync(process.execPath, [script, '--print'], { encoding: 'utf8' }));
  const table = readTable(written);
  expect(
    table.map((row) => row.slice(0, -1)),
    REMEDY,
  ).toEqual(measured.map((row) => row.slice(0, -1)));
  expect(table.slice(2).map(([id]) => id)).toEqual([...REVISION_IDS, `all ${REVISION_IDS.length}`]);
  // How well gzip does depends on the version of Node.
  const [[label], , ...weights] = table.map((row) => row.slice(-1)) as [string[], string[], ...string[][]];
  expect(label).toBe('compressed');
  weights.forEach(([weight], index) => {
    const now = parseFloat(measured[index + 2]?.at(-1) ?? '');
    expect(Math.abs(parseFloat(weight ?? '') - now), REMEDY).toBeLessThan(now / 20);
  });
});

function readTable(text: string): readonly (readonly string[])[] {
  const rows = text.trim().split('\n');
  return rows
    .map((row) => row.split('|').slice(1, -1))
    .map((row) => row.map((cell) => cell.trim().replace(/^-+$/, '')));
}
