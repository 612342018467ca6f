import type { PeerText } from './peerText.js';
import { sanitizeText } from './sanitize.js';

/** Characters that break a line, with the spaces after them. */
const BREAKS = /[\n\t\u2028\u2029]+ */g;

/** Default maximum characters of a line. */
const LONGEST_LINE = 200;

/**
 * Sanitizes text of a server for a terminal or a log: removes escape sequences, control characters, direction changes, and invisible
 * characters, which could overwrite other output or misrepresent the text. Line breaks and tabs are kept.
 */
export function plainText(text: string | PeerText): string {
  return sanitizeText((text as string).replace(/\r\n?/g, '\n'));
}

/**
 * Like `plainText`, on one line, so that text after a line break cannot imitate output of the application.
 *
 * @param longest the maximum characters; longer text is truncated, with `…` at the end. Default 200.
 */
export function plainLine(text: string | PeerText, longest = LONGEST_LINE): string {
  const raw = text as string;
  const characters = Array.from(
    plainText(raw.slice(0, 4 * longest))
      .replace(BREAKS, ' ')
      .trim(),
  );
  const isWhole = characters.length <= longest && raw.length <= 4 * longest;
  return isWhole ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}
