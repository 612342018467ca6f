/** The steps of a compilation, in order, and how long each takes. */
export const PHASES = ['read', 'model', 'analyze', 'emit', 'write'] as const;

export type Phase = (typeof PHASES)[number];

/** Receives the duration of a step, in milliseconds, when the step is done or has failed. */
export type OnPhase = (phase: Phase, milliseconds: number) => void;

/** Follows the steps of a compilation. */
export interface PhaseListeners {
  /** Called when a step begins. */
  readonly onStart?: ((phase: Phase) => void) | undefined;
  readonly onPhase?: OnPhase | undefined;
}

/** Runs a step, and reports when it begins and how long it took. */
export async function timed<Result>(
  phase: Phase,
  { onStart, onPhase }: PhaseListeners,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  onStart?.(phase);
  const start = performance.now();
  try {
    return await run();
  } finally {
    onPhase?.(phase, performance.now() - start);
  }
}
