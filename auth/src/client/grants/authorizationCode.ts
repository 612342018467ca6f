import { checkOptions, withDefaults, type OptionValues } from '@mcp-gen/runtime/options';
import { deadline } from '@mcp-gen/runtime';
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
import { failureOf } from '../failures.js';
import type { GrantResult, GrantRequest } from '../grant.js';
import { checkIssuer, identityOf, type Identity } from '../identity.js';
import { oauthClient } from '../oauthClient.js';
import { AUTHORIZATION_CODE_OPTIONS, type AuthorizationCodeOptions, type OAuthClient } from '../oauthOptions.js';
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
import { isOffline, withOfflineAccess } from '../scopeSets.js';
import { requestTokens } from '../tokenEndpoint.js';

/** A grant request without the parts that do not identify the client. */
type IdentityRequest = Omit<GrantRequest, 'scope' | 'dpop'>;

/**
 * Returns a client that acts for a user who logs in at the authorization server (OAuth 2.1, section 4.1, with PKCE). The client is the
 * registered one, else its metadata document, else it is registered dynamically.
 *
 * @throws {TypeError | RangeError} if an option is invalid. The message names it.
 */
export function authorizationCode(given: AuthorizationCodeOptions): OAuthClient {
  checkOptions('authorizationCode', given, AUTHORIZATION_CODE_OPTIONS);
  const options = withDefaults<AuthorizationCodeOptions>(given, AUTHORIZATION_CODE_OPTIONS);
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

async function logIn(request: GrantRequest, options: OptionValues<AuthorizationCodeOptions>): Promise<GrantResult> {
  const { target, requests, store } = request;
  const { receiver, loginTimeout } = options;
  const { authorizationServer } = target;
  if (receiver === undefined) throw new LoginRequiredError(requests.server.href);
  // Everything that can fail is checked before the user is prompted.
  checkPkce(request);
  const endpoint = requests.check(authorizationServer.authorization_endpoint ?? '');
  const known = await storedRegistration(authorizationServer.issuer, store);
  const late = deadline(loginTimeout);
  const signal = AbortSignal.any([request.signal, late.signal]);
  let pending: PendingRedirect | undefined;
  try {
    pending = await receiver.open(known?.redirectUri, signal);
    return await codeFlow({ ...request, signal }, options, endpoint, pending);
  } catch (error) {
    if (!late.signal.aborted || request.signal.aborted) throw error;
    throw new AuthorizationError(
      `The login for ${requests.server.href} timed out after ${loginTimeout} ms. Raise the option "loginTimeout" (flag --auth-timeout)`,
    );
  } finally {
    late.stop();
    await pending?.close();
  }
}

async function codeFlow(
  request: GrantRequest,
  options: AuthorizationCodeOptions,
  endpoint: URL,
  pending: PendingRedirect,
): Promise<GrantResult> {
  const { target, store } = request;
  const { issuer } = target.authorizationServer;
  const { identity, registration } = await clientFor(request, options, pending.redirectUri);
  // An authorization server that no longer knows the client only tells the user. A successful login proves that it does.
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
): Promise<GrantResult> {
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

/** Validates a response before any part of it is used, errors included (specification 2026-07-28: Authorization Response Validation). */
async function checkedAnswer(
  authorizationServer: AuthorizationServer,
  { client }: Identity,
  callback: URL,
  { redirectUri, state }: { readonly redirectUri: string; readonly state: string },
): Promise<URLSearchParams> {
  const { issuer } = authorizationServer;
  const expected = new URL(redirectUri);
  if (callback.origin !== expected.origin || callback.pathname !== expected.pathname) {
    throw new AuthorizationError('The login returned to a URL that is not the redirect URI');
  }
  // The library treats an empty issuer as a missing one.
  if (callback.searchParams.get('iss') === '') {
    throw new AuthorizationError(`The login response has an empty "iss". Expected ${issuer}`);
  }
  try {
    return validateAuthResponse(authorizationServer, client, callback, state);
  } catch (error) {
    throw await failureOf(error, `The login at ${issuer}`, [state]);
  }
}

/** Returns the client in the order of the specification: registered before, metadata document, dynamic registration. */
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
      `The authorization server ${authorizationServer.issuer} does not support dynamic client registration. ` +
        'Register a client there, and set the option "client" (flag --auth-client-id)',
    );
  }
  const { clientName: name = 'mcp-gen' } = options;
  const { hasMetadata } = target;
  const registration = await register({ authorizationServer, hasMetadata, redirectUri, name, requests, signal });
  return { identity: registeredIdentity(registration), registration };
}

/** Returns the client that a refresh token was issued to. */
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

/** Returns the client if it does not need dynamic registration. */
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

/** @throws {AuthorizationError} if the metadata of the authorization server does not list PKCE with S256. */
function checkPkce({ target }: GrantRequest): void {
  const { authorizationServer, hasMetadata } = target;
  if (!hasMetadata || authorizationServer.code_challenge_methods_supported?.includes('S256') === true) return;
  throw new AuthorizationError(
    `The authorization server ${authorizationServer.issuer} does not support PKCE with S256, which this client requires`,
  );
}

/**
 * Waits for a result.
 *
 * @throws the reason of the signal if that aborts before.
 */
function abortable<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort);
    result.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
