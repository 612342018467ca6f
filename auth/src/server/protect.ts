import {
  allOf,
  checkOptions,
  anyOf,
  FUNCTION,
  group,
  kind,
  listOf,
  recordOf,
  required,
  STRING,
  NON_EMPTY,
  URL_TEXT,
  type OptionTable,
} from '@mcp-gen/runtime/options';
import { safeListener, type ErrorListener, type HttpInfo } from '@mcp-gen/runtime';
import { HttpRefusalError, type HttpHeaders, type RouteHandler } from '@mcp-gen/runtime/http/server';
import { RESOURCE_URL } from '../net/urlKinds.js';
import { ASYMMETRIC } from './algorithms.js';
import { callerOf, checkClaims, normalAudience, type TokenAuthInfo } from './claims.js';
import {
  challenge,
  type ChallengeParams,
  type Credentials,
  readCredentials,
  type Scheme,
  TOKEN_LIMIT,
} from './credentials.js';
import { DPOP_OPTIONS, ProofChecker, type DpopOptions, type ProofRefusal } from './dpop.js';
import { InvalidTokenError, UnavailableError } from './tokenErrors.js';
import { metadataPath, metadataRoutes } from './metadata.js';
import {
  checkScopes,
  coveredBy,
  neededBy,
  type ScopedMessage,
  type ScopeHierarchy,
  type ScopeRules,
  scopeList,
  scopesOf,
} from './scopeRules.js';
import type { TokenClaims, TokenVerifier } from './verifier.js';

/** Options of {@link protect}. */
export interface ProtectOptions {
  /**
   * The URL of the endpoint, as clients write it, without a trailing slash: `https://mcp.example.com/mcp`. Tokens are issued for it, and
   * the metadata names it. `http:` only on this machine.
   */
  readonly resource: string;
  /** Verifies tokens: one verifier, or one for each issuer. */
  readonly verify: TokenVerifier | readonly TokenVerifier[];
  /** The accepted audiences of tokens, for issuers without resource indicators. Default: the resource. */
  readonly audience?: string | readonly string[] | undefined;
  /** The scopes that every request needs. Default: none. */
  readonly scopes?: readonly string[] | undefined;
  /** The scopes in the metadata, which clients request first. Default: those of `scopes`. */
  readonly scopesSupported?: readonly string[] | undefined;
  /** The scopes that broad scopes cover. Default: each scope covers itself. */
  readonly scopeHierarchy?: ScopeHierarchy | undefined;
  /** Options of tokens that are bound to a key. Such tokens are always accepted, but only with a proof. */
  readonly dpop?: DpopOptions | undefined;
  /** A display name of the server in the metadata. Default: none. */
  readonly name?: string | undefined;
  /** The URL of a page that describes the server, for the metadata. Default: none. */
  readonly documentation?: string | undefined;
  /** Called for errors that no client receives, such as an issuer that does not respond. Default: one line each to stderr. */
  readonly onError?: ErrorListener | undefined;
}

const VERIFIER = kind('a verifier', (given) => {
  const { issuer, verify } = (given ?? {}) as { readonly [name: string]: unknown };
  return typeof issuer === 'string' && typeof verify === 'function';
});

const VERIFIERS = allOf(
  {
    ...anyOf(VERIFIER, listOf('verifiers', VERIFIER, 1)),
    expected: 'a verifier with an issuer, such as jwt({ issuer }), or an array of them',
  },
  kind(
    'verifiers with "takes", except for one at most',
    (given) => [given as TokenVerifier | readonly TokenVerifier[]].flat().filter(takesAll).length <= 1,
  ),
);

const SCOPES = scopeList();
const HIERARCHY = allOf(
  recordOf('arrays of scopes', SCOPES),
  kind('an object whose names are scopes', (given) => SCOPES.accepts(Object.keys(given as ScopeHierarchy))),
);

/** {@link ProtectOptions}. */
export const PROTECT_OPTIONS: OptionTable<ProtectOptions> = {
  resource: required(RESOURCE_URL),
  verify: required(VERIFIERS),
  audience: {
    ...anyOf(NON_EMPTY, listOf('strings', NON_EMPTY, 1)),
    expected: 'a non-empty string, or an array of them',
  },
  scopes: SCOPES,
  scopesSupported: SCOPES,
  scopeHierarchy: HIERARCHY,
  dpop: group(DPOP_OPTIONS),
  name: STRING,
  documentation: URL_TEXT,
  onError: FUNCTION,
};

/** Seconds after which a client may retry if its token could not be verified. */
const RETRY_AFTER = '5';

/**
 * The result of {@link protect}. Spread it into the options of `serveHttp` and `createHandler`: that copies only `authenticate` and
 * `routes`.
 */
export interface ProtectedResource {
  /** For the option `authenticate`: returns the caller, or rejects the request. */
  readonly authenticate: (http: HttpInfo) => Promise<TokenAuthInfo>;
  /** For the option `routes`: serves the protected resource metadata. To add routes: `routes: { ...guard.routes, ...others }`. */
  readonly routes: { readonly [path: string]: RouteHandler };
  /** The URL of the metadata: `https://mcp.example.com/.well-known/oauth-protected-resource/mcp`. */
  readonly metadataUrl: string;
  /**
   * Returns middleware that rejects requests whose token lacks a scope with 403. The response names all scopes that the request needs, so
   * that the client can obtain them. Notifications without their scopes are ignored, and reported to `onError` of the server. Unlike `access`, it does not hide tools, prompts, and resources. Requests over other transports than
   * HTTP have no token, and pass.
   *
   * @example
   * ```ts
   * import { jwt, protect } from '@mcp-gen/auth/server';
   * import { Server } from '@mcp-gen/sdk';
   *
   * const guard = protect({ resource: 'https://mcp.example.com/mcp', verify: jwt({ issuer: 'https://login.example.com' }) });
   * const server = new Server({ name: 'notes', version: '1.0.0' });
   * server.use(guard.requireScopes({ tools: { delete: ['notes:write'] } }));
   * ```
   * @throws {TypeError} if a scope or the URI of a resource in the rules is invalid, or a scope is `offline_access`.
   */
  requireScopes(rules: ScopeRules): ScopeMiddleware;
  /**
   * Returns an error for a handler to throw if the token lacks a scope: 403, with the scopes that the request needs.
   *
   * @param scopes all scopes that the request needs
   * @param scheme the authentication scheme of the token. Default `Bearer`
   * @throws {TypeError} if a scope is invalid, or is `offline_access`, which is between clients and the authorization server.
   */
  insufficientScope(scopes: readonly string[], scheme?: 'Bearer' | 'DPoP'): HttpRefusalError;
}

/** Middleware of a server that rejects messages of clients. Those of the server pass. */
export type ScopeMiddleware = <Message extends ScopedMessage>(
  message: Message,
  next: (message: Message) => Promise<object | undefined>,
) => Promise<object | undefined>;

/** Properties to be copied by a spread are own properties. */
class Guard implements ProtectedResource {
  readonly authenticate: ProtectedResource['authenticate'];
  readonly routes: ProtectedResource['routes'];
  readonly #url: URL;
  readonly #verifiers: readonly TokenVerifier[];
  readonly #audience: ReadonlySet<string>;
  readonly #scopes: readonly string[];
  readonly #hierarchy: ScopeHierarchy;
  readonly #proofs: ProofChecker;
  readonly #boundOnly: boolean;
  readonly #report: ErrorListener;

  constructor(options: ProtectOptions) {
    checkOptions('protect', options, PROTECT_OPTIONS);
    const { resource, audience = resource, scopes = [], scopeHierarchy = {}, dpop = {} } = options;
    const { scopesSupported = scopes, name, documentation } = options;
    this.#url = new URL(resource);
    // Those with `takes` come first.
    this.#verifiers = [options.verify].flat().toSorted((one, other) => Number(takesAll(one)) - Number(takesAll(other)));
    this.#audience = new Set([audience].flat().map(normalAudience));
    this.#scopes = checkScopes(scopes, 'the option "scopes"');
    this.#hierarchy = scopeHierarchy;
    this.#proofs = new ProofChecker(dpop);
    this.#boundOnly = dpop.required === true;
    this.#report = safeListener(options.onError);
    const issuers = this.#verifiers.map(({ issuer }) => issuer);
    const listed = checkScopes(scopesSupported, 'the option "scopesSupported"');
    const facts = { resource, issuers, scopes: listed, name, documentation, bound: this.#boundOnly };
    this.routes = metadataRoutes(facts, this.#url);
    this.authenticate = (http) => this.#authenticate(http);
  }

  get metadataUrl(): string {
    return new URL(metadataPath(this.#url), this.#url).href;
  }

  requireScopes(rules: ScopeRules): ScopeMiddleware {
    const neededFor = neededBy(rules);
    return async (message, next) => {
      if (message.direction === 'out') return next(message);
      const { auth, http } = message.context;
      const needed = neededFor(message);
      if (http !== undefined && !this.#covers(auth?.roles ?? [], needed)) {
        const refusal = this.insufficientScope([...this.#scopes, ...needed], schemeOf(http));
        if (message.kind === 'request') throw refusal;
        // Notifications are not answered: the error is for the server.
        throw new Error(`Ignored ${message.method}: its token lacks one of the scopes ${needed.join(' ')}`, {
          cause: refusal,
        });
      }
      return next(message);
    };
  }

  insufficientScope(scopes: readonly string[], scheme: Scheme = 'Bearer'): HttpRefusalError {
    const scope = checkScopes(scopes, 'a refusal').join(' ');
    const description = 'the token lacks a scope that this request needs';
    const parameters = { error: 'insufficient_scope', error_description: description, scope };
    return this.#refusal(403, scheme, parameters, `${description}: ${scope}`);
  }

  async #authenticate(http: HttpInfo): Promise<TokenAuthInfo> {
    const credentials = readCredentials(http);
    if (credentials === undefined) throw this.#refusal(401, this.#preferred, {}, 'a token is required');
    if ('problem' in credentials) {
      throw this.#refusal(400, this.#preferred, { error: 'invalid_request', error_description: credentials.problem });
    }
    try {
      return await this.#admit(credentials, http);
    } catch (error) {
      if (error instanceof HttpRefusalError) throw error;
      if (error instanceof InvalidTokenError) throw this.#invalid(credentials.scheme, error);
      if (!(error instanceof UnavailableError)) this.#report(error);
      const headers = { 'retry-after': RETRY_AFTER };
      throw new HttpRefusalError(503, 'the token cannot be verified at the moment. Try again later', {
        headers,
        cause: error,
      });
    }
  }

  /**
   * Verifies a token, and returns its caller.
   *
   * @throws {InvalidTokenError | HttpRefusalError} if the token is rejected.
   */
  async #admit({ scheme, token }: Credentials, http: HttpInfo): Promise<TokenAuthInfo> {
    if (token.length > TOKEN_LIMIT) throw new InvalidTokenError('the token is too long');
    const verifier = this.#verifiers.find((each) => each.takes?.(token) ?? true);
    if (verifier === undefined) throw new InvalidTokenError('the token is malformed, or its issuer is not accepted');
    const claims = await verifier.verify(token, this.#report, http.address);
    if (claims === undefined) throw new InvalidTokenError('the token is unknown or no longer valid');
    const { issuer } = verifier;
    checkClaims(claims, { issuer, audience: this.#audience });
    await this.#checkBinding(claims, { scheme, token }, http);
    const scopes = scopesOf(claims);
    const roles = [...coveredBy(scopes, this.#hierarchy)];
    if (!this.#covers(roles, this.#scopes)) throw this.insufficientScope(this.#scopes, scheme);
    return callerOf(claims, { issuer, scopes, roles });
  }

  /** Checks the proof of a bound token, and that the scheme matches the token. */
  async #checkBinding({ cnf, sub }: TokenClaims, { scheme, token }: Credentials, http: HttpInfo): Promise<void> {
    const thumbprint: unknown = cnf?.jkt;
    if (cnf !== undefined && typeof thumbprint !== 'string') {
      throw new InvalidTokenError('the token has an unsupported binding in the claim cnf');
    }
    if (typeof thumbprint !== 'string') {
      if (scheme === 'Bearer' && !this.#boundOnly) return;
      throw new InvalidTokenError('the token is not bound to a key');
    }
    if (scheme === 'Bearer')
      throw this.#invalid('DPoP', new InvalidTokenError('the token is bound to a key and requires the scheme DPoP'));
    const { method, url } = http;
    // If it were resolved, a path that begins with two slashes would be another host.
    const requested = Object.assign(new URL(this.#url), { pathname: new URL(url).pathname });
    const urls = [this.#url.href, requested.href];
    const holder = typeof sub === 'string' ? `caller ${sub}` : `key ${thumbprint}`;
    const problem = await this.#proofs.findProblem(http.header('dpop'), { token, thumbprint, holder, method, urls });
    if (problem !== undefined) throw await this.#refuseProof(problem);
  }

  async #refuseProof({ error, description }: ProofRefusal): Promise<HttpRefusalError> {
    const nonce = await this.#proofs.nonce();
    const headers = nonce === undefined ? undefined : { 'dpop-nonce': nonce };
    return this.#refusal(401, 'DPoP', { error, error_description: description }, description, headers);
  }

  #invalid(scheme: Scheme, { message, cause }: InvalidTokenError): HttpRefusalError {
    const used = this.#boundOnly ? 'DPoP' : scheme;
    const params = { error: 'invalid_token', error_description: message };
    return this.#refusal(401, used, params, message, undefined, cause);
  }

  /** The scheme to request from a client without a token. */
  get #preferred(): Scheme {
    return this.#boundOnly ? 'DPoP' : 'Bearer';
  }

  /** Every challenge has the URL of the metadata. If a new token would help, it also has the scopes. */
  #refusal(
    status: 400 | 401 | 403,
    scheme: Scheme,
    params: ChallengeParams,
    message: string = params.error_description ?? '',
    headers: HttpHeaders = {},
    cause?: unknown,
  ): HttpRefusalError {
    const scope = status === 401 && this.#scopes.length > 0 ? this.#scopes.join(' ') : undefined;
    const algs = scheme === 'DPoP' ? ASYMMETRIC.join(' ') : undefined;
    const value = challenge(scheme, { resource_metadata: this.metadataUrl, scope, ...params, algs });
    return new HttpRefusalError(status, message, { headers: { 'www-authenticate': value, ...headers }, cause });
  }

  #covers(roles: readonly string[], needed: readonly string[]): boolean {
    return needed.every((scope) => roles.includes(scope));
  }
}

/**
 * Protects a server over HTTP as an OAuth resource server (specification: Authorization). Spread the result into the options of `serveHttp`
 * and `createHandler`.
 *
 * @example
 * ```ts
 * import { jwt, protect } from '@mcp-gen/auth/server';
 * import { Server } from '@mcp-gen/sdk';
 * import { serveHttp } from '@mcp-gen/sdk/http';
 *
 * const guard = protect({
 *   resource: 'https://mcp.example.com/mcp',
 *   verify: jwt({ issuer: 'https://login.example.com' }),
 *   scopes: ['notes:read'],
 * });
 * const server = new Server({ name: 'notes', version: '1.0.0' });
 * server.tool('whoami', {}, (_, { auth }) => `You are ${String(auth?.['subject'])}`);
 * await serveHttp(server, { ...guard, allowedHosts: ['mcp.example.com'] });
 * ```
 * @throws {TypeError | RangeError} if an option is invalid. The message names it.
 */
export function protect(options: ProtectOptions): ProtectedResource {
  return new Guard(options);
}

/** Returns the scheme of an authenticated request. */
function schemeOf(http: HttpInfo): Scheme {
  return /^dpop\s/i.test(http.header('authorization') ?? '') ? 'DPoP' : 'Bearer';
}

/** Returns whether a verifier has no condition for its tokens. */
function takesAll({ takes }: TokenVerifier): boolean {
  return takes === undefined;
}
