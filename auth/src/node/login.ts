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
   * Whether the person can be asked, or a function that says so whenever a login is required. Otherwise stored credentials are used, and a
   * login that is required is a `LoginRequiredError`. Default true.
   */
  readonly interactive?: boolean | (() => boolean) | undefined;
}

/** Milliseconds that a person has for one login, unless an option says otherwise. */
const LOGIN_TIMEOUT = 300_000;

/**
 * Returns what authorizes a client for the person at this computer: they log in with their browser when a server requires it, and the
 * credentials are kept in a folder of theirs for the next time (see {@link FileTokenStore}).
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
 * @throws {TypeError} if the redirect URI is not one of loopback, or the URL of the metadata document cannot be one.
 * @throws {RangeError} if the timeout is not a positive number.
 */
export function login(options: LoginOptions = {}): OAuthClient {
  const { redirectUri, openUrl, print, input, interactive = true, ...rest } = options;
  const { loginTimeout = LOGIN_TIMEOUT, store = new FileTokenStore() } = rest;
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
  // What is wrong with the options is an error now, not with the first connection.
  authorize('');
  return {
    wrapFetch: (connection) => authorize(connection.server.href).wrapFetch(connection),
  };
}
