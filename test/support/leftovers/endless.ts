/** What does not end during a test, but behind it, so that what waits for it leaves nothing. */

const ends = new Set<() => void>();

/** Returns a promise that is not settled before the test file is over. For handlers and stores that do not answer. */
export function endless<Value = never>(): Promise<Value> {
  return new Promise((resolve) => atEnd(resolve as () => void));
}

/** Calls a function when the test file is over. */
export function atEnd(end: () => void): void {
  ends.add(end);
}

/** Ends everything. */
export function endAll(): void {
  for (const end of ends) end();
  ends.clear();
}
