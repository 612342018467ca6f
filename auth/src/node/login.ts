import { authorizationCode, type AuthorizationCodeOptions, type OAuthClient } from '../client.js';
import { LoginRequiredError } from '../errors.js';
import { FileTokenStore } from './fileTokenStore.js';
import { loopbackReceiver, type LoopbackOptions } from './loopbackReceiver.js';

/**
 * Options of {@link login}: those of `authorizationCode`, and those of {@link loopbackReceiver}.
 *
 * @interface
 */
export interface LoginOptions extends Omit<AuthorizationCodeOptions, 'receiver'>, Omit<LoopbackOptions, 'timeout'> {
  /**
   * Whether the user can be prompted, or a function that returns this whenever a login is required. If false, stored credentials are used,
   * and a required login rejects with a `LoginRequiredError`. Default true.
   */
  readonly interactive?: boolean | (() => boolean) | undefined;
}

/**
 * Returns a client that acts for the user of this computer. The user logs in with a browser when a server requires it, and the credentials
 * are stored in a private folder (see {@link FileTokenStore}).
 *
 * @example
 * ```ts
 * import { login } from '@mcp-gen/auth/node';
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * const client = await connect('https://mcp.example.com/mcp', { auth: login() });
 * for await (const { name } of client.tools()) console.log(name);
 * await client.close();
 * ```
 * @throws {TypeError} if the redirect URI has no loopback host, or the URL of the metadata document is invalid.
 * @throws {RangeError} if the timeout is not a positive number.
 */
export function login(options: LoginOptions = {}): OAuthClient {
  const { redirectUri, openUrl, print, input, interactive = true, ...rest } = options;
  const { loginTimeout, store = new FileTokenStore() } = rest;
  const receiver = loopbackReceiver({ redirectUri, openUrl, print, input, timeout: loginTimeout });
  const isInteractive = typeof interactive === 'function' ? interactive : (): boolean => interactive;
  const authorize = (server: string): OAuthClient =>
    authorizationCode({
      ...rest,
      store,
      receiver: {
        open: async (preferred, signal) => {
          if (!isInteractive()) throw new LoginRequiredError(server);
          return receiver.open(preferred, signal);
        },
      },
    });
  // Validates the options now instead of at the first connection.
  authorize('');
  return {
    wrapFetch: (connection) => authorize(connection.server.href).wrapFetch(connection),
  };
}
