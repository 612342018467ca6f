/** A real authorization server, oidc-provider, whose user logs in and consents without being asked. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import Provider, { type AdapterPayload } from 'oidc-provider';
import { mapAdapter } from '../delegated/support/thirdParty.js';
import { listen } from '../support/listen.js';
import { signingKey } from './issuer.js';

/** What the tokens for the resource are. */
export type TokenFormat = 'jwt' | 'opaque';

/** The credentials of the resource server. */
export const RESOURCE_SERVER = { id: 'resource-server', secret: 'a secret of the resource server' };

/** A client that is registered for all scopes. */
export const OFFICIAL = { id: 'official', redirect: 'http://127.0.0.1:9/callback' };

/** Registers any client, and issues tokens for one resource. Resolves with the issuer. */
export async function startProvider(resource: string, format: TokenFormat): Promise<string> {
  let answer: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const { origin } = await listen((request, response) => answer(request, response));
  const { privateKey, jwk } = await signingKey('provider', 'RS256');
  const { d, p, q, dp, dq, qi } = await crypto.subtle.exportKey('jwk', privateKey);
  const key = { ...jwk, d, p, q, dp, dq, qi, use: 'sig' };
  const models = new Map<string, Map<string, AdapterPayload>>();
  const provider = new Provider(origin, {
    adapter: (model: string) => {
      const entries = models.get(model) ?? new Map<string, AdapterPayload>();
      models.set(model, entries);
      return mapAdapter(entries);
    },
    scopes: ['openid', 'notes:read', 'notes:write'],
    clients: [
      {
        client_id: OFFICIAL.id,
        redirect_uris: [OFFICIAL.redirect],
        token_endpoint_auth_method: 'none',
        application_type: 'native',
      },
      {
        client_id: RESOURCE_SERVER.id,
        client_secret: RESOURCE_SERVER.secret,
        redirect_uris: [],
        response_types: [],
        grant_types: [],
      },
    ],
    clientBasedCORS: () => false,
    cookies: { keys: ['provider'] },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: true },
      introspection: { enabled: true, allowedPolicy: () => true },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'notes:read notes:write',
          audience: resource,
          accessTokenFormat: format,
          ...(format === 'jwt' && { jwt: { sign: { alg: 'RS256' } } }),
        }),
      },
    },
    expiresWithSession: () => false,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    jwks: { keys: [key] },
    pkce: { required: () => true },
    ttl: { AccessToken: 3_600, AuthorizationCode: 60, Grant: 3_600, IdToken: 3_600, Interaction: 600, Session: 3_600 },
  });
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/login/') === true) void login(provider, request, response);
    else void callback(request, response);
  };
  return origin;
}

/** Logs the user in, and grants what is asked for. */
async function login(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: 'ada', clientId: String(params['client_id']) });
  const scope = typeof params['scope'] === 'string' ? params['scope'] : '';
  grant.addOIDCScope(scope);
  grant.addResourceScope(String(params['resource']), scope);
  const grantId = await grant.save();
  const result = { login: { accountId: 'ada', remember: false }, consent: { grantId } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
