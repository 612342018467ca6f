import { unreferenced } from './unreferenced.js';

/** Tells the time, and schedules callbacks. `TestClock` of `@mcp-gen/sdk/testing` is a clock that tests control. */
export interface Clock {
  /** Returns the time in milliseconds since 1970. */
  now(): number;
  /** Calls a function once, after some milliseconds. Returns a function that cancels it. */
  after(milliseconds: number, act: () => void): () => void;
  /** Calls a function repeatedly, at an interval in milliseconds. Returns a function that ends it. Does not keep the process alive. */
  every(milliseconds: number, act: () => void): () => void;
}

/** The clock of the process. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, act) => {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
  every: (milliseconds, act) => {
    const timer = unreferenced(setInterval(act, milliseconds));
    return () => clearInterval(timer);
  },
};

/** The methods of a clock. */
export const CLOCK_METHODS = ['now', 'after', 'every'] as const satisfies readonly (keyof Clock)[];
