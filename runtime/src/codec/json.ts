import { invalidRequest } from '../jsonrpc/errors.js';

/** The default limit of the values in one message. */
export const VALUE_LIMIT: number = 1_000_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Parses JSON that the other side has sent. Parsing makes an object of three characters, so a text of some megabytes can fill the heap:
 * a text with too many values is refused before it is parsed.
 *
 * @param limit the values that the text may have: its arrays, its objects, and the commas between their members
 * @throws {JsonRpcError} if it has more.
 * @throws {SyntaxError} if it is not JSON.
 */
export function parseJson(text: string, limit: number): unknown {
  // Each value takes a character at least, so most texts need not be counted.
  if (text.length > limit && hasMoreValues(text, limit)) {
    throw invalidRequest(`a message has more values than the limit of ${limit}`);
  }
  return JSON.parse(text);
}

function hasMoreValues(text: string, limit: number): boolean {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case COMMA:
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (++count > limit) return true;
    }
  }
  return false;
}

/** Returns where the quote is that ends the string, or the end of a text that has none. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslash = end;
    while (text.charCodeAt(backslash - 1) === BACKSLASH) backslash--;
    if ((end - backslash) % 2 === 0) return end;
  }
  return text.length;
}
