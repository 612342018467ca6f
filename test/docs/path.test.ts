/** What ARCHITECTURE.md says about the path of one message is what the script counts. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../support/runCli.js';
import { readProjectFile, ROOT } from '../support/schemas.js';

const FIGURES = /^( *[\w ]+): (\d+) calls in, (\d+) out, (\d+) files$/gm;

function figuresIn(text: string): readonly (readonly [what: string, figures: readonly number[]])[] {
  return [...text.matchAll(FIGURES)].map(([, what = '', ...figures]) => [what, figures.slice(0, 3).map(Number)]);
}

test('the calls on the path of one message are as many as ARCHITECTURE.md says', async () => {
  const { code, stdout } = await runProgram(ROOT, process.execPath, [join(ROOT, 'scripts/path.mjs'), '--list']);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}in {2}\d+ × runtime\/src\/peer\/dispatcher\.ts {2}request$/m);
  expect(stdout).toMatch(/^ {2}out \d+ × runtime\/src\/codec\/encode\.ts {2}encode$/m);
  const counted = figuresIn(stdout);
  const [, block = ''] = /<!-- path -->(.*?)<!-- end -->/s.exec(readProjectFile('ARCHITECTURE.md')) ?? [];
  const written = figuresIn(block);
  expect(written.map(([what]) => what)).toEqual(counted.map(([what]) => what));
  expect(counted).toHaveLength(4);
  // Versions of Node count accessors and initializers differently.
  counted.forEach(([what, figures], index) => {
    figures.forEach((figure, at) => {
      const said = written[index]?.[1][at] ?? 0;
      expect(
        Math.abs(figure - said),
        `${what}: ${figure}, and not ${said}: npm run path -- --write`,
      ).toBeLessThanOrEqual(2 + said / 10);
    });
  });
});

test('an unknown option is refused with the usage', async () => {
  const { code, stderr } = await runProgram(ROOT, process.execPath, [join(ROOT, 'scripts/path.mjs'), '--lst']);
  expect(code).toBe(2);
  expect(stderr).toContain('Usage: npm run path');
});
