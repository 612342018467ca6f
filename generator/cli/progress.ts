/** Says what a command is doing, once it has taken long. */

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
