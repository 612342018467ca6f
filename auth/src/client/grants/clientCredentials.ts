import { oauthClient } from '../oauthClient.js';
import type { ClientCredentialsOptions, OAuthClient } from '../oauthOptions.js';
import { machineGrant } from './machine.js';

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
 */
export function clientCredentials(options: ClientCredentialsOptions): OAuthClient {
  const { client } = options;
  if (client.secret === undefined && client.privateKey === undefined) {
    throw new TypeError('Invalid option "client" of clientCredentials: expected a "secret" or a "privateKey"');
  }
  const grant = machineGrant('client_credentials', client, () =>
    Promise.resolve({ grant: 'client_credentials', parameters: {} }),
  );
  return oauthClient(grant, options);
}
