import { MessageLimitError } from '../ledger/index.js';

/**
 * Characters of a text from which on parsing it, and each step of the work on its value, delays other work of the process noticeably (some
 * tens of milliseconds), so that each has a turn of its own.
 */
export const LONG_TEXT = 1_000_000;

/** The default maximum number of values in one message of a peer that a user has chosen: a server, or the client that started this one. */
export const VALUE_LIMIT: number = 1_000_000;

/**
 * The default maximum number of values in one message of anybody: 0.1 to 0.2 s of parsing and weighing, if all keys of its objects differ.
 */
export const PUBLIC_VALUE_LIMIT: number = 200_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Parses JSON of the other side. Three characters of JSON can become an object, so some megabytes can fill the heap. A new key takes the
 * parser ten times as long as a value. So a text with too many of them is rejected before it is parsed.
 *
 * @param limit the maximum number of values: arrays, objects, their keys, and the commas between their members
 * @throws {MessageLimitError} if it has more.
 * @throws {SyntaxError} if it is not JSON.
 */
export function parseJson(text: string, limit: number): unknown {
  // Each value takes at least one character, so most texts need not be counted.
  if (text.length > limit && hasMoreValues(text, limit)) {
    throw new MessageLimitError(`a message has more values than the limit of ${limit}`, 'limits.valueLimit');
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
      case COLON:
      case COMMA:
      case OPEN_BRACKET:
      case OPEN_BRACE:
        if (++count > limit) return true;
    }
  }
  return false;
}

/** Returns the index of the closing quote of a string, or the end of a text without one. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslash = end;
    while (text.charCodeAt(backslash - 1) === BACKSLASH) backslash--;
    if ((end - backslash) % 2 === 0) return end;
  }
  return text.length;
}
