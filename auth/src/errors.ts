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

  /** @param error the error code of OAuth. Default: none */
  constructor(message: string, { error, ...options }: ErrorOptions & { readonly error?: string | undefined } = {}) {
    super(message, options);
    this.error = error;
  }
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
