import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Measures this process. */
export class Meter {
  #delay = monitorEventLoopDelay({ resolution: 10 });

  constructor() {
    this.#delay.enable();
  }

  /** Returns the megabytes on the heap after a collection, the 99th percentile of the delay of the event loop since the last call, and the handles. */
  read() {
    globalThis.gc?.();
    const { heapUsed, external } = process.memoryUsage();
    const p99 = this.#delay.percentile(99) / 1e6;
    this.#delay.reset();
    return { heap: (heapUsed + external) / 1_048_576, p99, handles: process.getActiveResourcesInfo().length };
  }
}

/**
 * How much a value grows in an hour: the median of the slopes between any two samples, each `[milliseconds, value]`. What is on its way
 * in a few of the samples, such as a large result, is not growth.
 */
export function slope(samples) {
  const slopes = samples.flatMap(([time, value], at) =>
    samples.slice(at + 1).map(([later, then]) => (then - value) / (later - time)),
  );
  slopes.sort((a, b) => a - b);
  return (slopes[slopes.length >> 1] ?? 0) * 3_600_000;
}

/** Counts calls and errors, and keeps their latencies. */
export class Service {
  calls = 0;
  errors = 0;
  #latencies = [];

  async call(act) {
    const started = performance.now();
    this.calls++;
    try {
      await act();
    } catch {
      this.errors++;
    }
    // Of a long run the last are kept.
    this.#latencies[this.calls % 10_000] = performance.now() - started;
  }

  percentile(part) {
    const sorted = this.#latencies.filter((value) => value !== undefined).sort((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  }
}
