import {
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  None,
  validateAuthResponse,
  type AuthorizationServer,
} from 'oauth4webapi';
import { AuthorizationError, LoginRequiredError } from '../../errors.js';
import { checkDocumentUrl } from '../clientDocument.js';
import { failureOf } from '../failures.js';
import type { Granted, GrantRequest } from '../grant.js';
import { checkIssuer, identityOf, type Identity } from '../identity.js';
import { oauthClient } from '../oauthClient.js';
import type { AuthorizationCodeOptions, OAuthClient } from '../options.js';
import type { PendingRedirect } from '../redirectReceiver.js';
import {
  forgetRegistration,
  register,
  registeredIdentity,
  setAsideRegistration,
  storedRegistration,
  storeRegistration,
  type Registration,
} from '../registration.js';
import { isOffline, withOfflineAccess } from '../scopes.js';
import { requestTokens } from '../tokenEndpoint.js';

/** Milliseconds that a person has for one login, unless an option says otherwise. */
const LOGIN_TIMEOUT = 300_000;

/** What a request is told where nobody is to be known. */
type IdentityRequest = Omit<GrantRequest, 'scope' | 'dpop'>;

/**
 * Returns a client that acts for a person, who logs in at the authorization server (OAuth 2.1, section 4.1, with PKCE). The client is the one
 * that was registered before, else its metadata document, else it registers itself.
 */
export function authorizationCode(options: AuthorizationCodeOptions): OAuthClient {
  const { clientMetadataUrl: document } = options;
  if (document !== undefined) checkDocumentUrl('clientMetadataUrl', document);
  return oauthClient(
    {
      name: options.client === undefined ? 'login' : `login ${options.client.id}`,
      isInteractive: true,
      obtain: (request) => logIn(request, options),
      refreshingAs: (request, clientId) => identityNamed(clientId, request, options),
      forget: forgetRegistration,
    },
    options,
  );
}

async function logIn(request: GrantRequest, options: AuthorizationCodeOptions): Promise<Granted> {
  const { target, requests, store } = request;
  const { receiver, loginTimeout = LOGIN_TIMEOUT } = options;
  const { authorizationServer } = target;
  if (receiver === undefined) throw new LoginRequiredError(requests.server.href);
  // Whatever can be refused is refused before a person is asked.
  checkPkce(request);
  const endpoint = requests.check(authorizationServer.authorization_endpoint ?? '');
  const known = await storedRegistration(authorizationServer.issuer, store);
  const late = AbortSignal.timeout(loginTimeout);
  const signal = AbortSignal.any([request.signal, late]);
  let pending: PendingRedirect | undefined;
  try {
    pending = await receiver.open(known?.redirectUri, signal);
    return await codeFlow({ ...request, signal }, options, endpoint, pending);
  } catch (error) {
    if (!late.aborted || request.signal.aborted) throw error;
    throw new AuthorizationError(`Nobody logged in to ${requests.server.href} within ${loginTimeout} ms`);
  } finally {
    await pending?.close();
  }
}

async function codeFlow(
  request: GrantRequest,
  options: AuthorizationCodeOptions,
  endpoint: URL,
  pending: PendingRedirect,
): Promise<Granted> {
  const { target, store } = request;
  const { issuer } = target.authorizationServer;
  const { identity, registration } = await clientFor(request, options, pending.redirectUri);
  // An authorization server that has forgotten the client says so to the person alone. Only a login that succeeds shows that it has not.
  if (registration !== undefined) await setAsideRegistration(issuer, registration.clientId, store);
  try {
    const granted = await grantedTo(identity, request, endpoint, pending);
    if (registration !== undefined) await storeRegistration(issuer, registration, store);
    return granted;
  } catch (error) {
    const isUnknown = error instanceof AuthorizationError && error.error === 'invalid_client';
    if (isUnknown) await forgetRegistration(issuer, identity.client.client_id, store);
    throw error;
  }
}

async function grantedTo(
  identity: Identity,
  request: GrantRequest,
  endpoint: URL,
  pending: PendingRedirect,
): Promise<Granted> {
  const { target, dpop, requests, signal } = request;
  const { authorizationServer, resource } = target;
  const { redirectUri } = pending;
  const [verifier, state] = [generateRandomCodeVerifier(), generateRandomState()];
  const scope = withOfflineAccess(request.scope, authorizationServer.scopes_supported);
  const parameters = {
    response_type: 'code',
    client_id: identity.client.client_id,
    redirect_uri: redirectUri,
    state,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope,
    resource,
    // OpenID Connect, section 11: no offline access without consent.
    prompt: isOffline(scope) ? 'consent' : undefined,
    dpop_jkt: await dpop?.calculateThumbprint(),
  };
  const url = new URL(endpoint);
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  const callback = await abortable(pending.authorize(url), signal);
  const answer = await checkedAnswer(authorizationServer, identity, callback, { redirectUri, state });
  const secrets = [verifier, answer.get('code') ?? ''];
  const additionalParameters: Record<string, string> = resource === undefined ? {} : { resource };
  const response = await requestTokens({ authorizationServer, identity, requests, dpop, signal }, secrets, (options) =>
    authorizationCodeGrantRequest(
      authorizationServer,
      identity.client,
      identity.authentication,
      answer,
      redirectUri,
      verifier,
      {
        ...options,
        additionalParameters,
      },
    ),
  );
  return { response, clientId: identity.client.client_id, requested: scope };
}

/** Specification 2026-07-28: Authorization Response Validation. Nothing of a response is used, errors included, before it is validated. */
async function checkedAnswer(
  authorizationServer: AuthorizationServer,
  { client }: Identity,
  callback: URL,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string },
): Promise<URLSearchParams> {
  const { issuer } = authorizationServer;
  const expected = new URL(redirectUri);
  if (callback.origin !== expected.origin || callback.pathname !== expected.pathname) {
    throw new AuthorizationError('The login ended at another URL than the redirect URI');
  }
  // The library takes an empty issuer for none.
  if (callback.searchParams.get('iss') === '') {
    throw new AuthorizationError(`The response of the login does not come from ${issuer}: its "iss" is empty`);
  }
  try {
    return validateAuthResponse(authorizationServer, client, callback, state);
  } catch (error) {
    throw await failureOf(error, `The login at ${issuer}`, [state]);
  }
}

/** Who the client is, in the order of the specification: registered before, metadata document, registered now. */
async function clientFor(
  request: GrantRequest,
  options: AuthorizationCodeOptions,
  redirectUri: string,
): Promise<{ readonly identity: Identity; readonly registration?: Registration }> {
  const known = await knownIdentity(request, options);
  if (known !== undefined) return { identity: known };
  const { target, requests, store, signal } = request;
  const { authorizationServer } = target;
  const before = await storedRegistration(authorizationServer.issuer, store);
  if (before?.redirectUri === redirectUri) return { identity: registeredIdentity(before), registration: before };
  if (authorizationServer.registration_endpoint === undefined) {
    throw new AuthorizationError(
      `The authorization server ${authorizationServer.issuer} does not register clients. ` +
        'Register one there, and pass it as "client"',
    );
  }
  const { clientName: name = 'mcp-gen' } = options;
  const registration = await register({ authorizationServer, redirectUri, name, requests, signal });
  return { identity: registeredIdentity(registration), registration };
}

/** Who the client was when it got a refresh token. */
async function identityNamed(
  clientId: string,
  request: IdentityRequest,
  options: AuthorizationCodeOptions,
): Promise<Identity | undefined> {
  const known = await knownIdentity(request, options);
  if (known !== undefined) return known.client.client_id === clientId ? known : undefined;
  const { target, store } = request;
  const registration = await storedRegistration(target.authorizationServer.issuer, store, clientId);
  return registration && registeredIdentity(registration);
}

/** Who the client is where it does not register itself. */
async function knownIdentity(
  { target, store }: IdentityRequest,
  { client, clientMetadataUrl }: AuthorizationCodeOptions,
): Promise<Identity | undefined> {
  const { authorizationServer } = target;
  if (client !== undefined) {
    await checkIssuer(client, authorizationServer, store);
    return identityOf(client, authorizationServer);
  }
  if (clientMetadataUrl !== undefined && authorizationServer.client_id_metadata_document_supported === true) {
    return { client: { client_id: clientMetadataUrl }, authentication: None(), secrets: [] };
  }
  return undefined;
}

/** @throws {AuthorizationError} if nothing says that the authorization server protects codes with PKCE. */
function checkPkce({ target }: GrantRequest): void {
  const { authorizationServer, hasMetadata } = target;
  if (!hasMetadata || authorizationServer.code_challenge_methods_supported?.includes('S256') === true) return;
  throw new AuthorizationError(
    `The authorization server ${authorizationServer.issuer} does not support PKCE with S256, without which codes can be stolen`,
  );
}

/** Waits for a result. @throws the reason of the signal if that aborts before. */
function abortable<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
