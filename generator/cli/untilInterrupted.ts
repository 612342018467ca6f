const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a task until it is interrupted: SIGINT (Ctrl-C) or SIGTERM aborts the signal that the task receives. A second SIGINT or SIGTERM ends
 * the process immediately, in case the task ignores the first.
 */
export async function untilInterrupted(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort();
  };
  for (const name of SIGNALS) process.once(name, abort);
  try {
    await task(controller.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, abort);
    controller.abort();
  }
}
