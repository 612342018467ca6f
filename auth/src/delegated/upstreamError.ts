/** The OAuth error codes for a failure at the provider (RFC 6749, section 4.1.2.1). */
export type UpstreamErrorCode = 'access_denied' | 'server_error' | 'temporarily_unavailable';

/** The provider failed or denied a login. The message is for clients: it contains no secrets, and no text of the provider. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: UpstreamErrorCode;

  constructor(code: UpstreamErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The session of a user has ended: it was revoked, at the provider or here, or it has timed out. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}
