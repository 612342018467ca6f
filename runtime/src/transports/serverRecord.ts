import { printable } from '../printable.js';

/** Advice for authors of servers that print to stdout. */
export const MESSAGES_ONLY = 'servers must write only messages to stdout, and logs to stderr';

/** Maximum characters of a command that are shown. */
const MAX_COMMAND_LENGTH = 200;

/** Maximum number of invalid stdout lines that are shown, and the characters of each. */
const MAX_INVALID_LINES = 3;
const MAX_LINE_LENGTH = 100;

/** Facts about a server's process, for error messages. All of it is bounded. */
export class ServerRecord {
  /** Whether the server has sent a message. */
  hasSentMessage = false;
  readonly #command: string;
  readonly #stderrKept: number;
  readonly #invalidLines: string[] = [];
  #stderr = '';
  #isCut = false;

  /** @param stderrKept the number of characters kept from the end of stderr */
  constructor(command: string, stderrKept: number) {
    this.#command = command;
    this.#stderrKept = stderrKept;
  }

  /** Records a line on stdout that is not a message. Returns it in printable form. */
  addInvalidLine(line: string): string {
    const shown = printable(JSON.stringify(line.slice(0, MAX_LINE_LENGTH)));
    if (this.#invalidLines.length < MAX_INVALID_LINES && !this.hasSentMessage) this.#invalidLines.push(shown);
    return shown;
  }

  /** Called with output of the server on stderr. */
  addStderr(text: string): void {
    const all = this.#stderr + text;
    this.#isCut ||= all.length > this.#stderrKept;
    this.#stderr = all.slice(-this.#stderrKept);
  }

  /** Describes how the server ended. If it never sent a message, adds all details that help to find out why. */
  describeEnd(how: string): string {
    return this.hasSentMessage ? how + this.#stderrTail() : `${how}. ${this.describe()}`;
  }

  /** Describes the server, and its output. */
  describe(): string {
    const invalidLine =
      this.#invalidLines.length === 0
        ? ''
        : `. It wrote lines to stdout that are not messages: ${this.#invalidLines.join(', ')} (${MESSAGES_ONLY})`;
    return `Command: ${this.#command}${invalidLine}${this.#stderrTail()}`;
  }

  /** Returns the end of stderr, starting at the beginning of a line. */
  #stderrTail(): string {
    const lineEnd = this.#isCut ? this.#stderr.indexOf('\n') : -1;
    const whole = this.#stderr.slice(lineEnd + 1);
    const text = printable(whole.trim() === '' ? this.#stderr : whole).trim();
    return text === '' ? '' : `. Its stderr ended with:\n${text}`;
  }
}

/** Returns a command line in the form that errors show, without the environment. */
export function commandText(command: string, args: readonly string[]): string {
  const words = [command, ...args].map((word) => (/^[\w@%+=:,./\\~-]+$/.test(word) ? word : JSON.stringify(word)));
  const line = printable(words.join(' '));
  return line.length <= MAX_COMMAND_LENGTH ? line : `${line.slice(0, MAX_COMMAND_LENGTH)}…`;
}
