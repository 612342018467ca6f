/** What a command is. */

import type { Command } from 'commander';
import type { ExitCode } from '../failures.js';
import type { Connections } from '../connections.js';
import type { Terminal } from '../terminal.js';

/** What a command needs to run. */
export interface Running {
  readonly terminal: Terminal;
  /** Aborted when the user interrupts the command. */
  readonly signal: AbortSignal;
  readonly connections: Connections;
  /** The words after `--`: a program and its arguments. */
  readonly words: readonly string[];
}

/** Adds a command to the program. What it does resolves with the exit code. */
export type AddCommand = (
  program: Command,
  run: (act: (running: Running) => Promise<ExitCode>) => Promise<void>,
) => void;

/** The help of the argument that names a server. */
export const SERVER = 'a URL, the name of a configured server, or a command line';
