import { listOf, matching, repeating, type OptionKind } from '@mcp-gen/runtime/options';
import type { AuthInfo, HttpInfo } from '@mcp-gen/runtime';
import * as Method from '../registry/methods.js';
import { uriSpellings } from './resourceUris.js';
import type { TokenClaims } from './verifier.js';

/** A scope (RFC 6749, section 3.3). */
const SCOPE = repeating(
  matching('a string of printable ASCII without spaces, quotes, and backslashes', /^[\x21\x23-\x5b\x5d-\x7e]+$/),
);

/** Returns the kind of a list of scopes. */
export function scopeList(least = 0): OptionKind {
  return listOf('strings of printable ASCII without spaces, quotes, and backslashes', SCOPE, least);
}

/** Broad scopes with the scopes that they cover: `{ 'notes:admin': ['notes:read', 'notes:write'] }`. */
export interface ScopeHierarchy {
  readonly [scope: string]: readonly string[];
}

/**
 * Returns scopes without duplicates.
 *
 * @param place where the scopes are, for the error: `the option "scopes"`
 * @throws {TypeError} if one is invalid, or is `offline_access`, which is between clients and the authorization server.
 */
export function checkScopes(scopes: unknown, place: string): readonly string[] {
  if (!Array.isArray(scopes)) throw new TypeError(`Invalid scopes in ${place}: expected an array of strings`);
  const wrong: unknown = scopes.find((scope) => !SCOPE.accepts(scope));
  if (wrong !== undefined) {
    throw new TypeError(`Invalid scope ${JSON.stringify(wrong)} in ${place}: expected ${SCOPE.expected}`);
  }
  if (scopes.includes('offline_access')) {
    throw new TypeError(
      `Invalid scope "offline_access" in ${place}: it is only for the authorization server. Remove it`,
    );
  }
  return [...new Set(scopes as readonly string[])];
}

/** Returns the scopes of a token. Some issuers use the claim `scp`. */
export function scopesOf({ scope, scp }: TokenClaims): readonly string[] {
  const given: readonly unknown[] = [scope, scp].flatMap((value) =>
    typeof value === 'string' ? value.split(' ') : value,
  );
  return [...new Set(given.filter((each): each is string => typeof each === 'string' && each !== ''))];
}

/** Returns scopes with all that they cover. */
export function coveredBy(scopes: readonly string[], hierarchy: ScopeHierarchy): ReadonlySet<string> {
  const covered = new Set(scopes);
  // Iterating a set includes the elements that are added meanwhile.
  for (const scope of covered) {
    if (Object.hasOwn(hierarchy, scope)) for (const narrower of hierarchy[scope] ?? []) covered.add(narrower);
  }
  return covered;
}

/** A message as the middleware of a server receives it. */
export interface ScopedMessage {
  /** `in` if the client sends it. Only messages of clients need scopes. */
  readonly direction: 'in' | 'out';
  /** Whether a result is expected. */
  readonly kind: 'request' | 'notification';
  /** The method: `tools/call`. */
  readonly method: string;
  /** Its params. */
  readonly params: unknown;
  /** The context of its handler. */
  readonly context: ScopedContext;
}

/** The used properties of a request context. */
export interface ScopedContext {
  /** Who calls. */
  readonly auth: AuthInfo | undefined;
  /** The HTTP request of the message; undefined over other transports. */
  readonly http: HttpInfo | undefined;
}

/** Required scopes, or a function that returns them for a request: `({ params }) => ['notes:write']`. */
export type NeededScopes = readonly string[] | ((request: ScopedMessage) => readonly string[]);

/** Scopes that requests need, in addition to those of the whole server. A request that several rules match needs the scopes of all. */
export interface ScopeRules {
  /** Scopes to call a tool, by name. */
  readonly tools?: { readonly [name: string]: NeededScopes } | undefined;
  /** Scopes to get a prompt and to complete its arguments, by name. */
  readonly prompts?: { readonly [name: string]: NeededScopes } | undefined;
  /**
   * Scopes to read a resource and to subscribe to it, by URI; equivalent URIs match, too. A request with an invalid URI needs the scopes of
   * all resources. For templates, write a function under `methods`.
   */
  readonly resources?: { readonly [uri: string]: NeededScopes } | undefined;
  /** Scopes of all requests or notifications of a method: `{ 'resources/read': ['notes:read'] }`. */
  readonly methods?: { readonly [method: string]: NeededScopes } | undefined;
}

type Named = { readonly [name: string]: NeededScopes } | undefined;

/** The tool, prompt, or resources of a request, as the client names them. */
interface Target {
  readonly name?: unknown;
  readonly uri?: unknown;
  readonly ref?: { readonly type?: unknown; readonly name?: unknown } | undefined;
  readonly notifications?: { readonly resourceSubscriptions?: unknown } | undefined;
}

/**
 * Returns a function that returns the scopes that a request needs.
 *
 * @throws {TypeError} if a scope or the URI of a resource in the rules is invalid.
 */
export function neededBy(rules: ScopeRules): (request: ScopedMessage) => readonly string[] {
  const { tools, prompts, resources, methods } = rules;
  for (const named of [tools, prompts, resources, methods]) checkRules(named);
  const aboutResource = resourceRules(resources);
  const byTarget: { readonly [method: string]: (params: Target) => readonly NeededScopes[] } = {
    [Method.toolsCall]: ({ name }) => find(tools, name),
    [Method.promptsGet]: ({ name }) => find(prompts, name),
    [Method.completionComplete]: ({ ref }) => (ref?.type === 'ref/prompt' ? find(prompts, ref.name) : []),
    [Method.resourcesRead]: ({ uri }) => aboutResource(uri),
    [Method.resourcesSubscribe]: ({ uri }) => aboutResource(uri),
    [Method.resourcesUnsubscribe]: ({ uri }) => aboutResource(uri),
    [Method.subscriptionsListen]: ({ notifications }) => aboutEach(notifications?.resourceSubscriptions, aboutResource),
  };
  return (request) => {
    const { method, params } = request;
    const [forTarget] = find(byTarget, method);
    const needed = [...find(methods, method), ...(forTarget?.(params ?? {}) ?? [])];
    return [...new Set(needed.flatMap((rule) => scopesFor(rule, request)))];
  };
}

/** Returns a function that returns the rules of a resource. */
function resourceRules(resources: Named): (uri: unknown) => readonly NeededScopes[] {
  const rules = new Map<string, readonly NeededScopes[]>();
  for (const [uri, rule] of Object.entries(resources ?? {})) {
    const spelling = spellingOf(uri);
    rules.set(spelling, [...(rules.get(spelling) ?? []), rule]);
  }
  const all = [...rules.values()].flat();
  return (uri) => {
    const spellings = typeof uri === 'string' ? uriSpellings(uri) : undefined;
    // An invalid URI might match any resource.
    return spellings === undefined ? all : spellings.flatMap((spelling) => rules.get(spelling) ?? []);
  };
}

/** Returns the rules of several resources without duplicates, because a client may list many. */
function aboutEach(uris: unknown, aboutResource: (uri: unknown) => readonly NeededScopes[]): readonly NeededScopes[] {
  const about = new Set<NeededScopes>();
  // Middleware runs before the params are validated.
  for (const uri of Array.isArray(uris) ? uris : uris === undefined ? [] : [uris]) {
    for (const rule of aboutResource(uri)) about.add(rule);
  }
  return [...about];
}

/** @throws {TypeError} if it is not a URI. */
function spellingOf(uri: string): string {
  const [spelling] = uriSpellings(uri) ?? [];
  if (spelling !== undefined) return spelling;
  throw new TypeError(
    `Invalid URI ${JSON.stringify(uri)} in the rules for resources. Expected an absolute URI, such as notes://private; ` +
      'for a template, write a function under "methods"',
  );
}

function scopesFor(rule: NeededScopes, request: ScopedMessage): readonly string[] {
  if (typeof rule !== 'function') return rule;
  return checkScopes(rule(request), `the result of the rule for ${request.method}`);
}

/** Returns an own property, if it exists. Names come from clients. */
function find<Value>(values: { readonly [name: string]: Value } | undefined, name: unknown): readonly Value[] {
  const value = typeof name === 'string' && Object.hasOwn(values ?? {}, name) ? values?.[name] : undefined;
  return value === undefined ? [] : [value];
}

function checkRules(named: Named): void {
  for (const [name, rule] of Object.entries(named ?? {})) {
    if (typeof rule !== 'function') checkScopes(rule, `the rule for ${JSON.stringify(name)}`);
  }
}
