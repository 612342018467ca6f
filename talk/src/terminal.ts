/** Where a command reads and writes. Whatever it prints is harmless text: no control characters but line breaks. */

import { createInterface } from 'node:readline/promises';
import { text as readAll } from 'node:stream/consumers';
import { styleText } from 'node:util';
import { plainLine } from '@mcp-gen/sdk/client';
import { imageProtocol, type ImageProtocol } from './text/inlineImages.js';

/** A style of text in a terminal. */
export type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';

/** The input and output of a command. */
export interface Terminal {
  /** Prints text of the result, to standard output. */
  readonly print: (text: string) => void;
  /** Prints what is not part of the result, to standard error: progress, logs, errors. */
  readonly note: (text: string) => void;
  /** Replaces the line that was printed last by this function, if standard error is a terminal. Otherwise, prints nothing. */
  readonly status: (text: string) => void;
  /** Styles harmless text for standard output, if it is a terminal. */
  readonly paint: (style: Style, text: string) => string;
  /** Reads standard input to its end. */
  readonly input: () => Promise<string>;
  /** Columns of standard output; undefined if it is not a terminal. */
  readonly columns: number | undefined;
  /** How standard output shows images. Default: it does not. */
  readonly images?: ImageProtocol | undefined;
  /**
   * Asks the user, on standard error. Absent if input is not a terminal.
   *
   * @throws {DOMException} an `AbortError`, if the signal is aborted or the input ends.
   */
  readonly ask?: ((question: string, signal: AbortSignal) => Promise<string>) | undefined;
}

/** Returns a function that styles text, if there are colors. */
export function painter(isColored: boolean): Terminal['paint'] {
  return (style, text) => (isColored ? styleText(style, text, { validateStream: false }) : text);
}

/** Returns whether the output of a process has colors. https://no-color.org: any value of the variable except an empty one disables them. */
export function hasColors({ stdout, env }: Pick<NodeJS.Process, 'stdout' | 'env'>): boolean {
  return stdout.isTTY && (env['NO_COLOR'] ?? '') === '';
}

/** Milliseconds between two status lines. */
const STATUS_INTERVAL = 50;

/** Returns the beginning of a line that fits: wide characters take two columns, and a line that wraps could not be replaced. */
function fitting(line: string, columns: number): string {
  let width = 0;
  let text = '';
  for (const character of line) {
    width += character > '\u10ff' ? 2 : 1;
    if (width > columns) break;
    text += character;
  }
  return text;
}

/** Returns the terminal of this process. */
export function processTerminal(process: NodeJS.Process): Terminal {
  const { stdin, stdout, stderr } = process;
  // A reader that stops early, such as `head`, is no error.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
    });
  }
  let hasStatus = false;
  let shown = -STATUS_INTERVAL;
  const clear = (): void => {
    if (hasStatus) stderr.write('\r\u001B[K');
    hasStatus = false;
  };
  const write = (stream: NodeJS.WriteStream, text: string): void => {
    clear();
    stream.write(`${text}\n`);
  };
  return {
    print: (text) => write(stdout, text),
    note: (text) => write(stderr, text),
    status: (text) => {
      if (!stderr.isTTY) return;
      const now = performance.now();
      // A server can report its progress very often.
      if (text !== '' && now - shown < STATUS_INTERVAL) return;
      if (text !== '') shown = now;
      clear();
      stderr.write(fitting(plainLine(text, 500), stderr.columns - 1));
      hasStatus = true;
    },
    paint: painter(hasColors(process)),
    input: () => readAll(stdin),
    images: imageProtocol(process),
    columns: stdout.isTTY ? stdout.columns : undefined,
    ...(stdin.isTTY &&
      stderr.isTTY && {
        ask: async (question, signal) => {
          clear();
          const lines = createInterface({ input: stdin, output: stderr });
          // While a line is edited, the terminal sends no signals.
          lines.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
          try {
            const ended = new Promise<never>((_, reject) => {
              lines.once('close', () => reject(new DOMException('The input has ended', 'AbortError')));
            });
            return (await Promise.race([lines.question(question, { signal }), ended])).trim();
          } finally {
            lines.close();
          }
        },
      }),
  };
}
