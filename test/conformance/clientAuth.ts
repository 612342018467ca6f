/** How the client that the suite tests authorizes itself, by scenario. */

import {
  authorizationCode,
  clientCredentials,
  enterpriseManaged,
  jwtBearer,
  type OAuthClient,
  type RedirectReceiver,
} from '@mcp-gen/auth/client';

/** What the suite tells the client of authorization. Each scenario has some of it. */
export interface ToldOfAuth {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
  readonly private_key_pem?: string;
  readonly signing_algorithm?: string;
  readonly idp_client_id?: string;
  readonly idp_id_token?: string;
  readonly idp_issuer?: string;
  readonly idp_token_endpoint?: string;
  readonly valid_jwt?: string;
}

/** The page of the authorization server agrees at once, so that nobody has to look at it. */
const receiver: RedirectReceiver = {
  open: () =>
    Promise.resolve({
      redirectUri: 'http://localhost:3000/callback',
      async authorize(url) {
        const response = await fetch(url, { redirect: 'manual' });
        return new URL(response.headers.get('location') ?? '', url);
      },
      close: () => Promise.resolve(),
    }),
};

/** The servers of the suite are on this machine. */
const common = { allowHttp: true };

const others: { readonly [scenario: string]: (told: ToldOfAuth) => OAuthClient } = {
  'auth/pre-registration': ({ client_id: id = '', client_secret: secret, issuer }) =>
    authorizationCode({ ...common, receiver, client: { id, secret, issuer } }),
  'auth/client-credentials-basic': ({ client_id: id = '', client_secret: secret }) =>
    clientCredentials({ ...common, client: { id, secret } }),
  'auth/client-credentials-jwt': ({ client_id: id = '', private_key_pem: key = '', signing_algorithm: algorithm }) =>
    clientCredentials({ ...common, client: { id, privateKey: { key, algorithm } } }),
  'auth/wif-jwt-bearer': ({ client_id: id = '', valid_jwt: jwt = '' }) =>
    jwtBearer({ ...common, client: { id }, assertion: () => jwt }),
  'auth/enterprise-managed-authorization': (told) =>
    enterpriseManaged({
      ...common,
      client: { id: told.client_id ?? '', secret: told.client_secret },
      idp: {
        issuer: told.idp_issuer ?? '',
        tokenEndpoint: told.idp_token_endpoint,
        client: { id: told.idp_client_id ?? '' },
        idToken: () => told.idp_id_token ?? '',
      },
    }),
};

/** Returns how the client authorizes itself in a scenario: as for a person at a browser, unless the scenario is about another way. */
export function authFor(scenario: string, told: ToldOfAuth): OAuthClient | undefined {
  if (!scenario.startsWith('auth/')) return undefined;
  const special = others[scenario];
  if (special !== undefined) return special(told);
  const clientMetadataUrl = 'https://conformance-test.local/client-metadata.json';
  return authorizationCode({ ...common, receiver, clientMetadataUrl, clientName: 'mcp-gen-conformance-client' });
}
