import { createInterface } from 'node:readline';
import { styleText } from 'node:util';
import { UsageError } from './usageError.js';

/** Where a command prints. */
export interface Terminal {
  /** Writes a result, to standard output. */
  readonly print: (text: string) => void;
  /** Writes progress or an error, to standard error. */
  readonly note: (text: string) => void;
  /** Colors a string for {@link note}, where that is shown on a terminal. */
  readonly paint: (style: Style, text: string) => string;
  /** Talks with a person; absent where nobody would answer. */
  readonly converse?: Converse;
}

export type Style = 'red' | 'bold';

/** Runs a conversation, and ends it when the talk is over. */
export type Converse = <T>(talk: (ask: Ask) => Promise<T>) => Promise<T>;

/**
 * Asks a question. Resolves with the line that answers it, trimmed.
 *
 * @throws {UsageError} if the input ends, or the person breaks off
 */
export type Ask = (question: string) => Promise<string>;

/** The streams that a terminal is made of, and the environment that may forbid color. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // A reader that goes away early, such as `head`, is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return createTerminal(process);
}

/** A terminal on any streams. */
export function createTerminal({ stdin, stdout, stderr, env }: Streams): Terminal {
  // https://no-color.org: any value but an empty one forbids colour.
  const coloured = stderr.isTTY === true && !env['NO_COLOR'];
  const terminal: Terminal = {
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    paint: (style, text) => (coloured ? styleText(style, text, { validateStream: false }) : text),
  };
  const isAttended = stdin.isTTY === true && stderr.isTTY === true;
  return isAttended ? { ...terminal, converse: (talk) => converse(talk, stdin, stderr) } : terminal;
}

/** The same terminal, with nobody to ask. */
export function unattended({ print, note, paint }: Terminal): Terminal {
  return { print, note, paint };
}

async function converse<T>(
  talk: (ask: Ask) => Promise<T>,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<T> {
  const lines = createInterface({ input, output });
  // Unlike `question`, the iterator keeps lines that are typed ahead, and ends with the input.
  const answers = lines[Symbol.asyncIterator]();
  try {
    return await talk(async (question) => {
      lines.setPrompt(question);
      lines.prompt();
      const answer = await answers.next();
      if (answer.done) throw new UsageError('A question was not answered. Nothing was written.');
      return answer.value.trim();
    });
  } finally {
    lines.close();
  }
}
