/** Removes the prose of a schema.ts, so that it can be rewritten. Tags that constrain values are kept. */

import type { Tag } from '../model/declarations.js';
import { keywordOf, PROSE } from '../model/keywords.js';

/** Tags that no JSON Schema keyword follows from, and that tools read. */
const READ_BY_TOOLS: ReadonlySet<string> = new Set(['nullable', 'internal']);

/** Replaces each doc comment with its tags. Removes doc comments without tags, and all other comments on their own lines. */
export function withoutProse(text: string): string {
  const withoutDocs = text.replaceAll(/^([ \t]*)\/\*\*[^]*?\*\/[ \t]*\r?\n/gm, (comment: string, indent: string) => {
    const lines = comment.split('\n').map((line) =>
      line
        .replace(/^\s*(\/\*\*|\*\/|\*)?\s?/, '')
        .replace(/\*\/\s*$/, '')
        .trim(),
    );
    const tags = lines.flatMap((line) => tagWithoutProse(tagIn(line)) ?? []);
    return tags.length === 0 ? '' : `${indent}/** ${tags.join(`\n${indent} * `)} */\n`;
  });
  return withoutDocs.replaceAll(/^[ \t]*(?:\/\*(?!\*)(?:[^*]|\*(?!\/))*\*\/[ \t]*|\/\/.*)\r?\n/gm, '');
}

function tagIn(line: string): Tag {
  const [tag = '', name = ''] = /^@([\w-]+)/.exec(line) ?? [];
  return { name, text: line.slice(tag.length).trim() };
}

/** Returns what a tag states for tools, or undefined if it is only prose. */
export function tagWithoutProse(tag: Tag): string | undefined {
  if (tag.name === 'deprecated') return '@deprecated';
  const keyword = keywordOf(tag);
  const isKept = READ_BY_TOOLS.has(tag.name) || (keyword !== undefined && !PROSE.has(keyword));
  return isKept ? `@${tag.name} ${tag.text}`.trim() : undefined;
}
