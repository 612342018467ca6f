/**
 * Authorizes the requests of a client to servers over HTTP.
 *
 * @module
 */

export type {
  AssertionRequest,
  AuthorizationCodeOptions,
  ClientCredentialsOptions,
  ClientKey,
  EnterpriseManagedOptions,
  IdentityProvider,
  JwtBearerOptions,
  OAuthClient,
  OAuthClientOptions,
  OAuthConnection,
  RegisteredClient,
} from './client/options.js';
export type { PendingRedirect, RedirectReceiver } from './client/redirectReceiver.js';
export { MemoryTokenStore, type StoredValue, type TokenStore } from './client/tokenStore.js';
export { AuthorizationError, ForbiddenUrlError, LoginRequiredError } from './errors.js';
