import { requiredLogin } from '../client/requiredLogin.js';
import type { ClientAuth } from '../client/target.js';

/** A server that is reached over HTTP, whose requests can be authorized. */
export interface AuthorizedServer {
  /** Its name in the host's configuration. */
  readonly name: string;
  /** Its endpoint. Credentials are kept apart by it: another server must not get them. */
  readonly url: URL;
  /**
   * Says whether a person can be asked to log in now: only after `host.login(name)`, and once. `login` of `@mcp-gen/auth/node` takes this
   * function as it is.
   */
  readonly interactive: () => boolean;
}

/** Returns what authorizes the requests to a server; nothing if they need no credentials, or have them in their headers. */
export type HostAuth = (server: AuthorizedServer) => ClientAuth | undefined;

/** Whether a person can be asked to log in to one server. */
class Permission {
  #given: 'never' | 'once' | 'always' = 'never';

  /** Takes the place of what was given before. */
  give(given: 'never' | 'once' | 'always'): void {
    this.#given = given;
  }

  /** Whether a person can be asked now. What was given once is used up. */
  use(): boolean {
    const isGiven = this.#given !== 'never';
    if (this.#given === 'once') this.#given = 'never';
    return isGiven;
  }
}

/** How the requests to one server are authorized, and whether a person can be asked to log in meanwhile. */
export class Credentials {
  /** Authorizes requests, and notices when a login is required. */
  readonly auth: ClientAuth;
  readonly #permission: Permission;

  private constructor(auth: ClientAuth, permission: Permission, onRequired: (error: Error) => void) {
    this.auth = noticing(auth, onRequired);
    this.#permission = permission;
  }

  /**
   * Makes credentials of a server.
   *
   * @param onRequired called when a request requires a login, for the first time since another one succeeded
   * @returns undefined if the application has none for it.
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

  /** Allows one login, by the next request that requires it. */
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
