/** Takes what went wrong where no caller is there to be told. */
export type ErrorListener = (error: unknown) => void;

/** Writes one line to stderr. Never stdout: over stdio that belongs to the messages. */
export function reportToStderr(error: unknown): void {
  process.stderr.write(`${describe(error).replaceAll(/\s*\n\s*/g, ' ')}\n`);
}

/** Anything can be thrown, also what has no text: that must not end the process in the end. */
function describe(error: unknown): string {
  try {
    return String(error);
  } catch {
    return 'Something was thrown that has no text';
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
