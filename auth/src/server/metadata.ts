/** Serves the protected resource metadata (RFC 9728). */

import { HttpRefusalError, type RouteHandler } from '@mcp-gen/runtime/http/server';
import { ASYMMETRIC } from './algorithms.js';

/** Contents of the metadata. */
export interface ResourceFacts {
  /** The URL of the endpoint, as clients write it. */
  readonly resource: string;
  /** The issuers whose tokens are accepted. */
  readonly issuers: readonly string[];
  /** The scopes that clients request by default. */
  readonly scopes: readonly string[] | undefined;
  /** A display name of the server. */
  readonly name: string | undefined;
  /** The URL of a page that describes the server. */
  readonly documentation: string | undefined;
  /** Whether every token must be bound to a key. */
  readonly bound: boolean;
}

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

/** Seconds that clients may cache the metadata. */
const MAX_AGE = 300;

/** Returns the path of the metadata of a resource (RFC 9728, section 3.1). */
export function metadataPath({ pathname }: URL): string {
  return pathname === '/' ? WELL_KNOWN : `${WELL_KNOWN}${pathname}`;
}

/**
 * Returns the routes of the metadata: at the path for the resource, and at the root, where clients look next (specification 2025-11-25:
 * Authorization, Protected Resource Metadata Discovery Requirements).
 */
export function metadataRoutes(facts: ResourceFacts, url: URL): { readonly [path: string]: RouteHandler } {
  const body = metadataOf(facts);
  const answer: RouteHandler = ({ method }) => {
    if (method !== 'GET' && method !== 'HEAD') {
      throw new HttpRefusalError(405, `the method must be GET, not ${method}`, { headers: { allow: 'GET, HEAD' } });
    }
    return { headers: { 'cache-control': `public, max-age=${MAX_AGE}` }, body };
  };
  return { [WELL_KNOWN]: answer, [metadataPath(url)]: answer };
}

function metadataOf({ resource, issuers, scopes, name, documentation, bound }: ResourceFacts): object {
  return {
    resource,
    authorization_servers: issuers,
    ...(scopes !== undefined && scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ['header'],
    dpop_signing_alg_values_supported: ASYMMETRIC,
    ...(bound && { dpop_bound_access_tokens_required: true }),
    ...(name !== undefined && { resource_name: name }),
    ...(documentation !== undefined && { resource_documentation: documentation }),
  };
}
