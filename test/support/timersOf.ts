import { onTestFinished, vi } from 'vitest';

/** Watches the timers of a delay in milliseconds, which no other timer of the test has. */
export function timersOf(delay: number): { readonly started: number; readonly pending: number } {
  const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
  onTestFinished(() => {
    set.mockRestore();
    clear.mockRestore();
  });
  const started = (): readonly unknown[] =>
    set.mock.results.filter((_, at) => set.mock.calls[at]?.[1] === delay).map(({ value }) => value as unknown);
  return {
    get started() {
      return started().length;
    },
    get pending() {
      return started().filter((timer) => !clear.mock.calls.some(([cleared]) => cleared === timer)).length;
    },
  };
}
