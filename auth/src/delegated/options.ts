import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AuthInfo, ErrorListener, HttpInfo } from '@mcp-gen/runtime';
import type { AuthorizationStore } from './store.js';

/** The authorization server of a third party, and the client that we are there. */
export interface UpstreamProvider {
  /**
   * Its issuer identifier, exactly as it writes it: `https://accounts.example.com`. Its metadata is discovered from it, unless `endpoints`
   * are given.
   */
  readonly issuer: string;
  /** Its endpoints, where it publishes no metadata. Default: discovered. */
  readonly endpoints?: UpstreamEndpoints | undefined;
  /** The id of our client there. The redirect URI to register is `<origin of our resource>/authorize/callback`. */
  readonly clientId: string;
  /** The secret of our client there. Default: none, for a public client. */
  readonly clientSecret?: string | undefined;
  /** How the secret is sent. Default `client_secret_basic`, or `client_secret_post` if the metadata lists only that one. */
  readonly clientAuthentication?: 'client_secret_basic' | 'client_secret_post' | undefined;
  /** The scopes to ask for, separated by spaces. With `openid`, an ID token is required and validated. Default `openid`. */
  readonly scope?: string | undefined;
  /** Further parameters of the authorization request: `{ access_type: 'offline' }`. Default: none. */
  readonly parameters?: { readonly [name: string]: string } | undefined;
  /** Allows `http:` to this machine, for development. Default: `https:` alone. */
  readonly allowHttp?: boolean | undefined;
  /** Sends the requests to it. Default: requests to public addresses, or to the host of the issuer, of limited size and time. */
  readonly fetch?: typeof fetch | undefined;
}

/** The endpoints of a provider without metadata, as URLs. */
export interface UpstreamEndpoints {
  /** Where users log in. */
  readonly authorization: string;
  /** Where codes and refresh tokens are exchanged. */
  readonly token: string;
  /** Token introspection (RFC 7662). Default: none. */
  readonly introspection?: string | undefined;
  /** OpenID UserInfo. Default: none. */
  readonly userinfo?: string | undefined;
  /** Token revocation (RFC 7009). Default: none, and tokens there outlive our sessions. */
  readonly revocation?: string | undefined;
}

/** What the provider has issued for one user. Secret: it never reaches a client. */
export interface UpstreamTokens {
  /** The access token of the provider. */
  readonly accessToken: string;
  /** When it expires, in milliseconds since 1970; undefined if the provider does not tell. */
  readonly expiresAt: number | undefined;
  /** The scopes that the provider granted, separated by spaces, as far as it tells. */
  readonly scope: string | undefined;
  /** The claims of the ID token, if there is one: `sub`, and perhaps `email`. */
  readonly claims: { readonly [name: string]: unknown } | undefined;
}

/**
 * Tells whether the provider still honors a token. `userinfo` asks the UserInfo endpoint, `introspection` asks the introspection
 * endpoint. A function returns false if the token was revoked, and throws if it cannot tell.
 */
export type ValidateUpstream =
  | 'userinfo'
  | 'introspection'
  | ((tokens: UpstreamTokens, signal: AbortSignal) => boolean | Promise<boolean>);

/** A client that is known in advance. */
export interface KnownClient {
  /** Its client id. */
  readonly id: string;
  /** Its secret. Default: none, for a public client. */
  readonly secret?: string | undefined;
  /** Its redirect URIs, which are compared exactly; ports of loopback addresses may vary (RFC 8252, section 7.3). */
  readonly redirectUris: readonly string[];
  /** Its name, for the consent page. Default: its id. */
  readonly name?: string | undefined;
  /** Skips the consent page, for a client of the operator's own. Default: false. */
  readonly trusted?: boolean | undefined;
}

/** Limits of dynamic client registration (RFC 7591). */
export interface RegistrationOptions {
  /** Schemes of redirect URIs besides `https:`, and `http:` to this machine: `['cursor']`. Default: none. */
  readonly schemes?: readonly string[] | undefined;
  /** Registrations in a minute from one network address. Default 20. */
  readonly perMinute?: number | undefined;
  /** Registrations in a minute from all addresses together. Default 300. */
  readonly totalPerMinute?: number | undefined;
  /** Milliseconds that a registration is kept until its client is authorized for the first time. Default 3,600,000: an hour. */
  readonly unusedLifetime?: number | undefined;
  /** Milliseconds that a registration is kept after its client obtained a token. Default 90 days. */
  readonly lifetime?: number | undefined;
  /** Returns what callers are told apart by. Default: the address of the connection. Behind a proxy: what the proxy says. */
  readonly addressOf?: ((request: IncomingMessage) => string | undefined) | undefined;
}

/** Limits of client ID metadata documents, which clients publish at URLs that are their ids. */
export interface ClientDocumentsOptions {
  /** Documents that are requested in a minute for one network address. Default 20. */
  readonly perMinute?: number | undefined;
  /** Documents that are requested in a minute for all addresses together. Default 300. */
  readonly totalPerMinute?: number | undefined;
  /** Returns what callers are told apart by. Default: the address of the connection. Behind a proxy: what the proxy says. */
  readonly addressOf?: ((request: IncomingMessage) => string | undefined) | undefined;
  /** Sends the requests. Default: requests over https to public addresses. */
  readonly fetch?: typeof fetch | undefined;
}

/** Options of {@link delegatedAuthorization}. Durations are in milliseconds. */
export interface DelegatedAuthorizationOptions {
  /**
   * The URL of the MCP endpoint, as clients know it: `https://mcp.example.com/mcp`. Tokens are for it alone. The authorization server is
   * at its origin.
   */
  readonly resource: string;
  /** Where users log in. */
  readonly provider: UpstreamProvider;
  /**
   * Secrets of at least 32 characters or bytes each, from which the keys are derived that encrypt stored values, and sign cookies and forms. The
   * first one is used, and all of them are accepted, so that they can be replaced one after another. Every process needs the same ones.
   */
  readonly keys: readonly (string | Uint8Array)[];
  /** Called before a token of ours is honored, and its verdict is kept for `verdictLifetime`. */
  readonly validateUpstream: ValidateUpstream;
  /**
   * Returns the id of the user, or undefined to refuse the login. Required if `provider.scope` has no `openid`. Default: `sub` of the ID
   * token.
   */
  readonly user?:
    | ((tokens: UpstreamTokens, signal: AbortSignal) => string | undefined | Promise<string | undefined>)
    | undefined;
  /** The scopes that clients can ask for. A client that asks for none gets all. Default `['mcp']`. */
  readonly scopes?: readonly string[] | undefined;
  /** The scopes that every request needs. Default: none. */
  readonly requiredScopes?: readonly string[] | undefined;
  /** Clients that are known in advance. Default: none. */
  readonly clients?: readonly KnownClient[] | undefined;
  /** Limits of dynamic client registration; false turns it off. Default: open, within the default limits. */
  readonly registration?: RegistrationOptions | false | undefined;
  /**
   * Accepts clients whose id is the URL of their metadata document, which is requested (specification 2025-11-25: Authorization, Client ID
   * Metadata Documents). `true` is for the default limits. Default: false, and nothing is requested that a client names.
   */
  readonly clientDocuments?: ClientDocumentsOptions | boolean | undefined;
  /** Keeps clients, grants, and tokens. Default: a {@link MemoryAuthorizationStore}. */
  readonly store?: AuthorizationStore | undefined;
  /** The name that the consent page calls this server by. Default: the host of `resource`. */
  readonly name?: string | undefined;
  /** How long an access token is valid. Default 900,000: 15 minutes. */
  readonly accessTokenLifetime?: number | undefined;
  /** How long a session lasts without being used: the lifetime of refresh tokens. Default 7 days. */
  readonly idleTimeout?: number | undefined;
  /** How long a session lasts in any case; then the user has to log in again. Default 30 days. */
  readonly sessionTimeout?: number | undefined;
  /** How long a user has for consent and login. Default 600,000: 10 minutes. */
  readonly loginTimeout?: number | undefined;
  /** How long a verdict of `validateUpstream` is kept: a token that the provider has revoked works no longer than that. Default 60,000. */
  readonly verdictLifetime?: number | undefined;
  /** How long the provider, `validateUpstream`, and `user` have to answer. Default 10,000. */
  readonly upstreamTimeout?: number | undefined;
  /** Called for errors that no caller receives. They have no secrets. Default: writes a line to stderr. */
  readonly onError?: ErrorListener | undefined;
}

/** The caller of a request, as `context.auth` has it. */
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
   * Returns the access token of the provider, for requests of the handler to the provider's own API, renewed if it has expired. It must not be
   * sent to the client.
   *
   * @throws {HttpRefusalError} if the session has ended (401), or the provider cannot be reached (503).
   */
  readonly upstreamToken: () => Promise<string>;
}

/** An authorization server that delegates to a third party, ready to be mounted. */
export interface DelegatedAuthorizationServer {
  /**
   * Answers the paths of the authorization server: `/.well-known/oauth-authorization-server`, `/.well-known/oauth-protected-resource`,
   * `/authorize`, `/token`, `/register`, and `/revoke`. All other requests go to `next`; without it they are answered with 404. Mount it
   * at the root. Needs no `this`.
   */
  readonly handler: (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
  /**
   * Identifies the caller of a request, for the option `authenticate` of `serveHttp` and `createHandler`. Needs no `this`.
   *
   * @throws {HttpRefusalError} with 401, 403, 400, or 503, and with the challenge of the Bearer scheme.
   */
  readonly authenticate: (request: Pick<HttpInfo, 'url' | 'header'>) => Promise<DelegatedAuth>;
}
