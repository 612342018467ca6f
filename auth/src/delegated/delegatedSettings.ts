import { reportToStderr, safeListener, type ErrorListener } from '@mcp-gen/runtime';
import { checkOptions, requireOptions, withDefaults, type OptionValues } from '@mcp-gen/runtime/options';
import { DELEGATED_OPTIONS, type DelegatedAuthorizationOptions } from './delegatedOptions.js';
import { redirectProblem } from './clientMetadata.js';

/** Who has the options, for errors. */
const WHAT = 'delegatedAuthorization';

/** The options that are milliseconds, with their defaults. */
export type Lifetimes = Pick<
  OptionValues<DelegatedAuthorizationOptions>,
  'accessTokenLifetime' | 'idleLifetime' | 'grantLifetime' | 'loginTimeout' | 'verdictLifetime' | 'upstreamTimeout'
>;

/** The validated options, with defaults. */
export interface DelegatedSettings {
  /** The issuer identifier: the origin of the resource. */
  readonly issuer: string;
  readonly resource: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly requiredScopes: readonly string[];
  readonly lifetimes: Lifetimes;
  readonly report: ErrorListener;
}

/**
 * Validates the options and adds the defaults.
 *
 * @throws {TypeError} if an option is invalid. The message names it.
 * @throws {RangeError} if a number is out of range.
 */
export function delegatedSettings(options: DelegatedAuthorizationOptions): DelegatedSettings {
  checkOptions(WHAT, options, DELEGATED_OPTIONS);
  requireOptions(WHAT, options, DELEGATED_OPTIONS, ['provider', 'keys']);
  const { provider, scopes = ['mcp'], requiredScopes = [], clients = [] } = options;
  const resource = resourceOf(options.resource);
  checkUrl('provider.issuer', provider.issuer, provider.allowHttp === true);
  for (const [name, url] of Object.entries(provider.endpoints ?? {})) {
    if (url !== undefined) checkUrl(`provider.endpoints.${name}`, url as string, provider.allowHttp === true);
  }
  check(isText(provider.clientId), 'provider.clientId', 'the id of a client that is registered at the provider');
  const { validateUpstream } = options;
  const isValidation = ['userinfo', 'introspection'].includes(validateUpstream as string);
  check(
    isValidation || typeof validateUpstream === 'function',
    'validateUpstream',
    '"userinfo", "introspection", or a function',
  );
  check(
    hasOpenId(provider.scope) || options.user !== undefined,
    'user',
    'a function, because "provider.scope" does not include "openid"',
  );
  check(scopes.length > 0 && scopes.every(isScope), 'scopes', 'a non-empty array of scopes without spaces');
  check(
    requiredScopes.every((scope) => scopes.includes(scope)),
    'requiredScopes',
    'scopes that "scopes" includes',
  );
  const schemes = options.registration === false ? [] : (options.registration?.schemes ?? []);
  for (const { id, redirectUris } of clients) {
    check(isText(id) && redirectUris.length > 0, 'clients', 'objects with id and redirectUris');
    for (const uri of redirectUris) {
      const problem = redirectProblem(uri, schemes);
      if (problem !== undefined)
        throw new TypeError(`Invalid option "clients" for ${WHAT}: the redirect URI ${uri} ${problem}`);
    }
  }
  return {
    issuer: resource.origin,
    resource: options.resource,
    name: options.name ?? resource.host,
    scopes,
    requiredScopes,
    lifetimes: withDefaults<DelegatedAuthorizationOptions>(options, DELEGATED_OPTIONS),
    report: safeListener(options.onError ?? ((error) => reportToStderr(error, 'Delegated authorization'))),
  };
}

/** Returns whether an ID token is requested. */
export function hasOpenId(scope = 'openid'): boolean {
  return scope.split(' ').includes('openid');
}

function resourceOf(resource: string): URL {
  checkUrl('resource', resource, true);
  const url = new URL(resource);
  check(url.hash === '' && url.search === '' && url.username === '', 'resource', 'a URL without query and fragment');
  return url;
}

/** Only https is safe, except on this machine. */
function checkUrl(name: string, text: unknown, allowHttp: boolean): void {
  const url = typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;
  const isSafe = url?.protocol === 'https:' || (allowHttp && url?.protocol === 'http:' && isLoopback(url.hostname));
  check(isSafe, name, allowHttp ? 'an https: URL, or an http: URL with a loopback host' : 'an https: URL');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isScope(scope: string): boolean {
  return /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope);
}

function check(isValid: boolean, name: string, expected: string): void {
  if (!isValid) throw new TypeError(`Invalid option "${name}" for ${WHAT}: expected ${expected}`);
}
