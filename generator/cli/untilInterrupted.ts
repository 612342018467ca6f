const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Runs a task that goes on until somebody ends it: SIGINT (Ctrl-C) or SIGTERM aborts the signal that the task is given. A
 * second one ends the process at once, should the task not listen.
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
