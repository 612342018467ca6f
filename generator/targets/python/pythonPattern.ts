/** Translates regular expressions of JavaScript, with the flag `u`, to Python's. */

/** Spaces of JavaScript's `\s`. With `re.ASCII`, Python's has fewer, and without it, others. */
const SPACES = String.raw`\t-\r \xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** What is written in another way outside of a class of characters. Python's `$` also matches before a line feed at the end. */
const OUTSIDE = new Map([
  ['$', String.raw`\Z`],
  ['.', String.raw`[^\n\r\u2028\u2029]`],
  ['[]', '(?!)'],
  ['[^]', '(?s:.)'],
  [String.raw`\s`, `[${SPACES}]`],
  [String.raw`\S`, `[^${SPACES}]`],
  [String.raw`\B`, String.raw`(?!\b)`],
]);

/** An escape. Those of two surrogates are one character. */
const ESCAPE = String.raw`\\u\{[\da-f]+\}|\\ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\c.|\\.`;
const TOKEN_OUTSIDE = new RegExp(String.raw`${ESCAPE}|\(\?<(?![=!])[^>]*>|\[\^?\]|\[\^?|[^]`, 'iuy');
const TOKEN_INSIDE = new RegExp(`${ESCAPE}|[^]`, 'iuy');

/** @throws if Python cannot match what the pattern matches */
export function pythonPattern(source: string): string {
  let translated = '';
  let place: PlaceInClass | undefined;
  for (let at = 0; at < source.length;) {
    const token = tokenAt(source, at, place === undefined ? TOKEN_OUTSIDE : TOKEN_INSIDE);
    at += token.length;
    if (place === undefined) {
      // No pattern of linear time refers to a group, and Python allows other names.
      translated += token.startsWith('(?<') ? '(?:' : (OUTSIDE.get(token) ?? pythonEscape(token, source));
      if (/^\[\^?$/.test(token)) place = 'start';
    } else if (token === ']') {
      translated += token;
      place = undefined;
    } else {
      const isRange = token === '-' && place === 'character' && source[at] !== ']';
      place = isRange ? 'range' : place === 'range' ? 'start' : 'character';
      translated += isRange ? token : inClass(token, source);
    }
  }
  return translated;
}

/** What is before a place in a class: a character that may begin a range, the hyphen of one, or neither. */
type PlaceInClass = 'start' | 'character' | 'range';

function tokenAt(source: string, at: number, pattern: RegExp): string {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0] ?? '';
}

/** Two of some characters are reserved for operators. */
function inClass(token: string, source: string): string {
  if (/^[[&|~-]$/.test(token)) return `\\${token}`;
  return token === String.raw`\s` ? SPACES : pythonEscape(token, source);
}

/** Returns an escape as Python writes it. Other characters stay the same. */
function pythonEscape(token: string, source: string): string {
  if (token.startsWith(String.raw`\u{`)) return codePoint(Number.parseInt(token.slice(3, -1), 16));
  if (/^\\u....\\/.test(token)) {
    const units = [token.slice(2, 6), token.slice(8)].map((digits) => Number.parseInt(digits, 16));
    return codePoint(String.fromCharCode(...units).codePointAt(0) ?? 0);
  }
  if (/^\\c/.test(token)) return `\\x${(token.charCodeAt(2) % 32).toString(16).padStart(2, '0')}`;
  if (/^\\(?:p|S)/i.test(token)) throw new Error(`Python cannot match ${token} in the pattern ${source}`);
  return token;
}

function codePoint(code: number): string {
  return `\\U${code.toString(16).padStart(8, '0')}`;
}
