/** Translates regular expressions of JavaScript, with the flag `u`, to Python's. */

/** Spaces of JavaScript's `\s`. With `re.ASCII`, Python's has fewer, and without it, others. */
const SPACES = String.raw`\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** What is written in another way outside of a class of characters. Python's `$` also matches before a line feed at the end. */
const OUTSIDE = new Map([
  ['$', String.raw`\Z`],
  ['.', String.raw`[^\n\r\u2028\u2029]`],
  ['(?<', '(?P<'],
  ['[]', '(?!)'],
  ['[^]', '(?s:.)'],
  [String.raw`\s`, `[${SPACES}]`],
  [String.raw`\S`, `[^${SPACES}]`],
  [String.raw`\B`, String.raw`(?!\b)`],
]);

/** @throws if Python cannot match what the pattern matches */
export function pythonPattern(source: string): string {
  let isInClass = false;
  return source.replaceAll(/\\u\{[\da-f]+\}|\\c.|\\.|\(\?<|\[\^?\]|[[\].$&|~]/giu, (token) => {
    if (isInClass) {
      if (token === ']') isInClass = false;
      if (/^[[&|~]$/.test(token)) return `\\${token}`;
      if (token === String.raw`\s`) return SPACES;
    } else {
      if (token === '[') isInClass = true;
      const other = OUTSIDE.get(token);
      if (other !== undefined) return other;
    }
    if (token.startsWith(String.raw`\u{`)) return `\\U${token.slice(3, -1).padStart(8, '0')}`;
    if (/^\\c/.test(token)) return `\\x${(token.charCodeAt(2) % 32).toString(16).padStart(2, '0')}`;
    if (/^\\(?:p|S)/i.test(token)) throw new Error(`Python cannot match ${token} in the pattern ${source}`);
    return token;
  });
}
