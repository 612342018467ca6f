/** A program and its arguments. */
export interface CommandLine {
  /** The program. */
  readonly command: string;
  /** Its arguments. */
  readonly args: readonly string[];
}

/** A word of a command line. */
interface Word {
  /** The text of the word for the program. */
  readonly text: string;
  /** The part that is neither quoted nor escaped, in which a shell would interpret operators. */
  readonly bare: string;
  /** The part in which a shell would expand variables: everything not in single quotes and not escaped. */
  readonly expanded: string;
}

/** Words that only a shell interprets. */
const OPERATORS = /^(?:\|\|?|&&?|;|\d?>>?|<)$/;
const VARIABLE = /[$`][A-Za-z_{(]|`/;

/**
 * Splits a command line into program and arguments, without a shell. Spaces separate words, and single or double quotes group a word. A
 * backslash escapes a space, a quote, or a backslash; before any other character it is literal, as in `C:\tools\server.exe`. Shell features
 * are rejected, not passed to the program as text.
 *
 * @throws {TypeError} for an empty line, an unclosed quote, and shell features; the message says what to write instead.
 */
export function parseCommandLine(line: string): CommandLine {
  const words = splitWords(line);
  for (const word of words) rejectShellSyntax(word, line);
  const [first, ...rest] = words;
  if (first === undefined || first.text === '')
    throw new TypeError('The command line is empty. Expected a program and its arguments, such as node server.js');
  const [assignment] = /^[A-Za-z_]\w*(?==)/.exec(first.bare) ?? [];
  if (assignment !== undefined) {
    throw new TypeError(`Variable ${assignment} in the command line. Set it with the option "env"`);
  }
  return { command: first.text, args: rest.map(({ text }) => text) };
}

function splitWords(line: string): Word[] {
  const words: Word[] = [];
  let word: { text: string; bare: string; expanded: string } | undefined;
  let quote: string | undefined;
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (quote === undefined && /\s/.test(char)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      continue;
    }
    word ??= { text: '', bare: '', expanded: '' };
    if (char === quote) {
      quote = undefined;
    } else if (quote === undefined && (char === '"' || char === "'")) {
      quote = char;
    } else if (char === '\\' && isEscapable(line.charAt(at + 1), quote)) {
      at += 1;
      word.text += line.charAt(at);
    } else {
      word.text += char;
      if (quote === undefined) word.bare += char;
      if (quote !== "'") word.expanded += char;
    }
  }
  if (quote !== undefined) throw new TypeError(`Unclosed quote (${quote}) in the command line: ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}

/** In double quotes a backslash escapes quotes and itself; in single quotes nothing does. */
function isEscapable(char: string, quote: string | undefined): boolean {
  if (quote === undefined) return /[\s"'\\]/.test(char);
  return quote === '"' && (char === '"' || char === '\\');
}

function rejectShellSyntax({ text, bare, expanded }: Word, line: string): void {
  const instead = 'Commands run without a shell: quote it, or pass program and arguments as an array';
  if (bare === text && OPERATORS.test(text))
    throw new TypeError(`Shell operator ${text} in the command line. ${instead}`);
  const [variable] = VARIABLE.exec(expanded) ?? [];
  if (variable !== undefined)
    throw new TypeError(`Shell variable or command substitution in the command line. ${instead}: ${line}`);
}
