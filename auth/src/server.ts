/**
 * Protects servers over HTTP: verifies the access tokens of callers, and publishes the protected resource metadata (specification:
 * Authorization). Works on every platform with `fetch` and Web Crypto.
 *
 * @module
 */

export type { TokenAuthInfo } from './server/claims.js';
export type { DpopOptions } from './server/dpop.js';
export { introspection, type IntrospectionClient, type IntrospectionOptions } from './server/introspection.js';
export { InvalidTokenError } from './server/tokenErrors.js';
export type { IssuerOptions } from './server/issuer.js';
export { jwt, type JwtOptions } from './server/jwt.js';
export { protect, type ProtectedResource, type ProtectOptions, type ScopeMiddleware } from './server/protect.js';
export type { NeededScopes, ScopedContext, ScopedMessage, ScopeHierarchy, ScopeRules } from './server/scopeRules.js';
export type { TokenBinding, TokenClaims, TokenVerifier } from './server/verifier.js';
