import { type UntrustedText, sanitizeText } from './sanitize.js';

/** Characters that break a line, with the spaces after them. */
const BREAKS = /[\n\t\u2028\u2029]+ */g;

/** Default maximum characters of a line. */
const MAX_LINE_LENGTH = 200;

/**
 * Sanitizes text of a server for a terminal or a log: removes escape sequences, control characters, direction changes, and invisible
 * characters, which could overwrite other output or misrepresent the text. Line breaks and tabs are kept.
 */
export function plainText(text: string | UntrustedText): string {
  return sanitizeText((text as string).replace(/\r\n?/g, '\n'));
}

/**
 * Like `plainText`, on one line, so that text after a line break cannot imitate output of the application.
 *
 * @param maxLength the maximum characters; longer text is truncated, with `…` at the end. Default 200.
 */
export function plainLine(text: string | UntrustedText, maxLength = MAX_LINE_LENGTH): string {
  const raw = text as string;
  const characters = Array.from(
    plainText(raw.slice(0, 4 * maxLength))
      .replace(BREAKS, ' ')
      .trim(),
  );
  const isWhole = characters.length <= maxLength && raw.length <= 4 * maxLength;
  return isWhole ? characters.join('') : `${characters.slice(0, maxLength - 1).join('')}…`;
}
