// Shows what the tests of requirements are worth: selects random rows and prints them with their tests, or breaks the code that these
// tests run, and looks whether one of them fails.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coveringFiles, textOf } from './coveringFiles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '');
const USAGE = `Usage: npm run requirements -- [options], for example: --draw 30 --seed 1, or --prove ping-answered
  --draw <number>          how many of the rows that tests cover to print, with their tests. Default: 10
  --prove <id>             break places that the tests of this row run, one at a time, until one of these tests fails
  --prove-sample <number>  do the same for so many rows
  --breaks <number>        how many places to break at most, for each row. Default: 20
  --seed <number>          what the rows and the places depend on. Default: 1`;
const { help, prove: id, ...values } = readOptions();
if (help) {
  console.log(USAGE);
  process.exit();
}
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d*$/.test(value)) continue;
  console.error(`--${name} must be a positive integer, not ${value}: npm run requirements -- --${name} 7`);
  process.exit(2);
}
if (id === undefined && values['prove-sample'] === undefined) draw();
else await prove();

function draw() {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--reporter', './test/support/drawReporter.ts', ...coveringFiles()],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, DRAW: values.draw, SEED: values.seed },
    },
  );
  process.exitCode = status ?? 1;
}

async function prove() {
  const { project } = await import('./mutants/project.mjs');
  const { main } = await import('./prove/cli.mjs');
  const { coveredIds } = await import('./prove/coveredIds.mjs');
  const texts = new Map(coveringFiles().map((path) => [relative(root, path).replaceAll('\\', '/'), textOf(path)]));
  const proved = {
    ...project,
    coveredIds: () => coveredIds(root, [...texts.values()]),
    filesNaming: (id) => {
      const through = [...texts].filter(([, text]) => text.includes(`'${id}'`)).map(([path]) => path);
      const own = through.filter((path) => readFileSync(join(root, path), 'utf8').includes(`'${id}'`));
      return [own, through.filter((path) => !own.includes(path))];
    },
  };
  const { 'prove-sample': sample, breaks, seed } = values;
  await main(proved, { id, sample: Number(sample), breaks: Number(breaks), seed });
}

function readOptions() {
  const number = (preset) => ({ type: 'string', default: preset });
  try {
    return parseArgs({
      options: {
        draw: number('10'),
        prove: { type: 'string' },
        'prove-sample': { type: 'string' },
        breaks: number('20'),
        seed: number('1'),
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
