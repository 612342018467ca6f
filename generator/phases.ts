/** The steps of a compilation, in order, and how long each takes. */
export const PHASES = ['read', 'model', 'analyze', 'emit', 'write'] as const;

export type Phase = (typeof PHASES)[number];

/** Receives the duration of a step, in milliseconds, when the step is done or has failed. */
export type OnPhase = (phase: Phase, milliseconds: number) => void;

/** Runs a step, and reports how long it took. */
export async function timed<Result>(
  phase: Phase,
  report: OnPhase | undefined,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  const start = performance.now();
  try {
    return await run();
  } finally {
    report?.(phase, performance.now() - start);
  }
}
