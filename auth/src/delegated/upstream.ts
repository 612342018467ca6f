import type { ErrorListener } from '@mcp-gen/runtime';
import * as oauth from 'oauth4webapi';
import { guardedFetch } from '../net/guardedFetch.js';
import { isMetadata } from '../net/metadataDocument.js';
import type { UpstreamProvider, UpstreamTokens } from './delegatedOptions.js';
import { hasOpenId } from './delegatedSettings.js';
import { SessionEndedError, UpstreamError } from './upstreamError.js';

/** A login at the provider, with the values that its callback is checked against. */
export interface UpstreamLogin {
  readonly state: string;
  /** The PKCE verifier. */
  readonly verifier: string;
  readonly nonce: string;
}

/** The tokens of a user, with the refresh token. */
export interface RenewableTokens extends UpstreamTokens {
  readonly refreshToken: string | undefined;
}

/** Maximum characters of a stored token. */
const MAX_TOKEN_LENGTH = 16_384;

/** Milliseconds that metadata is cached. */
const METADATA_LIFETIME = 3_600_000;

/** Error codes of a challenge that mean that a token is invalid. */
const TOKEN_ERRORS: ReadonlySet<string> = new Set(['invalid_token', 'insufficient_scope']);

/** Claims about the token itself, not about the user. */
const PROTOCOL_CLAIMS: ReadonlySet<string> = new Set(['at_hash', 'c_hash', 's_hash', 'nonce']);

/** Client of the third party's authorization server: logs users in, and obtains, renews, validates, and revokes tokens. */
export class Upstream {
  readonly #provider: UpstreamProvider;
  readonly #client: oauth.Client;
  readonly #redirectUri: string;
  readonly #fetch: typeof fetch;
  readonly #report: ErrorListener;
  #metadata: { readonly loaded: Promise<oauth.AuthorizationServer>; readonly expires: number } | undefined;

  constructor(provider: UpstreamProvider, redirectUri: string, timeout: number, report: ErrorListener) {
    this.#provider = provider;
    this.#client = { client_id: provider.clientId };
    this.#redirectUri = redirectUri;
    this.#report = report;
    this.#fetch = guardedFetch({
      allowHttp: provider.allowHttp,
      allowPrivate: hostsOf(provider),
      advice: {
        http: 'Set the option "provider.allowHttp" to allow http on this machine',
        privateHost: () => 'If you trust it, set this URL in the option "provider.endpoints"',
      },
      fetch: provider.fetch,
      timeout,
    });
  }

  /** Creates a login. */
  newLogin(): UpstreamLogin {
    const state = oauth.generateRandomState();
    return { state, verifier: oauth.generateRandomCodeVerifier(), nonce: oauth.generateRandomNonce() };
  }

  /**
   * Returns the URL that the user logs in at.
   *
   * @throws {UpstreamError} if the provider cannot be reached, or its metadata lacks the endpoint.
   */
  async authorizationUrl({ state, verifier, nonce }: UpstreamLogin): Promise<URL> {
    const { authorization_endpoint } = await this.#attempt('metadata', () => this.#discovered());
    if (authorization_endpoint === undefined || !URL.canParse(authorization_endpoint))
      throw this.#broken('metadata', 'its metadata lacks a valid "authorization_endpoint"');
    const url = new URL(authorization_endpoint);
    const { clientId, scope = 'openid', parameters = {} } = this.#provider;
    const given = {
      ...parameters,
      response_type: 'code',
      client_id: clientId,
      redirect_uri: this.#redirectUri,
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(hasOpenId(scope) ? { nonce } : {}),
    };
    for (const [name, value] of Object.entries(given)) url.searchParams.set(name, value);
    return url;
  }

  /**
   * Exchanges an authorization code for tokens.
   *
   * @param callback the parameters of the redirect
   * @throws {UpstreamError} if the provider denied the login or failed.
   */
  finish(callback: URLSearchParams, { state, verifier, nonce }: UpstreamLogin): Promise<RenewableTokens> {
    return this.#attempt('login', async () => {
      const server = await this.#discovered();
      const parameters = oauth.validateAuthResponse(server, this.#client, callback, state);
      const response = await oauth.authorizationCodeGrantRequest(
        server,
        this.#client,
        this.#authentication(server),
        parameters,
        this.#redirectUri,
        verifier,
        this.#options(),
      );
      const isOpenId = hasOpenId(this.#provider.scope);
      const expected = isOpenId ? { expectedNonce: nonce, requireIdToken: true } : {};
      return this.#tokensOf(
        await oauth.processAuthorizationCodeResponse(server, this.#client, response, expected),
        undefined,
      );
    });
  }

  /**
   * Renews tokens.
   *
   * @throws {SessionEndedError} if the provider no longer renews them.
   * @throws {UpstreamError} if the provider failed.
   */
  renew(tokens: RenewableTokens): Promise<RenewableTokens> {
    const { refreshToken } = tokens;
    if (refreshToken === undefined) throw new SessionEndedError('The tokens of the provider cannot be renewed');
    return this.#attempt('renewal', async () => {
      const server = await this.#discovered();
      const response = await oauth.refreshTokenGrantRequest(
        server,
        this.#client,
        this.#authentication(server),
        refreshToken,
        this.#options(),
      );
      const renewed = await oauth.processRefreshTokenResponse(server, this.#client, response);
      const user = oauth.getValidatedIdTokenClaims(renewed)?.sub;
      if (user !== undefined && tokens.claims !== undefined && user !== tokens.claims['sub']) {
        throw new SessionEndedError('The provider renewed the tokens for another user');
      }
      return this.#tokensOf(renewed, tokens);
    });
  }

  /** Returns whether the UserInfo endpoint accepts a token. */
  isAcceptedByUserInfo({ accessToken, claims }: UpstreamTokens): Promise<boolean> {
    return this.#attempt('UserInfo endpoint', async () => {
      const server = await this.#discovered();
      const subject = claims?.['sub'];
      const response = await oauth.userInfoRequest(server, this.#client, accessToken, this.#options());
      if (response.status === 401) {
        await response.body?.cancel();
        return false;
      }
      const expected = typeof subject === 'string' ? subject : oauth.skipSubjectCheck;
      try {
        await oauth.processUserInfoResponse(server, this.#client, expected, response);
        return true;
      } catch (error) {
        if (refusesToken(error)) return false;
        throw error;
      }
    });
  }

  /** Returns whether the introspection endpoint reports a token as active. */
  isActive({ accessToken }: UpstreamTokens): Promise<boolean> {
    return this.#attempt('introspection', async () => {
      const server = await this.#discovered();
      const authentication = this.#authentication(server);
      const response = await oauth.introspectionRequest(
        server,
        this.#client,
        authentication,
        accessToken,
        this.#options(),
      );
      return (await oauth.processIntrospectionResponse(server, this.#client, response)).active;
    });
  }

  /** Revokes tokens, if the provider supports that. Never rejects; failures are reported. */
  async revoke({ refreshToken, accessToken }: RenewableTokens): Promise<void> {
    try {
      await this.#attempt('revocation', async () => {
        const server = await this.#discovered();
        if (server.revocation_endpoint === undefined) return;
        const authentication = this.#authentication(server);
        const token = refreshToken ?? accessToken;
        const response = await oauth.revocationRequest(server, this.#client, authentication, token, this.#options());
        await oauth.processRevocationResponse(response);
      });
    } catch {
      // The failure has been reported, and no caller waits for it.
    }
  }

  /** Runs an operation at the provider. A failure is reported in full, without secrets, and converted to an error for clients. */
  async #attempt<T>(what: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof UpstreamError || error instanceof SessionEndedError) throw error;
      throw this.#failure(what, error);
    }
  }

  #failure(what: string, error: unknown): UpstreamError | SessionEndedError {
    if (error instanceof oauth.AuthorizationResponseError) return this.#refusal(error.error);
    if (error instanceof oauth.ResponseBodyError) {
      if (what === 'renewal' && error.error === 'invalid_grant') {
        return new SessionEndedError('The provider no longer renews the tokens');
      }
      if (!isOverloaded(error.status)) return this.#broken(what, `it responded with the error ${printed(error.error)}`);
    }
    const status = statusIn(error);
    if (status !== undefined && isOverloaded(status))
      return this.#unavailable(what, `it responded with status ${status}`);
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
      return this.#broken(what, error.message);
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) {
      return this.#broken(what, `it responded with status ${error.status}`);
    }
    return this.#unavailable(what, error instanceof Error ? error.message : 'the request failed');
  }

  /** Returns the error for an error code in the provider's redirect. */
  #refusal(code: string): UpstreamError {
    if (code === 'access_denied') return new UpstreamError('access_denied', 'The provider denied the login');
    if (code === 'temporarily_unavailable')
      return this.#unavailable('login', 'it redirected with temporarily_unavailable');
    return this.#broken('login', `it redirected with the error ${printed(code)}`);
  }

  #unavailable(what: string, reason: string): UpstreamError {
    this.#report(new Error(`${this.#provider.issuer} is unavailable (${what}): ${reason}`));
    return new UpstreamError('temporarily_unavailable', 'The login provider is unavailable. Try again later');
  }

  #broken(what: string, reason: string): UpstreamError {
    this.#report(new Error(`${this.#provider.issuer} failed (${what}): ${reason}`));
    return new UpstreamError('server_error', 'The login at the provider failed');
  }

  #tokensOf(response: oauth.TokenEndpointResponse, before: RenewableTokens | undefined): RenewableTokens {
    const { access_token: accessToken, refresh_token, expires_in, scope } = response;
    const claims = oauth.getValidatedIdTokenClaims(response);
    const refreshToken = refresh_token ?? before?.refreshToken;
    if (accessToken.length > MAX_TOKEN_LENGTH || (refreshToken?.length ?? 0) > MAX_TOKEN_LENGTH) {
      throw this.#broken('token endpoint', `a token has more than ${MAX_TOKEN_LENGTH} characters`);
    }
    return {
      accessToken,
      refreshToken,
      expiresAt: expires_in === undefined ? undefined : Date.now() + expires_in * 1_000,
      scope: scope ?? before?.scope,
      claims: claims === undefined ? before?.claims : userClaims(claims),
    };
  }

  #authentication(server: oauth.AuthorizationServer): oauth.ClientAuth {
    const { clientSecret, clientAuthentication } = this.#provider;
    if (clientSecret === undefined) return oauth.None();
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const usesPost = methods.includes('client_secret_post') && !methods.includes('client_secret_basic');
    const method = clientAuthentication ?? (usesPost ? 'client_secret_post' : 'client_secret_basic');
    return method === 'client_secret_post'
      ? oauth.ClientSecretPost(clientSecret)
      : oauth.ClientSecretBasic(clientSecret);
  }

  #options() {
    return {
      [oauth.customFetch]: (url: string, init: object) => this.#fetch(url, init),
      // For development on one machine: `guardedFetch` checks that the host is on this machine.
      // oxlint-disable-next-line typescript/no-deprecated
      [oauth.allowInsecureRequests]: this.#provider.allowHttp === true,
    };
  }

  /** Returns the metadata, shared by all logins. A failure is not cached. */
  #discovered(): Promise<oauth.AuthorizationServer> {
    const now = Date.now();
    if (this.#metadata !== undefined && this.#metadata.expires > now) return this.#metadata.loaded;
    const loaded = this.#discover();
    const metadata = { loaded, expires: now + METADATA_LIFETIME };
    this.#metadata = metadata;
    loaded.catch(() => {
      if (this.#metadata === metadata) this.#metadata = undefined;
    });
    return loaded;
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const { issuer, endpoints } = this.#provider;
    if (endpoints !== undefined) {
      return {
        issuer,
        authorization_endpoint: endpoints.authorization,
        token_endpoint: endpoints.token,
        ...(endpoints.introspection === undefined ? {} : { introspection_endpoint: endpoints.introspection }),
        ...(endpoints.userinfo === undefined ? {} : { userinfo_endpoint: endpoints.userinfo }),
        ...(endpoints.revocation === undefined ? {} : { revocation_endpoint: endpoints.revocation }),
      };
    }
    const url = new URL(issuer);
    const openId = await oauth.discoveryRequest(url, { ...this.#options(), algorithm: 'oidc' });
    if (await isMetadata(openId)) return oauth.processDiscoveryResponse(url, openId);
    const other = await oauth.discoveryRequest(url, { ...this.#options(), algorithm: 'oauth2' });
    // If both responses lack metadata, the error is about the one that is likelier to have it.
    const isOther = (await isMetadata(other)) || !(openId.status === 200 || isOverloaded(openId.status));
    await (isOther ? openId : other).body?.cancel();
    return oauth.processDiscoveryResponse(url, isOther ? other : openId);
  }
}

/** The operator has configured these hosts, so they may be private. */
function hostsOf({ issuer, endpoints }: UpstreamProvider): (host: string) => boolean {
  const urls = [issuer, ...Object.values<string | undefined>({ ...endpoints })];
  const hosts = new Set(urls.flatMap((url) => (url === undefined ? [] : [new URL(url).hostname])));
  return (host) => hosts.has(host);
}

/** Returns the HTTP status of a failed request. Errors of the library have the response as their cause. */
function statusIn(error: unknown): number | undefined {
  if (error instanceof oauth.ResponseBodyError) return error.status;
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Response ? cause.status : undefined;
}

/**
 * Returns whether a 403 is about the token (RFC 6750, section 3.1). Without such a challenge, a rate limit or a firewall may have sent it.
 */
function refusesToken(error: unknown): boolean {
  if (!(error instanceof oauth.WWWAuthenticateChallengeError) || error.status !== 403) return false;
  return error.cause.some(
    ({ scheme, parameters }) => scheme === 'bearer' && TOKEN_ERRORS.has(parameters.error?.toLowerCase() ?? ''),
  );
}

function isOverloaded(status: number): boolean {
  return status >= 500 || status === 429;
}

/** Returns an error code for a message, if it is a valid one. */
function printed(code: string): string {
  return /^[\w.-]{1,64}$/.test(code) ? code : '(not a valid error code)';
}

function userClaims(claims: oauth.IDToken): { readonly [name: string]: unknown } {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !PROTOCOL_CLAIMS.has(name)));
}
