/**
 * Tests that cannot run on this machine. They are registered and skipped with the reason, so that the summary of a run counts
 * and lists them.
 */

import { test, type TestFunction } from 'vitest';

/** Registers a test that cannot run here. */
export function leaveOut(name: string, reason: string): void {
  test(name, ({ skip }) => skip(reason));
}

/**
 * Registers a test that only some machines can run.
 *
 * @param reason why this machine cannot run it; undefined if it can
 */
export function testUnless(reason: string | undefined, name: string, run: TestFunction): void {
  if (reason === undefined) test(name, run);
  else leaveOut(name, reason);
}
