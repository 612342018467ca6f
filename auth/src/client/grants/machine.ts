import { AuthorizationError } from '../../errors.js';
import type { Grant, GrantRequest, Granted } from '../grant.js';
import { checkIssuer, identityOf, type Identity } from '../identity.js';
import type { RegisteredClient } from '../options.js';
import { requestGrant, type TokenEndpoint } from '../tokenEndpoint.js';
import type { TokenStore } from '../tokenStore.js';

/** The parameters of a request at the token endpoint, beside scope and resource. */
export interface GrantParameters {
  readonly grant: string;
  readonly parameters: { readonly [name: string]: string };
}

/** Returns a grant that no person takes part in: one request at the token endpoint of the authorization server, and no other if it fails. */
export function machineGrant(
  kind: string,
  registered: RegisteredClient,
  parametersFor: (request: GrantRequest, identity: Identity) => Promise<GrantParameters>,
): Grant {
  return {
    name: `${kind} ${registered.id}`,
    isInteractive: false,
    async obtain(request): Promise<Granted> {
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
 * Returns what tells the tokens of one subject from those of others, as a part of the name of a grant.
 *
 * @throws {TypeError} if there is a store, which others can share, and no subject.
 */
export function kindFor(
  kind: string,
  { store, subject }: { readonly store?: TokenStore | undefined; readonly subject?: string | undefined },
  ...more: readonly string[]
): string {
  if (store !== undefined && (subject === undefined || subject === '')) {
    throw new TypeError(
      'The option "store" needs "subject": the name of the person or the workload that the tokens in it are for',
    );
  }
  return subject === undefined ? kind : `${kind} ${JSON.stringify([...more, subject])}`;
}

/** @throws {AuthorizationError} if a value is not a JWT. */
export function checkJwt(value: unknown, what: string): string {
  if (typeof value === 'string' && /^[\w-]+\.[\w-]+\.[\w-]*$/.test(value)) return value;
  throw new AuthorizationError(`${what} is not a JWT. Expected three parts in base64url, separated by dots`);
}
