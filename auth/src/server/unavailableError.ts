/**
 * A token cannot be verified now, because keys or metadata could not be fetched. The reason has been reported. The client receives 503
 * instead of 401, because a new token would not help.
 *
 * @internal
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
