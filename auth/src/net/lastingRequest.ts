/** What a signal depends on, for as long as there is the signal. */
const held = new WeakMap<AbortSignal, readonly unknown[]>();

/**
 * Creates a request. Its signal aborts also if only the signal is used from there on: Node forgets that a request follows another signal
 * when nobody holds the request itself.
 */
export function lastingRequest(...[input, init]: Parameters<typeof fetch>): Request {
  const request = new Request(input, init);
  held.set(request.signal, [request, input]);
  return request;
}
