/** Takes what went wrong where no caller is there to be told. */
export type ErrorListener = (error: unknown) => void;

/** Writes one line to stderr. Never stdout: over stdio that belongs to the messages. */
export function reportToStderr(error: unknown): void {
  process.stderr.write(`${textOf(error).replaceAll(/\s*\n\s*/g, ' ')}\n`);
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
export function safeListener(listener: ErrorListener = reportToStderr): ErrorListener {
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
