// Runs the tests, and beside them format, lint rules and types: ESLint alone keeps a core busy for a minute or two, and leaves the other
// idle. Where a check fails, the tests are stopped: there is nothing to be said of them.
// Usage: npm test [-- arguments of Vitest]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// Both compile what has changed, and would do so at the same time.
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });

const checks = start('scripts/check.mjs');
const tests = start('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2));
const [checked, tested] = await Promise.all([
  ended(checks).then((passed) => {
    if (!passed) tests.kill('SIGINT');
    return passed;
  }),
  ended(tests),
]);
if (!checked) console.error('The checks failed, see above. Tests that still ran were stopped.');
if (!checked || !tested) process.exitCode = 1;

function start(...args) {
  return spawn(process.execPath, args, { stdio: 'inherit' });
}

/** Whether a program succeeds, once it has ended. */
async function ended(program) {
  const [code] = await once(program, 'close');
  return code === 0;
}
