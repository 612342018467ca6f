/** Removes the prose of a schema.ts, so that it can be rewritten. Tags that constrain values are kept. */

import type { Tag } from '../model/declarations.js';
import { keywordOf, PROSE } from '../model/keywords.js';
import { commentsIn } from '../read/commentsIn.js';

/** Tags that no JSON Schema keyword follows from, and that tools read. */
const READ_BY_TOOLS: ReadonlySet<string> = new Set(['nullable', 'internal']);

/** Replaces each doc comment with its tags. Removes doc comments without tags, and all other comments. */
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
  return withoutOtherComments(withoutDocs);
}

/** Removes the comments that are not doc comments, with the white space before them, and their lines if nothing else is in these. */
function withoutOtherComments(text: string): string {
  let kept = '';
  let from = 0;
  for (const { position, text: comment } of commentsIn(text).filter((each) => !each.text.startsWith('/**'))) {
    kept += text.slice(from, position).replace(/(?<![ \t])[ \t]+$/, '');
    from = position + comment.length;
    const restOfLine = /^[ \t]*\r?\n/.exec(text.slice(from, text.indexOf('\n', from) + 1))?.[0] ?? '';
    if (kept === '' || kept.endsWith('\n')) from += restOfLine.length;
  }
  return kept + text.slice(from);
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
