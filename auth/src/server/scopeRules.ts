import type { AuthInfo, HttpInfo } from '@mcp-gen/runtime';
import { uriSpellings } from './resourceUris.js';
import { checkScopes } from './scopes.js';

/** A request on its way to its handler, as the middleware of a server sees it. */
export interface ScopedRequest {
  /** The method: `tools/call`. */
  readonly method: string;
  /** Its params. */
  readonly params: unknown;
  /** The context that its handler is given. */
  readonly context: ScopedContext;
}

/** What scopes depend on, of the context of a request. */
export interface ScopedContext {
  /** Who calls. */
  readonly auth: AuthInfo | undefined;
  /** The HTTP request that the message came in; nothing over other transports. */
  readonly http: HttpInfo | undefined;
}

/** The scopes that something needs, or a function that says so for a request: `({ params }) => ['notes:write']`. */
export type NeededScopes = readonly string[] | ((request: ScopedRequest) => readonly string[]);

/** The scopes that requests need, beside those of the whole server. A request that several rules are about needs the scopes of all. */
export interface ScopeRules {
  /** Scopes to call a tool, by its name. */
  readonly tools?: { readonly [name: string]: NeededScopes } | undefined;
  /** Scopes to get a prompt and to complete its arguments, by its name. */
  readonly prompts?: { readonly [name: string]: NeededScopes } | undefined;
  /**
   * Scopes to read a resource and to subscribe to it, by its URI, in whatever spelling a client sends that. A request whose URI is none
   * needs those of all resources. A function under `methods` decides about templates.
   */
  readonly resources?: { readonly [uri: string]: NeededScopes } | undefined;
  /** Scopes for all requests of a method: `{ 'resources/read': ['notes:read'] }`. */
  readonly methods?: { readonly [method: string]: NeededScopes } | undefined;
}

type Named = { readonly [name: string]: NeededScopes } | undefined;

/** What a request is about, as the client says it. */
interface Target {
  readonly name?: unknown;
  readonly uri?: unknown;
  readonly ref?: { readonly type?: unknown; readonly name?: unknown } | undefined;
  readonly notifications?: { readonly resourceSubscriptions?: unknown } | undefined;
}

/**
 * Returns a function that returns the scopes that a request needs.
 *
 * @throws {TypeError} if a scope in the rules cannot be sent, or the URI of a resource is none.
 */
export function neededBy(rules: ScopeRules): (request: ScopedRequest) => readonly string[] {
  const { tools, prompts, resources, methods } = rules;
  for (const named of [tools, prompts, resources, methods]) checkRules(named);
  const aboutResource = resourceRules(resources);
  const byTarget: { readonly [method: string]: (params: Target) => readonly NeededScopes[] } = {
    'tools/call': ({ name }) => find(tools, name),
    'prompts/get': ({ name }) => find(prompts, name),
    'completion/complete': ({ ref }) => (ref?.type === 'ref/prompt' ? find(prompts, ref.name) : []),
    'resources/read': ({ uri }) => aboutResource(uri),
    'resources/subscribe': ({ uri }) => aboutResource(uri),
    'resources/unsubscribe': ({ uri }) => aboutResource(uri),
    'subscriptions/listen': ({ notifications }) => aboutEach(notifications?.resourceSubscriptions, aboutResource),
  };
  return (request) => {
    const { method, params } = request;
    const [forTarget] = find(byTarget, method);
    const needed = [...find(methods, method), ...(forTarget?.(params ?? {}) ?? [])];
    return [...new Set(needed.flatMap((rule) => scopesOf(rule, request)))];
  };
}

/** Returns a function that returns the rules about a resource. */
function resourceRules(resources: Named): (uri: unknown) => readonly NeededScopes[] {
  const rules = new Map<string, readonly NeededScopes[]>();
  for (const [uri, rule] of Object.entries(resources ?? {})) {
    const spelling = spellingOf(uri);
    rules.set(spelling, [...(rules.get(spelling) ?? []), rule]);
  }
  const all = [...rules.values()].flat();
  return (uri) => {
    const spellings = typeof uri === 'string' ? uriSpellings(uri) : undefined;
    // What cannot be compared could be any of them.
    return spellings === undefined ? all : spellings.flatMap((spelling) => rules.get(spelling) ?? []);
  };
}

/** Returns the rules about several resources, each once: a client may name many. */
function aboutEach(uris: unknown, aboutResource: (uri: unknown) => readonly NeededScopes[]): readonly NeededScopes[] {
  const about = new Set<NeededScopes>();
  // Middleware runs before it is checked that this is an array.
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

function scopesOf(rule: NeededScopes, request: ScopedRequest): readonly string[] {
  if (typeof rule !== 'function') return rule;
  return checkScopes(rule(request), `the result of the rule for ${request.method}`);
}

/** Returns the value of a name, if there is one. Names come from clients. */
function find<Value>(values: { readonly [name: string]: Value } | undefined, name: unknown): readonly Value[] {
  const value = typeof name === 'string' && Object.hasOwn(values ?? {}, name) ? values?.[name] : undefined;
  return value === undefined ? [] : [value];
}

function checkRules(named: Named): void {
  for (const [name, rule] of Object.entries(named ?? {})) {
    if (typeof rule !== 'function') checkScopes(rule, `the rule for ${JSON.stringify(name)}`);
  }
}
