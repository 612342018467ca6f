/**
 * An authorization server that delegates to another one (specification 2025-03-26: Authorization). Needs oidc-provider.
 *
 * @module
 */

export {};
