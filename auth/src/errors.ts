import { brandError } from '@mcp-gen/runtime';

/**
 * A client could not obtain an access token: the authorization server refused, its metadata cannot be trusted, or nobody was there to
 * log in. The message has no secrets.
 */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
  /** The code of this error class. */
  readonly code = 'AUTHORIZATION_FAILED';

  static {
    brandError(this, 'AuthorizationError');
  }

  /** The error code of OAuth, where the authorization server or the resource server sent one: `invalid_grant`. */
  readonly error: string | undefined;
  /** Whether the same may work later: the authorization server could not be reached, or was not able to answer. Credentials are kept. */
  readonly temporary: boolean;

  constructor(message: string, { error, temporary = false, ...options }: AuthorizationErrorOptions = {}) {
    super(message, options);
    this.error = error;
    this.temporary = temporary;
  }
}

/** What an {@link AuthorizationError} tells beside its message. */
export interface AuthorizationErrorOptions extends ErrorOptions {
  /** The error code of OAuth. Default: none. */
  readonly error?: string | undefined;
  /** Whether the same may work later. Default: false. */
  readonly temporary?: boolean | undefined;
}

/** A person has to log in, and nothing in this process can ask: there is no browser, or asking was turned off. */
export class LoginRequiredError extends Error {
  override readonly name = 'LoginRequiredError';
  /** The code of this error class. */
  readonly code = 'LOGIN_REQUIRED';

  static {
    brandError(this, 'LoginRequiredError');
  }

  /** The URL of the server that asks for a login. */
  readonly server: string;

  constructor(server: string, options?: ErrorOptions) {
    super(`${server} requires a login, and none is stored`, options);
    this.server = server;
  }
}

/** A URL must not be requested: it is not https, it is in a private network, or it belongs to another origin. Nothing was sent. */
export class ForbiddenUrlError extends Error {
  override readonly name = 'ForbiddenUrlError';
  /** The code of this error class. */
  readonly code = 'FORBIDDEN_URL';

  static {
    brandError(this, 'ForbiddenUrlError');
  }
}
