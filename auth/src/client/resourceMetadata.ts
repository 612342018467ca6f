import { AuthorizationError, ForbiddenUrlError } from '../errors.js';
import { placeOf } from '../net/guardedFetch.js';
import { failureOf, isTemporary, printableText } from './failures.js';
import type { Requests } from './requests.js';
import { scopeUnion } from './scopeSets.js';

/** Maximum number of authorization servers read from the metadata. */
const MAX_SERVERS = 100;

/** The protected resource metadata of a server (RFC 9728). */
export interface ResourceMetadata {
  /** The resource that tokens are for, exactly as written. */
  readonly resource: string;
  /** Issuer identifiers. */
  readonly authorizationServers: readonly string[];
  readonly scope: string | undefined;
  /** Whether tokens must be bound to a key. */
  readonly dpop: boolean;
}

/**
 * Fetches the protected resource metadata of a server: from the URL in the challenge, else from the well-known path of its URL, else from
 * that of its origin. Resolves with undefined if there is none.
 *
 * @throws {AuthorizationError} if it belongs to another resource, or cannot be fetched.
 * @throws {ForbiddenUrlError} if the challenge names another origin.
 */
export async function resourceMetadata(
  requests: Requests,
  hint: string | undefined,
  signal: AbortSignal,
): Promise<ResourceMetadata | undefined> {
  const { server } = requests;
  let failure: AuthorizationError | undefined;
  for (const url of [...(hint === undefined ? [] : [hinted(hint, server)]), ...wellKnown(server)]) {
    const what = `Fetching the protected resource metadata at ${placeOf(url)}`;
    try {
      const response = await requests.fetch(url, { headers: { accept: 'application/json' }, signal });
      if (isTemporary(response.status)) {
        failure ??= new AuthorizationError(`${what} failed: HTTP ${response.status}`, { temporary: true });
        continue;
      }
      const document = await documentIn(response);
      if (document !== undefined) return checked(document, url, requests);
    } catch (error) {
      signal.throwIfAborted();
      throw await failureOf(error, what);
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** Returns the URL of a challenge. It must be at the server's origin, so that a server cannot direct this client elsewhere. */
function hinted(hint: string, server: URL): URL {
  const url = URL.canParse(hint, server.href) ? new URL(hint, server) : undefined;
  if (url?.origin === server.origin) return url;
  throw new ForbiddenUrlError(`${server.href} names protected resource metadata at another origin`);
}

function wellKnown({ pathname, origin }: URL): readonly URL[] {
  const root = '/.well-known/oauth-protected-resource';
  const paths = pathname === '/' ? [root] : [`${root}${pathname}`, root];
  return paths.map((path) => new URL(path, origin));
}

/** Parses a JSON object; undefined for other content, since some servers answer unknown paths with a page. */
async function documentIn(response: Response): Promise<{ readonly [name: string]: unknown } | undefined> {
  if (response.status !== 200) return undefined;
  const document: unknown = await response.json().catch(() => undefined);
  const isDocument = typeof document === 'object' && document !== null && 'resource' in document;
  return isDocument ? { ...document } : undefined;
}

function checked(document: { readonly [name: string]: unknown }, url: URL, requests: Requests): ResourceMetadata {
  const { server, exactResource } = requests;
  const { resource, authorization_servers: servers, scopes_supported: scopes } = document;
  if (typeof resource !== 'string' || !protects(resource, server)) throw foreign(resource, url, server);
  if (exactResource && new URL(resource).href !== server.href) {
    throw foreign(resource, url, server, ', since the option "exactResource" (flag --auth-exact-resource) is set');
  }
  return {
    resource,
    authorizationServers: strings(servers).slice(0, MAX_SERVERS),
    scope: scopeUnion(...strings(scopes)),
    dpop: document['dpop_bound_access_tokens_required'] === true,
  };
}

function foreign(resource: unknown, url: URL, server: URL, why: string = ''): AuthorizationError {
  return new AuthorizationError(
    `The protected resource metadata at ${placeOf(url)} belongs to ${printableText(String(resource))}. Expected ${server.href}${why}`,
  );
}

/** Returns whether a resource covers the server: the server itself, its origin, or a parent of its path. */
function protects(resource: string, server: URL): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false;
  const { origin, pathname, search } = new URL(resource);
  const path = pathname.replace(/\/$/, '');
  const isAbove = server.pathname === path || server.pathname.startsWith(`${path}/`);
  return origin === server.origin && isAbove && (search === '' || search === server.search);
}

function strings(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
