import { checkOptions, anyOf, FLAG, FUNCTION, omit, type OptionTable } from '@mcp-gen/runtime/options';
import { authorizationCode, type AuthorizationCodeOptions, type OAuthClient } from '../client.js';
import { LoginRequiredError } from '../errors.js';
import { FileTokenStore } from './fileTokenStore.js';
import { AUTHORIZATION_CODE_OPTIONS } from '../client/oauthOptions.js';
import { LOOPBACK_OPTIONS, loopbackReceiver, type LoopbackOptions } from './loopbackReceiver.js';

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

/** {@link LoginOptions}. */
export const LOGIN_OPTIONS: OptionTable<LoginOptions> = {
  ...omit(AUTHORIZATION_CODE_OPTIONS, ['receiver']),
  ...omit(LOOPBACK_OPTIONS, ['timeout']),
  interactive: anyOf(FLAG, FUNCTION),
};

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
 * @throws {TypeError | RangeError} if an option is invalid. The message names it.
 */
export function login(options: LoginOptions = {}): OAuthClient {
  checkOptions('login', options, LOGIN_OPTIONS);
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
  return {
    wrapFetch: (connection) => authorize(connection.server.href).wrapFetch(connection),
    forget: (connection) => authorize(connection.server.href).forget(connection),
  };
}
