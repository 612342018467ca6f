/** Waiting, always with an end. */

import { ViolationError } from '../violation.js';

/** How long is waited, in milliseconds. */
export interface Timing {
  /** For an answer. */
  readonly answer: number;
  /** For the answer that opens a connection. Default: as for any other. */
  readonly open?: number;
  /** For something that must not come. */
  readonly quiet: number;
}

/** Resolves with the promise, or rejects when the time is up. */
export async function within<Value>(milliseconds: number, what: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const isLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ViolationError(`Waited ${milliseconds} ms for ${what}`));
    }, milliseconds);
  });
  try {
    return await Promise.race([promise, isLate]);
  } finally {
    clearTimeout(timer);
  }
}
