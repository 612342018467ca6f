/** Options of the requests of a view. */

/** Options of a request to the host. */
export interface ViewRequestOptions {
  /** Cancels the request. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds without progress after which the request fails; 0 for never. Default 60,000. */
  readonly timeout?: number | undefined;
}
