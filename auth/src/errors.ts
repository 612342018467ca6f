import { brandError } from '@mcp-gen/runtime';

/**
 * A client could not obtain an access token: the authorization server denied it, its metadata cannot be trusted, or the login was not
 * completed. The message contains no secrets.
 */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
  /** The code of this error class. */
  readonly code = 'AUTHORIZATION_FAILED';

  static {
    brandError(this, 'AuthorizationError');
  }

  /** The OAuth error code, if the authorization server or the resource server sent one: `invalid_grant`. */
  readonly error: string | undefined;
  /** Whether a retry may succeed: the authorization server was unreachable or unavailable. Credentials are kept. */
  readonly temporary: boolean;

  constructor(message: string, { error, temporary = false, ...options }: AuthorizationErrorOptions = {}) {
    super(message, options);
    this.error = error;
    this.temporary = temporary;
  }
}

/** Details of an {@link AuthorizationError} besides its message. */
export interface AuthorizationErrorOptions extends ErrorOptions {
  /** The OAuth error code. Default: none. */
  readonly error?: string | undefined;
  /** Whether a retry may succeed. Default: false. */
  readonly temporary?: boolean | undefined;
}

/** The server requires a login, and this process cannot start one: it has no browser, or logins are turned off. */
export class LoginRequiredError extends Error {
  override readonly name = 'LoginRequiredError';
  /** The code of this error class. */
  readonly code = 'LOGIN_REQUIRED';

  static {
    brandError(this, 'LoginRequiredError');
  }

  /** The URL of the server that requires the login. */
  readonly server: string;

  constructor(server: string, options?: ErrorOptions) {
    super(
      `${server} requires a login, but no valid credentials are stored, and this process cannot prompt for one. Log in once with an interactive program that uses the same store`,
      options,
    );
    this.server = server;
  }
}

/** A URL must not be requested: it is not https, it is in a private network, or it belongs to another origin. No request was sent. */
export class ForbiddenUrlError extends Error {
  override readonly name = 'ForbiddenUrlError';
  /** The code of this error class. */
  readonly code = 'FORBIDDEN_URL';

  static {
    brandError(this, 'ForbiddenUrlError');
  }
}
