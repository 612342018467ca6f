// Selects random requirements that tests cover, and prints them with their tests. To check them, break the code and see a test fail.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { coveringFiles } from './coveringFiles.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const USAGE = 'Usage: npm run requirements -- [--draw <how many>] [--seed <number>], for example: --draw 30 --seed 1';
const { help, ...values } = readOptions();
if (help) {
  console.log(USAGE);
  process.exit();
}
for (const [name, value] of Object.entries(values)) {
  if (/^[1-9]\d*$/.test(value)) continue;
  console.error(`--${name} must be a positive integer, not ${value}: npm run requirements -- --${name} 7`);
  process.exit(2);
}

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

function readOptions() {
  const number = (preset) => ({ type: 'string', default: preset });
  try {
    return parseArgs({ options: { draw: number('10'), seed: number('1'), help: { type: 'boolean', short: 'h' } } })
      .values;
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}
