/** Makes text of the other side safe for display. */

import { lazy } from './lazy.js';

const [ESCAPE, BELL, CONTROL_SEQUENCE, STRING_END] = ['\u001b', '\u0007', '\u009b', '\u009c'];

/** The end of a string in an escape sequence, such as a title. */
const TERMINATOR = `(?:${BELL}|${STRING_END}|${ESCAPE}\\\\)`;

/** Terminal escape sequences: for colors, for moving the cursor, and with a string, for titles and the clipboard. */
const SEQUENCE = lazy(
  () =>
    new RegExp(
      `(?:${ESCAPE}\\[|${CONTROL_SEQUENCE})[0-?]*[ -/]*[@-~]` +
        `|(?:${ESCAPE}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^${ESCAPE}${BELL}\u0080-\u009f\\n]*${TERMINATOR}` +
        `|${ESCAPE}[ -/]*[0-~]`,
      'g',
    ),
);

/** Other characters that move the cursor, change the direction of text, or are invisible. */
const UNPRINTABLE = lazy(
  () => new RegExp(String.raw`(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`, 'gu'),
);

/**
 * Removes terminal sequences, direction changes, and invisible characters from a text of the other side. Tabs and line feeds are kept; a
 * carriage return becomes a line feed, so that no line overwrites another one.
 */
export function printable(text: string): string {
  return text.replace(SEQUENCE(), '').replace(/\r\n?/g, '\n').replace(UNPRINTABLE(), '');
}

/** Like {@link printable}, on one line of limited length. */
export function printableLine(text: string, limit: number): string {
  const cut = text.length > 2 * limit ? text.slice(0, 2 * limit) : text;
  const line = printable(cut).replace(/\s+/g, (space) => (space.includes('\n') ? ' ' : space));
  const left = text.length - cut.length + Math.max(line.length - limit, 0);
  return left === 0 ? line : `${line.slice(0, limit)}… (${left} more characters)`;
}

/** Maximum characters that are held until the rest of an escape sequence arrives. */
const MAX_HELD_LENGTH = 256;

/** The start of an escape sequence at the end of a text, half a surrogate pair, or a carriage return that a line feed may follow. */
const START = lazy(
  () =>
    new RegExp(
      `(?:[\\r\ud800-\udbff]|(?:${ESCAPE}\\[|${CONTROL_SEQUENCE})[0-?]*[ -/]*` +
        `|(?:${ESCAPE}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^${ESCAPE}${BELL}\u0080-\u009f\\n]*${ESCAPE}?|${ESCAPE}[ -/]*)$`,
    ),
);

/** Makes text printable that arrives in chunks: sequences may span several chunks. */
export class PrintableStream {
  #start = '';

  /** Returns the printable part of a chunk. */
  push(piece: string): string {
    const text = this.#start + piece;
    const end = text.slice(-MAX_HELD_LENGTH);
    const at = START().exec(end)?.index;
    this.#start = at === undefined ? '' : end.slice(at);
    return printable(text.slice(0, text.length - this.#start.length));
  }

  /** Returns the held rest. Called at the end. */
  end(): string {
    const text = this.#start;
    this.#start = '';
    return printable(text);
  }
}
