/** Runs a program that judges values. */

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { UsageError } from './outcome.js';

/**
 * Writes lines to a program, and returns those that it prints. Its standard error is that of this process.
 *
 * @throws {UsageError} if the program fails
 */
export async function* runJudge(command: string, lines: () => Iterable<string>): AsyncGenerator<string> {
  const program = spawn(command, { shell: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => program.once('close', resolve));
  const written = Readable.from(withBreaks(lines()));
  // A program that ends early says why itself.
  program.stdin.on('error', () => written.destroy());
  written.pipe(program.stdin);
  try {
    yield* createInterface({ input: program.stdout });
    const code = await ended;
    if (code !== 0) throw new UsageError(`The judge failed with exit code ${code}: ${command}`);
  } finally {
    // Who reads the verdicts may have stopped early. A program that nobody reads would wait without end.
    program.kill();
    written.destroy();
    program.stdout.destroy();
  }
}

function* withBreaks(lines: Iterable<string>): Generator<string> {
  for (const line of lines) yield `${line}\n`;
}
