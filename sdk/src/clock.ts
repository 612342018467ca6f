import { methods, type OptionKind } from '@mcp-gen/runtime/options';
import { after, every } from '@mcp-gen/runtime';

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
  after: (milliseconds, act) => after(Math.max(milliseconds, 1), act, { keepsAlive: true }),
  every: (milliseconds, act) => every(Math.max(milliseconds, 1), act),
};

/** The methods of a clock. */
export const CLOCK: OptionKind = methods(...(['now', 'after', 'every'] satisfies readonly (keyof Clock)[]));
