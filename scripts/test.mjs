// Runs the tests, and in parallel the checks of format, lint rules, and types. Findings are printed when the checks end; a line after
// the tests reports that there are findings.
// Usage: npm test [-- --long] [-- --changed[=<commit>]] [-- arguments of Vitest]
//
// Files that take long, `*.long.test.ts`, run with --long, or if files are named.
//
// With --changed, it runs the test files that import a file which differs from the last commit, or from the one that is named, and checks
// format and lint rules of those that differ. Tests that only run built programs import nothing of them: a run of all tests has those.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

// Built first, because both would compile changed files at the same time.
execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });

const args = process.argv.slice(2).filter((arg) => arg !== '--long');
const isShort = !process.argv.includes('--long') && args.every((arg) => arg.startsWith('-'));
if (isShort) process.env.MCP_GEN_TESTS = 'short';
const changed = args.find((arg) => /^--changed(=|$)/.test(arg));
const [checked, tested] = await Promise.all([
  succeeds('scripts/check.mjs', ...(changed === undefined ? [] : [changed])),
  succeeds('node_modules/vitest/vitest.mjs', 'run', ...args),
]);
if (!checked) console.error('The checks of format, lint rules and types failed: see above, or run npm run check.');
if (!checked || !tested) process.exitCode = 1;

async function succeeds(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'close');
  return code === 0;
}
