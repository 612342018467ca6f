/** Text in lines. */

import { printable } from '../printable.js';

export type Lines = readonly string[];

const LIST_ITEM = /^\s*([-*]|\d+\.)\s/;

/** Breaks a text into lines of so many columns. A word that is longer has a line of its own. */
export function wrap(text: string, columns: number): Lines {
  const lines: string[] = [];
  for (const word of printable(text).split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else if (word !== '') lines.push(word);
  }
  return lines;
}

/** A doc comment, wrapped: paragraphs stay apart, items of lists begin a line. Links become what they point at. */
export function paragraphs(docs: string, indent: string, width: number): Lines {
  const text = docs.replaceAll(/\{@link(?:code|plain)?\s+([^{}]*)\}/g, '$1');
  const blocks = text.split(/\n\s*\n/).filter((block) => block.trim() !== '');
  return blocks.flatMap((block, index) => {
    const lines = itemsOf(block).flatMap((item) => wrap(item, width - indent.length));
    return [...(index === 0 ? [] : ['']), ...lines.map((line) => indent + line)];
  });
}

/** The items of a list, or the whole block where it is none. */
function itemsOf(block: string): Lines {
  const items: string[] = [];
  for (const line of block.split('\n')) {
    const last = items.pop();
    if (last === undefined) items.push(line);
    else if (LIST_ITEM.test(line)) items.push(last, line);
    else items.push(`${last}\n${line}`);
  }
  return items;
}
