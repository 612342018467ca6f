/** The configuration of oidc-provider: an OAuth 2.1 authorization server for one resource, without OpenID. */

import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import type * as oidc from 'oidc-provider';
import type { Account, AdapterPayload, Configuration, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { withDefaults } from '@mcp-gen/runtime/options';
import { ModelAdapter, NoSessions } from './adapter.js';
import { documentFetch, isNative, registeredMetadata } from './clientMetadata.js';
import {
  CLIENT_METADATA_DOCUMENTS_OPTIONS,
  REGISTRATION_OPTIONS,
  type ClientMetadataDocumentsOptions,
  type DelegatedAuthorizationOptions,
  type KnownClient,
  type RegistrationOptions,
} from './delegatedOptions.js';
import { errorPage, PAGE_HEADERS } from './pages.js';
import { RateLimit } from './rateLimit.js';
import type { Records } from './records.js';
import type { Sealer } from './sealer.js';
import * as Header from '../registry/headers.js';
import type { DelegatedSettings } from './delegatedSettings.js';
import type { UpstreamSession, UpstreamSessions } from './upstreamSessions.js';
import { SessionEndedError, UpstreamError } from './upstreamError.js';

type Context = Parameters<Parameters<Provider['use']>[0]>[0];

/** The paths of the endpoints: the default ones of revision 2025-03-26, and revocation. */
export const PATHS = {
  authorization: '/authorize',
  token: '/token',
  registration: '/register',
  revocation: '/revoke',
  metadata: '/.well-known/oauth-authorization-server',
} as const;

type ClientDocumentFeature = NonNullable<NonNullable<Configuration['features']>['clientIdMetadataDocument']>;

/** Dependencies of the provider. */
export interface ProviderParts {
  readonly module: typeof oidc;
  readonly options: DelegatedAuthorizationOptions;
  readonly settings: DelegatedSettings;
  readonly sealer: Sealer;
  readonly records: Records;
  readonly sessions: UpstreamSessions;
}

/** Creates the authorization server. */
export function newProvider(parts: ProviderParts): Provider {
  const { module, settings, records, options } = parts;
  const provider = new module.default(settings.issuer, configurationOf(parts));
  // URLs and cookies follow from the headers that the handler sets, not from those of the client.
  provider.proxy = true;
  provider.use(knownScopes(settings.scopes));
  provider.use(readableRegistration);
  provider.use(plainMetadata(settings.scopes));
  provider.use(errorsForPeople(provider, new Set(options.clients?.map(({ id }) => id))));
  (provider as EventEmitter).on('error', settings.report);
  provider.on('server_error', (_context, error) => settings.report(error));
  if (options.registration !== false) {
    const { lifetime } = withDefaults<RegistrationOptions>(options.registration ?? {}, REGISTRATION_OPTIONS);
    provider.use(usedClients(records, lifetime, settings.report));
  }
  return provider;
}

function configurationOf({ module, options, settings, sealer, records, sessions }: ProviderParts): Configuration {
  const { errors, interactionPolicy } = module;
  const { lifetimes, resource, scopes } = settings;
  const { registration = {}, clients = [], clientMetadataDocuments = false } = options;
  const documents = clientMetadataDocuments === true ? {} : clientMetadataDocuments;
  const registering = withDefaults<RegistrationOptions>(
    registration === false ? {} : registration,
    REGISTRATION_OPTIONS,
  );
  const { schemes = [], unusedLifetime } = registering;
  const endGrant = (grant: string): Promise<void> => sessions.end(grant);
  const adapterSettings = { records, errors, clientLifetime: unusedLifetime, endGrant };
  const policy = interactionPolicy.base();
  policy.clear();
  for (const name of ['login', 'consent', 'select_account']) {
    policy.add(
      new interactionPolicy.Prompt({ name, requestable: true }, ...(name === 'login' ? [always(module)] : [])),
    );
  }
  /** The upstream sessions that token requests have looked up. Issued tokens expire with them. */
  const found = new WeakMap<object, UpstreamSession>();
  const remaining = (context: object | undefined, most: number): number => {
    const session = context === undefined ? undefined : found.get(context);
    return seconds(session === undefined ? most : Math.min(most, session.ends - Date.now()));
  };
  return {
    adapter: (model: string) => (model === 'Session' ? new NoSessions() : new ModelAdapter(model, adapterSettings)),
    clients: clients.map(metadataOf),
    clientAuthMethods: ['none', 'client_secret_basic', 'client_secret_post'],
    clientBasedCORS: (_context, origin, client) => originsOf(client.redirectUris ?? []).includes(origin),
    clockTolerance: 0,
    cookies: {
      keys: sealer.cookieKeys,
      names: { interaction: 'mcp_login', resume: 'mcp_resume', session: 'mcp_session' },
      long: { signed: true, httpOnly: true, sameSite: 'lax' },
      short: { signed: true, httpOnly: true, sameSite: 'lax' },
    },
    discovery: { service_documentation: undefined },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    expiresWithSession: () => false,
    features: {
      clientIdMetadataDocument: documents === false ? { enabled: false } : documentFeature(documents),
      claimsParameter: { enabled: false },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      registration: registration === false ? { enabled: false } : registrationFeature(),
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, indicator) => {
          if (!isEquivalent(indicator, resource)) throw new errors.InvalidTarget();
          return { scope: scopes.join(' '), audience: resource, accessTokenFormat: 'opaque' };
        },
      },
      revocation: { enabled: true, allowedPolicy: (_context, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    // URLs in registrations are never fetched. Client ID metadata documents are, if they are enabled.
    fetch:
      documents === false
        ? () => Promise.reject(new Error('Requests to URLs of clients are disabled'))
        : documentFetch(documents, { scopes, schemes }),
    findAccount: async (context, id, token) => {
      useRequestedSpelling(context, token, resource);
      const grant = (token as { readonly grantId?: string } | undefined)?.grantId;
      const isReplay = (token as { readonly consumed?: unknown } | undefined)?.consumed !== undefined;
      if (grant !== undefined && !isReplay) {
        const session = await upstreamSessionOf(grant);
        if (session === undefined) return undefined;
        found.set(context, session);
      }
      return accountOf(id);
    },
    interactions: { policy, url: (_context, { uid }) => `${PATHS.authorization}/${uid}/consent` },
    issueRefreshToken: (_context, client) => client.grantTypeAllowed('refresh_token'),
    jwks: { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })] },
    loadExistingGrant: async (context) => {
      const grant = context.oidc.result?.consent?.grantId;
      return grant === undefined ? undefined : context.oidc.provider.Grant.find(grant);
    },
    pkce: { required: () => true },
    renderError: (context, { error, error_description }) => {
      showError(context, error, error_description);
    },
    responseTypes: ['code'],
    revokeGrantPolicy: () => true,
    rotateRefreshToken: true,
    routes: {
      authorization: PATHS.authorization,
      token: PATHS.token,
      registration: PATHS.registration,
      revocation: PATHS.revocation,
    },
    scopes: [...scopes],
    sectorIdentifierUriValidate: () => false,
    clientDefaults: { grant_types: ['authorization_code'], id_token_signed_response_alg: 'ES256' },
    ttl: {
      AccessToken: (context) => remaining(context, lifetimes.accessTokenLifetime),
      AuthorizationCode: 60,
      Grant: seconds(lifetimes.grantLifetime),
      Interaction: seconds(lifetimes.loginTimeout),
      RefreshToken: (context) => remaining(context, lifetimes.idleLifetime),
      Session: seconds(lifetimes.loginTimeout),
    },
  };

  /** Returns the upstream session of a grant, if the provider still accepts its tokens. */
  async function upstreamSessionOf(grant: string): Promise<UpstreamSession | undefined> {
    try {
      await sessions.check(grant);
      return await sessions.find(grant);
    } catch (error) {
      if (error instanceof SessionEndedError) return undefined;
      throw error instanceof UpstreamError ? oauthError(errors, error) : error;
    }
  }

  function documentFeature(given: ClientMetadataDocumentsOptions): ClientDocumentFeature {
    const { perMinute, totalPerMinute } = withDefaults<ClientMetadataDocumentsOptions>(
      given,
      CLIENT_METADATA_DOCUMENTS_OPTIONS,
    );
    const limit = new RateLimit(perMinute, totalPerMinute);
    // A client with an invalid document is looked up a second time for the error page.
    const tried = new WeakSet<IncomingMessage>();
    return {
      enabled: true,
      ack: 'draft-02',
      // Called for documents that are not cached.
      allowFetch: (context) => {
        if (tried.has(context.req)) return false;
        tried.add(context.req);
        if (limit.count(records.holder) === 0) return true;
        const error = new errors.TemporarilyUnavailable('too many client ID metadata documents');
        throw Object.assign(error, { status: 429, statusCode: 429 });
      },
    };
  }

  function registrationFeature(): NonNullable<Configuration['features']>['registration'] {
    const limit = new RateLimit(registering.perMinute, registering.totalPerMinute);
    return {
      enabled: true,
      issueRegistrationAccessToken: false,
      secretFactory: () => randomBytes(32).toString('base64url'),
      // Called after the body was read and before it is used.
      idFactory: (context) => {
        const wait = limit.count(records.holder);
        if (wait > 0) {
          context.set('retry-after', String(wait));
          const error = new errors.TemporarilyUnavailable('too many registrations');
          throw Object.assign(error, { status: 429, statusCode: 429 });
        }
        const body = context.oidc.body ?? {};
        const metadata = registeredMetadata(body, { scopes, schemes }, (code, message) => {
          if (code === 'invalid_redirect_uri') throw new errors.CustomOIDCProviderError(code, message);
          throw new errors.InvalidClientMetadata(message);
        });
        (context.oidc as { body?: unknown }).body = metadata;
        return randomBytes(18).toString('base64url');
      },
    };
  }
}

/** Converts a failure at the third party to an error of oidc-provider. */
export function oauthError(errors: typeof oidc.errors, { code, message }: UpstreamError): Error {
  const status = code === 'temporarily_unavailable' ? 503 : 502;
  return Object.assign(new errors.CustomOIDCProviderError(code, message), { status, statusCode: status });
}

/** Requires a login at the third party for every authorization. */
function always({ interactionPolicy }: typeof oidc): InstanceType<typeof oidc.interactionPolicy.Check> {
  const { Check } = interactionPolicy;
  return new Check('delegated', 'the user has to log in at the provider', 'login_required', ({ oidc }) =>
    oidc.result?.consent?.grantId === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  );
}

/**
 * Requests all scopes for a client that requests none, because revision 2025-03-26 does not tell clients about scopes. Unknown scopes, such
 * as `openid`, are dropped unless all are unknown; then the client receives an error.
 */
function knownScopes(scopes: readonly string[]): Parameters<Provider['use']>[0] {
  return (context, next) => {
    const { scope = '' } = context.query;
    if (context.path === PATHS.authorization && typeof scope === 'string') {
      const known = scope.split(' ').filter((one) => scopes.includes(one));
      const requested = scope === '' ? scopes : known;
      if (requested.length > 0) context.query = { ...context.query, scope: requested.join(' ') };
    }
    return next();
  };
}

/** Allows pages in browsers to register, because registration is open and needs no credentials. */
const readableRegistration: Parameters<Provider['use']>[0] = async (context, next) => {
  if (context.path !== PATHS.registration) {
    await next();
    return;
  }
  context.set('access-control-allow-origin', '*');
  if (context.method !== 'OPTIONS') {
    await next();
    return;
  }
  context.set({
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': `content-type, ${Header.protocolVersion}`,
  });
  context.status = 204;
};

/** The fields of RFC 8414 that apply to this server; oidc-provider adds those of OpenID. */
const METADATA: ReadonlySet<string> = new Set([
  ...['issuer', 'authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint'],
  ...['scopes_supported', 'response_types_supported', 'response_modes_supported', 'grant_types_supported'],
  ...['token_endpoint_auth_methods_supported', 'code_challenge_methods_supported'],
  'authorization_response_iss_parameter_supported',
  'client_id_metadata_document_supported',
]);

function plainMetadata(scopes: readonly string[]): Parameters<Provider['use']>[0] {
  return async (context, next) => {
    await next();
    const body: unknown = context.body;
    if (context.path !== PATHS.metadata || !isObject(body)) return;
    const known = Object.entries(body).filter(([name]) => METADATA.has(name));
    context.body = { ...Object.fromEntries(known), scopes_supported: scopes };
  };
}

/**
 * Shows the errors of a login that the user has not seen yet, instead of redirecting to a client that registered itself: anybody could make
 * a link to this server that leads to a site of their own (RFC 9700, section 4.11.2). Programs on this computer are redirected to.
 */
function errorsForPeople(provider: Provider, known: ReadonlySet<string>): Parameters<Provider['use']>[0] {
  const failed = new WeakMap<object, oidc.errors.OIDCProviderError>();
  const fail = (context: object, error: oidc.errors.OIDCProviderError): void => void failed.set(context, error);
  provider.on('authorization.error', fail);
  provider.on('server_error', fail as (context: object, error: Error) => void);
  return async (context, next) => {
    await next();
    const error = failed.get(context);
    const { route, client, params } = (context as Partial<KoaContextWithOIDC>).oidc ?? {};
    if (error === undefined || route !== 'authorization' || client === undefined || known.has(client.clientId)) return;
    const redirect = params?.['redirect_uri'];
    if (isErrorPage(context) || (typeof redirect === 'string' && isNative(redirect))) return;
    const location = context.response.get('location');
    context.remove('location');
    // The status of errors that are only meant for redirects is one of a redirect.
    context.status = error.statusCode >= 400 ? error.statusCode : 400;
    showError(context, error.error, error.error_description, location === '' ? undefined : location);
  };
}

function showError(context: Context, error: string, description: string | undefined, url?: string): void {
  context.set(PAGE_HEADERS);
  context.body = errorPage(`${error}${description === undefined ? '' : `: ${description}`}`, url);
}

/** Returns whether the response is a page of this server, rather than a redirect or a form for a client. */
function isErrorPage(context: Context): boolean {
  return context.response.get('content-security-policy') === PAGE_HEADERS['content-security-policy'];
}

/** Extends the registration of a client that is used, before it receives tokens, because it may send its next request immediately. */
function usedClients(
  records: Records,
  lifetime: number,
  report: DelegatedSettings['report'],
): Parameters<Provider['use']>[0] {
  return async (context, next) => {
    await next();
    const { oidc } = context as Partial<KoaContextWithOIDC>;
    const id = oidc?.route === 'token' && context.status === 200 ? oidc.client?.clientId : undefined;
    if (id !== undefined) await keepClient(records, id, lifetime).catch(report);
  };
}

async function keepClient(records: Records, id: string, lifetime: number): Promise<void> {
  const metadata = await records.get<AdapterPayload>('Client', id);
  if (metadata !== undefined) await records.set('Client', id, metadata, { lifetime });
}

function metadataOf({ id, secret, redirectUris, name = id }: KnownClient): oidc.ClientMetadata {
  return {
    client_id: id,
    client_name: name,
    redirect_uris: [...redirectUris],
    application_type: redirectUris.every(isNative) ? 'native' : 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    ...(secret === undefined
      ? { token_endpoint_auth_method: 'none' }
      : { client_secret: secret, token_endpoint_auth_method: 'client_secret_basic' }),
  };
}

/** Returns whether a URL is the resource: hosts are case-insensitive, and an empty path equals "/" (RFC 3986, section 6.2). */
function isEquivalent(given: string, resource: string): boolean {
  return URL.canParse(given) && new URL(given).href === new URL(resource).href;
}

/** Lets a token request write the resource differently from the authorization request. Grants are compared as strings. */
function useRequestedSpelling({ oidc }: KoaContextWithOIDC, token: object | undefined, resource: string): void {
  const { params } = oidc;
  const { resource: granted } = (token ?? {}) as { readonly resource?: unknown };
  const requested = params?.['resource'];
  if (params === undefined || typeof requested !== 'string' || typeof granted !== 'string') return;
  if (isEquivalent(requested, resource)) params['resource'] = granted;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function accountOf(id: string): Account {
  return { accountId: id, claims: () => ({ sub: id }) };
}

function originsOf(uris: readonly string[]): readonly string[] {
  return uris.map((uri) => new URL(uri).origin);
}

function seconds(milliseconds: number): number {
  return Math.max(1, Math.floor(milliseconds / 1_000));
}
