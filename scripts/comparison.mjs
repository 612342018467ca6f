// Counts the lines of the programs in docs/comparison.md, and writes its table; installs FastMCP, with which the page compares.
// Usage: npm run comparison; with --print the table goes to standard output, and nothing is installed.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { installApart } from './installApart.mjs';
import { writeBetween } from './writeBetween.mjs';

const PROGRAMS = { 'mcp-gen.ts': 'mcp-gen', 'official.ts': 'official SDK', 'fastmcp.ts': 'FastMCP' };

const text = readFileSync(fileURLToPath(new URL('../docs/comparison.md', import.meta.url)), 'utf8');

const rows = text
  .split(/^## /m)
  .slice(1)
  .map((section) => ({ title: section.split('\n', 1)[0], counts: Object.keys(PROGRAMS).map(linesIn(section)) }))
  .filter(({ counts }) => counts.some((count) => count > 0));
const sums = Object.keys(PROGRAMS).map((_, index) => rows.reduce((sum, { counts }) => sum + counts[index], 0));

const header = ['', ...Object.values(PROGRAMS)];
const table = [header, header.map((_, index) => (index === 0 ? '---' : '--:'))]
  .concat(rows.map(({ title, counts }) => [title, ...counts]))
  .concat([['**all lines**', ...sums.map((sum) => `**${sum}**`)]])
  .map((row) => `| ${row.join(' | ')} |`)
  .join('\n');

if (process.argv.includes('--print')) console.log(table);
else {
  await writeBetween('docs/comparison.md', 'lines', table);
  installApart('test/comparison');
}

/** Counts the lines with code that a section has of a program. */
function linesIn(section) {
  return (program) =>
    [...section.matchAll(/<!-- file: (\S+) -->\s*```ts\n(.*?)```/gs)]
      .filter(([, name]) => name === program)
      .flatMap(([, , code]) => code.split('\n'))
      .filter((line) => line.trim() !== '').length;
}
