/** Takes the prose out of a schema.ts, so that a person can restate it. Tags that say what values are stay. */

import { keywordsOf } from '../model/keywords.js';

/** Tags that no JSON Schema keyword follows from, and that tools read. */
const READ_BY_TOOLS: ReadonlySet<string> = new Set(['nullable', 'internal', 'deprecated']);

/** Each doc comment is replaced by its tags; one that has none goes, and so does every other comment on lines of its own. */
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
  return withoutDocs.replaceAll(/^[ \t]*(\/\*(?!\*)[^]*?\*\/|\/\/.*)[ \t]*\r?\n/gm, '');
}

function isKept(line: string): boolean {
  const [, name, text = ''] = /^@([\w-]+)\s*(.*)$/.exec(line) ?? [];
  if (name === undefined) return false;
  // A description is prose, whichever way it is written.
  const keywords = Object.keys(keywordsOf({ text: '', tags: [{ name, text }] })).filter(
    (keyword) => !['description', 'title', 'examples', '$comment'].includes(keyword),
  );
  return READ_BY_TOOLS.has(name) || keywords.length > 0;
}
