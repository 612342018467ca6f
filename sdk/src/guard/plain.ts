import type { PeerText } from './peerText.js';
import { sanitizeText } from './sanitize.js';

/** What breaks a line, or leaves a gap in it. */
const BREAKS = /[\n\t\u2028\u2029]+ */g;

/** Characters of a line that are shown. */
const LONGEST_LINE = 200;

/**
 * A text of a server for a terminal or a log: without escape sequences, control characters, changes of direction and invisible
 * characters, by which it could write elsewhere than at its own place, or read otherwise than it is. Line breaks and tabs stay.
 */
export function plainText(text: string | PeerText): string {
  return sanitizeText((text as string).replace(/\r\n?/g, '\n'));
}

/**
 * As `plainText`, on one line: what follows a line break cannot pass for something that the application says.
 *
 * @param longest characters after which it is cut, with `…` at the end. Default 200.
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
