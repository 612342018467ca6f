import { within } from '@mcp-gen/runtime';
import type { ErrorListener } from '@mcp-gen/runtime';
import type { UpstreamTokens } from './delegatedOptions.js';
import type { Records } from './records.js';
import type { Lifetimes } from './delegatedSettings.js';
import type { RenewableTokens, Upstream } from './upstream.js';
import { SessionEndedError, UpstreamError } from './upstreamError.js';

/** The result of a login at the provider, on which a grant depends. */
export interface UpstreamSession {
  readonly user: string;
  readonly tokens: RenewableTokens;
  /** When the session ends, in milliseconds since 1970. */
  readonly ends: number;
}

/** Returns whether the provider still accepts tokens. Throws if the check failed. */
export type Validate = (tokens: UpstreamTokens, signal: AbortSignal) => boolean | Promise<boolean>;

/** Dependencies of {@link UpstreamSessions}. */
export interface UpstreamSessionsOptions {
  readonly records: Records;
  readonly upstream: Upstream;
  readonly validate: Validate;
  readonly lifetimes: Lifetimes;
  readonly report: ErrorListener;
}

const KIND = 'Upstream';

/** Milliseconds before expiry at which tokens are renewed. */
const RENEWAL_MARGIN = 10_000;

/** Maximum number of cached validation results. */
const MAX_CACHED_RESULTS = 10_000;

/** The sessions of users at the provider, by grant id: validates and renews their tokens, and ends grants with them. */
export class UpstreamSessions {
  readonly #options: UpstreamSessionsOptions;
  /** Until when the tokens of a grant count as valid. */
  readonly #validUntil = new Map<string, number>();
  readonly #validating = new Map<string, Promise<void>>();
  readonly #ending = new Map<string, Promise<void>>();

  constructor(options: UpstreamSessionsOptions) {
    this.#options = options;
  }

  /** Stores a session whose tokens the provider has just issued. */
  async begin(grant: string, session: UpstreamSession): Promise<void> {
    await this.#save(grant, session);
  }

  /** Returns the session of a grant. */
  find(grant: string): Promise<UpstreamSession | undefined> {
    return this.#options.records.get<UpstreamSession>(KIND, grant);
  }

  /**
   * Checks that the provider still accepts the tokens of a grant. The result is cached for `verdictLifetime`.
   *
   * @throws {SessionEndedError} if it does not. The grant is deleted then.
   * @throws {UpstreamError} if the check failed.
   */
  async check(grant: string): Promise<void> {
    if ((this.#validUntil.get(grant) ?? 0) > Date.now()) return;
    // Concurrent requests share one check.
    let validating = this.#validating.get(grant);
    if (validating === undefined) {
      validating = this.#validateNow(grant).finally(() => this.#validating.delete(grant));
      this.#validating.set(grant, validating);
    }
    await validating;
  }

  /**
   * Returns the access token of the provider, renewed if it has expired.
   *
   * @throws {SessionEndedError} if the session has ended.
   * @throws {UpstreamError} if the provider failed.
   */
  async accessToken(grant: string): Promise<string> {
    return this.#orEnd(grant, async () => (await this.#current(grant)).tokens.accessToken);
  }

  /** Deletes a grant, with all its tokens, and revokes those of the provider. */
  async end(grant: string): Promise<void> {
    // oidc-provider calls this once for each kind of token.
    let ending = this.#ending.get(grant);
    if (ending === undefined) {
      ending = this.#end(grant).finally(() => this.#ending.delete(grant));
      this.#ending.set(grant, ending);
    }
    await ending;
  }

  async #end(grant: string): Promise<void> {
    const { records, upstream } = this.#options;
    // A renewal in progress would store the session again.
    await records.lock(KIND, grant, async () => {
      const session = await this.find(grant);
      this.#validUntil.delete(grant);
      await records.deleteGrant(grant);
      if (session !== undefined) void upstream.revoke(session.tokens);
    });
  }

  async #validateNow(grant: string): Promise<void> {
    await this.#orEnd(grant, async () => {
      const { tokens } = await this.#current(grant);
      if (await this.#isAccepted(tokens)) return;
      // Some providers do not say when a token expires. A token that can be renewed was not revoked.
      const renewed = await this.#renewed(grant, tokens.accessToken);
      if (!(await this.#isAccepted(renewed.tokens))) throw new SessionEndedError('The provider has revoked the token');
    });
    this.#remember(grant);
  }

  async #orEnd<T>(grant: string, act: () => Promise<T>): Promise<T> {
    try {
      return await act();
    } catch (error) {
      if (error instanceof SessionEndedError) await this.end(grant);
      throw error;
    }
  }

  async #isAccepted(tokens: RenewableTokens): Promise<boolean> {
    const { validate, lifetimes, report } = this.#options;
    const { accessToken, expiresAt, scope, claims } = tokens;
    try {
      const verdict: unknown = await inTime(lifetimes.upstreamTimeout, (signal) =>
        validate({ accessToken, expiresAt, scope, claims }, signal),
      );
      if (typeof verdict === 'boolean') return verdict;
      throw new TypeError('validateUpstream must return a boolean');
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      report(error);
      throw new UpstreamError(
        'temporarily_unavailable',
        'The token of the provider cannot be verified at the moment. Try again later',
      );
    }
  }

  /** Returns a session whose access token has not expired. */
  async #current(grant: string): Promise<UpstreamSession> {
    const session = await this.#found(grant);
    return isExpired(session.tokens) ? this.#renewed(grant, session.tokens.accessToken) : session;
  }

  /** Renews the tokens of a session, unless another request just did. A rotating refresh token must be used only once. */
  #renewed(grant: string, old: string): Promise<UpstreamSession> {
    const { records, upstream } = this.#options;
    return records.lock(KIND, grant, async () => {
      const session = await this.#found(grant);
      if (session.tokens.accessToken !== old && !isExpired(session.tokens)) return session;
      const renewed = { ...session, tokens: await upstream.renew(session.tokens) };
      await this.#save(grant, renewed);
      return renewed;
    });
  }

  async #found(grant: string): Promise<UpstreamSession> {
    const session = await this.find(grant);
    if (session !== undefined && session.ends > Date.now()) return session;
    throw new SessionEndedError('The session has ended');
  }

  #save(grant: string, session: UpstreamSession): Promise<void> {
    const lifetime = Math.max(1, session.ends - Date.now());
    return this.#options.records.set(KIND, grant, session, { lifetime, grant });
  }

  #remember(grant: string): void {
    this.#validUntil.delete(grant);
    const [oldest] = this.#validUntil.keys();
    if (this.#validUntil.size >= MAX_CACHED_RESULTS && oldest !== undefined) this.#validUntil.delete(oldest);
    this.#validUntil.set(grant, Date.now() + this.#options.lifetimes.verdictLifetime);
  }
}

/** Runs a function of the application with a timeout. */
export async function inTime<T>(timeout: number, act: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = (): Error => {
    const error = new Error(`Timed out after ${timeout} ms`);
    controller.abort(error);
    return error;
  };
  return within(timeout, Promise.resolve(act(controller.signal)), late);
}

function isExpired({ expiresAt }: UpstreamTokens): boolean {
  return expiresAt !== undefined && expiresAt - RENEWAL_MARGIN <= Date.now();
}
