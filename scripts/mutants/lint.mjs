// Gives a mutant that no test notices to the linter: a mistake that the linter refuses cannot land, whatever the tests do.
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The rules that name a mistake. Others complain about what an operator leaves behind, such as an empty block or an unused name: an
 * engineer who makes the mistake leaves nothing behind.
 */
const NAMING = new Set([
  'mcp-gen/abort-listeners',
  'mcp-gen/linear-patterns',
  'mcp-gen/protocol-literals',
  'no-unreachable-loop',
  'preserve-caught-error',
  'radix',
  'typescript/await-thenable',
  'typescript/no-floating-promises',
  'typescript/no-misused-promises',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-promise-reject-errors',
  'typescript/strict-boolean-expressions',
  'typescript/switch-exhaustiveness-check',
]);

/**
 * Lints the file of a mutant, with the project's own configuration, in a copy of the project that has been built.
 *
 * @returns what differs from the verdict of the tests: `{ outcome: 'killed', by: 'lint', rule, why }` if a rule names the mistake,
 * `{ outcome: 'broken', why }` if the linter fails, and nothing otherwise
 */
export async function judgeByLint(copy, mutant, signal) {
  writeFileSync(join(copy.root, mutant.file), mutant.text);
  try {
    const output = await lint(copy.root, mutant.file, signal);
    signal?.throwIfAborted();
    return verdictOf(output);
  } finally {
    copy.restore();
  }
}

/** Runs the linter, which ends with an exit code other than 0 if it finds anything. */
function lint(root, file, signal) {
  const program = join(root, 'node_modules/oxlint/bin/oxlint');
  const options = { cwd: root, signal, maxBuffer: 1 << 26 };
  return new Promise((resolve) => {
    execFile(process.execPath, [program, '--type-aware', '--format', 'json', file], options, (_, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

function verdictOf({ stdout, stderr }) {
  let found;
  try {
    found = JSON.parse(stdout).diagnostics;
  } catch {
    return { outcome: 'broken', why: `oxlint failed: ${stderr}${stdout}` };
  }
  const naming = found.find(({ code }) => NAMING.has(ruleOf(code)));
  return naming === undefined ? {} : { outcome: 'killed', by: 'lint', rule: ruleOf(naming.code), why: naming.message };
}

/** Returns the name that the configuration has for a rule: `typescript/a` for `typescript(a)`. */
function ruleOf(code) {
  const [, plugin, rule] = /^(.*)\((.*)\)$/.exec(code) ?? [];
  return plugin === 'eslint' ? rule : `${plugin}/${rule}`;
}
