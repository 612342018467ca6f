/** Limits of a view: what it sends, and what is shown of it. */

import { isObjectOrArray, MAX_DEPTH } from '@mcp-gen/runtime/codegen/v1';
import { count, duration, type OptionTable } from '@mcp-gen/runtime/options';

/** Limits of what a view sends. */
export interface ViewLimits {
  /** Maximum size of a message: the characters of its strings, and 16 for each value. Default 4,000,000. */
  readonly messageSize?: number | undefined;
  /** Maximum number of messages in a second. Default 250: a page that is drawn 144 times a second may tell its size as often. */
  readonly messageRate?: number | undefined;
  /** Maximum number of requests that run at a time. Default 16. */
  readonly running?: number | undefined;
  /** How many messages are refused in a minute before the view is closed. Default 1,000. */
  readonly refused?: number | undefined;
  /** Milliseconds that the view has to answer before it is removed. Default 1,000. */
  readonly teardownTimeout?: number | undefined;
}

export const VIEW_LIMITS: OptionTable<ViewLimits> = {
  messageSize: count(4_000_000),
  messageRate: count(250),
  running: count(16),
  refused: count(1_000),
  teardownTimeout: duration(1_000),
};

/** Limits of a view that is shown. */
export interface ShownViewLimits extends ViewLimits {
  /** Maximum size of its HTML, in characters. Default 10,000,000. */
  readonly htmlSize?: number | undefined;
  /** Maximum height of its frame, in CSS pixels. Default 2,000. */
  readonly height?: number | undefined;
  /** Milliseconds that its sandbox has to answer. Default 30,000. */
  readonly loadTimeout?: number | undefined;
}

export const SHOWN_VIEW_LIMITS: OptionTable<ShownViewLimits> = {
  ...VIEW_LIMITS,
  htmlSize: count(10_000_000),
  height: count(2_000),
  loadTimeout: duration(30_000),
};

/** What a value costs beside its characters. */
const VALUE = 16;

/** The types of values that JSON has, beside numbers, objects, and null. A member that is undefined is none. */
const SCALARS = new Set(['string', 'boolean', 'undefined']);

/**
 * Returns whether a value is JSON, and not larger than a size. What another window sends can be any value that can be copied: a map, a date,
 * binary data, or a circle.
 */
export function isBoundedJson(value: unknown, size: number): boolean {
  let left = size;
  const isBounded = (part: unknown, depth: number): boolean => {
    left -= typeof part === 'string' ? part.length + VALUE : VALUE;
    if (left < 0 || depth > MAX_DEPTH) return false;
    if (typeof part === 'number') return Number.isFinite(part);
    if (!isObjectOrArray(part)) return part === null || SCALARS.has(typeof part);
    if (Array.isArray(part)) {
      // Holes of a sparse array cost time, and become null at the server.
      if (part.length * VALUE > left) return false;
      return part.every((item) => isBounded(item, depth + 1));
    }
    const prototype: unknown = Object.getPrototypeOf(part);
    if (prototype !== Object.prototype && prototype !== null) return false;
    return Object.entries(part).every(([name, item]) => {
      left -= name.length;
      return isBounded(item, depth + 1);
    });
  };
  return isBounded(value, 0);
}
