/** Identifies callers by the tokens that this server has issued (specification 2025-03-26: Authorization, Access Token Usage). */

import type { HttpInfo } from '@mcp-gen/runtime';
import { HttpRefusalError } from '@mcp-gen/runtime/http/server';
import type { Provider } from 'oidc-provider';
import type { DelegatedAuth } from './options.js';
import type { Settings } from './settings.js';
import type { UpstreamSessions } from './upstreamSessions.js';
import { SessionEndedError, UpstreamError } from './upstreamError.js';

/** What identifying callers needs. */
export interface AuthenticateParts {
  readonly provider: Provider;
  readonly settings: Settings;
  readonly sessions: UpstreamSessions;
  /** The URL of the protected resource metadata. */
  readonly resourceMetadata: string;
}

const LONGEST_HEADER = 1_024;

/** Returns the function that identifies callers. */
export function authenticator(parts: AuthenticateParts): (request: Pick<HttpInfo, 'header'>) => Promise<DelegatedAuth> {
  const { provider, settings, sessions } = parts;
  return async (request) => {
    const value = tokenOf(request, parts);
    const token = await provider.AccessToken.find(value);
    const isOurs = token !== undefined && !token.isExpired && token.aud === settings.resource;
    const grantId = isOurs ? token.grantId : undefined;
    const grant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const clientId = grant?.clientId;
    if (!isOurs || grantId === undefined || clientId === undefined || clientId !== token.clientId) {
      throw refused(parts, 401, 'invalid_token', 'The access token is invalid or has expired');
    }
    const { accountId: id, exp: expiresAt } = token;
    await honored(parts, () => sessions.check(grantId));
    const scopes = (token.scope ?? '').split(' ').filter((scope) => scope !== '');
    if (!settings.requiredScopes.every((scope) => scopes.includes(scope))) {
      throw refused(parts, 403, 'insufficient_scope', 'The access token lacks a scope');
    }
    const upstreamToken = (): Promise<string> => honored(parts, () => sessions.accessToken(grantId));
    return { id, clientId, scopes, roles: scopes, expiresAt, upstreamToken };
  };
}

/** @throws {HttpRefusalError} if there is no token, or not exactly one. */
function tokenOf(request: Pick<HttpInfo, 'header'>, parts: AuthenticateParts): string {
  const header = request.header('authorization');
  if (header === undefined) throw refused(parts, 401, undefined, 'Authorization is required');
  const token = header.length > LONGEST_HEADER ? undefined : /^Bearer +([\w.~+/-]+=*)$/i.exec(header)?.[1];
  if (token !== undefined) return token;
  if (!/^Bearer\b/i.test(header)) throw refused(parts, 401, undefined, 'Authorization needs the scheme Bearer');
  throw refused(parts, 400, 'invalid_request', 'The Authorization header is malformed');
}

/** The provider decides whether a token of ours still counts. */
async function honored<T>(parts: AuthenticateParts, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof SessionEndedError) {
      throw refused(parts, 401, 'invalid_token', 'The session has ended: the user has to log in again');
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
  const parameters = [
    ...(error === undefined ? [] : [`error="${error}"`, `error_description="${message}"`]),
    ...(status === 400 ? [] : [`scope="${(requiredScopes.length > 0 ? requiredScopes : scopes).join(' ')}"`]),
    `resource_metadata="${resourceMetadata}"`,
  ];
  return new HttpRefusalError(status, message, { headers: { 'www-authenticate': `Bearer ${parameters.join(', ')}` } });
}
