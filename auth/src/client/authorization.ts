import type { DPoPHandle, TokenEndpointResponse } from 'oauth4webapi';
import { AuthorizationError, ForbiddenUrlError, LoginRequiredError } from '../errors.js';
import type { AuthorizationChallenge } from './authorizationChallenge.js';
import { Discovery, type Target } from './discovery.js';
import { printableText } from './failures.js';
import type { Grant } from './grant.js';
import type { Forgotten, OAuthClientOptions, OAuthConnection } from './oauthOptions.js';
import { newProofKey, storedProofKey, type ProofKey } from './proofKey.js';
import { Requests } from './requests.js';
import { includesScopes, scopeUnion } from './scopeSets.js';
import { Shared } from './shared.js';
import { revokeToken } from './revocation.js';
import { requestGrant } from './tokenEndpoint.js';
import type { TokenStore } from './tokenStore.js';
import { isExpired, isExpiring, stored, tokensFrom, tokensIn, type Tokens } from './tokens.js';

/** Milliseconds during which a failure is rethrown without a new request. */
const FAILURE_PAUSE = 60_000;

/** Maximum number of grants in a row, each less than {@link FAILURE_PAUSE} after the previous one. */
const MAX_RAPID_GRANTS = 5;

/** Errors after which a refresh token is useless: the token, the scopes, or the resource are no longer granted (RFC 6749, RFC 8707). */
const FINAL_REFRESH_ERRORS: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
]);

/** Tokens, with what this connection knows about them. */
export interface ConnectionTokens {
  readonly tokens: Tokens;
  /** How this connection obtained them. */
  readonly from: 'store' | 'refresh' | 'grant';
  /** Whether the server has accepted them from this connection. */
  isAccepted: boolean;
}

/** Why tokens are renewed. */
interface Renewal {
  /** What the server's challenge requires. Undefined: the tokens are about to expire. */
  readonly challenge: AuthorizationChallenge | undefined;
  /** The tokens that the server rejected, or that are about to expire. */
  readonly held: ConnectionTokens | undefined;
}

/** Loads, obtains, renews, and stores the tokens of one connection. */
export class Authorization {
  readonly #grant: Grant;
  readonly #options: OAuthClientOptions;
  readonly #requests: Requests;
  readonly #discovery: Discovery;
  readonly #store: TokenStore;
  readonly #key: string;
  readonly #connection: OAuthConnection;
  #held: ConnectionTokens | undefined;
  #loading: Promise<void> | undefined;
  #proofKey: ProofKey | undefined;
  #renewing: Shared<ConnectionTokens> | undefined;
  #failure: { readonly error: Error; readonly until: number; readonly challenge: string | undefined } | undefined;
  #grants = { count: 0, last: -Infinity };

  constructor(
    connection: OAuthConnection,
    options: OAuthClientOptions & { readonly store: TokenStore },
    grant: Grant,
    named: readonly string[],
  ) {
    this.#grant = grant;
    this.#options = options;
    this.#store = options.store;
    this.#requests = new Requests(connection, options, named);
    const { issuer } = options;
    this.#discovery = new Discovery({ requests: this.#requests, revisions: connection.revisions, issuer });
    const { origin, pathname, search } = connection.server;
    this.#connection = connection;
    const { signal } = connection;
    signal?.addEventListener('abort', () => this.#renewing?.stop(signal.reason), { once: true });
    this.#key = `tokens ${grant.name} ${origin}${pathname}${search}`;
  }

  /** Returns the tokens to send a request with, renewed if they expire; undefined if the server has to send a challenge first. */
  async current(signal: AbortSignal | undefined): Promise<ConnectionTokens | undefined> {
    // A store that cannot be read now may be readable for the next request.
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    await this.#loading;
    const held = this.#held;
    if (held === undefined || !isExpiring(held.tokens)) return held;
    const { refreshToken } = held.tokens;
    // With a challenge, the login can request the right scopes.
    if (refreshToken === undefined && this.#grant.isInteractive) return isExpired(held.tokens) ? undefined : held;
    try {
      return await this.renew({ challenge: undefined, held }, signal);
    } catch (error) {
      if (isTemporary(error) && !isExpired(held.tokens)) return held;
      throw error;
    }
  }

  /** Returns tokens other than the ones that the server rejected. All callers share one attempt. */
  async renew(renewal: Renewal, signal: AbortSignal | undefined): Promise<ConnectionTokens> {
    // Another request may have renewed them already.
    if (this.#held !== undefined && this.#held !== renewal.held && this.#satisfies(this.#held.tokens, renewal))
      return this.#held;
    if (this.#renewing === undefined || this.#renewing.isStopped) this.#renewing = this.#begin(renewal);
    return this.#renewing.wait(signal);
  }

  #begin(renewal: Renewal): Shared<ConnectionTokens> {
    const renewing = new Shared<ConnectionTokens>((stop) => this.#renew(renewal, stop));
    const { ended } = renewing;
    void ended.then(() => {
      if (this.#renewing === renewing) this.#renewing = undefined;
    });
    if (this.#grant.isInteractive) this.#connection.onLogin?.(ended);
    return renewing;
  }

  /** Returns the DPoP handle of the key that the tokens are bound to. */
  async proofsFor({ tokens }: ConnectionTokens): Promise<DPoPHandle | undefined> {
    if (tokens.type !== 'dpop') return undefined;
    const key = await this.#proofKeyOf(tokens);
    if (key !== undefined) return key.handle;
    throw new AuthorizationError(
      `The authorization server ${tokens.issuer} issued a token of type "DPoP" to a request without a DPoP key`,
    );
  }

  /** Deletes the tokens in the store, and revokes them if the authorization server can do that. See `OAuthClient.forget`. */
  async forget(signal: AbortSignal): Promise<Forgotten> {
    return this.#store.lock(
      this.#key,
      async () => {
        const value = await this.#store.get(this.#key);
        if (value === undefined) return 'none';
        await this.#store.set(this.#key, undefined);
        const tokens = tokensIn(value);
        return tokens !== undefined && (await this.#revoke(tokens, signal)) ? 'revoked' : 'deleted';
      },
      signal,
    );
  }

  /** Returns whether the tokens were revoked. They are deleted already, so a failure must not be one of the caller. */
  async #revoke(
    { issuer, clientId, refreshToken, accessToken, resourceMetadata }: Tokens,
    signal: AbortSignal,
  ): Promise<boolean> {
    try {
      const target = await this.#discovery.target(resourceMetadata, false, signal);
      const { authorizationServer } = target;
      const request = { target, requests: this.#requests, store: this.#store, signal };
      const identity = await this.#grant.refreshingAs?.(request, clientId);
      if (authorizationServer.issuer !== issuer || identity === undefined) return false;
      // Without a refresh token, no new access tokens can be issued, so that one is revoked first.
      return await revokeToken(
        { authorizationServer, identity, requests: this.#requests, signal },
        refreshToken ?? accessToken,
      );
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  async #load(): Promise<void> {
    const tokens = await this.#stored();
    if (tokens !== undefined) this.#held = { tokens, from: 'store', isAccepted: false };
  }

  /** Returns the tokens in the store, if they match the options of this client, and the key that they are bound to is valid. */
  async #stored(): Promise<Tokens | undefined> {
    const tokens = tokensIn(await this.#store.get(this.#key));
    const { dpop, issuer = tokens?.issuer } = this.#options;
    const isUnbound = dpop === true && tokens?.type !== 'dpop';
    if (tokens === undefined || isUnbound || tokens.issuer !== issuer) return undefined;
    return tokens.type === 'dpop' && (await this.#proofKeyOf(tokens)) === undefined ? undefined : tokens;
  }

  async #renew(renewal: Renewal, signal: AbortSignal): Promise<ConnectionTokens> {
    // If more scopes are denied to one request, other requests are not affected.
    const { challenge } = renewal;
    const wanted = challenge?.kind === 'insufficient-scope' ? `scopes ${challenge.scope ?? ''}` : undefined;
    const failure = this.#failure;
    if (failure !== undefined && failure.challenge === wanted && Date.now() < failure.until) throw failure.error;
    try {
      const held = await this.#store.lock(this.#key, () => this.#renewLocked(renewal, signal), signal);
      this.#held = held;
      this.#failure = undefined;
      return held;
    } catch (error) {
      // Whether a login is required can change at any moment, and checking it does not prompt anybody.
      const isFinal = error instanceof AuthorizationError || error instanceof ForbiddenUrlError;
      if (isFinal && !isTemporary(error))
        this.#failure = { error, until: Date.now() + FAILURE_PAUSE, challenge: wanted };
      throw error;
    }
  }

  /** Renews the tokens while holding the lock of the store. */
  async #renewLocked(renewal: Renewal, signal: AbortSignal): Promise<ConnectionTokens> {
    const { challenge, held } = renewal;
    const before = await this.#stored();
    if (before !== undefined && before.accessToken !== held?.tokens.accessToken && this.#satisfies(before, renewal)) {
      return { tokens: before, from: 'store', isAccepted: false };
    }
    this.#checkChallenge(renewal);
    const hint = challenge?.resourceMetadata ?? before?.resourceMetadata;
    // A server that rejects a token may have moved to another authorization server.
    const target = await this.#discovery.target(hint, held !== undefined && challenge !== undefined, signal);
    const usable = before?.issuer === target.authorizationServer.issuer ? before : undefined;
    const mayRefresh =
      challenge?.kind !== 'insufficient-scope' &&
      (challenge === undefined || held === undefined || !isUnaccepted(held));
    const refreshed = usable !== undefined && mayRefresh ? await this.#refresh(usable, target) : undefined;
    if (refreshed !== undefined) return refreshed;
    signal.throwIfAborted();
    // A login may take longer than the request that requires it. The next request uses the tokens.
    if (this.#grant.isInteractive) {
      this.#connection.signal?.throwIfAborted();
      this.#renewing?.keep();
    }
    return this.#obtain({ ...renewal, hint, target, before: usable, signal });
  }

  /** Returns whether tokens of another process or request are worth trying. */
  #satisfies(tokens: Tokens, { challenge }: Renewal): boolean {
    return (
      !isExpiring(tokens) &&
      (challenge?.kind !== 'insufficient-scope' || includesScopes(tokens.requested, challenge.scope))
    );
  }

  /** @throws {AuthorizationError} if other tokens would not help. */
  #checkChallenge({ challenge, held }: Renewal): void {
    const { href } = this.#requests.server;
    if (challenge === undefined) return;
    if (challenge.otherSchemes.length > 0) {
      throw new AuthorizationError(
        `${href} requires the authentication scheme ${challenge.otherSchemes.join(', ')}. Supported: Bearer, DPoP`,
      );
    }
    if (held === undefined || held.from !== 'grant') return;
    if (challenge.kind === 'insufficient-scope') {
      if (challenge.scope !== undefined && !includesScopes(held.tokens.requested, challenge.scope)) return;
      const scopes =
        challenge.scope === undefined
          ? 'more scopes, without naming them. Set the option "scope" (flag --auth-scope)'
          : `the scopes ${challenge.scope}, which were requested and not granted`;
      throw new AuthorizationError(`${href} requires ${scopes}`, { error: 'insufficient_scope' });
    }
    if (!held.isAccepted) {
      throw new AuthorizationError(
        `${href} rejected a token that the authorization server ${held.tokens.issuer} has just issued for it`,
        { error: 'invalid_token' },
      );
    }
  }

  /**
   * Returns refreshed tokens after storing them; undefined if the refresh token is no longer valid. Continues after all callers have
   * stopped waiting: a server that rotates refresh tokens accepts the old one once, so the new one must not be lost.
   */
  async #refresh(before: Tokens, target: Target): Promise<ConnectionTokens | undefined> {
    const { signal } = new AbortController();
    const { refreshToken, clientId, issuer } = before;
    const request = { target, requests: this.#requests, store: this.#store, signal };
    const identity = refreshToken === undefined ? undefined : await this.#grant.refreshingAs?.(request, clientId);
    if (refreshToken === undefined || identity === undefined) return undefined;
    const dpop = before.key === undefined ? undefined : await this.#proofKeyOf(before);
    const { authorizationServer, resource } = target;
    const endpoint = { authorizationServer, identity, requests: this.#requests, dpop: dpop?.handle, signal };
    const parameters = { refresh_token: refreshToken, resource, scope: before.granted };
    try {
      const response = await requestGrant(endpoint, 'refresh_token', parameters, [refreshToken]);
      this.#checkBound(response, issuer);
      return await this.#keep(tokensFrom(response, before, before), 'refresh');
    } catch (error) {
      const code = error instanceof AuthorizationError ? error.error : undefined;
      const isUnknown = code === 'invalid_client' || code === 'unauthorized_client';
      const isForgotten = isUnknown && (await this.#grant.forget?.(issuer, clientId, this.#store)) === true;
      if (!isForgotten && !FINAL_REFRESH_ERRORS.has(code ?? '')) throw error;
      await this.#store.set(this.#key, stored({ ...before, refreshToken: undefined }));
      return undefined;
    }
  }

  async #obtain(wanted: Renewal & Wanted): Promise<ConnectionTokens> {
    const { challenge, target, before, hint, signal } = wanted;
    const { authorizationServer } = target;
    this.#countGrant();
    // Scopes requested before are requested again, because other requests may need them.
    const base =
      this.#options.scope ?? before?.requested ?? (challenge?.scope === undefined ? target.scope : undefined);
    const scope = scopeUnion(base, challenge?.scope);
    const key = await this.#proofKeyFor(wanted);
    const { response, clientId, requested } = await this.#grant
      .obtain({ target, scope, dpop: key?.handle, requests: this.#requests, store: this.#store, signal })
      .catch((error: unknown) => {
        if (error instanceof LoginRequiredError) this.#grants.count -= 1;
        throw error;
      });
    const { issuer } = authorizationServer;
    this.#checkBound(response, issuer);
    const facts = { issuer, clientId, requested, resourceMetadata: hint, key: key?.jwk };
    return this.#keep(tokensFrom(response, facts), 'grant');
  }

  /** @throws {AuthorizationError} if the token must be bound to a key, and is not. */
  #checkBound({ token_type: type }: TokenEndpointResponse, issuer: string): void {
    if (this.#options.dpop !== true || type === 'dpop') return;
    throw new AuthorizationError(
      `The authorization server ${issuer} issued a token of type "${printableText(type)}". Expected "DPoP"`,
    );
  }

  async #keep(tokens: Tokens, from: ConnectionTokens['from']): Promise<ConnectionTokens> {
    await this.#store.set(this.#key, stored(tokens));
    return { tokens, from, isAccepted: false };
  }

  /** @throws {AuthorizationError} if tokens were obtained too often in a row. */
  #countGrant(): void {
    const now = Date.now();
    const isRapid = now - this.#grants.last < FAILURE_PAUSE;
    this.#grants = { count: isRapid ? this.#grants.count + 1 : 1, last: now };
    if (this.#grants.count <= MAX_RAPID_GRANTS) return;
    throw new AuthorizationError(`${this.#requests.server.href} rejected ${MAX_RAPID_GRANTS} new tokens in a row`);
  }

  /** Returns the key for new tokens, if they must be bound to one. */
  async #proofKeyFor({ challenge, target, before }: Renewal & Wanted): Promise<ProofKey | undefined> {
    const wanted = this.#options.dpop ?? (target.dpop || challenge?.dpop === true || before?.type === 'dpop');
    if (!wanted) return undefined;
    this.#proofKey ??= await newProofKey(target.authorizationServer.dpop_signing_alg_values_supported);
    return this.#proofKey;
  }

  async #proofKeyOf({ key }: Tokens): Promise<ProofKey | undefined> {
    if (key !== undefined && this.#proofKey?.jwk !== key) this.#proofKey = await storedProofKey(key);
    return key === undefined ? undefined : this.#proofKey;
  }
}

interface Wanted {
  readonly target: Target;
  readonly hint: string | undefined;
  readonly before: Tokens | undefined;
  readonly signal: AbortSignal;
}

/** Returns whether a token was renewed, and the server rejected it nevertheless. */
function isUnaccepted({ from, isAccepted }: ConnectionTokens): boolean {
  return from !== 'store' && !isAccepted;
}

function isTemporary(error: unknown): boolean {
  return error instanceof AuthorizationError && error.temporary;
}
