import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, ErrorListener, HttpInfo } from '@mcp-gen/runtime';
import {
  count,
  delay,
  anyOf,
  finite,
  FLAG,
  FUNCTION,
  group,
  kind,
  lifetime,
  listOf,
  OBJECT,
  oneOf,
  orElse,
  required,
  REQUEST_STATE_OPTIONS,
  STRING,
  STRINGS,
  NON_EMPTY,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { RESOURCE_URL } from '../net/urlKinds.js';
import { scopeList } from '../server/scopeRules.js';
import { DOCUMENT_REQUESTS, REGISTRATIONS } from './rateLimit.js';
import type { AuthorizationStore } from './store.js';

/** The authorization server of a third party, and the client that is registered there. */
export interface UpstreamProvider {
  /**
   * The issuer identifier of the provider, exactly as in its metadata: `https://accounts.example.com`. Used to discover the metadata, unless
   * `endpoints` are given.
   */
  readonly issuer: string;
  /** Its endpoints, if it does not publish metadata. Default: discovered. */
  readonly endpoints?: UpstreamEndpoints | undefined;
  /** The id of the client that is registered there. The redirect URI to register is `<origin of the resource>/authorize/callback`. */
  readonly clientId: string;
  /** The secret of that client. Default: none, for a public client. */
  readonly clientSecret?: string | undefined;
  /** How the secret is sent. Default `client_secret_basic`, or `client_secret_post` if the metadata lists only that one. */
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | undefined;
  /** The scopes to request, separated by spaces. With `openid`, an ID token is required and validated. Default `openid`. */
  readonly scope?: string | undefined;
  /** Further parameters of the authorization request: `{ access_type: 'offline' }`. Default: none. */
  readonly parameters?: { readonly [name: string]: string } | undefined;
  /** Allows `http:` to this machine, for development. Default: only `https:`. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Sends the requests. Default: a guarded `fetch`, which only requests public addresses and the host of the issuer, and limits size and
   * time.
   */
  readonly fetch?: typeof fetch | undefined;
}

/** The endpoints of a provider without metadata, as URLs. */
export interface UpstreamEndpoints {
  /** The authorization endpoint. */
  readonly authorization: string;
  /** The token endpoint. */
  readonly token: string;
  /** Token introspection (RFC 7662). Default: none. */
  readonly introspection?: string | undefined;
  /** OpenID UserInfo. Default: none. */
  readonly userinfo?: string | undefined;
  /** Token revocation (RFC 7009). Default: none; tokens of the provider stay valid after a session has ended. */
  readonly revocation?: string | undefined;
}

/** Tokens that the provider issued for one user. Secret: never sent to a client. */
export interface UpstreamTokens {
  /** The access token of the provider. */
  readonly accessToken: string;
  /** When it expires, in milliseconds since 1970; undefined if the provider does not say. */
  readonly expiresAt: number | undefined;
  /** The scopes that the provider granted, separated by spaces; undefined if the provider does not say. */
  readonly scope: string | undefined;
  /** The claims of the ID token, if there is one: `sub`, and perhaps `email`. */
  readonly claims: { readonly [name: string]: unknown } | undefined;
}

/**
 * Checks whether the provider still accepts a token. `userinfo` requests the UserInfo endpoint, `introspection` the introspection endpoint.
 * A function returns false if the token was revoked, and throws if the check failed.
 */
export type ValidateUpstream =
  | 'userinfo'
  | 'introspection'
  | ((tokens: UpstreamTokens, signal: AbortSignal) => boolean | Promise<boolean>);

/** A client that is registered in the options. */
export interface KnownClient {
  /** Its client id. */
  readonly id: string;
  /** Its secret. Default: none, for a public client. */
  readonly secret?: string | undefined;
  /** Its redirect URIs, which are compared exactly; ports of loopback addresses may vary (RFC 8252, section 7.3). */
  readonly redirectUris: readonly string[];
  /** Its name, for the consent page. Default: its id. */
  readonly name?: string | undefined;
  /** Skips the consent page, for the operator's own client. Default: false. */
  readonly trusted?: boolean | undefined;
}

/** Limits of dynamic client registration (RFC 7591). */
export interface RegistrationOptions {
  /** Schemes of redirect URIs besides `https:`, and `http:` to this machine: `['cursor']`. Default: none. */
  readonly schemes?: readonly string[] | undefined;
  /** Maximum registrations per minute from one network address. Default 20. */
  readonly perMinute?: number | undefined;
  /** Maximum registrations per minute from all addresses. Default 300. */
  readonly totalPerMinute?: number | undefined;
  /** Milliseconds that a registration is kept until its client is first authorized. Default 3,600,000: an hour. */
  readonly unusedLifetime?: number | undefined;
  /** Milliseconds that a registration is kept after its client obtained a token. Default 7,776,000,000: 90 days. */
  readonly lifetime?: number | undefined;
}

/** Limits of client ID metadata documents, which are fetched from the URLs that clients use as their ids. */
export interface ClientMetadataDocumentsOptions {
  /** Maximum documents fetched per minute for one network address. Default 20. */
  readonly perMinute?: number | undefined;
  /** Maximum documents fetched per minute for all addresses. Default 300. */
  readonly totalPerMinute?: number | undefined;
  /** Sends the requests. Default: requests over https to public addresses. */
  readonly fetch?: typeof fetch | undefined;
}

/** Options of {@link delegatedAuthorization}. Durations are in milliseconds. */
export interface DelegatedAuthorizationOptions {
  /**
   * The URL of the MCP endpoint that clients connect to: `https://mcp.example.com/mcp`. Tokens are only valid for it. The authorization
   * server is at its origin.
   */
  readonly resource: string;
  /** The provider that users log in at. */
  readonly provider: UpstreamProvider;
  /**
   * Secrets of at least 32 characters or bytes each. The keys that encrypt stored values and sign cookies and forms are derived from them.
   * The first one encrypts and signs, all of them decrypt and verify, so that secrets can be rotated. Every process needs the same ones.
   */
  readonly keys: readonly (string | Uint8Array)[];
  /** Called before a token of this server is accepted. The result is cached for `verdictLifetime`. */
  readonly validateUpstream: ValidateUpstream;
  /**
   * Returns the id of the user, or undefined to deny the login. Required if `provider.scope` lacks `openid`. Default: `sub` of the ID
   * token.
   */
  readonly user?:
    | ((tokens: UpstreamTokens, signal: AbortSignal) => string | undefined | Promise<string | undefined>)
    | undefined;
  /** The scopes that clients can request. A client that requests none gets all. Default `['mcp']`. */
  readonly scopes?: readonly string[] | undefined;
  /** The scopes that every request needs. Default: none. */
  readonly requiredScopes?: readonly string[] | undefined;
  /** Clients that are known in advance. Default: none. */
  readonly clients?: readonly KnownClient[] | undefined;
  /** Limits of dynamic client registration; false turns it off. Default: open, within the default limits. */
  readonly registration?: RegistrationOptions | false | undefined;
  /**
   * Accepts clients whose id is the URL of their metadata document, which is fetched (specification 2025-11-25: Authorization, Client ID
   * Metadata Documents). `true` sets the default limits. Default: false; URLs of clients are never fetched.
   */
  readonly clientMetadataDocuments?: ClientMetadataDocumentsOptions | boolean | undefined;
  /**
   * Returns the address that registrations, logins, and requests for client documents are counted by. Default: the address of the
   * connection. Behind a proxy, return the client address that the proxy reports.
   */
  readonly addressOf?: ((request: IncomingMessage) => string | undefined) | undefined;
  /** Stores clients, grants, and tokens. Default: a {@link MemoryAuthorizationStore}. */
  readonly store?: AuthorizationStore | undefined;
  /** The name of this server on the consent page. Default: the host of `resource`. */
  readonly name?: string | undefined;
  /** Lifetime of an access token. Default 900,000: 15 minutes. */
  readonly accessTokenLifetime?: number | undefined;
  /** Lifetime of an unused grant and of refresh tokens. Default 604,800,000: 7 days. */
  readonly idleLifetime?: number | undefined;
  /** Lifetime of what a user has granted, after which the user has to log in again. Default 2,592,000,000: 30 days. */
  readonly grantLifetime?: number | undefined;
  /** Timeout of consent and login. Default 600,000: 10 minutes. */
  readonly loginTimeout?: number | undefined;
  /**
   * How long a result of `validateUpstream` is cached. A token that the provider has revoked is accepted for at most this time. Default
   * 60,000.
   */
  readonly verdictLifetime?: number | undefined;
  /** Timeout of requests to the provider, and of `validateUpstream` and `user`. Default 10,000. */
  readonly upstreamTimeout?: number | undefined;
  /** Called for errors that no caller receives. They contain no secrets. Default: writes a line to stderr. */
  readonly onError?: ErrorListener | undefined;
}

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** {@link UpstreamEndpoints}. */
export const ENDPOINTS_OPTIONS: OptionTable<UpstreamEndpoints> = {
  authorization: required(STRING),
  token: required(STRING),
  introspection: STRING,
  userinfo: STRING,
  revocation: STRING,
};

/** {@link UpstreamProvider}. */
export const PROVIDER_OPTIONS: OptionTable<UpstreamProvider> = {
  issuer: required(STRING),
  endpoints: group(ENDPOINTS_OPTIONS),
  clientId: required({ ...NON_EMPTY, expected: 'the id of a client that is registered at the provider' }),
  clientSecret: STRING,
  clientAuthentication: oneOf('client_secret_basic', 'client_secret_post'),
  scope: STRING,
  parameters: OBJECT,
  allowHttp: FLAG,
  fetch: FUNCTION,
};

const REDIRECT_URIS = listOf('strings', STRING, 1);

const CLIENT = kind('an object with id and redirectUris', (given) => {
  const { id, redirectUris } = (given ?? {}) as Partial<KnownClient>;
  return NON_EMPTY.accepts(id) && REDIRECT_URIS.accepts(redirectUris);
});

/** {@link RegistrationOptions}. */
export const REGISTRATION_OPTIONS: OptionTable<RegistrationOptions> = {
  schemes: STRINGS,
  perMinute: count(20),
  totalPerMinute: count(REGISTRATIONS.most),
  unusedLifetime: finite(lifetime(60 * MINUTE)),
  lifetime: finite(lifetime(90 * DAY)),
};

/** {@link ClientMetadataDocumentsOptions}. */
export const CLIENT_METADATA_DOCUMENTS_OPTIONS: OptionTable<ClientMetadataDocumentsOptions> = {
  perMinute: count(20),
  totalPerMinute: count(DOCUMENT_REQUESTS.most),
  fetch: FUNCTION,
};

/** {@link DelegatedAuthorizationOptions}. */
export const DELEGATED_OPTIONS: OptionTable<DelegatedAuthorizationOptions> = {
  resource: required(RESOURCE_URL),
  provider: required(group(PROVIDER_OPTIONS)),
  keys: required(REQUEST_STATE_OPTIONS.keys),
  validateUpstream: required(anyOf(oneOf('userinfo', 'introspection'), FUNCTION)),
  user: FUNCTION,
  scopes: scopeList(1),
  requiredScopes: STRINGS,
  clients: listOf('objects with id and redirectUris', CLIENT),
  registration: orElse(false, group(REGISTRATION_OPTIONS)),
  clientMetadataDocuments: orElse(true, orElse(false, group(CLIENT_METADATA_DOCUMENTS_OPTIONS))),
  addressOf: FUNCTION,
  store: OBJECT,
  name: STRING,
  accessTokenLifetime: finite(lifetime(15 * MINUTE)),
  idleLifetime: finite(lifetime(7 * DAY)),
  grantLifetime: finite(lifetime(30 * DAY)),
  loginTimeout: finite(lifetime(10 * MINUTE)),
  verdictLifetime: finite(delay(MINUTE)),
  upstreamTimeout: finite(lifetime(10_000)),
  onError: FUNCTION,
};

/** The caller of a request, as the type of `context.auth`. */
export interface DelegatedAuth extends AuthInfo {
  /** The id of the user at the provider. */
  readonly id: string;
  /** The id of the client that acts for the user. */
  readonly clientId: string;
  /** The scopes that the user granted to the client. */
  readonly scopes: readonly string[];
  /** The scopes, for `access` of tools, prompts, and resources. */
  readonly roles: readonly string[];
  /** When the token expires, in seconds since 1970-01-01. */
  readonly expiresAt: number | undefined;
  /**
   * Returns the access token of the provider, renewed if it has expired. Handlers use it for requests to the provider's API, and must not
   * send it to the client.
   *
   * @throws {HttpRefusalError} if the session has ended (401), or the provider cannot be reached (503).
   */
  readonly upstreamToken: () => Promise<string>;
}

/** An authorization server that delegates to a third party. Mount it in an HTTP server. */
export interface DelegatedAuthorizationServer {
  /**
   * Serves the paths of the authorization server: `/.well-known/oauth-authorization-server`, `/.well-known/oauth-protected-resource`,
   * `/authorize`, `/token`, `/register`, and `/revoke`. Passes all other requests to `next`; without it, responds with 404. Mount it at the
   * root. Does not use `this`.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /**
   * Authenticates the caller of a request, for the option `authenticate` of `serveHttp` and `createHandler`. Does not use `this`.
   *
   * @throws {HttpRefusalError} with 401, 403, 400, or 503, and with the challenge of the Bearer scheme.
   */
  readonly authenticate: (request: Pick<HttpInfo, 'url' | 'header'>) => Promise<DelegatedAuth>;
}
