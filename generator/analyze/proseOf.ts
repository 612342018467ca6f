/** Returns docs as text of Markdown, without the syntax of doc comments of TypeScript. */

import { tagText, type Docs } from '../model/declarations.js';

/** A line that includes a file beside the schema, which generated code is not beside. */
const INCLUDE = /^[ \t]*\{@includeCode [^}]*\}[ \t]*(\n|$)/gm;

/** A link to a definition or a page, with or without a text: `{@link Tool | the tool}`. */
const LINK = /\{@link(?:code|plain)? ([^{}]*)\}/g;

/**
 * Returns the text of docs, with a note if they deprecate something. Links are `` `Tool` `` or `[text](https://example.com)`. Empty if there
 * are no docs.
 */
export function proseOf(docs: Docs): string {
  const deprecated = tagText(docs, 'deprecated');
  const parts = [docs.text, deprecated === undefined ? '' : `Deprecated. ${deprecated}`];
  return parts
    .map((part) =>
      part
        .replaceAll(INCLUDE, '')
        .replaceAll(LINK, (_, link: string) => linkText(link))
        .trim(),
    )
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Returns a text of docs without the lines that include files. */
export function withoutIncludes(text: string): string {
  return text.replaceAll(INCLUDE, '').trimEnd();
}

function linkText(link: string): string {
  const [target = ''] = link.trim().split(/[\s|]/, 1);
  const text = link
    .trim()
    .slice(target.length)
    .replace(/^[\s|]+/, '');
  if (/^https?:/.test(target)) return text === '' ? `<${target}>` : `[${text}](${target})`;
  return text === '' ? `\`${target}\`` : text;
}
