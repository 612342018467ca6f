import { OperationProcessingError, processDiscoveryResponse, type AuthorizationServer } from 'oauth4webapi';
import { AuthorizationError } from '../errors.js';
import { placeOf } from '../net/guardedFetch.js';
import { failureOf, isTemporary, shown } from './failures.js';
import type { Requests } from './requests.js';
import { resourceMetadata } from './resourceMetadata.js';

/** Milliseconds that metadata are used before they are read again. */
const METADATA_LIFETIME = 3_600_000;

/** The revision whose clients find authorization servers without protected resource metadata. */
const WITHOUT_RESOURCE_METADATA = '2025-03-26';

/** Where tokens for a server come from. */
export interface Target {
  /** The metadata of the authorization server, whose issuer is the one that was asked for. */
  readonly authorizationServer: AuthorizationServer;
  /** Whether there are metadata. Without them, the endpoints are those that revision 2025-03-26 names. */
  readonly hasMetadata: boolean;
  /** The resource that tokens are for, to the letter as the server names it; undefined where no revision has named resources yet. */
  readonly resource: string | undefined;
  /** The scopes that the server says are needed for its basic use. */
  readonly scope: string | undefined;
  /** Whether the server accepts no tokens but those that are bound to a key. */
  readonly dpop: boolean;
}

/** How the authorization server of a server is found. */
export interface DiscoveryOptions {
  readonly requests: Requests;
  readonly revisions: readonly string[];
  /** The authorization server that is wanted. Default: the first one. */
  readonly issuer: string | undefined;
}

/** Finds the authorization server of a server, and keeps what it has found for an hour. */
export class Discovery {
  readonly #options: DiscoveryOptions;
  #found: { readonly target: Target; readonly at: number } | undefined;

  constructor(options: DiscoveryOptions) {
    this.#options = options;
  }

  /**
   * Returns where tokens come from.
   *
   * @param hint where the last challenge says that the protected resource metadata are
   * @param reload reads the metadata again
   * @throws {AuthorizationError} if metadata are missing or cannot be trusted.
   * @throws {ForbiddenUrlError} if they lead to where no request may go.
   */
  async target(hint: string | undefined, reload: boolean, signal: AbortSignal): Promise<Target> {
    const { requests, issuer: wanted } = this.#options;
    if (this.#found !== undefined && !reload && Date.now() - this.#found.at < METADATA_LIFETIME)
      return this.#found.target;
    // Tokens are sent there, so it has to be a place for tokens.
    requests.check(requests.server.href);
    const metadata = await resourceMetadata(requests, hint, signal);
    let target: Target;
    if (metadata === undefined) target = await this.#withoutResourceMetadata(signal);
    else {
      const { resource, authorizationServers, scope, dpop } = metadata;
      const issuer = chosen(authorizationServers, wanted, requests.server);
      const authorizationServer = await authorizationServerOf(issuer, requests, signal);
      if (authorizationServer === undefined) {
        throw new AuthorizationError(`The authorization server ${shown(issuer)} publishes no metadata`);
      }
      target = { authorizationServer, hasMetadata: true, resource, scope, dpop };
    }
    this.#found = { target, at: Date.now() };
    return target;
  }

  /** Specification 2025-03-26: Authorization, Server Metadata Discovery. */
  async #withoutResourceMetadata(signal: AbortSignal): Promise<Target> {
    const { requests, revisions, issuer: wanted } = this.#options;
    const { origin } = requests.server;
    if (!revisions.includes(WITHOUT_RESOURCE_METADATA)) {
      throw new AuthorizationError(
        `${requests.server.href} requires authorization, and publishes no protected resource metadata`,
      );
    }
    const found = await authorizationServerOf(origin, requests, signal, [origin, `${origin}/`]);
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

/** Returns the authorization server to use (RFC 9728, section 7.6). */
function chosen(issuers: readonly string[], wanted: string | undefined, server: URL): string {
  const [first] = issuers;
  if (first === undefined) {
    throw new AuthorizationError(`The protected resource metadata of ${server.href} name no authorization server`);
  }
  if (wanted === undefined) return first;
  if (issuers.includes(wanted)) return wanted;
  throw unwanted(server, wanted);
}

function unwanted(server: URL, wanted: string): AuthorizationError {
  return new AuthorizationError(
    `${server.href} is not protected by the authorization server ${wanted}, which this client is limited to`,
  );
}

/**
 * Returns the metadata of an authorization server (RFC 8414, and OpenID Connect Discovery 1.0); undefined if there are none.
 *
 * @param accepted issuers that the metadata may name. Default: the one that is asked for, to the letter
 * @throws {AuthorizationError} if they name another issuer, or cannot be read now.
 */
export async function authorizationServerOf(
  issuer: string,
  requests: Requests,
  signal: AbortSignal,
  accepted: readonly string[] = [issuer],
): Promise<AuthorizationServer | undefined> {
  let failure: AuthorizationError | undefined;
  for (const url of metadataUrls(requests.check(issuer))) {
    const what = `Reading the metadata of the authorization server at ${placeOf(url)}`;
    try {
      const response = await requests.fetch(url, { headers: { accept: 'application/json' }, signal });
      if (isTemporary(response.status)) {
        failure ??= new AuthorizationError(`${what} failed: HTTP ${response.status}`, { temporary: true });
      } else {
        const metadata = await parsed(issuer, response);
        if (metadata === undefined) continue;
        if (accepted.includes(metadata.issuer)) return metadata;
        throw new AuthorizationError(
          `The metadata at ${placeOf(url)} are of the issuer ${shown(metadata.issuer)}, not of ${shown(issuer)}`,
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

/** Returns metadata as the library reads them; undefined for what are none. */
async function parsed(issuer: string, response: Response): Promise<AuthorizationServer | undefined> {
  try {
    return wellFormed(await processDiscoveryResponse(new URL(issuer), response));
  } catch (error) {
    if (!(error instanceof OperationProcessingError)) throw error;
    const { body, attribute } = (error.cause ?? {}) as { body?: AuthorizationServer; attribute?: string };
    // The library compares issuers as URLs, and the caller to the letter.
    return attribute === 'issuer' && body !== undefined ? wellFormed(body) : undefined;
  }
}

/** The lists in metadata that are read here. */
const LISTS = [
  'code_challenge_methods_supported',
  'dpop_signing_alg_values_supported',
  'scopes_supported',
  'token_endpoint_auth_methods_supported',
] as const;

/** Returns metadata without the lists that are none. A string has `includes`, too. */
function wellFormed(metadata: AuthorizationServer): AuthorizationServer {
  const isList = (value: unknown): boolean => Array.isArray(value) && value.every((each) => typeof each === 'string');
  const broken = LISTS.filter((name) => !isList(metadata[name]));
  return { ...metadata, ...Object.fromEntries(broken.map((name) => [name, undefined])) };
}

/** The well-known URLs of an issuer, in the order of the specification. */
function metadataUrls(issuer: URL): readonly URL[] {
  const path = issuer.pathname.replace(/\/$/, '');
  const paths = [
    `/.well-known/oauth-authorization-server${path}`,
    `/.well-known/openid-configuration${path}`,
    ...(path === '' ? [] : [`${path}/.well-known/openid-configuration`]),
  ];
  // A path that begins with two slashes would be another host, if it were resolved.
  return paths.map((each) => Object.assign(new URL(issuer.origin), { pathname: each }));
}
