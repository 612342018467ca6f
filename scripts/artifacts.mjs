// Counts what is generated and what is written by hand, and writes the tables of docs/artifacts.md.
// Usage: node scripts/artifacts.mjs [--print]
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatted } from './formatted.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const PAGE = 'docs/artifacts.md';
const ids = JSON.parse(readFileSync('schema/revisions.json', 'utf8')).map(({ id }) => id);
const { methods, errata } = JSON.parse(readFileSync('schema/overrides.json', 'utf8'));

const revisions = table(
  [
    'revision',
    'lines of its schema',
    'lines generated',
    'conversions by hand',
    'rows on methods',
    'rows that correct',
    'seconds',
  ],
  ids.map((id) => [
    id,
    linesOf(`schema/${id}/schema.ts`),
    linesIn(`generated/${id}`) + linesIn(`generated/shared/since-${id}`) + linesOf(`generated/author/${id}.ts`),
    linesOf(`sdk/src/conversions/${id}.ts`),
    methods.filter(({ from }) => from === id).length,
    errata.filter(({ from }) => from === id).length,
    secondsToGenerate(id),
  ]),
);
const parts = table(
  ['part', 'lines'],
  [
    ['generated', linesIn('generated', (path) => !path.includes('/dist/'))],
    ['the compiler', linesIn('generator') + linesIn('templates')],
    ['the runtime', linesIn('runtime/src')],
    ['the sdk', linesIn('sdk/src')],
    ['of which are conversions', linesIn('sdk/src/conversions')],
    ['authorization', linesIn('auth/src')],
  ],
);

if (process.argv.includes('--print')) console.log(`${revisions}\n\n${parts}`);
else {
  const text = readFileSync(PAGE, 'utf8')
    .replace(/(<!-- revisions -->).*?(<!-- end -->)/s, (_, start, end) => `${start}\n\n${revisions}\n\n${end}`)
    .replace(/(<!-- parts -->).*?(<!-- end -->)/s, (_, start, end) => `${start}\n\n${parts}\n\n${end}`);
  writeFileSync(PAGE, await formatted(PAGE, text));
}

function table(header, rows) {
  return [header, header.map((_, at) => (at === 0 ? '---' : '--:')), ...rows]
    .map((row) => `| ${row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)).join(' | ')} |`)
    .join('\n');
}

function linesOf(path) {
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

/** Returns the lines of all TypeScript files and templates in a folder. */
function linesIn(folder, isCounted = () => true) {
  if (!existsSync(folder)) return 0;
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.(ts|hbs)$/.test(path) && isCounted(path))
    .reduce((sum, path) => sum + linesOf(path), 0);
}

function secondsToGenerate(id) {
  const folder = mkdtempSync(join(tmpdir(), 'mcp-gen-artifacts-'));
  const started = performance.now();
  execFileSync(process.execPath, ['dist/cli.js', 'generate', id, '--out', folder, '--force'], { stdio: 'ignore' });
  const seconds = (performance.now() - started) / 1_000;
  rmSync(folder, { recursive: true });
  return seconds.toFixed(1);
}
