/** Breaks text into lines. */

import { printable } from '../printable.js';

export type Lines = readonly string[];

const LIST_ITEM = /^\s*([-*]|\d+\.)\s/;

/** Breaks a string into lines of at most `columns` characters. A longer word gets its own line. */
export function wrap(text: string, columns: number): Lines {
  const lines: string[] = [];
  for (const word of printable(text).split(/\s+/)) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else if (word !== '') lines.push(word);
  }
  return lines;
}

/** Replaces links with their targets: `{@link Tool}` becomes `Tool`. */
export function withoutLinks(docs: string): string {
  return docs.replaceAll(/\{@link(?:code|plain)?\s([^{}]*)\}/g, (_, target: string) => target.trim());
}

/** Wraps a doc comment. Keeps paragraphs and list items, and replaces links with their targets. */
export function paragraphs(docs: string, indent: string, width: number): Lines {
  const blocks = withoutLinks(docs)
    .split(/\n\s*\n/)
    .filter((block) => block.trim() !== '');
  return blocks.flatMap((block, index) => {
    const lines = itemsOf(block).flatMap((item) => wrap(item, width - indent.length));
    return [...(index === 0 ? [] : ['']), ...lines.map((line) => indent + line)];
  });
}

/** Returns the items of a list, or the whole block if it is not a list. */
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
