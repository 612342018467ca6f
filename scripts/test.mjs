// Runs the tests, and in parallel the checks of format, lint rules, and types. Findings are printed when the checks end; a line after
// the tests reports that there are findings.
// Usage: npm test [-- arguments of Vitest]
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// Built first, because both would compile changed files at the same time.
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });

const [checked, tested] = await Promise.all([
  succeeds('scripts/check.mjs'),
  succeeds('node_modules/vitest/vitest.mjs', 'run', ...process.argv.slice(2)),
]);
if (!checked) console.error('The checks of format, lint rules and types failed: see above, or run npm run check.');
if (!checked || !tested) process.exitCode = 1;

async function succeeds(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code === 0;
}
