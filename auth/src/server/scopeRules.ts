import type { AuthInfo, HttpInfo } from '@mcp-gen/runtime';
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
  /** Scopes to get a prompt, by its name. */
  readonly prompts?: { readonly [name: string]: NeededScopes } | undefined;
  /** Scopes to read a resource, by its URI. A function under `methods` decides about templates. */
  readonly resources?: { readonly [uri: string]: NeededScopes } | undefined;
  /** Scopes for all requests of a method: `{ 'resources/read': ['notes:read'] }`. */
  readonly methods?: { readonly [method: string]: NeededScopes } | undefined;
}

type Named = { readonly [name: string]: NeededScopes } | undefined;

/**
 * Returns a function that returns the scopes that a request needs.
 *
 * @throws {TypeError} if a scope in the rules cannot be sent.
 */
export function neededBy(rules: ScopeRules): (request: ScopedRequest) => readonly string[] {
  const { tools, prompts, resources, methods } = rules;
  for (const named of [tools, prompts, resources, methods]) checkRules(named);
  const byTarget: { readonly [method: string]: Named } = {
    'tools/call': tools,
    'prompts/get': prompts,
    'resources/read': resources,
  };
  return (request) => {
    const { method } = request;
    const needed = [find(methods, method), find(own(byTarget, method), targetOf(request.params))];
    return [...new Set(needed.flatMap((rule) => scopesOf(rule, request)))];
  };
}

function scopesOf(rule: NeededScopes | undefined, request: ScopedRequest): readonly string[] {
  if (typeof rule !== 'function') return rule ?? [];
  return checkScopes(rule(request), `the result of the rule for ${request.method}`);
}

function find(named: Named, name: string | undefined): NeededScopes | undefined {
  return named === undefined || name === undefined ? undefined : own(named, name);
}

/** Names come from clients. */
function own<Value>(values: { readonly [name: string]: Value }, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

function targetOf(params: unknown): string | undefined {
  const { name, uri } = (params ?? {}) as { readonly name?: unknown; readonly uri?: unknown };
  const target = name ?? uri;
  return typeof target === 'string' ? target : undefined;
}

function checkRules(named: Named): void {
  for (const [name, rule] of Object.entries(named ?? {})) {
    if (typeof rule !== 'function') checkScopes(rule, `the rule for ${JSON.stringify(name)}`);
  }
}
