import type { DPoPHandle, TokenEndpointResponse } from 'oauth4webapi';
import { AuthorizationError, ForbiddenUrlError, LoginRequiredError } from '../errors.js';
import type { Demand } from './challenge.js';
import { Discovery, type Target } from './discovery.js';
import type { Grant } from './grant.js';
import type { OAuthClientOptions, OAuthConnection } from './options.js';
import { newProofKey, storedProofKey, type ProofKey } from './proofKey.js';
import { Requests } from './requests.js';
import { includesScopes, scopeUnion } from './scopes.js';
import { Shared } from './shared.js';
import { requestGrant } from './tokenEndpoint.js';
import { MemoryTokenStore, type TokenStore } from './tokenStore.js';
import { isExpired, isExpiring, stored, tokensFrom, tokensIn, type Tokens } from './tokens.js';

/** Milliseconds in which a failure is repeated without asking anybody again. */
const FAILURE_PAUSE = 60_000;

/** How often tokens are obtained in a row, each less than {@link FAILURE_PAUSE} after the one before. */
const MAX_RAPID_GRANTS = 5;

/** Errors after which a refresh token is of no use: it, the scopes, or the resource are no longer granted to the client (RFC 6749, RFC 8707). */
const DEAD_REFRESH: ReadonlySet<string> = new Set([
  'invalid_grant',
  'invalid_scope',
  'invalid_target',
  'unauthorized_client',
]);

/** Tokens as this connection knows them. */
export interface Held {
  readonly tokens: Tokens;
  /** How this connection came by them. */
  readonly from: 'store' | 'refresh' | 'grant';
  /** Whether the server has accepted them from this connection. */
  isAccepted: boolean;
}

/** Why tokens are renewed. */
interface Renewal {
  /** What the server said. Undefined: the tokens expire. */
  readonly demand: Demand | undefined;
  /** The tokens that the server did not accept, or that expire. */
  readonly held: Held | undefined;
}

/** The tokens of one connection: reads, obtains, renews, and stores them. */
export class Authorization {
  readonly #grant: Grant;
  readonly #options: OAuthClientOptions;
  readonly #requests: Requests;
  readonly #discovery: Discovery;
  readonly #store: TokenStore;
  readonly #key: string;
  readonly #connection: OAuthConnection;
  #held: Held | undefined;
  #loading: Promise<void> | undefined;
  #proofKey: ProofKey | undefined;
  #renewing: Shared<Held> | undefined;
  #failure: { readonly error: Error; readonly until: number; readonly demand: string | undefined } | undefined;
  #grants = { count: 0, last: -Infinity };

  constructor(connection: OAuthConnection, options: OAuthClientOptions, grant: Grant, named: readonly string[]) {
    this.#grant = grant;
    this.#options = options;
    this.#store = options.store ?? new MemoryTokenStore();
    this.#requests = new Requests(connection, options, named);
    const { issuer } = options;
    this.#discovery = new Discovery({ requests: this.#requests, revisions: connection.revisions, issuer });
    const { origin, pathname, search } = connection.server;
    this.#connection = connection;
    const { signal } = connection;
    signal?.addEventListener('abort', () => this.#renewing?.stop(signal.reason), { once: true });
    this.#key = `tokens ${grant.name} ${origin}${pathname}${search}`;
  }

  /** Returns the tokens to send a request with, renewed if they expire; undefined if the server has to ask first. */
  async current(signal: AbortSignal | undefined): Promise<Held | undefined> {
    // What cannot be read now may be readable for the next request.
    this.#loading ??= this.#load().catch((error: unknown) => {
      this.#loading = undefined;
      throw error;
    });
    await this.#loading;
    const held = this.#held;
    if (held === undefined || !isExpiring(held.tokens)) return held;
    const { refreshToken } = held.tokens;
    // A challenge says better what a person has to be asked for.
    if (refreshToken === undefined && this.#grant.isInteractive) return isExpired(held.tokens) ? undefined : held;
    try {
      return await this.renew({ demand: undefined, held }, signal);
    } catch (error) {
      if (isTemporary(error) && !isExpired(held.tokens)) return held;
      throw error;
    }
  }

  /** Returns other tokens than those that the server has not accepted. All callers share one attempt. */
  async renew(renewal: Renewal, signal: AbortSignal | undefined): Promise<Held> {
    // Others may have been faster.
    if (this.#held !== undefined && this.#held !== renewal.held && this.#satisfies(this.#held.tokens, renewal))
      return this.#held;
    if (this.#renewing === undefined || this.#renewing.isStopped) this.#renewing = this.#begin(renewal);
    return this.#renewing.wait(signal);
  }

  #begin(renewal: Renewal): Shared<Held> {
    const renewing = new Shared<Held>((stop) => this.#renew(renewal, stop));
    const { ended } = renewing;
    void ended.then(() => {
      if (this.#renewing === renewing) this.#renewing = undefined;
    });
    if (this.#grant.isInteractive) this.#connection.onLogin?.(ended);
    return renewing;
  }

  /** The key that tokens are bound to. */
  async proofsFor({ tokens }: Held): Promise<DPoPHandle | undefined> {
    if (tokens.type !== 'dpop') return undefined;
    const key = await this.#proofKeyOf(tokens);
    if (key === undefined) throw new AuthorizationError('The key that the stored tokens are bound to cannot be read');
    return key.handle;
  }

  async #load(): Promise<void> {
    const tokens = await this.#stored();
    if (tokens !== undefined) this.#held = { tokens, from: 'store', isAccepted: false };
  }

  /** The tokens in the store, if the options would let them be obtained now. */
  async #stored(): Promise<Tokens | undefined> {
    const tokens = tokensIn(await this.#store.get(this.#key));
    const { dpop, issuer = tokens?.issuer } = this.#options;
    const isUnbound = dpop === true && tokens?.type !== 'dpop';
    return isUnbound || tokens?.issuer !== issuer ? undefined : tokens;
  }

  async #renew(renewal: Renewal, signal: AbortSignal): Promise<Held> {
    // More scopes that are refused to one request say nothing of others.
    const { demand } = renewal;
    const wanted = demand?.kind === 'insufficient-scope' ? `scopes ${demand.scope ?? ''}` : undefined;
    const failure = this.#failure;
    if (failure !== undefined && failure.demand === wanted && Date.now() < failure.until) throw failure.error;
    try {
      const held = await this.#store.lock(this.#key, () => this.#renewAlone(renewal, signal), signal);
      this.#held = held;
      this.#failure = undefined;
      return held;
    } catch (error) {
      // That a login is required can change at any moment, and is found out without asking anybody.
      const isFinal = error instanceof AuthorizationError || error instanceof ForbiddenUrlError;
      if (isFinal && !isTemporary(error)) this.#failure = { error, until: Date.now() + FAILURE_PAUSE, demand: wanted };
      throw error;
    }
  }

  /** Runs while no other process changes the tokens. */
  async #renewAlone(renewal: Renewal, signal: AbortSignal): Promise<Held> {
    const { demand, held } = renewal;
    const before = await this.#stored();
    if (before !== undefined && before.accessToken !== held?.tokens.accessToken && this.#satisfies(before, renewal)) {
      return { tokens: before, from: 'store', isAccepted: false };
    }
    this.#checkDemand(renewal);
    const hint = demand?.resourceMetadata ?? before?.resourceMetadata;
    // A server that rejects a token may have moved to another authorization server.
    const target = await this.#discovery.target(hint, held !== undefined && demand !== undefined, signal);
    const usable = before?.issuer === target.authorizationServer.issuer ? before : undefined;
    const mayRefresh =
      demand?.kind !== 'insufficient-scope' && (demand === undefined || held === undefined || !isUnaccepted(held));
    const refreshed = usable !== undefined && mayRefresh ? await this.#refresh(usable, target) : undefined;
    if (refreshed !== undefined) return refreshed;
    signal.throwIfAborted();
    // A person needs more time than the request that requires the login has. The next one uses the tokens.
    if (this.#grant.isInteractive) {
      this.#connection.signal?.throwIfAborted();
      this.#renewing?.keep();
    }
    return this.#obtain({ ...renewal, hint, target, before: usable, signal });
  }

  /** Whether tokens, of another process or another request, are worth a try. */
  #satisfies(tokens: Tokens, { demand }: Renewal): boolean {
    return (
      !isExpiring(tokens) && (demand?.kind !== 'insufficient-scope' || includesScopes(tokens.requested, demand.scope))
    );
  }

  /** @throws {AuthorizationError} if other tokens would not help. */
  #checkDemand({ demand, held }: Renewal): void {
    const { href } = this.#requests.server;
    if (demand === undefined) return;
    if (demand.otherSchemes.length > 0) {
      throw new AuthorizationError(
        `${href} asks for the authentication ${demand.otherSchemes.join(', ')}, and not for OAuth`,
      );
    }
    if (held === undefined || held.from !== 'grant') return;
    if (demand.kind === 'insufficient-scope') {
      if (demand.scope !== undefined && !includesScopes(held.tokens.requested, demand.scope)) return;
      const scopes =
        demand.scope === undefined
          ? 'more scopes, and does not say which'
          : `the scopes ${demand.scope}, which were asked for`;
      throw new AuthorizationError(`${href} requires ${scopes}`, { error: 'insufficient_scope' });
    }
    if (!held.isAccepted) {
      throw new AuthorizationError(
        `${href} rejects a token that the authorization server ${held.tokens.issuer} has just issued for it`,
        { error: 'invalid_token' },
      );
    }
  }

  /**
   * Returns refreshed tokens, which are stored then; undefined if the refresh token is not valid any longer. It goes on when nobody waits
   * any longer: a server that rotates refresh tokens accepts the old one once, and the new one must not be lost with the response.
   */
  async #refresh(before: Tokens, target: Target): Promise<Held | undefined> {
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
      if (!isForgotten && !DEAD_REFRESH.has(code ?? '')) throw error;
      await this.#store.set(this.#key, stored({ ...before, refreshToken: undefined }));
      return undefined;
    }
  }

  async #obtain(wanted: Renewal & Wanted): Promise<Held> {
    const { demand, target, before, hint, signal } = wanted;
    const { authorizationServer } = target;
    this.#countGrant();
    // What was asked for before is asked for again, since other requests may need it.
    const base = this.#options.scope ?? before?.requested ?? (demand?.scope === undefined ? target.scope : undefined);
    const scope = scopeUnion(base, demand?.scope);
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

  /** @throws {AuthorizationError} if the token has to be bound to a key, and is not. */
  #checkBound({ token_type: type }: TokenEndpointResponse, issuer: string): void {
    if (this.#options.dpop !== true || type === 'dpop') return;
    throw new AuthorizationError(`The authorization server ${issuer} issued a token that is not bound to a key`);
  }

  async #keep(tokens: Tokens, from: Held['from']): Promise<Held> {
    await this.#store.set(this.#key, stored(tokens));
    return { tokens, from, isAccepted: false };
  }

  /** @throws {AuthorizationError} if tokens were obtained too often. */
  #countGrant(): void {
    const now = Date.now();
    const isRapid = now - this.#grants.last < FAILURE_PAUSE;
    this.#grants = { count: isRapid ? this.#grants.count + 1 : 1, last: now };
    if (this.#grants.count <= MAX_RAPID_GRANTS) return;
    throw new AuthorizationError(
      `${this.#requests.server.href} asks for other tokens again and again, ${MAX_RAPID_GRANTS} so far`,
    );
  }

  /** The key for new tokens, if they are to be bound to one. */
  async #proofKeyFor({ demand, target, before }: Renewal & Wanted): Promise<ProofKey | undefined> {
    const wanted = this.#options.dpop ?? (target.dpop || demand?.dpop === true || before?.type === 'dpop');
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

/** Whether a token was renewed, and the server has not accepted it all the same. */
function isUnaccepted({ from, isAccepted }: Held): boolean {
  return from !== 'store' && !isAccepted;
}

function isTemporary(error: unknown): boolean {
  return error instanceof AuthorizationError && error.temporary;
}
