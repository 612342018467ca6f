import { holds } from '@mcp-gen/runtime';
import { OperationProcessingError, processDiscoveryResponse, type AuthorizationServer } from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';
import { placeOf } from '../net/guardedFetch.js';
import * as Feature from '../registry/features.js';
import * as Header from '../registry/headers.js';
import { failureOf, isTemporary, printableText } from './failures.js';
import type { Requests } from './requests.js';
import { resourceMetadata } from './resourceMetadata.js';

/** Milliseconds that metadata is cached. */
const METADATA_LIFETIME = 3_600_000;

/** The authorization server and the resource of a server's tokens. */
export interface Target {
  /** The metadata of the authorization server. Its issuer equals the requested one. */
  readonly authorizationServer: AuthorizationServer;
  /** Whether the authorization server publishes metadata. Without it, the endpoints are the default ones of revision 2025-03-26. */
  readonly hasMetadata: boolean;
  /** The resource that tokens are for, exactly as the server names it; undefined in revision 2025-03-26, which has no resources. */
  readonly resource: string | undefined;
  /** The scopes that the server requires for basic use. */
  readonly scope: string | undefined;
  /** Whether the server only accepts tokens that are bound to a key. */
  readonly dpop: boolean;
}

/** Options of {@link Discovery}. */
export interface DiscoveryOptions {
  readonly requests: Requests;
  readonly revisions: readonly string[];
  /** The required authorization server. Default: the first one. */
  readonly issuer: string | undefined;
}

/** Finds the authorization server of a server, and caches the result for an hour. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  #found: { readonly target: Target; readonly at: number } | undefined;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  /**
   * Returns the authorization server and the resource.
   *
   * @param hint the URL of the protected resource metadata, from the last challenge
   * @param reload reads the metadata again
   * @throws {AuthorizationError} if metadata are missing or cannot be trusted.
   * @throws {ForbiddenUrlError} if they name a URL that must not be requested, such as the token endpoint.
   */
  async target(hint: string | undefined, reload: boolean, signal: AbortSignal): Promise<Target> {
    const { requests, issuer: wanted } = this.#options;
    if (this.#found !== undefined && !reload && Date.now() - this.#found.at < METADATA_LIFETIME)
      return this.#found.target;
    // Tokens are sent to this URL, so it must pass the same checks.
    requests.check(requests.server.href);
    const metadata = await resourceMetadata(requests, hint, signal);
    let target: Target;
    if (metadata === undefined) target = await this.#withoutResourceMetadata(signal);
    else {
      const { resource, authorizationServers, scope, dpop } = metadata;
      const issuer = chosen(authorizationServers, wanted, requests.server);
      const authorizationServer = await authorizationServerOf(issuer, requests, signal);
      if (authorizationServer === undefined) {
        throw new AuthorizationError(`The authorization server ${printableText(issuer)} does not publish metadata`);
      }
      target = { authorizationServer, hasMetadata: true, resource, scope, dpop };
    }
    checkTokenEndpoint(target.authorizationServer, requests);
    this.#found = { target, at: Date.now() };
    return target;
  }

  /** Specification 2025-03-26: Authorization, Server Metadata Discovery. */
  async #withoutResourceMetadata(signal: AbortSignal): Promise<Target> {
    const { requests, revisions, issuer: wanted } = this.#options;
    const { origin } = requests.server;
    const revision = revisions.find(findsByOrigin);
    if (revision === undefined) {
      throw new AuthorizationError(
        `${requests.server.href} requires authorization, but does not publish protected resource metadata (RFC 9728)`,
      );
    }
    const accepted = [origin, `${origin}/`];
    const found = await authorizationServerOf(origin, requests, signal, { accepted, revision });
    const authorizationServer = found ?? {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      registration_endpoint: `${origin}/register`,
    };
    if (wanted !== undefined && wanted !== authorizationServer.issuer) throw unwanted(requests.server, wanted);
    return {
      authorizationServer,
      hasMetadata: found !== undefined,
      resource: undefined,
      scope: undefined,
      dpop: false,
    };
  }
}

/** Checks the URL that ends every grant, before the user logs in. */
function checkTokenEndpoint({ issuer, token_endpoint: url = '' }: AuthorizationServer, requests: Requests): void {
  if (!URL.canParse(url)) {
    throw new AuthorizationError(
      `The metadata of the authorization server ${printableText(issuer)} have no valid token endpoint`,
    );
  }
  requests.check(url);
}

/** Returns whether clients of a revision find authorization servers without protected resource metadata. */
function findsByOrigin(revision: string): boolean {
  return holds(Feature.authorization, revision) && !holds(Feature.protectedResourceMetadata, revision);
}

/** Returns the authorization server to use (RFC 9728, section 7.6). */
function chosen(issuers: readonly string[], wanted: string | undefined, server: URL): string {
  const [first] = issuers;
  if (first === undefined) {
    throw new AuthorizationError(
      `The protected resource metadata of ${server.href} does not name an authorization server`,
    );
  }
  if (wanted === undefined) return first;
  if (issuers.includes(wanted)) return wanted;
  throw unwanted(server, wanted);
}

function unwanted(server: URL, wanted: string): AuthorizationError {
  return new AuthorizationError(
    `${server.href} does not accept tokens of the authorization server ${wanted}, which the option "issuer" (flag --auth-issuer) requires`,
  );
}

/** How metadata of an authorization server are requested and checked. */
interface MetadataRequest {
  /** Issuers that the metadata may name. Default: exactly the requested one. */
  readonly accepted?: readonly string[];
  /** The revision that a header names. Default: no header. */
  readonly revision?: string;
}

/**
 * Returns the metadata of an authorization server (RFC 8414, and OpenID Connect Discovery 1.0); undefined if it publishes none.
 *
 * @throws {AuthorizationError} if the metadata names another issuer, or cannot be fetched.
 */
export async function authorizationServerOf(
  issuer: string,
  requests: Requests,
  signal: AbortSignal,
  { accepted = [issuer], revision }: MetadataRequest = {},
): Promise<AuthorizationServer | undefined> {
  let failure: AuthorizationError | undefined;
  for (const url of metadataUrls(requests.check(issuer))) {
    const what = `Fetching the metadata of the authorization server at ${placeOf(url)}`;
    try {
      const response = await responseOf(url, requests, signal, revision);
      if (isTemporary(response.status)) {
        failure ??= new AuthorizationError(`${what} failed: HTTP ${response.status}`, { temporary: true });
      } else {
        const metadata = await parsed(issuer, response);
        if (metadata === undefined) continue;
        if (accepted.includes(metadata.issuer)) return metadata;
        throw new AuthorizationError(
          `The metadata at ${placeOf(url)} belongs to the issuer ${printableText(metadata.issuer)}. Expected ${printableText(issuer)}`,
        );
      }
    } catch (error) {
      signal.throwIfAborted();
      throw await failureOf(error, what);
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** Requests metadata. Specification 2025-03-26: Authorization, Server Metadata Discovery Headers. */
async function responseOf(url: URL, { fetch }: Requests, signal: AbortSignal, revision?: string): Promise<Response> {
  const headers = { accept: 'application/json' };
  if (revision !== undefined) {
    try {
      return await fetch(url, { headers: { ...headers, [Header.protocolVersion]: revision }, signal });
    } catch (error) {
      // The server may not permit the header (CORS), and the error does not say so.
      if (!(error instanceof TypeError && needsPermission())) throw error;
    }
  }
  return fetch(url, { headers, signal });
}

/** Returns whether servers have to permit the headers of a request (CORS): in a page, and in its workers. */
function needsPermission(): boolean {
  return 'document' in globalThis || 'importScripts' in globalThis;
}

/** Parses metadata with the library; undefined if it is invalid. */
async function parsed(issuer: string, response: Response): Promise<AuthorizationServer | undefined> {
  try {
    return wellFormed(await processDiscoveryResponse(new URL(issuer), response));
  } catch (error) {
    if (!(error instanceof OperationProcessingError)) throw error;
    const { body, attribute } = (error.cause ?? {}) as { body?: AuthorizationServer; attribute?: string };
    // The library compares issuers as URLs, the caller as strings.
    return attribute === 'issuer' && body !== undefined ? wellFormed(body) : undefined;
  }
}

/** Properties of the metadata that are arrays. */
const LISTS = [
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'scopes_supported',
  'token_endpoint_auth_methods_supported',
] as const;

/** Returns metadata without those that are not arrays. A string has `includes`, too. */
function wellFormed(metadata: AuthorizationServer): AuthorizationServer {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
  const broken = LISTS.filter((name) => !isList(metadata[name]));
  return { ...metadata, ...Object.fromEntries(broken.map((name) => [name, undefined])) };
}

/** Returns the well-known URLs of an issuer, in the order of the specification. */
function metadataUrls(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const paths = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${path}/.well-known/openid-configuration`]),
  ];
  // If it were resolved, a path that begins with two slashes would be another host.
  return paths.map((each) => Object.assign(new URL(issuer.origin), { pathname: each }));
}
