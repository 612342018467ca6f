/** The authorization server of somebody else, for development: it takes any name and password. */

import Provider, { type Configuration } from 'oidc-provider';

export const CLIENT = { clientId: 'notes', clientSecret: 'a secret for development alone' };

/** @param redirectUri where it sends users back to */
export function startProvider(port: number, redirectUri: string) {
  const configuration: Configuration = {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    cookies: {
      keys: ['cookies for development alone'],
      names: { session: 'provider', interaction: 'provider_login', resume: 'provider_resume' },
    },
  };
  return new Provider(`http://127.0.0.1:${port}`, configuration).listen(port, '127.0.0.1');
}
