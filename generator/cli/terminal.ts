import { createInterface } from 'node:readline';
import { styleText } from 'node:util';
import { UsageError } from './outcome.js';

/** The output of a command. */
export interface Terminal {
  /** Writes a result, to standard output. */
  readonly print: (text: string) => void;
  /** Writes progress or an error, to standard error. */
  readonly note: (text: string) => void;
  /** Colors a string for {@link note}, if standard error is a terminal. */
  readonly paint: (style: Style, text: string) => string;
  /** Says what the command is doing, once it has taken long. Absent if nobody waits for it. */
  readonly progress?: Progress;
  /** Asks the user. Absent if input is not a terminal. */
  readonly prompt?: Prompt;
}

export type Style = 'red' | 'bold';

/** Runs a dialog, and closes the input when it ends. */
export type Prompt = <T>(talk: (ask: Ask) => Promise<T>) => Promise<T>;

/**
 * Asks a question. Resolves with the trimmed answer.
 *
 * @throws {UsageError} if the input ends, or the user aborts
 */
export type Ask = (question: string) => Promise<string>;

/** The streams of a terminal, and the environment, which may disable color. */
export interface Streams {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: NodeJS.WritableStream;
  readonly stderr: NodeJS.WritableStream & { readonly isTTY?: boolean };
  readonly env: NodeJS.ProcessEnv;
}

/** Returns the terminal of this process. */
export function processTerminal(): Terminal {
  // A reader that stops early, such as `head`, is not an error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  const terminal = createTerminal(process);
  return { ...terminal, progress: createProgress(terminal.note) };
}

/** Returns a terminal on the given streams. */
export function createTerminal({ stdin, stdout, stderr, env }: Streams): Terminal {
  // https://no-color.org: any value except an empty one disables color.
  const colored = stderr.isTTY === true && (env['NO_COLOR'] ?? '') === '';
  const isInteractive = stdin.isTTY === true && stderr.isTTY === true;
  return {
    print: (text) => void stdout.write(`${text}\n`),
    note: (text) => void stderr.write(`${text}\n`),
    paint: (style, text) => (colored ? styleText(style, text, { validateStream: false }) : text),
    ...(isInteractive && { prompt: (talk) => prompt(talk, stdin, stderr) }),
  };
}

/** Returns the same terminal without questions. */
export function nonInteractive({ print, note, paint }: Terminal): Terminal {
  return { print, note, paint };
}

async function prompt<T>(
  talk: (ask: Ask) => Promise<T>,
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): Promise<T> {
  const lines = createInterface({ input, output });
  // Unlike `question`, the iterator keeps lines that are typed ahead, and ends when the input ends.
  const answers = lines[Symbol.asyncIterator]();
  try {
    return await talk(async (question) => {
      lines.setPrompt(question);
      lines.prompt();
      const answer = await answers.next();
      if (answer.done === true)
        throw new UsageError(
          'A question was not answered. Nothing was written. Options answer questions in advance: see --help.',
        );
      return answer.value.trim();
    });
  } finally {
    lines.close();
  }
}

/** The progress of a command, in plain lines. */
export interface Progress {
  /** Called when a step begins: `Packing the packages`. */
  readonly step: (what: string) => void;
  /** Called when the last step has ended. */
  readonly end: () => void;
}

/** Milliseconds that a command may take without a line. */
const PATIENCE = 2_000;

/**
 * Returns the progress of a command, which begins with its first step. A step is noted once the command has taken long: when the step
 * begins, or while it runs. A fast command notes nothing.
 *
 * @param note writes a line
 * @param patience milliseconds. Default 2,000
 */
export function createProgress(note: (text: string) => void, patience: number = PATIENCE): Progress {
  let due: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    step: (what) => {
      clearTimeout(timer);
      due ??= performance.now() + patience;
      const left = due - performance.now();
      if (left <= 0) return note(`${what} ...`);
      timer = setTimeout(() => note(`${what} ...`), left);
      timer.unref();
    },
    end: () => {
      clearTimeout(timer);
      due = undefined;
    },
  };
}
