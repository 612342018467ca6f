import type { CryptoKey } from 'oauth4webapi';
import type { RedirectReceiver } from './redirectReceiver.js';
import type { TokenStore } from './tokenStore.js';

/** Adds access tokens to the requests of a client. It is what the option `auth` of `connect` takes. */
export interface OAuthClient {
  /**
   * Returns what sends requests to a server, in the place of `fetch`. Called once for each connection. Its requests reject with an
   * {@link AuthorizationError} or a {@link LoginRequiredError} if there is no token that the server accepts.
   */
  wrapFetch(connection: OAuthConnection): typeof fetch;
}

/** A connection whose requests are authorized. */
export interface OAuthConnection {
  /** The URL of the server. Tokens are sent to its origin alone. */
  readonly server: URL;
  /**
   * What sends requests without credentials. One that is not the global function also sends those to authorization servers, whose hosts
   * are then checked by name alone.
   */
  readonly fetch: typeof fetch;
  /** The revisions that the client supports. Without `2025-03-26`, servers need protected resource metadata. */
  readonly revisions: readonly string[];
  /** Ends what obtains tokens for the connection when it aborts. Default: a login ends after `loginTimeout`, whoever waits for it. */
  readonly signal?: AbortSignal | undefined;
  /** Called when tokens are being obtained that may take a login, with a promise that resolves when that has ended. Default: nobody is told. */
  readonly onLogin?: ((ended: Promise<void>) => void) | undefined;
}

/** Options of all ways to obtain tokens. */
export interface OAuthClientOptions {
  /** Keeps tokens and registrations. Default: a new `MemoryTokenStore`. */
  readonly store?: TokenStore | undefined;
  /** Scopes to ask for, separated by spaces. Those that a challenge of the server names are added. Default: those that the server asks for. */
  readonly scope?: string | undefined;
  /** The only authorization server that is used: its issuer identifier. Default: the first one that the server names. */
  readonly issuer?: string | undefined;
  /** Allows `http:` to servers on this machine. Default: `https:` alone. */
  readonly allowHttp?: boolean | undefined;
  /**
   * Hosts of authorization servers in private networks. Default: none, except the host of the server itself, and this machine if the
   * server is on it.
   */
  readonly privateHosts?: readonly string[] | undefined;
  /** Binds tokens to a key (DPoP, RFC 9449), and refuses others. Default: where the server asks for it. */
  readonly dpop?: boolean | undefined;
}

/** A client that an authorization server knows. */
export interface RegisteredClient {
  /** The client identifier. */
  readonly id: string;
  /** The secret. Default: none; the client is public, or has a `privateKey`. */
  readonly secret?: string | undefined;
  /** The key that the client proves its identity with (`private_key_jwt`). Default: none. */
  readonly privateKey?: ClientKey | undefined;
  /**
   * The issuer identifier of the authorization server that registered the client. The client is used with no other. Default: the first
   * one that the client is used with, which the store remembers.
   */
  readonly issuer?: string | undefined;
  /** How a secret is sent. Default: `client_secret_basic`, unless the metadata of the authorization server exclude it. */
  readonly secretMethod?: 'client_secret_basic' | 'client_secret_post' | undefined;
}

/** A private key of a client. */
export interface ClientKey {
  /** The key: PKCS #8 in PEM, a JSON Web Key as JSON, or a `CryptoKey`. */
  readonly key: string | CryptoKey;
  /** The algorithm of its signatures: `ES256`. Default: that of the JSON Web Key or the `CryptoKey`. */
  readonly algorithm?: string | undefined;
  /** Its id, which the authorization server finds the public key by. Default: none. */
  readonly id?: string | undefined;
}

/** Options of `authorizationCode`. */
export interface AuthorizationCodeOptions extends OAuthClientOptions {
  /** Takes the person to the authorization server and back. Default: none; a login that is needed is a {@link LoginRequiredError}. */
  readonly receiver?: RedirectReceiver | undefined;
  /** The client, if it was registered before. Default: `clientMetadataUrl`, else it registers itself. */
  readonly client?: RegisteredClient | undefined;
  /** The https URL of a client ID metadata document, for authorization servers that support it. Default: none. */
  readonly clientMetadataUrl?: string | undefined;
  /** The name that people see when the client has registered itself. Default: `mcp-gen`. */
  readonly clientName?: string | undefined;
  /** Milliseconds that a person has for one login. It goes on when the call that required it has timed out. Default 300,000. */
  readonly loginTimeout?: number | undefined;
}

/** Options of `clientCredentials`. */
export interface ClientCredentialsOptions extends OAuthClientOptions {
  /** The client. It needs a secret or a private key. */
  readonly client: RegisteredClient;
}

/** Options of `jwtBearer`. */
export interface JwtBearerOptions extends OAuthClientOptions {
  /** The client. */
  readonly client: RegisteredClient;
  /** Returns the JWT that proves who the workload is. Called for each token; its audience is the authorization server. */
  readonly assertion: (request: AssertionRequest) => string | Promise<string>;
  /**
   * Tells the tokens of this workload from those of others in `store`. Required together with `store`. Default: none, since the tokens are in a store
   * of this client alone.
   */
  readonly subject?: string | undefined;
}

/** What a JWT is asked for. */
export interface AssertionRequest {
  /** The issuer identifier of the authorization server that gets the JWT. */
  readonly issuer: string;
  /** The server that the token is for. */
  readonly resource: string;
}

/** Options of `enterpriseManaged`. */
export interface EnterpriseManagedOptions extends OAuthClientOptions {
  /** The client, as the server's authorization server knows it. */
  readonly client: RegisteredClient;
  /** The identity provider of the enterprise. */
  readonly idp: IdentityProvider;
  /**
   * Tells the tokens of this person from those of others in `store`. Required together with `store`. Default: none, since the tokens are in a store
   * of this client alone.
   */
  readonly subject?: string | undefined;
}

/** An identity provider that decides which servers a person may use. */
export interface IdentityProvider {
  /** Its issuer identifier. */
  readonly issuer: string;
  /** Its token endpoint. Default: that of its metadata. */
  readonly tokenEndpoint?: string | undefined;
  /** The client, as the identity provider knows it. */
  readonly client: RegisteredClient;
  /** Returns the ID token of the person, from the login at the identity provider. Called for each token. */
  readonly idToken: () => string | Promise<string>;
}
