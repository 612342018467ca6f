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

/** A client that keeps a secret. */
export const CONFIDENTIAL = { id: 'confidential', secret: 'a secret of the client' };

/** An authorization server that runs. */
export interface RunningProvider {
  readonly issuer: string;
  /** The grants that it has issued tokens for, oldest first: `refresh_token`. */
  readonly grants: readonly string[];
}

/** Registers any client, and issues tokens for one resource. */
export async function startProvider(resource: string, format: TokenFormat): Promise<RunningProvider> {
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
        client_id: CONFIDENTIAL.id,
        client_secret: CONFIDENTIAL.secret,
        redirect_uris: [OFFICIAL.redirect],
        grant_types: ['authorization_code', 'refresh_token'],
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
      revocation: { enabled: true, allowedPolicy: () => true },
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
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/login/${uid}` },
    jwks: { keys: [key] },
    pkce: { required: () => true },
    ttl: {
      AccessToken: 3_600,
      AuthorizationCode: 60,
      Grant: 7_200,
      IdToken: 3_600,
      Interaction: 600,
      RefreshToken: 7_200,
      Session: 3_600,
    },
  });
  const grants: string[] = [];
  provider.on('grant.success', ({ oidc }) => grants.push(String(oidc.params?.['grant_type'])));
  const callback = provider.callback();
  answer = (request, response) => {
    if (request.url?.startsWith('/login/') === true) void login(provider, request, response);
    else void callback(request, response);
  };
  return { issuer: origin, grants };
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
