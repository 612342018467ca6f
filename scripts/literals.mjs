// Counts the names of the protocol that are written by hand, by folder and kind, as the lint rule mcp-gen/protocol-literals finds them.
// Usage: node scripts/literals.mjs [commit]; with --json it prints the figures alone, with --list each place
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLiterals } from './findLiterals.mjs';
import { HANDWRITTEN } from './packages.mjs';
import { KINDS } from './protocolLiterals.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const SOURCES = [...HANDWRITTEN, 'generator'];

const flags = process.argv.slice(2).filter((each) => each.startsWith('--'));
const [commit] = process.argv.slice(2).filter((each) => !each.startsWith('--'));
const found = commit === undefined ? findLiterals(root, SOURCES) : literalsAt(commit);
if (flags.includes('--list')) for (const { path, line, message } of found) console.log(`${path}:${line}: ${message}`);
const figures = counted(found);
if (flags.includes('--json')) console.log(JSON.stringify(figures, undefined, 2));
else print(figures);

/** Returns the literals of a commit. */
function literalsAt(commit) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-sources-'));
  try {
    const archive = execFileSync('git', ['archive', commit, ...SOURCES], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    return findLiterals(folder, SOURCES);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Returns the number of literals of each kind, by folder: `sdk/src/server`. Files beside folders count for `sdk/src`. */
function counted(literals) {
  const numbers = {};
  for (const { path, kind } of literals) {
    const name = path.split('/').slice(0, -1).slice(0, 3).join('/');
    numbers[name] ??= Object.fromEntries(KINDS.map((each) => [each, 0]));
    numbers[name][kind]++;
  }
  return Object.fromEntries(Object.entries(numbers).sort(([one], [other]) => (one < other ? -1 : 1)));
}

function print(numbers) {
  const rows = Object.entries(numbers).map(([name, kinds]) => [name, ...KINDS.map((kind) => kinds[kind])]);
  const sums = KINDS.map((_, at) => rows.reduce((sum, row) => sum + row[at + 1], 0));
  for (const [name, ...cells] of [['', ...KINDS], ...rows, ['all', ...sums]]) {
    console.log(name.padEnd(24) + cells.map((cell) => String(cell).padStart(11)).join(''));
  }
}
