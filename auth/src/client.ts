/**
 * Authorizes the requests of a client to servers over HTTP.
 *
 * @module
 */

export {
  clientMetadataDocument,
  type ClientMetadataDocumentOptions,
  type ClientIdMetadataDocument,
} from './client/clientMetadataDocument.js';
export { authorizationCode } from './client/grants/authorizationCode.js';
export { clientCredentials } from './client/grants/clientCredentials.js';
export { enterpriseManaged } from './client/grants/enterpriseManaged.js';
export { jwtBearer } from './client/grants/jwtBearer.js';
export type {
  AssertionRequest,
  AuthorizationCodeOptions,
  ClientCredentialsOptions,
  ClientKey,
  EnterpriseManagedOptions,
  IdentityProvider,
  JwtBearerOptions,
  Forgotten,
  OAuthClient,
  OAuthClientOptions,
  OAuthConnection,
  RegisteredClient,
} from './client/oauthOptions.js';
export type { PendingRedirect, RedirectReceiver } from './client/redirectReceiver.js';
export { MemoryTokenStore, type StoredValue, type TokenStore } from './client/tokenStore.js';
export { AuthorizationError, ForbiddenUrlError, LoginRequiredError, type AuthorizationErrorOptions } from './errors.js';
