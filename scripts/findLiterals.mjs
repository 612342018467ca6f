// Finds the names of the protocol that are written by hand, with the lint rule mcp-gen/protocol-literals alone.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { KINDS } from './protocolLiterals.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const oxlint = join(root, 'node_modules/oxlint/bin/oxlint');

/** No other rule, and no folder that is left out for the time being. */
const CONFIG = {
  jsPlugins: [join(root, 'scripts/lintRules.mjs')],
  plugins: [],
  categories: { correctness: 'off' },
  ignorePatterns: ['**/dist/', '**/node_modules/'],
  rules: { 'mcp-gen/protocol-literals': 'error' },
};

/**
 * Returns the names of the protocol in files, each with its path, line, kind, and the message of the rule.
 *
 * @param folder the folder that the paths are in
 * @param paths files or folders below it
 */
export function findLiterals(folder, paths) {
  const own = mkdtempSync(join(tmpdir(), 'mcp-gen-literals-'));
  try {
    const config = join(own, 'oxlintrc.json');
    writeFileSync(config, JSON.stringify(CONFIG));
    const given = ['--config', config, '--format', 'json', ...paths];
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, ...given], {
      cwd: folder,
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (!stdout.startsWith('{')) throw new Error(`The linter failed: ${stdout}${stderr}`);
    return JSON.parse(stdout).diagnostics.map(({ message, filename, labels }) => ({
      path: filename.replaceAll('\\', '/'),
      line: labels[0]?.span.line,
      kind: kindOf(message),
      message,
    }));
  } finally {
    rmSync(own, { recursive: true });
  }
}

/** Returns the kind that a message of the rule begins with: `The error code ...`. */
function kindOf(message) {
  const words = { 'error code': 'errorCode', key: 'metaKey' };
  const [, word] = /^The (error code|\w+) /.exec(message) ?? [];
  const kind = words[word] ?? word;
  if (!KINDS.includes(kind)) throw new Error(`Unexpected message of the linter: ${message}`);
  return kind;
}
