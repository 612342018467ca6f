/** Text of the other side, as people can be shown it. */

const [ESCAPE, BELL, CONTROL_SEQUENCE, STRING_END] = ['\u001b', '\u0007', '\u009b', '\u009c'];

/** The end of a string in an escape sequence, such as that of a title. */
const TERMINATOR = `(?:${BELL}|${STRING_END}|${ESCAPE}\\\\)`;

/** Escape sequences of terminals: for colors, for moving the cursor, and with a string, for titles and the clipboard. */
const SEQUENCE = new RegExp(
  `(?:${ESCAPE}\\[|${CONTROL_SEQUENCE})[0-?]*[ -/]*[@-~]` +
    `|(?:${ESCAPE}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^${ESCAPE}${BELL}\u0080-\u009f\\n]*${TERMINATOR}` +
    `|${ESCAPE}[ -/]*[0-~]`,
  'g',
);

/** Whatever else moves the cursor, changes the direction of text, or cannot be seen. */
const UNPRINTABLE = /(?![\t\n])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * Removes from a text of the other side what a terminal would interpret, what changes the direction of text, and what cannot be seen. Tabs
 * and line feeds stay; a carriage return becomes a line feed, so that no line overwrites another one.
 */
export function printable(text: string): string {
  return text.replace(SEQUENCE, '').replace(/\r\n?/g, '\n').replace(UNPRINTABLE, '');
}

/** As {@link printable}, in one line of limited length. */
export function printableLine(text: string, limit: number): string {
  const cut = text.length > 2 * limit ? text.slice(0, 2 * limit) : text;
  const line = printable(cut).replace(/\s*\n\s*/g, ' ');
  const left = text.length - cut.length + Math.max(line.length - limit, 0);
  return left === 0 ? line : `${line.slice(0, limit)}… (${left} more characters)`;
}

/** Characters that are kept until the rest of an escape sequence arrives. */
const LONGEST_START = 256;

/** The start of an escape sequence at the end of a text, half a character, or a carriage return, which a line feed may follow. */
const START = new RegExp(
  `(?:[\\r\ud800-\udbff]|(?:${ESCAPE}\\[|${CONTROL_SEQUENCE})[0-?]*[ -/]*` +
    `|(?:${ESCAPE}[\\]PX^_]|[\u0090\u0098\u009d-\u009f])[^${ESCAPE}${BELL}\u0080-\u009f\\n]*${ESCAPE}?|${ESCAPE}[ -/]*)$`,
);

/** Makes text printable that arrives in pieces: sequences may begin in one piece and end in another one. */
export class PrintableStream {
  #start = '';

  /** Returns what can be shown. */
  push(piece: string): string {
    const text = this.#start + piece;
    const end = text.slice(-LONGEST_START);
    const at = START.exec(end)?.index;
    this.#start = at === undefined ? '' : end.slice(at);
    return printable(text.slice(0, text.length - this.#start.length));
  }

  /** Returns what was kept: no more comes. */
  end(): string {
    const text = this.#start;
    this.#start = '';
    return printable(text);
  }
}
