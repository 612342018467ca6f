// Counts the lines of the target for Python, which is what one more language costs, and writes the table of docs/targets.md.
// Usage: node scripts/targetLines.mjs [--print]
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeBetween } from './writeBetween.mjs';

const FOLDERS = [
  { name: 'generator/targets/python', about: 'prints the code of a revision' },
  { name: 'templates/python', about: 'modules of Python that all packages have' },
].map((folder) => ({ ...folder, ...countsOf(folder.name) }));

const sum = (count) => FOLDERS.reduce((total, folder) => total + folder[count], 0);
const table = [
  ['folder', 'files', 'lines', 'what is in it'],
  ['---', '--:', '--:', '---'],
  ...FOLDERS.map(({ name, files, lines, about }) => [`\`${name}\``, files, lines, about]),
  ['both', sum('files'), sum('lines'), ''],
]
  .map((row) => `| ${row.map((cell) => cell.toLocaleString('en')).join(' | ')} |`)
  .join('\n');

if (process.argv.includes('--print')) console.log(table);
else await writeBetween('docs/targets.md', 'target lines', table);

function countsOf(folder) {
  const path = fileURLToPath(new URL(`../${folder}`, import.meta.url));
  const files = readdirSync(path);
  const lines = files.map((file) => readFileSync(`${path}/${file}`, 'utf8').split('\n').length - 1);
  return { files: files.length, lines: lines.reduce((total, count) => total + count, 0) };
}
