/**
 * Estimated heap bytes of a request beside its params, measured with Node 20: its exchange, promises, and signal; over HTTP also the
 * objects of the platform.
 */
export const REQUEST_BYTES: { readonly [Name in 'unhandled' | 'running' | 'runningOverHttp']: number } = {
  /** Read from a connection, and not handled yet. */
  unhandled: 4 * 1024,
  /** Its handler has not ended. */
  running: 512,
  /** Its handler has not ended, and an HTTP response is open for it. */
  runningOverHttp: 16 * 1024,
};
