import {
  anyOf,
  FLAG,
  FUNCTION,
  group,
  lifetime,
  methods,
  OBJECT,
  oneOf,
  required,
  STRING,
  STRINGS,
  NON_EMPTY,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import type { CryptoKey } from 'oauth4webapi';
import { DOCUMENT_URL } from '../net/urlKinds.js';
import { LOGIN_TIMEOUT, type RedirectReceiver } from './redirectReceiver.js';
import type { TokenStore } from './tokenStore.js';

/** Adds access tokens to the requests of a client. Pass it to `connect` as the option `auth`. */
export interface OAuthClient {
  /**
   * Returns a replacement for `fetch` that sends requests to a server. Called once for each connection. Its requests reject with an {@link
   * AuthorizationError} or a {@link LoginRequiredError} if no token that the server accepts can be obtained.
   */
  wrapFetch(connection: OAuthConnection): typeof fetch;
  /**
   * Logs out: deletes the tokens of a server from the store, and revokes them at the authorization server (RFC 7009). The registration of
   * the client stays.
   *
   * @param connection as for {@link wrapFetch}. Its signal ends the revocation
   * @throws the reason of the signal, and the errors of the store.
   */
  forget(connection: OAuthConnection): Promise<Forgotten>;
}

/**
 * What became of the tokens: there were `none`, they are `deleted` and stay valid until they expire, because the authorization server did
 * not revoke them, or they are `revoked`.
 */
export type Forgotten = 'none' | 'deleted' | 'revoked';

/** A connection whose requests need access tokens. */
export interface OAuthConnection {
  /** The URL of the server. Tokens are only sent to its origin. */
  readonly server: URL;
  /**
   * Sends requests without credentials. If it is not the global `fetch`, it also sends those to authorization servers, whose hosts are then
   * only checked by name.
   */
  readonly fetch: typeof fetch;
  /** The revisions that the client supports. Without `2025-03-26`, servers need protected resource metadata. */
  readonly revisions: readonly string[];
  /** Aborts pending authorization of the connection. Default: none; a login ends after `loginTimeout`. */
  readonly signal?: AbortSignal | undefined;
  /** Called when a flow that may require a login starts, with a promise that resolves when it has ended. Default: none. */
  readonly onLogin?: ((ended: Promise<void>) => void) | undefined;
}

/** Options shared by all grants. */
export interface OAuthClientOptions {
  /** Stores tokens and registrations. Default: a new `MemoryTokenStore`. */
  readonly store?: TokenStore | undefined;
  /** Scopes to request, separated by spaces. Those of the server's challenge are added. Default: those that the server requires. */
  readonly scope?: string | undefined;
  /** The issuer identifier of the only authorization server to use. Default: the first one that the server names. */
  readonly issuer?: string | undefined;
  /** Allows `http:` for servers on this machine. Default: only `https:`. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Hosts of authorization servers in private networks. Default: none, except the host of the server itself, and this machine if the
   * server is on it.
   */
  readonly privateHosts?: readonly string[] | undefined;
  /**
   * Accepts protected resource metadata only if their resource is the URL of the server (RFC 9728, 3.3). Default false: it may also be the
   * origin of the server, or a parent of its path, as many servers name it. Tokens are valid for all of it then, and the server sees them:
   * set this where different parties share an origin.
   */
  readonly exactResource?: boolean | undefined;
  /** Binds tokens to a key (DPoP, RFC 9449), and rejects unbound ones. Default: if the server requires it. */
  readonly dpop?: boolean | undefined;
}

/** {@link OAuthClientOptions}. */
export const OAUTH_CLIENT_OPTIONS: OptionTable<OAuthClientOptions> = {
  store: methods('get', 'set', 'lock'),
  scope: STRING,
  issuer: STRING,
  allowHttp: FLAG,
  privateHosts: STRINGS,
  exactResource: FLAG,
  dpop: FLAG,
};

/** A client that is registered with an authorization server. */
export interface RegisteredClient {
  /** The client identifier. */
  readonly id: string;
  /** The secret. Default: none; the client is public, or has a `privateKey`. */
  readonly secret?: string | undefined;
  /** The key that the client authenticates with (`private_key_jwt`). Default: none. */
  readonly privateKey?: ClientKey | undefined;
  /**
   * The issuer identifier of the authorization server that registered the client. The client is only used with this one. Default: the first
   * one that the client is used with, which the store remembers.
   */
  readonly issuer?: string | undefined;
  /** How the secret is sent. Default: `client_secret_basic`, unless the metadata of the authorization server excludes it. */
  readonly secretMethod?: 'client_secret_basic' | 'client_secret_post' | undefined;
}

/** A private key of a client. */
export interface ClientKey {
  /** The key: PKCS #8 in PEM, a JSON Web Key as JSON, or a `CryptoKey`. */
  readonly key: string | CryptoKey;
  /** The signature algorithm: `ES256`. Default: that of the JSON Web Key or the `CryptoKey`. */
  readonly algorithm?: string | undefined;
  /** The key id, by which the authorization server finds the public key. Default: none. */
  readonly id?: string | undefined;
}

/** {@link ClientKey}. */
export const CLIENT_KEY_OPTIONS: OptionTable<ClientKey> = {
  key: required(anyOf(NON_EMPTY, OBJECT)),
  algorithm: STRING,
  id: STRING,
};

/** {@link RegisteredClient}. */
export const REGISTERED_CLIENT_OPTIONS: OptionTable<RegisteredClient> = {
  id: required(STRING),
  secret: STRING,
  privateKey: group(CLIENT_KEY_OPTIONS),
  issuer: STRING,
  secretMethod: oneOf('client_secret_basic', 'client_secret_post'),
};

const CLIENT = group(REGISTERED_CLIENT_OPTIONS);

/** Options of `authorizationCode`. */
export interface AuthorizationCodeOptions extends OAuthClientOptions {
  /**
   * Sends the user to the authorization server and receives the redirect. Default: none; a required login rejects with a {@link
   * LoginRequiredError}.
   */
  readonly receiver?: RedirectReceiver | undefined;
  /** The client, if it is already registered. Default: `clientMetadataUrl`, else dynamic client registration. */
  readonly client?: RegisteredClient | undefined;
  /** The https URL of a client ID metadata document, for authorization servers that support it. Default: none. */
  readonly clientMetadataUrl?: string | undefined;
  /** The name that users see if the client was registered dynamically. Default: `mcp-gen`. */
  readonly clientName?: string | undefined;
  /** Milliseconds that a user has for one login. The login continues after the request that required it has timed out. Default 300,000. */
  readonly loginTimeout?: number | undefined;
}

/** {@link AuthorizationCodeOptions}. */
export const AUTHORIZATION_CODE_OPTIONS: OptionTable<AuthorizationCodeOptions> = {
  ...OAUTH_CLIENT_OPTIONS,
  receiver: methods('open'),
  client: CLIENT,
  clientMetadataUrl: DOCUMENT_URL,
  clientName: STRING,
  loginTimeout: lifetime(LOGIN_TIMEOUT),
};

/** Options of `clientCredentials`. */
export interface ClientCredentialsOptions extends OAuthClientOptions {
  /** The client. Needs a secret or a private key. */
  readonly client: RegisteredClient;
}

/** {@link ClientCredentialsOptions}. */
export const CLIENT_CREDENTIALS_OPTIONS: OptionTable<ClientCredentialsOptions> = {
  ...OAUTH_CLIENT_OPTIONS,
  client: required(CLIENT),
};

/** Options of `jwtBearer`. */
export interface JwtBearerOptions extends OAuthClientOptions {
  /** The client. */
  readonly client: RegisteredClient;
  /** Returns the JWT that identifies the workload. Called for each token; its audience is the authorization server. */
  readonly assertion: (request: AssertionRequest) => string | Promise<string>;
  /**
   * Distinguishes the tokens of this workload from those of others in `store`. Required together with `store`. Default: none, because the
   * default store is private to this client.
   */
  readonly subject?: string | undefined;
}

/** {@link JwtBearerOptions}. */
export const JWT_BEARER_OPTIONS: OptionTable<JwtBearerOptions> = {
  ...OAUTH_CLIENT_OPTIONS,
  client: required(CLIENT),
  assertion: required(FUNCTION),
  subject: STRING,
};

/** The parameters of an assertion. */
export interface AssertionRequest {
  /** The issuer identifier of the authorization server that receives the JWT. */
  readonly issuer: string;
  /** The server that the token is for. */
  readonly resource: string;
}

/** Options of `enterpriseManaged`. */
export interface EnterpriseManagedOptions extends OAuthClientOptions {
  /** The client, as registered with the authorization server of the MCP server. */
  readonly client: RegisteredClient;
  /** The identity provider of the enterprise. */
  readonly idp: IdentityProvider;
  /**
   * Distinguishes the tokens of this user from those of others in `store`. Required together with `store`. Default: none, because the
   * default store is private to this client.
   */
  readonly subject?: string | undefined;
}

/** An identity provider that decides which servers a user may access. */
export interface IdentityProvider {
  /** Its issuer identifier. */
  readonly issuer: string;
  /** Its token endpoint. Default: that of its metadata. */
  readonly tokenEndpoint?: string | undefined;
  /** The client, as registered with the identity provider. */
  readonly client: RegisteredClient;
  /** Returns the ID token of the user, from the login at the identity provider. Called for each token. */
  readonly idToken: () => string | Promise<string>;
}

/** {@link IdentityProvider}. */
export const IDENTITY_PROVIDER_OPTIONS: OptionTable<IdentityProvider> = {
  issuer: required(STRING),
  tokenEndpoint: STRING,
  client: required(CLIENT),
  idToken: required(FUNCTION),
};

/** {@link EnterpriseManagedOptions}. */
export const ENTERPRISE_MANAGED_OPTIONS: OptionTable<EnterpriseManagedOptions> = {
  ...OAUTH_CLIENT_OPTIONS,
  client: required(CLIENT),
  idp: required(group(IDENTITY_PROVIDER_OPTIONS)),
  subject: STRING,
};
