/** Lets the process exit while a timer is pending, on platforms where timers keep it alive. Returns the timer. */
export function unreferenced<Timer>(timer: Timer): Timer {
  (timer as { readonly unref?: () => void }).unref?.();
  return timer;
}
