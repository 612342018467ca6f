/**
 * What users see between a client's authorization request and its response: the consent page, the login at the provider, and the redirect
 * back.
 */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import { cookieNames, cookieOf, hostCookie, setCookie } from './cookies.js';
import type { DelegatedAuthorizationOptions } from './delegatedOptions.js';
import { consentPage, continuePage, errorPage, sendPage } from './pages.js';
import { PATHS } from './provider.js';
import type { Records } from './records.js';
import { fingerprint, isEqual, type Sealer } from './sealer.js';
import type { DelegatedSettings } from './delegatedSettings.js';
import type { RenewableTokens, Upstream, UpstreamLogin } from './upstream.js';
import { UpstreamError } from './upstreamError.js';
import { inTime, type UpstreamSessions, type Validate } from './upstreamSessions.js';

/** The path that the provider redirects to. */
export const CALLBACK_PATH = `${PATHS.authorization}/callback`;

/** Dependencies of {@link Login}. */
export interface LoginParts {
  readonly provider: Provider;
  readonly options: DelegatedAuthorizationOptions;
  readonly settings: DelegatedSettings;
  readonly records: Records;
  readonly sealer: Sealer;
  readonly sessions: UpstreamSessions;
  readonly upstream: Upstream;
  readonly validate: Validate;
}

/** An interaction of oidc-provider: an authorization request whose user has not logged in yet. */
type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>;

/** A login in progress at the provider. */
interface PendingLogin extends UpstreamLogin {
  readonly uid: string;
  /** The digest of a cookie, so that only the browser that gave consent can complete the login. */
  readonly browser: string;
  readonly scopes: readonly string[];
}

/** A request that cannot continue, and that cannot be reported to a client. The message is for the user. */
class LoginError extends Error {
  readonly status: number;

  constructor(message: string, status = 400) {
    super(message);
    this.status = status;
  }
}

const KIND = 'Login';
const COOKIE = 'mcp_provider.';
/** Maximum number of logins in progress in one browser. */
const MAX_LOGINS = 8;
const FORM_LIMIT = 4_096;
const MAX_USER_LENGTH = 255;
const EXPIRED = 'This login has expired, or was started in another browser.';

/** Serves the consent page and the callback of the provider. */
export class Login {
  readonly #parts: LoginParts;
  readonly #trusted: ReadonlySet<string>;
  readonly #known: ReadonlySet<string>;
  readonly #isSecure: boolean;

  constructor(parts: LoginParts) {
    this.#parts = parts;
    const { clients = [] } = parts.options;
    this.#isSecure = parts.settings.issuer.startsWith('https:');
    this.#known = new Set(clients.map(({ id }) => id));
    this.#trusted = new Set(clients.filter(({ trusted }) => trusted === true).map(({ id }) => id));
  }

  /** Serves the consent page and handles its form. Never rejects. */
  async consent(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#orError(response, async () => {
      const interaction = await this.#interactionOf(request, response);
      const scopes = this.#scopesOf(interaction);
      if (scopes.length === 0) {
        return this.#refuse(response, interaction, 'invalid_scope', 'none of the requested scopes is supported');
      }
      const client = String(interaction.params['client_id']);
      if (request.method === 'GET' && !this.#trusted.has(client)) {
        sendPage(response, 200, await this.#page(interaction, client, scopes));
        return;
      }
      if (request.method === 'POST') {
        const form = await formOf(request);
        if (!this.#isOwn(request, form, interaction.uid))
          throw new LoginError('This form was not submitted from its page.', 403);
        if (form.get('decision') !== 'allow') {
          return this.#refuse(response, interaction, 'access_denied', 'the user denied access');
        }
      } else if (request.method !== 'GET') {
        throw new LoginError('Open this page from the application.', 405);
      }
      await this.#begin(request, response, interaction, scopes);
    });
  }

  /** Handles the redirect from the provider. Never rejects. */
  async callback(request: IncomingMessage, response: ServerResponse): Promise<void> {
    await this.#orError(response, async () => {
      const { issuer, lifetimes } = this.#parts.settings;
      const { searchParams } = new URL(request.url ?? '', issuer);
      const [state = '', ...others] = searchParams.getAll('state');
      const { records } = this.#parts;
      const login = others.length > 0 || state === '' ? undefined : await records.get<PendingLogin>(KIND, state);
      const browser = fingerprint(cookieOf(request, this.#cookieOf(state)) ?? '');
      // A state that was guessed, replayed, or opened in another browser matches no login.
      if (login === undefined || !isEqual(login.browser, browser)) throw new LoginError(EXPIRED);
      if (!(await records.use(KIND, state, { lifetime: lifetimes.loginTimeout }))) throw new LoginError(EXPIRED);
      await records.delete(KIND, state);
      this.#setCookie(response, this.#cookieOf(state), '', 0);
      const interaction = await this.#parts.provider.Interaction.find(login.uid);
      if (interaction === undefined) throw new LoginError(EXPIRED);
      await this.#finish(response, interaction, login, searchParams);
    });
  }

  /** Redirects to the provider after consent. */
  async #begin(
    request: IncomingMessage,
    response: ServerResponse,
    interaction: Interaction,
    scopes: readonly string[],
  ): Promise<void> {
    const { upstream, records, settings } = this.#parts;
    const login = upstream.newLogin();
    let url: URL;
    try {
      url = await upstream.authorizationUrl(login);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return this.#refuse(response, interaction, error.code, error.message);
    }
    const cookie = randomBytes(32).toString('base64url');
    const pending: PendingLogin = { ...login, uid: interaction.uid, browser: fingerprint(cookie), scopes };
    await records.set(KIND, login.state, pending, { lifetime: settings.lifetimes.loginTimeout });
    const others = cookieNames(request, hostCookie(COOKIE, this.#isSecure));
    for (const name of others.slice(0, Math.max(0, others.length + 1 - MAX_LOGINS))) {
      this.#setCookie(response, name, '', 0);
    }
    this.#setCookie(response, this.#cookieOf(login.state), cookie, settings.lifetimes.loginTimeout);
    sendPage(response, 200, continuePage(url.href));
  }

  /** Each login has its own cookie, so that a browser can have several in progress. */
  #cookieOf(state: string): string {
    return hostCookie(`${COOKIE}${fingerprint(state)}`, this.#isSecure);
  }

  /** @param maxAge milliseconds; 0 deletes the cookie */
  #setCookie(response: ServerResponse, name: string, value: string, maxAge: number): void {
    setCookie(response, name, value, { secure: this.#isSecure, maxAge });
  }

  /** Creates the grant after the user has logged in. */
  async #finish(
    response: ServerResponse,
    interaction: Interaction,
    login: PendingLogin,
    callback: URLSearchParams,
  ): Promise<void> {
    const { upstream, sessions, settings, provider } = this.#parts;
    let tokens: RenewableTokens | undefined;
    try {
      tokens = await upstream.finish(callback, login);
      const user = await this.#userOf(tokens);
      const grant = new provider.Grant({ accountId: user, clientId: String(interaction.params['client_id']) });
      for (const resource of resourcesOf(interaction)) grant.addResourceScope(resource, login.scopes.join(' '));
      const id = await grant.save();
      await sessions.begin(id, { user, tokens, ends: Date.now() + settings.lifetimes.grantLifetime });
      await this.#resume(response, interaction, { login: { accountId: user }, consent: { grantId: id } });
    } catch (error) {
      if (tokens !== undefined) void upstream.revoke(tokens);
      if (!(error instanceof UpstreamError)) settings.report(error);
      const { code, message } =
        error instanceof UpstreamError ? error : new UpstreamError('server_error', 'The login could not be completed');
      await this.#refuse(response, interaction, code, message);
    }
  }

  /**
   * Returns the id of the user.
   *
   * @throws {UpstreamError} if the user may not log in.
   */
  async #userOf(tokens: RenewableTokens): Promise<string> {
    const { options, settings, validate } = this.#parts;
    const { accessToken, expiresAt, scope, claims } = tokens;
    const shown = { accessToken, expiresAt, scope, claims };
    const user: unknown =
      options.user === undefined
        ? claims?.['sub']
        : await this.#callApplication((signal) => options.user?.(shown, signal));
    if (user === undefined) throw new UpstreamError('access_denied', 'This user may not log in');
    if (typeof user !== 'string' || user === '' || user.length > MAX_USER_LENGTH) {
      settings.report(new TypeError(`The id of a user must be a string of 1 to ${MAX_USER_LENGTH} characters`));
      throw new UpstreamError('server_error', 'The login at the provider failed');
    }
    if (!(await this.#callApplication((signal) => validate(shown, signal)))) {
      throw new UpstreamError('access_denied', 'The provider rejected the token that it has just issued');
    }
    return user;
  }

  /** Calls a function of the application. If it throws, the client receives `temporarily_unavailable`. */
  async #callApplication<T>(ask: (signal: AbortSignal) => T | Promise<T>): Promise<T> {
    const { settings } = this.#parts;
    try {
      return await inTime(settings.lifetimes.upstreamTimeout, ask);
    } catch (error) {
      if (error instanceof UpstreamError) throw error;
      settings.report(error);
      throw new UpstreamError('temporarily_unavailable', 'The login cannot be verified at the moment. Try again later');
    }
  }

  /** Completes the interaction with an error for the client. */
  async #refuse(response: ServerResponse, interaction: Interaction, error: string, description: string): Promise<void> {
    await this.#resume(response, interaction, { error, error_description: description });
  }

  /** Passes the result to oidc-provider, which responds to the client. */
  async #resume(response: ServerResponse, interaction: Interaction, result: Interaction['result']): Promise<void> {
    if (result !== undefined) interaction.result = result;
    await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1_000)));
    sendPage(response, 200, continuePage(interaction.returnTo));
  }

  async #page(interaction: Interaction, id: string, scopes: readonly string[]): Promise<string> {
    const { provider, settings, options, sealer } = this.#parts;
    const client = await provider.Client.find(id);
    return consentPage({
      server: settings.name,
      client: client?.clientName ?? id,
      isDynamic: !this.#known.has(id),
      host: client?.clientIdMetadataDocument === true ? new URL(id).host : undefined,
      redirectUri: String(interaction.params['redirect_uri']),
      scopes,
      provider: new URL(options.provider.issuer).host,
      csrf: sealer.sign(formOfInteraction(interaction.uid)),
    });
  }

  /** Returns whether a form comes from the page that was sent to this browser. */
  #isOwn(request: IncomingMessage, form: URLSearchParams, uid: string): boolean {
    const { origin, 'sec-fetch-site': site } = request.headers;
    // A page with a `no-referrer` policy sends the origin "null".
    if (origin !== undefined && origin !== 'null' && origin !== this.#parts.settings.issuer) return false;
    if (site !== undefined && site !== 'same-origin') return false;
    return this.#parts.sealer.verify(formOfInteraction(uid), form.get('csrf') ?? '');
  }

  /** Returns the authorization request that this browser started. */
  async #interactionOf(request: IncomingMessage, response: ServerResponse): Promise<Interaction> {
    const interaction = await this.#parts.provider.interactionDetails(request, response).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'SessionNotFound') throw new LoginError(EXPIRED);
      throw error;
    });
    const [, , uid] = new URL(request.url ?? '', this.#parts.settings.issuer).pathname.split('/');
    if (interaction.uid !== uid) throw new LoginError(EXPIRED);
    return interaction;
  }

  #scopesOf({ params }: Interaction): readonly string[] {
    const { scope } = params;
    const requested = typeof scope === 'string' ? scope.split(' ') : [];
    return this.#parts.settings.scopes.filter((one) => requested.includes(one));
  }

  async #orError(response: ServerResponse, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      const isKnown = error instanceof LoginError;
      if (!isKnown) this.#parts.settings.report(error);
      if (response.headersSent) response.destroy();
      else
        sendPage(
          response,
          isKnown ? error.status : 500,
          errorPage(isKnown ? error.message : 'Something went wrong here.'),
        );
    }
  }
}

/** Returns the resource as the client has written it, because grants are looked up by that string. Default: the configured one. */
function resourcesOf({ params }: Interaction): readonly string[] {
  return [params['resource']].flat().filter((resource) => typeof resource === 'string');
}

function formOfInteraction(uid: string): string {
  return `consent ${uid}`;
}

/** @throws {LoginError} if the body is not a form, or is too large. */
async function formOf(request: IncomingMessage & { readonly body?: unknown }): Promise<URLSearchParams> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/x-www-form-urlencoded')) throw new LoginError('Expected a form.', 415);
  if (request.readableEnded) {
    // A framework has already parsed the body.
    const body = typeof request.body === 'object' && request.body !== null ? request.body : {};
    return new URLSearchParams(
      Object.entries(body).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
  }
  let text = '';
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > FORM_LIMIT) throw new LoginError('The form is too large.', 413);
  }
  return new URLSearchParams(text);
}
