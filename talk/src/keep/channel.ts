/** What a command and the process that keeps connections say to each other: a line of JSON each. */

import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import type { ExitCode } from '../failures.js';
import type { ImageProtocol } from '../text/inlineImages.js';

/** The first message of a command: its command line, and what its terminal can do. */
export interface Beginning {
  readonly args: readonly string[];
  readonly isColored: boolean;
  readonly canAsk: boolean;
  readonly columns: number | undefined;
  readonly images: ImageProtocol | undefined;
}

/** What the command says. */
export type FromCommand =
  | Beginning
  /** The answer to a question. */
  | { readonly answer: string }
  /** All of standard input. */
  | { readonly input: string };

/** What the process says. */
export type FromProcess =
  | { readonly print: string }
  | { readonly note: string }
  | { readonly status: string }
  | { readonly ask: string }
  | { readonly read: true }
  /** The last message. */
  | { readonly exit: ExitCode };

/** Sends a message. A socket that is closed loses it: the other side has gone. */
export function tell(socket: Socket, message: FromCommand | FromProcess): void {
  if (socket.writable) socket.write(`${JSON.stringify(message)}\n`);
}

/** Calls a function with each message. */
export function hear(socket: Socket, listener: (message: never) => void): void {
  socket.on('error', () => undefined);
  createInterface({ input: socket }).on('line', (line) => listener(JSON.parse(line) as never));
}
