import { writeLine } from './platform.js';
import { after } from './timers.js';
import { printableLine } from './printable.js';

/** Called for errors that no caller receives. */
export type ErrorListener = (error: unknown) => void;

/** Maximum characters of one report. */
const REPORT_LENGTH = 4_000;

/** Maximum number of reports in a second. Further ones are counted. */
const REPORTS_A_SECOND = 100;

/** The reports of the current second: its start, and the numbers of written and dropped reports. */
const recent = { start: -Infinity, written: 0, leftOut: 0 };

/**
 * Writes one line about an error to stderr, with its location in the program, if known. Never to stdout, which carries the messages over
 * stdio. Errors may contain text of the other side, so the line is made printable and truncated. Beyond 100 reports in a second, only their
 * number is written.
 *
 * @param about starts the line
 */
export function reportToStderr(error: unknown, about?: string): void {
  const now = performance.now();
  if (now - recent.start >= 1_000) {
    reportOmitted();
    recent.start = now;
    recent.written = 0;
  }
  if (recent.written >= REPORTS_A_SECOND) {
    if (recent.leftOut++ === 0) after(1_000, reportOmitted);
    return;
  }
  recent.written++;
  writeLine(about === undefined ? lineOf(error) : `${printableLine(about, REPORT_LENGTH)}: ${lineOf(error)}`);
}

function reportOmitted(): void {
  if (recent.leftOut > 0) writeLine(`${recent.leftOut} more errors were reported and are omitted`);
  recent.leftOut = 0;
}

function lineOf(error: unknown): string {
  const text = printableLine(textOf(error), REPORT_LENGTH);
  if (!(error instanceof Error)) return `Thrown value that is not an Error: ${text}`;
  const place = placeOf(error);
  return place === undefined ? text : `${text}, at ${place}`;
}

/** Returns the first location of its stack in the program itself, not in a package or in Node: `file:///srv/main.js:3:5`. */
function placeOf(error: Error): string | undefined {
  try {
    const places = error.stack?.split('\n').map(placeIn);
    return places?.find((place) => place !== undefined && !/[\\/]node_modules[\\/]|^node:/.test(place));
  } catch {
    // `stack` can be any value, and reading it can throw.
    return undefined;
  }
}

/** Returns the location in a line of a stack: `at main (/srv/main.js:3:5)`, `at async /srv/main.js:3:5`. */
function placeIn(line: string): string | undefined {
  const [call] = /^\s+at (?:async )?/.exec(line) ?? [];
  if (call === undefined) return undefined;
  const start = line.indexOf('(', call.length);
  const place = line.slice(start < 0 ? call.length : start + 1).replace(/\)$/, '');
  return /:\d+:\d+$/.test(place) ? place : undefined;
}

/** Converts a thrown value to a string. Never throws, for any value. */
export function textOf(thrown: unknown): string {
  try {
    return String(thrown);
  } catch {
    return 'A value without a text';
  }
}

/** Returns a listener that never throws: a failing listener must not end the connection, nor hide the error. */
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

/** Calls a function without awaiting its result, and reports its errors. */
export async function attempt(act: () => void | Promise<void>, report: ErrorListener): Promise<void> {
  try {
    await act();
  } catch (error) {
    report(error);
  }
}
