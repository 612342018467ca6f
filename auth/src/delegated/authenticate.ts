/** Authenticates callers by the tokens of this server (specification 2025-03-26: Authorization, Access Token Usage). */

import type { HttpInfo } from '@mcp-gen/runtime';
import { HttpRefusalError } from '@mcp-gen/runtime/http/server';
import type { Provider } from 'oidc-provider';
import { challenge, readCredentials } from '../server/credentials.js';
import type { DelegatedAuth } from './delegatedOptions.js';
import type { DelegatedSettings } from './delegatedSettings.js';
import type { UpstreamSessions } from './upstreamSessions.js';
import { SessionEndedError, UpstreamError } from './upstreamError.js';

/** Dependencies of {@link authenticator}. */
export interface AuthenticateParts {
  readonly provider: Provider;
  readonly settings: DelegatedSettings;
  readonly sessions: UpstreamSessions;
  /** The URL of the protected resource metadata. */
  readonly resourceMetadata: string;
}

/** The used properties of a request. */
type Request = Pick<HttpInfo, 'url' | 'header'>;

/** Returns the function that authenticates callers. */
export function authenticator(parts: AuthenticateParts): (request: Request) => Promise<DelegatedAuth> {
  const { provider, settings, sessions } = parts;
  return async (request) => {
    const value = tokenOf(request, parts);
    const token = await provider.AccessToken.find(value);
    const isOurs = token !== undefined && !token.isExpired && token.aud === settings.resource;
    const grantId = isOurs ? token.grantId : undefined;
    const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const clientId = grant?.clientId;
    if (!isOurs || grantId === undefined || clientId === undefined || clientId !== token.clientId) {
      throw refused(parts, 401, 'invalid_token', 'the token is unknown or no longer valid');
    }
    const { accountId: id, exp: expiresAt } = token;
    await checked(parts, () => sessions.check(grantId));
    const scopes = (token.scope ?? '').split(' ').filter((scope) => scope !== '');
    if (!settings.requiredScopes.every((scope) => scopes.includes(scope))) {
      throw refused(parts, 403, 'insufficient_scope', 'the token lacks a scope that this request needs');
    }
    const upstreamToken = (): Promise<string> => checked(parts, () => sessions.accessToken(grantId));
    return { id, clientId, scopes, roles: scopes, expiresAt, upstreamToken };
  };
}

/** @throws {HttpRefusalError} if the request does not have exactly one token. */
function tokenOf(request: Request, parts: AuthenticateParts): string {
  const credentials = readCredentials(request);
  if (credentials === undefined) throw refused(parts, 401, undefined, 'a token is required');
  if ('problem' in credentials) throw refused(parts, 400, 'invalid_request', credentials.problem);
  if (credentials.scheme === 'Bearer') return credentials.token;
  throw refused(parts, 401, 'invalid_token', 'the token is not bound to a key');
}

/** Asks the provider whether a token is still valid. */
async function checked<T>(parts: AuthenticateParts, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SessionEndedError) {
      throw refused(parts, 401, 'invalid_token', 'the session has ended: the user has to log in again');
    }
    if (!(error instanceof UpstreamError)) throw error;
    throw new HttpRefusalError(503, error.message, { headers: { 'retry-after': '5' } });
  }
}

function refused(
  { settings, resourceMetadata }: AuthenticateParts,
  status: number,
  error: string | undefined,
  message: string,
): HttpRefusalError {
  const { scopes, requiredScopes } = settings;
  const value = challenge('Bearer', {
    ...(error !== undefined && { error, error_description: message }),
    scope: status === 400 ? undefined : (requiredScopes.length > 0 ? requiredScopes : scopes).join(' '),
    resource_metadata: resourceMetadata,
  });
  return new HttpRefusalError(status, message, { headers: { 'www-authenticate': value } });
}
