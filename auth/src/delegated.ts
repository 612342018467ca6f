/**
 * An authorization server that delegates to another one (specification 2025-03-26: Authorization, Third-Party Authorization Flow). Needs
 * Node and the package `oidc-provider`.
 *
 * @module
 */

export { delegatedAuthorization } from './delegated/delegatedAuthorization.js';
export type {
  ClientMetadataDocumentsOptions,
  DelegatedAuth,
  DelegatedAuthorizationServer,
  DelegatedAuthorizationOptions,
  KnownClient,
  RegistrationOptions,
  UpstreamEndpoints,
  UpstreamProvider,
  UpstreamTokens,
  ValidateUpstream,
} from './delegated/delegatedOptions.js';
export {
  MemoryAuthorizationStore,
  StoreFullError,
  type AuthorizationStore,
  type MemoryAuthorizationStoreOptions,
  type StoreEntryOptions,
} from './delegated/store.js';
