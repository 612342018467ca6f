/**
 * Nobody can tell now whether a token is valid: what that takes could not be fetched. The reason has been reported. The client gets
 * 503, not 401, since a new token would not help.
 *
 * @internal
 */
export class UnavailableError extends Error {
  override readonly name = 'UnavailableError';
}
