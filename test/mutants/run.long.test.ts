/** Mutation testing, run on a small project whose mutants are known to be killed or to survive. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { emptyProject } from '../support/packages.js';
import { runProgram, type Finished } from '../support/runCli.js';

const PROGRAM = fileURLToPath(new URL('../fixtures/mutants/run.mjs', import.meta.url));

/** One of them is reached through a program only, one never ends, one is on the list of equivalents, and one is refused by the linter. */
const RESULTS = [
  'src/digits.ts:2 comparison: killed by checks.ts (tells zeros)',
  'src/digits.ts:2 return: killed by checks.ts (tells zeros)',
  'src/later.ts:3 call: killed by checks.ts (saves)',
  'src/later.ts:3 order: killed by lint (typescript/no-floating-promises), not by 1 test files',
  'src/notes.ts:3 argument: survived 1 test files',
  'src/notes.ts:3 call: survived 1 test files',
  'src/notes.ts:3 method: equivalent: The list is empty.',
  'src/seats.ts:2 number: killed by checks.ts (leaves)',
  'src/seats.ts:6 arithmetic: killed by checks.ts (leaves)',
  'src/seats.ts:6 refund: killed by checks.ts (leaves)',
  'src/wait.ts:3 condition: killed by checks.ts (waits)',
  'src/wait.ts:3 negation: killed by time in checks.ts: nothing happened',
];

/** What the tests run that pass, in this process or in another. */
const SOURCES = ['digits', 'later', 'notes', 'seats', 'wait'].map((name) => `src/${name}.ts`);

const CONCLUSION = `left out: broken.ts does not pass without a mutant: expected 1 to be 2 // Object.is equality
survived: src/notes.ts:3 argument, in note
  - lines.push('noted');
  + lines.push();
survived: src/notes.ts:3 call, in note
  - lines.push('noted');
  + {}
stale: an entry of equivalent.json matches no mutant of src/notes.ts: lines.push('noticed');
src            killed 9 of 11 (81.8 %), 1 of them by lint
semantic       killed 2 of 3 (66.6 %), 1 of them by lint
  refund       killed 1 of 1 (100.0 %)
  order        killed 1 of 1 (100.0 %), 1 of them by lint
  argument     killed 0 of 1 (0.0 %)
syntactic      killed 7 of 8 (87.5 %)
  arithmetic   killed 1 of 1 (100.0 %)
  call         killed 1 of 2 (50.0 %)
  comparison   killed 1 of 1 (100.0 %)
  condition    killed 1 of 1 (100.0 %)
  negation     killed 1 of 1 (100.0 %)
  number       killed 1 of 1 (100.0 %)
  return       killed 1 of 1 (100.0 %)
mutants: 12, killed 9 (by tests 7, by time 1, by lint 1), survived 2, equivalent 1, score 81.8 %, without lint 72.7 %; 1 more do not compile, or cannot differ by their types
`;

/** What is recorded there in the first run holds for all. */
const cache = emptyProject();

test('mutants are judged, those that survive are printed, and a resumed run remembers', async () => {
  const first = await runMutants();
  const [building = '', recording, ...rest] = first.stdout.split('\n');
  expect(recording).toBe('Recording which sources 2 of 2 test files run; later runs use it');
  expect(rest.slice(0, 2).map((line) => line.split(':', 1)[0])).toEqual(['1/2 checks.ts', '2/2 broken.ts']);
  expect(judged(rest.slice(2))).toEqual({ results: RESULTS, conclusion: CONCLUSION });
  expect(first).toMatchObject({ code: 1, stderr: '' });
  expect(Object.keys(recorded()['checks.ts']?.hits ?? {})).toEqual(SOURCES);

  const again = await runMutants('--resume');
  expect(judged(again.stdout.split('\n').slice(1))).toEqual({ results: RESULTS, conclusion: CONCLUSION });
  expect(again.code).toBe(1);

  const folder = building.replace('Building a copy of the project in ', '');
  expect(folder).toMatch(/mutants-\w+$/);
  expect(existsSync(folder)).toBe(false);
});

test('mutants of one kind in one file, as JSON', async () => {
  const ofKind = await runMutants('--kinds', 'refund', '--only', 'src/seats', '--json');
  expect(JSON.parse(ofKind.stdout)).toMatchObject({
    packages: { src: { judged: 1, killed: 1, lint: 0 } },
    kinds: { semantic: { judged: 1, killed: 1 }, refund: { judged: 1, killed: 1 } },
    unusable: [{ path: 'broken.ts' }],
  });
  expect(ofKind.code).toBe(0);

  const short = await runMutants('--kinds', 'refund', '--only', 'src/seats', '--json', '--short');
  expect(JSON.parse(short.stdout)).toMatchObject({ kinds: { refund: { killed: 1 } }, unusable: [] });
  expect(short.stderr).not.toContain('Recording');
  expect(Object.keys(recorded()).sort()).toEqual(['broken.ts', 'checks.ts']);
});

/** What was recorded of each test file. */
function recorded(): Record<string, { readonly hits?: object }> {
  const [file = ''] = readdirSync(cache).filter((name) => name.startsWith('reach-'));
  return JSON.parse(readFileSync(join(cache, file), 'utf8')) as ReturnType<typeof recorded>;
}

function runMutants(...args: readonly string[]): Promise<Finished> {
  return runProgram(cache, process.execPath, [PROGRAM, '--seed', '1', '--count', '50', ...args]);
}

/** What was printed, without times and the numbers that depend on the seed. */
function judged(lines: readonly string[]): { readonly results: readonly string[]; readonly conclusion: string } {
  const plain = lines.map((line) => line.replace(/( in| for) [\d.]+ s/, '').replace(/^survived: \d+ /, 'survived: '));
  const numbered = plain.filter((line) => /^ *\d+\/50 /.test(line));
  return {
    results: numbered.map((line) => line.replace(/^ *\d+\/50 /, '')).sort(),
    conclusion: plain.filter((line) => !numbered.includes(line)).join('\n'),
  };
}
