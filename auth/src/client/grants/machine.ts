import { AuthorizationError } from '../../errors.js';
import type { Grant, GrantRequest, GrantResult } from '../grant.js';
import { checkIssuer, identityOf, type Identity } from '../identity.js';
import type { RegisteredClient } from '../oauthOptions.js';
import { requestGrant, type TokenEndpoint } from '../tokenEndpoint.js';
import type { TokenStore } from '../tokenStore.js';

/** Parameters of a token request, besides scope and resource. */
export interface GrantParameters {
  readonly grant: string;
  readonly parameters: { readonly [name: string]: string };
}

/** Returns a grant without a user: one request at the token endpoint, without retries. */
export function machineGrant(
  kind: string,
  registered: RegisteredClient,
  parametersFor: (request: GrantRequest, identity: Identity) => Promise<GrantParameters>,
): Grant {
  return {
    name: `${kind} ${registered.id}`,
    isInteractive: false,
    async obtain(request): Promise<GrantResult> {
      const { target, scope, dpop, requests, store, signal } = request;
      const { authorizationServer, resource } = target;
      await checkIssuer(registered, authorizationServer, store);
      const identity = await identityOf(registered, authorizationServer);
      const { grant, parameters } = await parametersFor(request, identity);
      const endpoint: TokenEndpoint = { authorizationServer, identity, requests, dpop, signal };
      const secrets = Object.values(parameters);
      const response = await requestGrant(endpoint, grant, { ...parameters, scope, resource }, secrets);
      return { response, clientId: registered.id, requested: scope };
    },
  };
}

/**
 * Returns the part of a grant's name that distinguishes the tokens of subjects.
 *
 * @throws {TypeError} if `store`, which others can share, is set without `subject`.
 */
export function kindFor(
  kind: string,
  { store, subject }: { readonly store?: TokenStore | undefined; readonly subject?: string | undefined },
  ...more: readonly string[]
): string {
  if (store !== undefined && (subject === undefined || subject === '')) {
    throw new TypeError(
      'Missing option "subject": with "store", it names the user or the workload that the tokens are for',
    );
  }
  return subject === undefined ? kind : `${kind} ${JSON.stringify([...more, subject])}`;
}

/** @throws {AuthorizationError} if a value is not a JWT. */
export function checkJwt(value: unknown, what: string): string {
  if (typeof value === 'string' && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)) return value;
  throw new AuthorizationError(`${what} is not a JWT. Expected three parts in base64url, separated by dots`);
}
