// Compares the Chinese pages with the English ones that they translate. Usage: node scripts/translations.mjs prints what differs, and exits
// with 1 if anything does. --stamp records the present English text as translated: run it after the translation follows.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Each English page and its translation: the README, and the pages of docs that have one of the same path in docs/zh. */
export const TRANSLATIONS = [
  { source: 'README.md', page: 'docs/zh/README.md' },
  ...readdirSync(join(root, 'docs/zh'), { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.md') && path !== 'README.md')
    .toSorted()
    .map((path) => ({ source: `docs/${path}`, page: `docs/zh/${path}` })),
];

const RECORD = /<!-- translated from (\S+)\n([\da-f\s]*)-->\n?/;

/**
 * Returns the blocks of a Markdown page in order: headings, code, tables, lists, paragraphs, and comments that are alone on their lines.
 *
 * @returns `{ kind, text }` of each; a heading's kind has its level, such as `heading 2`
 */
export function blocksOf(markdown) {
  const found = [];
  let lines = [];
  let fence = false;
  for (const line of [...markdown.replace(RECORD, '').split('\n'), '']) {
    if (line.startsWith('```')) fence = !fence;
    if (line !== '' || fence) lines.push(line);
    else if (lines.length > 0) {
      found.push({ kind: kindOf(lines[0]), text: lines.join('\n') });
      lines = [];
    }
  }
  return found;
}

function kindOf(line) {
  if (line.startsWith('#')) return `heading ${/^#+/.exec(line)[0].length}`;
  if (line.startsWith('```')) return 'code';
  if (line.startsWith('|')) return 'table';
  if (line.startsWith('- ')) return 'list';
  return line.startsWith('<!--') ? 'comment' : 'paragraph';
}

/** Returns what a translation must have changed for: line breaks within a paragraph, and the figures that a script writes, do not count. */
export function digestOf({ kind, text }, isMeasured) {
  const counted = isMeasured ? figuresLeftOut(text) : text.replace(/\s+/g, ' ');
  return createHash('sha256').update(`${kind} ${counted}`).digest('hex').slice(0, 8);
}

/** Returns the differences between a page and its source, a line each; none if the translation is up to date. */
export function differences(source, page, { sourceText, pageText }) {
  const from = blocksOf(sourceText);
  const to = blocksOf(pageText);
  const outline = (blocks) => blocks.map(({ kind }) => kind);
  const at = outline(from).findIndex((kind, index) => kind !== to[index]?.kind);
  if (at >= 0 || from.length !== to.length) {
    const index = at >= 0 ? at : from.length;
    return [
      `${page}: block ${index + 1} is ${to[index]?.kind ?? 'missing'}, in ${source} ${from[index]?.kind ?? 'missing'}: ${startOf(from[index])}`,
    ];
  }
  const recorded = RECORD.exec(pageText)?.[2].trim().split(/\s+/) ?? [];
  return from.flatMap((block, index) => {
    const other = to[index];
    const exact = block.kind === 'code' || block.kind === 'comment';
    if (exact && block.text !== other.text) return [`${page}: ${block.kind} differs from ${source}: ${startOf(block)}`];
    const isMeasured = measured(from, index);
    if (isMeasured && figuresOf(block.text) !== figuresOf(other.text))
      return [`${page}: figures differ from ${source}: ${startOf(block)}`];
    if (itemsOf(block) !== itemsOf(other))
      return [`${page}: ${itemsOf(other)} rows or items, in ${source} ${itemsOf(block)}: ${startOf(block)}`];
    return recorded[index] === digestOf(block, isMeasured)
      ? []
      : [`${page}: ${source} has changed since it was translated: ${startOf(block)}`];
  });
}

/** Returns whether a script writes the block: a table behind a marker, such as `<!-- why -->`. */
function measured(blocks, index) {
  return blocks[index].kind === 'table' && /^<!-- [a-z]+ -->$/.test(blocks[index - 1]?.text ?? '');
}

function figuresOf(table) {
  return table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(2)
        .map((cell) => cell.trim())
        .filter((cell) => /^[\d.,/ ]+$|^–$/.test(cell)),
    )
    .join('\n');
}

function figuresLeftOut(table) {
  return table
    .split('\n')
    .map((line) => line.split('|')[1].trim())
    .join('\n');
}

function itemsOf({ kind, text }) {
  return kind === 'table' || kind === 'list' ? text.split('\n').filter((line) => /^[|-]/.test(line)).length : 1;
}

function startOf(block) {
  return block === undefined ? 'the end' : JSON.stringify(block.text.split('\n')[0].slice(0, 80));
}

function main(stamp) {
  const found = TRANSLATIONS.flatMap(({ source, page }) => {
    const sourceText = readFileSync(join(root, source), 'utf8');
    const pageText = readFileSync(join(root, page), 'utf8');
    if (!stamp) return differences(source, page, { sourceText, pageText });
    const blocks = blocksOf(sourceText);
    const digests = blocks.map((block, index) => digestOf(block, measured(blocks, index)));
    const lines = Array.from({ length: Math.ceil(digests.length / 12) }, (_, line) =>
      digests.slice(line * 12, line * 12 + 12).join(' '),
    );
    const record = `<!-- translated from ${source}\n${lines.join('\n')}\n-->\n`;
    const stamped = `${pageText.replace(RECORD, '').trimEnd()}\n\n${record}`;
    writeFileSync(join(root, page), stamped);
    return differences(source, page, { sourceText, pageText: stamped });
  });
  for (const line of found) console.error(line);
  process.exitCode = found.length > 0 ? 1 : 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.includes('--stamp'));
