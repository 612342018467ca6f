/** Logins of the user: those with a browser, and those that were made before. */

import type { OAuthClient } from '@mcp-gen/auth/client';
import { loginTo, type LoginSettings } from '@mcp-gen/sdk/bridge';
import type { ClientAuth } from '@mcp-gen/sdk/client';

/** The name under which authorization servers know this program. */
export const PROGRAM_NAME = 'mcp-talk';

/** Returns the authorization with which the user can log in, or else only use a login that was made before. */
export function loginOf(url: URL, settings: LoginSettings, interactive: boolean): Promise<OAuthClient> {
  return loginTo(url, settings, { clientName: PROGRAM_NAME, interactive }, () => import('@mcp-gen/auth/node'));
}

/** Returns the authorization that uses a login which was made before. It is loaded when the server asks for credentials, as few servers do. */
export function earlierLogin(url: URL, settings: LoginSettings): ClientAuth {
  return {
    wrapFetch(connection) {
      let authorized: typeof fetch | undefined;
      return async (input, init) => {
        if (authorized === undefined) {
          const response = await connection.fetch(input, init);
          if (response.status !== 401) return response;
          await response.body?.cancel();
          authorized = (await loginOf(url, settings, false)).wrapFetch(connection);
        }
        return authorized(input, init);
      };
    },
  };
}
