import { checkOptions } from '@mcp-gen/runtime/options';
import type { AuthorizationServer } from 'oauth4webapi';
import { AuthorizationError } from '../../errors.js';
import { authorizationServerOf } from '../discovery.js';
import type { GrantRequest } from '../grant.js';
import { identityOf } from '../identity.js';
import { oauthClient } from '../oauthClient.js';
import {
  ENTERPRISE_MANAGED_OPTIONS,
  type EnterpriseManagedOptions,
  type IdentityProvider,
  type OAuthClient,
} from '../oauthOptions.js';
import { requestGrant } from '../tokenEndpoint.js';
import { JWT_BEARER } from './jwtBearer.js';
import { checkJwt, kindFor, machineGrant } from './machine.js';

/** The grant and the token types of RFC 8693. */
const TOKEN_EXCHANGE = 'urn:ietf:params:oauth:grant-type:token-exchange';
const ID_JAG = 'urn:ietf:params:oauth:token-type:id-jag';
const ID_TOKEN = 'urn:ietf:params:oauth:token-type:id_token';

/**
 * Returns a client of an enterprise whose identity provider decides which servers a user may access. Exchanges the ID token for a grant at
 * the identity provider, and the grant for an access token (extension: Enterprise-Managed Authorization).
 *
 * @throws {TypeError} if an option is invalid, or `store` is set without `subject`.
 */
export function enterpriseManaged(options: EnterpriseManagedOptions): OAuthClient {
  checkOptions('enterpriseManaged', options, ENTERPRISE_MANAGED_OPTIONS);
  const { idp } = options;
  const grant = machineGrant(kindFor('enterprise_managed', options, idp.issuer), options.client, async (request) => ({
    grant: JWT_BEARER,
    parameters: { assertion: await exchanged(idp, request) },
  }));
  return oauthClient(grant, options, [idp.issuer, ...(idp.tokenEndpoint === undefined ? [] : [idp.tokenEndpoint])]);
}

/** Exchanges the ID token for a grant that the server's authorization server accepts (Identity Assertion JWT Authorization Grant). */
async function exchanged(idp: IdentityProvider, request: GrantRequest): Promise<string> {
  const { target, scope, requests, signal } = request;
  const authorizationServer = await providerOf(idp, request);
  const identity = await identityOf(idp.client, authorizationServer);
  const idToken = checkJwt(await idp.idToken(), 'The ID token');
  const response = await requestGrant(
    { authorizationServer, identity, requests, signal },
    TOKEN_EXCHANGE,
    {
      requested_token_type: ID_JAG,
      audience: target.authorizationServer.issuer,
      resource: target.resource ?? requests.server.href,
      subject_token: idToken,
      subject_token_type: ID_TOKEN,
      scope,
    },
    [idToken],
  );
  if (response['issued_token_type'] !== ID_JAG) {
    throw new AuthorizationError(
      `The identity provider ${idp.issuer} issued a token of the wrong type. Expected ${ID_JAG}`,
    );
  }
  return checkJwt(response.access_token, `The token of the identity provider ${idp.issuer}`);
}

async function providerOf(idp: IdentityProvider, { requests, signal }: GrantRequest): Promise<AuthorizationServer> {
  if (idp.client.issuer !== undefined && idp.client.issuer !== idp.issuer) {
    throw new AuthorizationError(
      `The client ${idp.client.id} is not registered with the identity provider ${idp.issuer}`,
    );
  }
  if (idp.tokenEndpoint !== undefined) return { issuer: idp.issuer, token_endpoint: idp.tokenEndpoint };
  const provider = await authorizationServerOf(idp.issuer, requests, signal);
  if (provider === undefined)
    throw new AuthorizationError(`The identity provider ${idp.issuer} does not publish metadata. Set "tokenEndpoint"`);
  return provider;
}
