/** The error codes of OAuth that a failure at the provider becomes (RFC 6749, section 4.1.2.1). */
export type UpstreamErrorCode = 'access_denied' | 'server_error' | 'temporarily_unavailable';

/** The provider failed, or refused. The message is for clients: it has no secrets, and nothing that the provider wrote. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly code: UpstreamErrorCode;

  constructor(code: UpstreamErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** The session of a user is over: it was revoked, at the provider or here, or it has timed out. */
export class SessionEndedError extends Error {
  override readonly name = 'SessionEndedError';
}
