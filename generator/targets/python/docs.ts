/** Prints docs as docstrings and comments. */

import type { Docs } from '../../index.js';

/** Characters that are invisible, or change what is shown of others. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns docs as Markdown, with a note if they deprecate something. Empty if there are none. */
export function proseOf({ text, tags }: Docs): string {
  const deprecated = tags.find(({ name }) => name === 'deprecated');
  const note = deprecated && `Deprecated. ${deprecated.text}`;
  return [text, note ?? '']
    .map((part) => withoutLinks(part).trim())
    .filter((part) => part !== '')
    .join('\n\n');
}

/** `Tool` for `{@link Tool}`, and a link of Markdown for one to a page. Files beside the schema are not included. */
function withoutLinks(text: string): string {
  return text
    .replaceAll(/^[ \t]*\{@includeCode [^}]*\}[ \t]*(\n|$)/gm, '')
    .replaceAll(
      /\{@link(?:code|plain)?\s+([^\s|}]+)(?:[\s|]+([^}]*))?\}/g,
      (_, target: string, shown: string | undefined) => {
        const title = shown?.trim();
        if (/^https?:/.test(target)) return title ? `[${title}](${target})` : `<${target}>`;
        return title ? title : `\`${target}\``;
      },
    );
}

/** Returns a docstring, at a depth of indentation; undefined for an empty text. */
export function docstring(text: string, indent = 0): string | undefined {
  if (text === '') return undefined;
  const margin = ' '.repeat(indent);
  const lines = escapedText(text)
    .split('\n')
    .map((line) => line.trimEnd());
  if (lines.length > 1)
    return `${margin}"""${lines.map((line, at) => (at === 0 || line === '' ? line : margin + line)).join('\n')}\n${margin}"""`;
  // A quote before the last three would be one of them.
  const [line = ''] = lines;
  return `${margin}"""${line}${line.endsWith('"') ? ' ' : ''}"""`;
}

function escapedText(text: string): string {
  return text
    .replaceAll('\t', '    ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', String.raw`\"\"\"`)
    .replaceAll(HIDDEN, (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`);
}
