// Checks format, lint rules and types side by side: on two cores this takes as long as the slowest of them.
// Usage: npm run check [-- --changed[=<commit>]]
//
// With --changed, format and lint rules are checked only of files that differ from the last commit, or from the one that is named.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { PACKAGES } from './packages.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));

/** The compiler that builds the packages. */
const TSC = 'node_modules/typescript-7/bin/tsc';

const [option] = process.argv.slice(2);
/** The files that differ. Default: all files. */
const changed = option?.startsWith('--changed') ? filesChangedSince(option.split('=')[1] ?? 'HEAD') : undefined;
const linted = changed?.filter((path) => /\.[cm]?[jt]s$/.test(path)) ?? [];

/** Each is a list of programs, one after another. */
const CHECKS = [
  ...(changed && linted.length === 0
    ? []
    : [[['node_modules/oxlint/bin/oxlint', '--deny-warnings', '--no-error-on-unmatched-pattern', ...linted]]]),
  ...(changed?.length === 0
    ? []
    : [[['node_modules/oxfmt/bin/oxfmt', '--list-different', '--no-error-on-unmatched-pattern', ...(changed ?? [])]]]),
  [
    [TSC, '-b', 'generator', ...PACKAGES],
    [TSC, '-p', 'test', '--singleThreaded'],
    [TSC, '-p', 'test/apps/pages', '--singleThreaded'],
    [TSC, '-p', 'site', '--singleThreaded'],
  ],
];

const failed = (await Promise.all(CHECKS.map(runUntilFailure))).flatMap(({ command, output, code }) => {
  if (code === 0) return [];
  console.error(output.trimEnd());
  return [{ command }];
});
for (const { command } of failed) console.error(`Failed: ${command}`);
if (failed.length > 0) process.exitCode = 1;

/** Returns the files that differ from a commit, and those that git does not know yet. */
function filesChangedSince(commit) {
  const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).split('\n');
  const paths = [...git('diff', '--name-only', commit), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(paths)].filter((path) => path !== '' && existsSync(path));
}

/** The result of the last program that ran. */
async function runUntilFailure(programs) {
  let finished;
  for (const program of programs) {
    finished = await run(program);
    if (finished.code !== 0) break;
  }
  return finished;
}

async function run([script, ...args]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { command: [script.split('/').at(-1), ...args].join(' '), output: stdout + stderr, code };
}
