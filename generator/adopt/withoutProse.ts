/** Removes the prose of a schema.ts, so that it can be rewritten. Tags that constrain values are kept. */

import { keywordsOf } from '../model/keywords.js';

/** Tags that no JSON Schema keyword follows from, and that tools read. */
const READ_BY_TOOLS: ReadonlySet<string> = new Set(['nullable', 'internal', 'deprecated']);

/** Replaces each doc comment with its tags. Removes doc comments without tags, and all other comments on their own lines. */
export function withoutProse(text: string): string {
  const withoutDocs = text.replaceAll(/^([ \t]*)\/\*\*[^]*?\*\/[ \t]*\r?\n/gm, (comment: string, indent: string) => {
    const lines = comment.split('\n').map((line) =>
      line
        .replace(/^\s*(\/\*\*|\*\/|\*)?\s?/, '')
        .replace(/\*\/\s*$/, '')
        .trim(),
    );
    const tags = lines.filter(isKept).map((line) => line.replace(/^(@deprecated)\b.*/, '$1'));
    return tags.length === 0 ? '' : `${indent}/** ${tags.join(`\n${indent} * `)} */\n`;
  });
  return withoutDocs.replaceAll(/^[ \t]*(?:\/\*(?!\*)(?:[^*]|\*(?!\/))*\*\/[ \t]*|\/\/.*)\r?\n/gm, '');
}

function isKept(line: string): boolean {
  const [tag = '', name] = /^@([\w-]+)/.exec(line) ?? [];
  if (name === undefined) return false;
  const text = line.slice(tag.length).trim();
  // A description is prose, also as a tag.
  const keywords = Object.keys(keywordsOf({ text: '', tags: [{ name, text }] })).filter(
    (keyword) => !['description', 'title', 'examples', '$comment'].includes(keyword),
  );
  return READ_BY_TOOLS.has(name) || keywords.length > 0;
}
