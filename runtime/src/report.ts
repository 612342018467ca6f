import { later, writeLine } from './platform.js';
import { printableLine } from './printable.js';

/** Takes what went wrong where no caller is there to be told. */
export type ErrorListener = (error: unknown) => void;

/** Characters of one report. */
const REPORT_LENGTH = 4_000;

/** Reports in a second. The others are counted. */
const REPORTS_A_SECOND = 100;

/** The reports of this second: when it began, how many were written, and how many were not. */
const recent = { start: -Infinity, written: 0, leftOut: 0 };

/**
 * Writes one line to stderr: what went wrong, and where in the program, if that can be told. Never to stdout: over stdio that belongs
 * to the messages. What the other side sent is part of many errors, so the line is made printable and cut. Of more than 100 reports in a
 * second, the number is written.
 *
 * @param about what it is about, to begin the line with
 */
export function reportToStderr(error: unknown, about?: string): void {
  const now = performance.now();
  if (now - recent.start >= 1_000) {
    tellLeftOut();
    recent.start = now;
    recent.written = 0;
  }
  if (recent.written >= REPORTS_A_SECOND) {
    if (recent.leftOut++ === 0) later(1_000, tellLeftOut);
    return;
  }
  recent.written++;
  writeLine(about === undefined ? lineOf(error) : `${printableLine(about, REPORT_LENGTH)}: ${lineOf(error)}`);
}

function tellLeftOut(): void {
  if (recent.leftOut > 0) writeLine(`${recent.leftOut} more errors were reported and are left out here`);
  recent.leftOut = 0;
}

function lineOf(error: unknown): string {
  const text = printableLine(textOf(error), REPORT_LENGTH);
  if (!(error instanceof Error)) return `Thrown, and no Error: ${text}`;
  const place = placeOf(error);
  return place === undefined ? text : `${text}, at ${place}`;
}

/** The first place of its stack that is in the program itself, neither in a package nor in Node: `file:///srv/main.js:3:5`. */
function placeOf(error: Error): string | undefined {
  try {
    const places = error.stack?.split('\n').map((line) => /^\s+at (?:.*?\(|async )?(.+:\d+:\d+)\)?$/.exec(line)?.[1]);
    return places?.find((place) => place !== undefined && !/[\\/]node_modules[\\/]|^node:/.test(place));
  } catch {
    // A stack can be anything, and reading it can fail.
    return undefined;
  }
}

/** What was thrown, as text. Anything can be, also what has none: that must not end the process in the end. */
export function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'Something that has no text';
  }
}

/** A listener that never throws: a broken one must not end the conversation, nor hide what it was told. */
export function safeListener(listener: ErrorListener = (error) => reportToStderr(error)): ErrorListener {
  return (error) => {
    try {
      listener(error);
    } catch (failure) {
      reportToStderr(error);
      reportToStderr(failure);
    }
  };
}

/** Does something that nobody waits for, and reports it if it fails, at once or later. */
export async function attempt(act: () => void | Promise<void>, report: ErrorListener): Promise<void> {
  try {
    await act();
  } catch (error) {
    report(error);
  }
}
