import { revocationRequest, processRevocationResponse } from 'oauth4webapi';
import type { TokenEndpoint } from './tokenEndpoint.js';

/**
 * Revokes a token (RFC 7009). A server that revokes a refresh token revokes the access tokens of the same login, too.
 *
 * @returns whether the authorization server has an endpoint for it
 * @throws an error of the library if the request fails.
 */
export async function revokeToken(
  { authorizationServer, identity, requests, signal }: Omit<TokenEndpoint, 'dpop'>,
  token: string,
): Promise<boolean> {
  if (authorizationServer.revocation_endpoint === undefined) return false;
  const options = requests.options(signal, (response) => Promise.resolve(response));
  const response = await revocationRequest(
    authorizationServer,
    identity.client,
    identity.authentication,
    token,
    options,
  );
  await processRevocationResponse(response);
  return true;
}
