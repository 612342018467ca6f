import { checkOptions, checkValues, kind } from '@mcp-gen/runtime/options';
import { oauthClient } from '../oauthClient.js';
import {
  CLIENT_CREDENTIALS_OPTIONS,
  type ClientCredentialsOptions,
  type OAuthClient,
  type RegisteredClient,
} from '../oauthOptions.js';
import { machineGrant } from './machine.js';

const WITH_CREDENTIALS = kind('a "secret" or a "privateKey"', (client) => {
  const { secret, privateKey } = client as RegisteredClient;
  return secret !== undefined || privateKey !== undefined;
});

/**
 * Returns a client that authenticates as itself, with a secret or a private key (OAuth 2.1, section 4.2).
 *
 * @example
 * import { clientCredentials } from '@mcp-gen/auth/client';
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * const { CLIENT_SECRET } = process.env;
 * const auth = clientCredentials({ client: { id: 'reports', secret: CLIENT_SECRET } });
 * const client = await connect('https://mcp.example.com/mcp', { auth });
 * @throws {TypeError} if an option is invalid. The message names it.
 */
export function clientCredentials(options: ClientCredentialsOptions): OAuthClient {
  checkOptions('clientCredentials', options, CLIENT_CREDENTIALS_OPTIONS);
  checkValues('clientCredentials', options, { client: WITH_CREDENTIALS });
  const grant = machineGrant('client_credentials', options.client, () =>
    Promise.resolve({ grant: 'client_credentials', parameters: {} }),
  );
  return oauthClient(grant, options);
}
