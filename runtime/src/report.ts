import { writeLine } from './platform.js';

/** Whatever moves the cursor of a terminal, changes the direction of text, or cannot be seen. */
export const UNPRINTABLE: RegExp = /(?![\t\n])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/** Takes what went wrong where no caller is there to be told. */
export type ErrorListener = (error: unknown) => void;

/**
 * Writes one line to stderr: what went wrong, and where in the program, if that can be told. Never to stdout: over stdio that belongs
 * to the messages. An error can have text of the other side in it, so nothing is written that a terminal would obey.
 *
 * @param about what it is about, to begin the line with
 */
export function reportToStderr(error: unknown, about?: string): void {
  const line = about === undefined ? lineOf(error) : `${about}: ${lineOf(error)}`;
  writeLine(line.replaceAll(/\s*\n\s*/g, ' ').replaceAll(UNPRINTABLE, ''));
}

function lineOf(error: unknown): string {
  if (!(error instanceof Error)) return `Thrown, and no Error: ${textOf(error)}`;
  const place = placeOf(error);
  return place === undefined ? textOf(error) : `${textOf(error)}, at ${place}`;
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
