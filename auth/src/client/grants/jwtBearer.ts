import { checkOptions } from '@mcp-gen/runtime/options';
import { oauthClient } from '../oauthClient.js';
import { JWT_BEARER_OPTIONS, type JwtBearerOptions, type OAuthClient } from '../oauthOptions.js';
import { checkJwt, kindFor, machineGrant } from './machine.js';

/** The grant of RFC 7523. */
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/**
 * Returns a client that authenticates with a JWT of its platform (workload identity). A rejected JWT is not retried.
 *
 * @example
 * import { readFile } from 'node:fs/promises';
 * import { jwtBearer } from '@mcp-gen/auth/client';
 * import { connect } from '@mcp-gen/sdk/client';
 *
 * const auth = jwtBearer({
 *   client: { id: 'reports' },
 *   assertion: () => readFile('/var/run/secrets/tokens/mcp', 'utf8'),
 * });
 * const client = await connect('https://mcp.example.com/mcp', { auth });
 * @throws {TypeError} if an option is invalid, or `store` is set without `subject`.
 */
export function jwtBearer(options: JwtBearerOptions): OAuthClient {
  checkOptions('jwtBearer', options, JWT_BEARER_OPTIONS);
  const grant = machineGrant(kindFor('jwt_bearer', options), options.client, async ({ target, requests }) => {
    const { issuer } = target.authorizationServer;
    const assertion = await options.assertion({ issuer, resource: target.resource ?? requests.server.href });
    return { grant: JWT_BEARER, parameters: { assertion: checkJwt(assertion, 'The assertion') } };
  });
  return oauthClient(grant, options);
}
