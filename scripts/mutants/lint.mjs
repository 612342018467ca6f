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
  'preserve-caught-error',
  'typescript/await-thenable',
  'typescript/no-floating-promises',
  'typescript/no-misused-promises',
  'typescript/prefer-nullish-coalescing',
  'typescript/prefer-promise-reject-errors',
  'typescript/strict-boolean-expressions',
  'typescript/switch-exhaustiveness-check',
]);

/** The names of plugins in the output of oxlint, where they are not those of the configuration. */
const PLUGINS = { eslint: '', 'typescript-eslint': 'typescript/' };

/**
 * Lints the file of a mutant, with the project's own configuration, in a copy of the project that has been built.
 *
 * @returns the first finding that names the mistake: `{ rule, why }`, undefined if there is none
 */
export async function findingIn(copy, mutant, signal) {
  writeFileSync(join(copy.root, mutant.file), mutant.text);
  try {
    const { diagnostics } = await lint(copy.root, mutant.file, signal);
    return diagnostics
      .map(({ code, message }) => ({ rule: ruleOf(code), why: message }))
      .find(({ rule }) => NAMING.has(rule));
  } finally {
    copy.restore();
  }
}

function lint(root, file, signal) {
  const args = [join(root, 'node_modules/oxlint/bin/oxlint'), '--type-aware', '--format', 'json', file];
  return new Promise((resolve, reject) => {
    // The exit code is 1 where anything is found.
    execFile(process.execPath, args, { cwd: root, signal }, (error, stdout, stderr) => {
      signal?.throwIfAborted();
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(new Error(`oxlint failed: ${stderr}${stdout}`, { cause: error }));
      }
    });
  });
}

/** Returns the name that the configuration has for a rule: `typescript/a` for `typescript-eslint(a)`. */
function ruleOf(code) {
  const [, plugin, rule] = /^(.*)\((.*)\)$/.exec(code) ?? [];
  return `${PLUGINS[plugin] ?? `${plugin}/`}${rule}`;
}
