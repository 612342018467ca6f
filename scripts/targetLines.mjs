// Counts the lines of the target for Python, which is what one more language costs, and writes the table of docs/targets.md.
// Usage: node scripts/targetLines.mjs [--print]
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { writeBetween } from './writeBetween.mjs';

const FOLDERS = ['generator/targets/python', 'templates/python'];

const path = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const files = FOLDERS.flatMap((folder) => readdirSync(path(folder), { withFileTypes: true }).map(fileOf(folder)));
const sum = (some) => some.reduce((lines, file) => lines + file.lines, 0);
const table = [
  ['file', 'lines', 'what it does'],
  ['---', '--:', '---'],
  ...files.map(({ name, lines, about }) => [`\`${name}\``, lines, about]),
  ...FOLDERS.map((folder) => [`**${folder}**`, sum(files.filter((file) => file.folder === folder)), '']),
  ['**all lines**', sum(files), ''],
]
  .map((row) => `| ${row.map((cell) => cell.toLocaleString('en')).join(' | ')} |`)
  .join('\n');

if (process.argv.includes('--print')) console.log(table);
else await writeBetween('docs/targets.md', 'target lines', table);

/** A file of a folder, with its lines and the first sentence of its doc comment. */
function fileOf(folder) {
  return ({ name, parentPath }) => {
    const text = readFileSync(`${parentPath}/${name}`, 'utf8');
    const [, docs = ''] = /^(?:\/\*\*|""")\s*(.*?)\s*(?:\*\/|""")/s.exec(text) ?? [];
    const [about] = docs.replace(/\s*\n? ?\* /g, ' ').split(/(?<=[.])\s/);
    return { folder, name, lines: text.split('\n').length - 1, about };
  };
}
