/** A program and its arguments. */
export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
}

/** A word of a command line. */
interface Word {
  /** What the program is given. */
  readonly text: string;
  /** What of it a shell would act upon: all but what is quoted or escaped. */
  readonly bare: string;
  /** What of it a shell would expand variables in: all but what is in single quotes or escaped. */
  readonly expanded: string;
}

/** Words that mean something to a shell, and to nobody else. */
const OPERATORS = /^(?:\|\|?|&&?|;|\d?>>?|<)$/;
const VARIABLE = /[$`][A-Za-z_{(]|`/;

/**
 * Splits a command line into program and arguments. No shell takes part: spaces separate words, quotes of both kinds hold a word
 * together, and a backslash takes the special meaning from a space, a quote or a backslash, while before anything else it stands
 * for itself, as in `C:\tools\server.exe`. What only a shell could do is refused, rather than handed to the program as text.
 *
 * @throws {TypeError} for an empty line, an open quote, and what would need a shell; it says what to write instead.
 */
export function parseCommandLine(line: string): CommandLine {
  const words = splitWords(line);
  for (const word of words) refuseShell(word, line);
  const [first, ...rest] = words;
  if (first === undefined || first.text === '') throw new TypeError('The command line names no program');
  const [assignment] = /^[A-Za-z_]\w*(?==)/.exec(first.bare) ?? [];
  if (assignment !== undefined) {
    throw new TypeError(`The command line sets the variable ${assignment}: give it with the option env`);
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
  if (quote !== undefined) throw new TypeError(`The command line has an open quote (${quote}): ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}

/** In double quotes a backslash escapes quotes and itself; in single quotes nothing does. */
function isEscapable(char: string, quote: string | undefined): boolean {
  if (quote === undefined) return /[\s"'\\]/.test(char);
  return quote === '"' && (char === '"' || char === '\\');
}

function refuseShell({ text, bare, expanded }: Word, line: string): void {
  const instead = 'no shell takes part, so quote it, or give program and arguments as an array';
  if (bare === text && OPERATORS.test(text))
    throw new TypeError(`The command line has the operator ${text}: ${instead}`);
  const [variable] = VARIABLE.exec(expanded) ?? [];
  if (variable !== undefined)
    throw new TypeError(`The command line has a variable or a command in it: ${instead}: ${line}`);
}
