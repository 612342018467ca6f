/** Prints text as docstrings and comments. */

/** Characters that are invisible, end a line, or change what is shown of others. */
const HIDDEN = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a docstring at a depth of indentation. */
export function docstring(text: string, indent = 0): string {
  const margin = ' '.repeat(indent);
  const [line = '', ...others] = linesOf(text.replaceAll('\\', '\\\\').replaceAll('"""', String.raw`\"\"\"`));
  // A quote after the first three, or before the last, would be one of them.
  const first = line.startsWith('"') ? ` ${line}` : line;
  if (others.length > 0) {
    const below = others.map((line) => (line === '' ? line : margin + line));
    return [`${margin}"""${first}`, ...below, `${margin}"""`].join('\n');
  }
  return `${margin}"""${first}${first.endsWith('"') ? ' ' : ''}"""`;
}

/** Returns comments, one a line. */
export function commentLines(text: string): readonly string[] {
  return text === '' ? [] : linesOf(text).map((line) => `# ${line}`.trimEnd());
}

/** Hidden characters are escaped: some of them end a line. Halves of a pair of surrogates cannot be encoded. */
function linesOf(text: string): readonly string[] {
  const shown = text
    .replaceAll('\t', '    ')
    .replaceAll(/\p{Surrogate}/gu, '\ufffd')
    .replaceAll(HIDDEN, (character) => `\\U${(character.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`);
  return shown.split('\n').map((line) => line.trimEnd());
}
