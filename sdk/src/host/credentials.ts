import { requiredLogin } from '../client/login.js';
import type { ClientAuth } from '../client/target.js';

/** A server over HTTP whose requests can be authorized. */
export interface AuthorizedServer {
  /** Its name in the host's configuration. */
  readonly name: string;
  /** Its endpoint. Store credentials by this URL: they must not be sent to another server. */
  readonly url: URL;
  /**
   * Returns whether the user can be asked to log in now: only once after each `host.login(name)`. `login` of `@mcp-gen/auth/node` accepts
   * this function as an option.
   */
  readonly interactive: () => boolean;
}

/** Returns the authorization of a server; undefined if requests need no credentials, or have them in their headers. */
export type HostAuth = (server: AuthorizedServer) => ClientAuth | undefined;

/** Whether the user can be asked to log in to one server. */
class Permission {
  #given: 'never' | 'once' | 'always' = 'never';

  /** Replaces the previous permission. */
  give(given: 'never' | 'once' | 'always'): void {
    this.#given = given;
  }

  /** Returns whether the user can be asked now. A permission for one login is used up. */
  use(): boolean {
    const isGiven = this.#given !== 'never';
    if (this.#given === 'once') this.#given = 'never';
    return isGiven;
  }
}

/** The authorization of one server, with the permission to ask the user for a login. */
export class Credentials {
  /** Authorizes requests, and reports required logins. */
  readonly auth: ClientAuth;
  readonly #permission: Permission;

  private constructor(auth: ClientAuth, permission: Permission, onRequired: (error: Error) => void) {
    this.auth = noticing(auth, onRequired);
    this.#permission = permission;
  }

  /**
   * Creates the credentials of a server.
   *
   * @param onRequired called when a request requires a login, once until a login succeeds
   * @returns undefined if the application has no credentials for it.
   */
  static of(
    make: HostAuth,
    server: Omit<AuthorizedServer, 'interactive'>,
    onRequired: (error: Error) => void,
  ): Credentials | undefined {
    const permission = new Permission();
    const auth = make({ ...server, interactive: () => permission.use() });
    return auth && new Credentials(auth, permission, onRequired);
  }

  /** Allows one login, for the next request that requires it. */
  allowNext(): void {
    this.#permission.give('once');
  }

  /** Allows logins while a function runs. */
  async allowDuring(run: () => Promise<void>): Promise<void> {
    this.#permission.give('always');
    try {
      await run();
    } finally {
      this.#permission.give('never');
    }
  }
}

function noticing(auth: ClientAuth, onRequired: (error: Error) => void): ClientAuth {
  let isRequired = false;
  return {
    wrapFetch: (request) => {
      const send = auth.wrapFetch(request);
      return async (input, init) => {
        try {
          const response = await send(input, init);
          isRequired = false;
          return response;
        } catch (error) {
          const required = requiredLogin(error);
          if (required !== undefined && !isRequired) {
            isRequired = true;
            onRequired(required);
          }
          throw error;
        }
      };
    },
  };
}
