/** A server over stdio: a line of its standard output is a message. */

import type { Medium, Sink } from './medium.js';
import type { Piped } from './piped.js';

/** A line longer than this is not read further. Bytes. */
const LINE_LIMIT = 16 * 1024 * 1024;
/** Milliseconds that a process may take to end on its own, and then after SIGTERM. */
const GRACE = 1_000;

export class StdioMedium implements Medium {
  readonly transport = 'stdio';
  readonly #startProgram: () => Promise<Piped>;
  #program: Piped | undefined;

  constructor(startProgram: () => Promise<Piped>) {
    this.#startProgram = startProgram;
  }

  async start(sink: Sink): Promise<void> {
    const program = await this.#startProgram();
    this.#program = program;
    // A server that has ended does not read: what is written then is told as the end of the connection.
    program.stdin.on('error', () => undefined);
    let rest: Buffer = Buffer.alloc(0);
    program.stdout.on('data', (chunk: Buffer) => {
      const lines = splitLines(Buffer.concat([rest, chunk]));
      rest = lines.rest;
      for (const line of lines.complete) sink.text(line, 'stdout');
      if (rest.length > LINE_LIMIT) program.kill('SIGKILL');
    });
    void program.ended.then((how) => {
      if (rest.length > 0) sink.text(rest.toString('utf8'), 'stdout');
      sink.closed(how);
    });
  }

  send(text: string): Promise<undefined> {
    this.write(`${text}\n`);
    return Promise.resolve(undefined);
  }

  /** Writes bytes as they are. */
  write(bytes: string | Uint8Array): void {
    this.#program?.stdin.write(bytes);
  }

  /** Ends the input of the program, and resolves with whether it has ended in time. */
  async endInput(milliseconds: number = GRACE): Promise<boolean> {
    this.#program?.stdin.end();
    return this.#endsWithin(milliseconds);
  }

  async close(): Promise<void> {
    if (await this.endInput()) return;
    this.#program?.kill('SIGTERM');
    if (await this.#endsWithin(GRACE)) return;
    this.#program?.kill('SIGKILL');
    await this.#endsWithin(GRACE);
  }

  async #endsWithin(milliseconds: number): Promise<boolean> {
    if (this.#program === undefined) return true;
    let timer: NodeJS.Timeout | undefined;
    const isLate = new Promise<boolean>((resolve) => {
      timer = setTimeout(resolve, milliseconds, false);
    });
    const hasEnded = await Promise.race([this.#program.ended.then(() => true), isLate]);
    clearTimeout(timer);
    return hasEnded;
  }
}

/** The complete lines, and what follows the last of them. Only a line feed ends a line. */
function splitLines(bytes: Buffer): { readonly complete: readonly string[]; readonly rest: Buffer } {
  const complete: string[] = [];
  let from = 0;
  for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
    complete.push(bytes.toString('utf8', from, end).replace(/\r$/, ''));
    from = end + 1;
  }
  return { complete, rest: bytes.subarray(from) };
}
