import { AuthorizationError, ForbiddenUrlError } from '../errors.js';
import { placeOf } from '../net/guardedFetch.js';
import { failureOf, isTemporary, shown } from './failures.js';
import type { Requests } from './requests.js';
import { scopeUnion } from './scopes.js';

/** Authorization servers of one server that are read. */
const MAX_SERVERS = 100;

/** What a server says of its protection (RFC 9728). */
export interface ResourceMetadata {
  /** What tokens are for, to the letter. */
  readonly resource: string;
  /** Issuer identifiers. */
  readonly authorizationServers: readonly string[];
  readonly scope: string | undefined;
  /** Whether tokens have to be bound to a key. */
  readonly dpop: boolean;
}

/**
 * Reads the protected resource metadata of a server: where the challenge says, else at the well-known path of its URL, else at that of its
 * origin. Resolves with undefined if there are none.
 *
 * @throws {AuthorizationError} if they are of another resource, or cannot be read now.
 * @throws {ForbiddenUrlError} if the challenge leads to another origin.
 */
export async function resourceMetadata(
  requests: Requests,
  hint: string | undefined,
  signal: AbortSignal,
): Promise<ResourceMetadata | undefined> {
  const { server } = requests;
  let failure: AuthorizationError | undefined;
  for (const url of [...(hint === undefined ? [] : [hinted(hint, server)]), ...wellKnown(server)]) {
    const what = `Reading the protected resource metadata at ${placeOf(url)}`;
    try {
      const response = await requests.fetch(url, { headers: { accept: 'application/json' }, signal });
      if (isTemporary(response.status)) {
        failure ??= new AuthorizationError(`${what} failed: HTTP ${response.status}`, { temporary: true });
        continue;
      }
      const document = await documentIn(response);
      if (document !== undefined) return checked(document, url, server);
    } catch (error) {
      signal.throwIfAborted();
      throw await failureOf(error, what);
    }
  }
  if (failure !== undefined) throw failure;
  return undefined;
}

/** The URL in a challenge. A server must not have this client look at others. */
function hinted(hint: string, server: URL): URL {
  const url = URL.canParse(hint, server.href) ? new URL(hint, server) : undefined;
  if (url?.origin === server.origin) return url;
  throw new ForbiddenUrlError(`${server.href} names protected resource metadata that are not at its own origin`);
}

function wellKnown({ pathname, origin }: URL): readonly URL[] {
  const root = '/.well-known/oauth-protected-resource';
  const paths = pathname === '/' ? [root] : [`${root}${pathname}`, root];
  return paths.map((path) => new URL(path, origin));
}

/** A JSON object; undefined for whatever else a server has at a path that it does not know. */
async function documentIn(response: Response): Promise<{ readonly [name: string]: unknown } | undefined> {
  if (response.status !== 200) return undefined;
  const document: unknown = await response.json().catch(() => undefined);
  const isDocument = typeof document === 'object' && document !== null && 'resource' in document;
  return isDocument ? { ...document } : undefined;
}

function checked(document: { readonly [name: string]: unknown }, url: URL, server: URL): ResourceMetadata {
  const { resource, authorization_servers: servers, scopes_supported: scopes } = document;
  if (typeof resource !== 'string' || !protects(resource, server)) {
    throw new AuthorizationError(
      `The protected resource metadata at ${placeOf(url)} are of ${shown(String(resource))}, not of ${server.href}`,
    );
  }
  return {
    resource,
    authorizationServers: strings(servers).slice(0, MAX_SERVERS),
    scope: scopeUnion(...strings(scopes)),
    dpop: document['dpop_bound_access_tokens_required'] === true,
  };
}

/** Whether a resource is a server, or what the server is a part of: its origin, or a folder above its path. */
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
