/** Rejects with the reason of a signal when it is aborted, after an act. For what waits, and obeys its signal. */
export function aborted(signal: AbortSignal, act: () => unknown = () => undefined): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      act();
      reject(signal.reason as Error);
    });
  });
}
