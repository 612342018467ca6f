/** Returns a timer after making it keep no process alive, where that matters. */
export function unreferenced<Timer>(timer: Timer): Timer {
  (timer as { readonly unref?: () => void }).unref?.();
  return timer;
}
