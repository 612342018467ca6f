import { reportToStderr, safeListener, type ErrorListener } from '@mcp-gen/runtime';
import {
  checkOptions,
  checkValues,
  FUNCTION,
  group,
  kind,
  required,
  withDefaults,
  type AnyOptionTable,
  type OptionKind,
  type OptionValues,
} from '@mcp-gen/runtime/options';
import { serverUrl } from '../net/urlKinds.js';
import {
  DELEGATED_OPTIONS,
  ENDPOINTS_OPTIONS,
  PROVIDER_OPTIONS,
  type DelegatedAuthorizationOptions,
} from './delegatedOptions.js';
import { redirectProblem } from './clientMetadata.js';

/** Who has the options, for errors. */
const WHAT = 'delegatedAuthorization';

const WHY_USER = 'a function, because "provider.scope" does not include "openid"';

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
  const { provider, scopes = ['mcp'], requiredScopes = [], clients = [] } = options;
  const resource = new URL(options.resource);
  const isMissingUser = !hasOpenId(provider.scope) && options.user === undefined;
  // What depends on other options.
  checkValues(WHAT, options, {
    provider: group(providerTable(serverUrl(provider.allowHttp))),
    requiredScopes: kind('scopes that "scopes" includes', (given) =>
      (given as string[]).every((scope) => scopes.includes(scope)),
    ),
    ...(isMissingUser && { user: required({ ...FUNCTION, expected: WHY_USER }) }),
  });
  const schemes = options.registration === false ? [] : (options.registration?.schemes ?? []);
  for (const { redirectUris } of clients) {
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

/** Returns the table of a provider, whose URLs are of a kind. */
function providerTable(url: OptionKind): AnyOptionTable {
  const endpoints = Object.fromEntries(Object.keys(ENDPOINTS_OPTIONS).map((name) => [name, url]));
  return { ...PROVIDER_OPTIONS, issuer: url, endpoints: group(endpoints) };
}
