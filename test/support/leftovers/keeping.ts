/** Whether watchers keep what they watch. Tests that measure the heap would measure that as well. */

const forgetting: (() => void)[] = [];
let isKept = true;

/** Returns whether what is watched may be kept. */
export function isKeeping(): boolean {
  return isKept;
}

/** Keeps nothing more of this test file. */
export function keepNothing(): void {
  isKept = false;
  for (const forget of forgetting) forget();
}

/** Keeps what is watched in the next test file. */
export function keepAgain(): void {
  isKept = true;
}

/** Has a function called when nothing may be kept any longer. */
export function onKeepNothing(forget: () => void): void {
  forgetting.push(forget);
}
