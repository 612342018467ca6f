/** Makes untrusted text safe to show, on a terminal and in files that people review. */

/** Characters that control a terminal, change the direction of text, break lines, or are invisible. */
const HIDDEN = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a text without hidden characters. Line breaks and tabs are kept. */
export function printable(text: string): string {
  return text.replace(HIDDEN, '');
}

/** Returns a text in one line, without hidden characters: it cannot look like further lines. */
export function printableLine(text: string): string {
  return printable(text.replaceAll(/\s+/g, ' '));
}

/** Escapes the hidden characters of string literals, of JSON or of code. The values of the literals stay the same. */
export function escapeHidden(literals: string): string {
  return literals.replace(HIDDEN, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** Truncates a text to a maximum number of characters. */
export function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length - longest} more characters)` : text;
}
