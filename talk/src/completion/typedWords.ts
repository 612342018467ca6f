/** Reads what has been typed of a command line. Nothing is expanded: pressing Tab must not run a substitution. */

/** A word as it has been typed. */
export interface TypedWord {
  /** With its quotes and backslashes. */
  readonly raw: string;
  /** Without them. */
  readonly text: string;
  /** The quotation mark that is still open; empty if there is none. */
  readonly quote: string;
}

/** Returns the words of a line up to the cursor. The last one, which can be empty, is the one to complete. */
export function typedWords(line: string): readonly TypedWord[] {
  const words: TypedWord[] = [];
  let [raw, text, quote] = ['', '', ''];
  const characters = Array.from(line);
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    if (quote === '' && /\s/.test(character)) {
      if (raw !== '') words.push({ raw, text, quote });
      [raw, text] = ['', ''];
      continue;
    }
    raw += character;
    if (character === '\\' && quote !== "'") {
      const next = characters[++at] ?? '';
      raw += next;
      text += quote === '"' && !/["\\$`\n]/.test(next) ? `\\${next}` : next;
    } else if (quote === character) quote = '';
    else if (quote === '' && /["']/.test(character)) quote = character;
    else text += character;
  }
  return [...words, { raw, text, quote }];
}

/** Characters that no shell treats as anything else, anywhere in a word. */
const SAFE = /[\p{L}\p{N}_./:@%+,=-]/u;

/**
 * Returns the rest of a word as bash reads it within an open quotation mark, or within none. Undefined if bash cannot read it there: history
 * is expanded between double quotes.
 */
export function quoted(text: string, quote: string): string | undefined {
  if (quote === '') return Array.from(text, (each) => (SAFE.test(each) ? each : `\\${each}`)).join('');
  if (quote === '"' && text.includes('!')) return undefined;
  const escaped = quote === '"' ? text.replace(/["\\$`]/g, '\\$&') : text.replaceAll("'", "'\\''");
  // Bash closes the word, unless its last character seems to do so.
  return escaped.endsWith(quote) ? `${escaped}${quote}` : escaped;
}
