import { printable } from '../printable.js';

/** What authors of servers that print to stdout have to know. */
export const MESSAGES_ONLY = 'servers write nothing but messages to stdout, and their logs to stderr';

/** Characters of a command that are shown. */
const COMMAND_SHOWN = 200;

/** Lines on stdout that were no message and are shown, and the characters of each. */
const STRAY_LINES = 3;
const STRAY_SHOWN = 100;

/** What is known of a server's process, for the errors that it ends in. All of it is bounded. */
export class ServerRecord {
  /** Whether the server has sent a message. */
  hasSpoken = false;
  readonly #command: string;
  readonly #stderrKept: number;
  readonly #stray: string[] = [];
  #stderr = '';
  #isCut = false;

  /** @param stderrKept the characters of stderr that are kept, from its end */
  constructor(command: string, stderrKept: number) {
    this.#command = command;
    this.#stderrKept = stderrKept;
  }

  /** Records a line on stdout that is not a message. Returns it as it is shown. */
  addStray(line: string): string {
    const shown = printable(JSON.stringify(line.slice(0, STRAY_SHOWN)));
    if (this.#stray.length < STRAY_LINES && !this.hasSpoken) this.#stray.push(shown);
    return shown;
  }

  /** The server has written to stderr. */
  addStderr(text: string): void {
    const all = this.#stderr + text;
    this.#isCut ||= all.length > this.#stderrKept;
    this.#stderr = all.slice(-this.#stderrKept);
  }

  /** Says how the server ended: if it never sent a message, with all that helps to find out why. */
  describeEnd(how: string): string {
    return this.hasSpoken ? how + this.#stderrTail() : `${how}. ${this.describe()}`;
  }

  /** Says which server it is, and what it wrote. */
  describe(): string {
    const stray =
      this.#stray.length === 0
        ? ''
        : `. To stdout it wrote what is not a message: ${this.#stray.join(', ')} ` + `(${MESSAGES_ONLY})`;
    return `Command: ${this.#command}${stray}${this.#stderrTail()}`;
  }

  /** The end of stderr, from the beginning of a line on. */
  #stderrTail(): string {
    const lineEnd = this.#isCut ? this.#stderr.indexOf('\n') : -1;
    const whole = this.#stderr.slice(lineEnd + 1);
    const text = printable(whole.trim() === '' ? this.#stderr : whole).trim();
    return text === '' ? '' : `. Its stderr ended with:\n${text}`;
  }
}

/** A command line as it is shown in errors. The environment is not shown. */
export function shownCommand(command: string, args: readonly string[]): string {
  const words = [command, ...args].map((word) => (/^[\w@%+=:,./\\~-]+$/.test(word) ? word : JSON.stringify(word)));
  const line = printable(words.join(' '));
  return line.length <= COMMAND_SHOWN ? line : `${line.slice(0, COMMAND_SHOWN)}…`;
}
