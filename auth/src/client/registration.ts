import {
  dynamicClientRegistrationRequest,
  None,
  processDynamicClientRegistrationResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';
import { isLoopback } from '../net/addresses.js';
import { placeOf } from '../net/guardedFetch.js';
import { failureOf, isTemporary, printableText } from './failures.js';
import { secretAuthentication, type Identity } from './identity.js';
import type { Requests } from './requests.js';
import { stringIn } from './tokens.js';
import type { StoredValue, TokenStore } from './tokenStore.js';

/** The result of a dynamic client registration. */
export interface Registration {
  readonly clientId: string;
  readonly secret: string | undefined;
  /** How the client authenticates at the token endpoint. */
  readonly method: string;
  readonly redirectUri: string;
  /** When the secret expires, in milliseconds since 1970; 0 for never. */
  readonly expiresAt: number;
}

/** The metadata that a client registers with. */
export interface RegistrationRequest {
  readonly authorizationServer: AuthorizationServer;
  /** Whether the authorization server publishes metadata. */
  readonly hasMetadata: boolean;
  readonly redirectUri: string;
  readonly name: string;
  readonly requests: Requests;
  readonly signal: AbortSignal;
}

/** Authentication methods to register with, by preference: a program on a user's computer cannot keep a secret. */
const METHODS = ['none', 'client_secret_basic', 'client_secret_post'];

/** The default of RFC 8414 and RFC 7591. */
const DEFAULT_METHOD = 'client_secret_basic';

/** Statuses of refusals that do not depend on the metadata of the client. Those that are temporary do not, either. */
const REFUSED_REGARDLESS: ReadonlySet<number> = new Set([401, 403, 404, 405]);

/**
 * Registers a client with an authorization server (RFC 7591). Without metadata it is a public client, as specification 2025-03-26
 * recommends (Authorization, Local clients as Public OAuth 2.1 Clients), unless the server refuses that.
 *
 * @throws {AuthorizationError} if the authorization server rejects it.
 */
export async function register(request: RegistrationRequest): Promise<Registration> {
  const { authorizationServer, hasMetadata, redirectUri, signal } = request;
  const { registration_endpoint: endpoint = '', token_endpoint_auth_methods_supported: supported } =
    authorizationServer;
  const method = hasMetadata ? (METHODS.find((each) => supported?.includes(each) === true) ?? DEFAULT_METHOD) : 'none';
  try {
    const response = await responseTo(method, request);
    if (hasMetadata) return await registrationIn(response, method, redirectUri);
    // A server without metadata may issue a secret that it was not asked for.
    const answer = refusesMethod(response.status) ? await responseTo(DEFAULT_METHOD, request) : response;
    return await registrationIn(answer, DEFAULT_METHOD, redirectUri);
  } catch (error) {
    signal.throwIfAborted();
    const place = URL.canParse(endpoint) ? placeOf(new URL(endpoint)) : authorizationServer.issuer;
    throw await failureOf(error, `Registering the client with the redirect URI ${redirectUri} at ${place}`);
  }
}

/** Returns whether a server may register the client with another method. Few servers name the reason with an error of RFC 7591. */
function refusesMethod(status: number): boolean {
  return status >= 400 && !isTemporary(status) && !REFUSED_REGARDLESS.has(status);
}

function responseTo(
  method: string,
  { authorizationServer, redirectUri, name, requests, signal }: RegistrationRequest,
): Promise<Response> {
  const metadata = {
    client_name: name,
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    application_type: applicationType(redirectUri),
  };
  return dynamicClientRegistrationRequest(authorizationServer, metadata, requests.options(signal, complete));
}

/** @param confidential the method of a client with a secret, if the response does not name one */
async function registrationIn(response: Response, confidential: string, redirectUri: string): Promise<Registration> {
  const registered = await processDynamicClientRegistrationResponse(response);
  const { client_id: clientId, client_secret_expires_at: seconds } = registered;
  const { client_secret: secret, token_endpoint_auth_method: named } = strings(registered);
  const method = named ?? (secret === undefined ? 'none' : confidential);
  const expiresAt = typeof seconds === 'number' ? seconds * 1_000 : 0;
  return { clientId, secret, method, redirectUri, expiresAt };
}

/**
 * Returns the identity of a client that was registered dynamically.
 *
 * @throws {AuthorizationError} if its authentication method is not supported.
 */
export function registeredIdentity({ clientId, secret, method }: Registration): Identity {
  const client = { client_id: clientId };
  if (!METHODS.includes(method)) {
    throw new AuthorizationError(
      `The authorization server registered the client with the unsupported method ${printableText(method)}`,
    );
  }
  // Without a secret, the client is public, whatever the method says.
  if (method === 'none' || secret === undefined) return { client, authentication: None(), secrets: [] };
  return { client, authentication: secretAuthentication(secret, method), secrets: [secret] };
}

/**
 * Returns a stored registration, unless its secret has expired.
 *
 * @param registeredAs the client id. Default: that of the newest registration
 */
export async function storedRegistration(
  issuer: string,
  store: TokenStore,
  registeredAs?: string,
): Promise<Registration | undefined> {
  const value = (await store.get(keyOf(issuer, registeredAs))) ?? {};
  const [clientId, method, redirectUri] = ['clientId', 'method', 'redirectUri'].map((name) => stringIn(value, name));
  if (clientId === undefined || method === undefined || redirectUri === undefined) return undefined;
  const expiresAt = typeof value['expiresAt'] === 'number' ? value['expiresAt'] : 0;
  if (expiresAt !== 0 && expiresAt <= Date.now()) return undefined;
  return { clientId, secret: stringIn(value, 'secret'), method, redirectUri, expiresAt };
}

/** Stores a registration for the next login. Older ones stay, because tokens of other servers were issued to them. */
export async function storeRegistration(issuer: string, registration: Registration, store: TokenStore): Promise<void> {
  const value: StoredValue = { ...registration };
  await store.lock(keyOf(issuer), async () => {
    await store.set(keyOf(issuer, registration.clientId), value);
    await store.set(keyOf(issuer), value);
  });
}

/** Excludes a registration from the next login. Refresh tokens that were issued to it stay usable. */
export async function setAsideRegistration(issuer: string, clientId: string, store: TokenStore): Promise<void> {
  await store.lock(keyOf(issuer), async () => {
    const newest = await store.get(keyOf(issuer));
    if (newest?.['clientId'] === clientId) await store.set(keyOf(issuer), undefined);
  });
}

/** Deletes a registration that the authorization server no longer knows. Returns whether it was stored. */
export function forgetRegistration(issuer: string, clientId: string, store: TokenStore): Promise<boolean> {
  return store.lock(keyOf(issuer), async () => {
    const isThere = (await store.get(keyOf(issuer, clientId))) !== undefined;
    await store.set(keyOf(issuer, clientId), undefined);
    const newest = await store.get(keyOf(issuer));
    if (newest?.['clientId'] === clientId) await store.set(keyOf(issuer), undefined);
    return isThere;
  });
}

/** The issuer is part of the key, so that no authorization server receives credentials that another one issued. */
function keyOf(issuer: string, clientId?: string): string {
  return clientId === undefined ? `registration ${issuer}` : `registration ${JSON.stringify([issuer, clientId])}`;
}

/** Returns the application type of OpenID Connect: a loopback or custom redirect URI belongs to a native program. */
export function applicationType(redirectUri: string): 'native' | 'web' {
  const { protocol, hostname } = new URL(redirectUri);
  return protocol === 'https:' && !isLoopback(hostname) ? 'web' : 'native';
}

/** Returns the properties of a registration that are strings. */
function strings(registered: object): { readonly [name: string]: string | undefined } {
  return Object.fromEntries(
    Object.entries(registered).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

/** Some servers answer with 200 instead of 201, and omit when the secret expires. */
async function complete(response: Response): Promise<Response> {
  if (response.status !== 200 && response.status !== 201) return response;
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (typeof body !== 'object' || body === null) return response;
  return new Response(JSON.stringify({ client_secret_expires_at: 0, ...body }), {
    status: 201,
    headers: response.headers,
  });
}
