import type { Readable } from 'node:stream';
import { PrintableStream } from '../printable.js';

/** Streams that wait until this process's stderr accepts more. One listener serves all of them, for any number of servers. */
const waiting = new Set<Readable>();

function resumeAll(): void {
  process.stderr.off('drain', resumeAll).off('close', resumeAll);
  for (const source of waiting) source.resume();
  waiting.clear();
}

function ignore(): void {
  // See below.
}

/** Maximum characters of one server that are forwarded at once, and in a second over time. */
const BURST = 1024 * 1024;
const RATE = 100 * 1024;

/** Maximum characters of one line. */
const LINE_LENGTH = 8_192;

/**
 * Forwards the stderr of a server to that of this process, which may be a terminal: without terminal sequences, and within limits. Stops
 * reading while the stderr of this process does not accept more.
 */
export class StderrForwarder {
  readonly #source: Readable;
  readonly #printable = new PrintableStream();
  #allowed = BURST;
  #time = performance.now();
  /** Characters that were dropped since the last forwarded ones. */
  #leftOut = 0;
  /** The length of the current line, and of its dropped end. */
  #line = 0;
  #lineLeftOut = 0;

  constructor(source: Readable) {
    this.#source = source;
  }

  push(text: string): void {
    const limited = this.#limit(text);
    if (limited !== '') this.#write(this.#cutLines(this.#printable.push(limited)));
  }

  /** Called when the server has closed its stderr. */
  end(): void {
    const rest = this.#cutLines(this.#printable.end());
    const notice = this.#leftOut > 0 ? this.#notice() : '';
    if (rest + notice !== '') this.#write(rest + notice);
  }

  /**
   * Returns the part that may be forwarded now. After the limit is reached, nothing is forwarded for a second, to avoid a notice for every
   * few characters.
   */
  #limit(text: string): string {
    const now = performance.now();
    this.#allowed = Math.min(BURST, this.#allowed + ((now - this.#time) / 1_000) * RATE);
    this.#time = now;
    if (this.#leftOut > 0 && this.#allowed < RATE) {
      this.#leftOut += text.length;
      return '';
    }
    const notice = this.#leftOut > 0 ? this.#notice() : '';
    const taken = text.slice(0, this.#allowed);
    this.#allowed -= taken.length;
    this.#leftOut = text.length - taken.length;
    return notice + taken;
  }

  #notice(): string {
    return `\n(${this.#leftOut} characters of stderr left out)\n`;
  }

  #cutLines(text: string): string {
    let cut = '';
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) cut += this.#endLine();
      const part = line.slice(0, LINE_LENGTH - this.#line);
      cut += part;
      this.#line += part.length;
      this.#lineLeftOut += line.length - part.length;
    }
    return cut;
  }

  #endLine(): string {
    const end = this.#lineLeftOut === 0 ? '\n' : `… (${this.#lineLeftOut} more characters)\n`;
    this.#line = this.#lineLeftOut = 0;
    return end;
  }

  #write(text: string): void {
    const { stderr } = process;
    if (!stderr.writable || write(text)) return;
    this.#source.pause();
    if (waiting.size === 0) stderr.on('drain', resumeAll).on('close', resumeAll);
    waiting.add(this.#source);
  }
}

/** Like `console.error`: if nobody reads the stderr of this process, the process must not end. */
function write(text: string): boolean {
  const { stderr } = process;
  stderr.once('error', ignore);
  try {
    return stderr.write(text, (error) => {
      if (error != null) stderr.once('error', ignore);
    });
  } finally {
    stderr.off('error', ignore);
  }
}
