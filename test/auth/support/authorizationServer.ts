/** A small authorization server, and a server that it protects, in the process of the test. Every answer can be replaced by a lie. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { PendingRedirect, RedirectReceiver } from '@mcp-gen/auth/client';
import { listen, textOf, type Listening } from './listen.js';

/** What was posted to the token endpoint. */
export interface TokenRequest {
  readonly form: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
}

/** An answer with JSON. */
export interface JsonAnswer {
  readonly status?: number;
  readonly headers?: { readonly [name: string]: string };
  readonly body: unknown;
}

/** What a test changes. What is not there is as it should be. */
export interface Behavior {
  /** The metadata, or another answer in their place. */
  metadata?: (honest: { readonly [name: string]: unknown }) => { readonly [name: string]: unknown };
  /** Answers any request first. Returns whether it has. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** Answers token requests. Undefined: as it should be. */
  token?: (request: TokenRequest) => JsonAnswer | undefined;
  /** Answers registrations. Undefined: as it should be. */
  register?: (metadata: { readonly [name: string]: unknown }) => JsonAnswer | undefined;
  /** Changes the URL that a login is redirected to. */
  redirect?: (url: URL) => URL;
  /** Seconds that access tokens live. Default: 3600. */
  lifetime?: number;
  /** Whether refresh tokens are issued. Default: yes, and each is valid once. */
  refreshTokens?: boolean;
}

/** An authorization server that a test runs. */
export class TestAuthorizationServer {
  readonly behavior: Behavior = {};
  /** What was posted to the token endpoint, oldest first. */
  readonly tokenRequests: TokenRequest[] = [];
  /** What clients have registered with. */
  readonly registrations: { readonly [name: string]: unknown }[] = [];
  /** Logins, by the query of the authorization request. */
  readonly logins: URLSearchParams[] = [];
  /** Access tokens that are valid, with their scopes. */
  readonly valid = new Map<string, string>();
  readonly #codes = new Map<string, URLSearchParams>();
  readonly #refresh = new Map<string, string>();
  #listening: Listening | undefined;
  #count = 0;

  static async start(): Promise<TestAuthorizationServer> {
    const server = new TestAuthorizationServer();
    server.#listening = await listen((request, response) => void server.#answer(request, response));
    return server;
  }

  get issuer(): string {
    return this.#listening?.origin ?? '';
  }

  /** What it was asked for. */
  get requests(): readonly string[] {
    return this.#listening?.requests ?? [];
  }

  close(): Promise<void> {
    return this.#listening?.close() ?? Promise.resolve();
  }

  /** Ends the life of all access tokens. */
  revokeAccess(): void {
    this.valid.clear();
  }

  /** Ends the life of all refresh tokens. */
  revokeRefresh(): void {
    this.#refresh.clear();
  }

  /** Ends the life of all tokens, so that only a login helps. */
  revokeAll(): void {
    this.revokeAccess();
    this.revokeRefresh();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.behavior.answer?.(request, response) === true) return;
    const url = new URL(request.url ?? '/', this.issuer);
    const text = await textOf(request);
    if (url.pathname === '/.well-known/oauth-authorization-server') sendJson(response, { body: this.#metadata() });
    else if (url.pathname === '/authorize') this.#authorize(url, response);
    else if (url.pathname === '/register') this.#register(text, response);
    else if (url.pathname === '/token')
      this.#token({ form: new URLSearchParams(text), headers: request.headers }, response);
    else sendJson(response, { status: 404, body: {} });
  }

  #metadata(): { readonly [name: string]: unknown } {
    const { issuer } = this;
    const honest = {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      registration_endpoint: `${issuer}/register`,
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
      authorization_response_iss_parameter_supported: true,
    };
    return this.behavior.metadata?.(honest) ?? honest;
  }

  #register(text: string, response: ServerResponse): void {
    const metadata = JSON.parse(text) as { readonly [name: string]: unknown };
    this.registrations.push(metadata);
    const body = { ...metadata, client_id: `client-${this.registrations.length}` };
    sendJson(response, this.behavior.register?.(metadata) ?? { status: 201, body });
  }

  /** Everybody who comes agrees. */
  #authorize({ searchParams }: URL, response: ServerResponse): void {
    this.logins.push(searchParams);
    const code = `code-${++this.#count}`;
    this.#codes.set(code, searchParams);
    const url = new URL(searchParams.get('redirect_uri') ?? '');
    url.searchParams.set('code', code);
    url.searchParams.set('state', searchParams.get('state') ?? '');
    url.searchParams.set('iss', this.issuer);
    response.writeHead(302, { location: (this.behavior.redirect?.(url) ?? url).href }).end();
  }

  #token(request: TokenRequest, response: ServerResponse): void {
    this.tokenRequests.push(request);
    sendJson(response, this.behavior.token?.(request) ?? this.issue(request.form));
  }

  /** Issues tokens, if code or refresh token are valid. */
  issue(form: URLSearchParams): JsonAnswer {
    const grant = form.get('grant_type');
    const [code, refresh] = [form.get('code') ?? '', form.get('refresh_token') ?? ''];
    const scope =
      grant === 'authorization_code'
        ? this.#codes.has(code)
          ? (this.#codes.get(code)?.get('scope') ?? '')
          : undefined
        : grant === 'refresh_token'
          ? this.#refresh.get(refresh)
          : (form.get('scope') ?? '');
    if (scope === undefined) return { status: 400, body: { error: 'invalid_grant', error_description: 'not valid' } };
    this.#codes.delete(code);
    this.#refresh.delete(refresh);
    const [access, next] = [`access-${++this.#count}`, `refresh-${this.#count}`];
    this.valid.set(access, scope);
    const { lifetime = 3600, refreshTokens = true } = this.behavior;
    if (refreshTokens) this.#refresh.set(next, scope);
    return {
      body: {
        access_token: access,
        token_type: 'Bearer',
        expires_in: lifetime,
        ...(scope !== '' && { scope }),
        ...(refreshTokens && { refresh_token: next }),
      },
    };
  }
}

/** What a protected server does that it should not. */
export interface ResourceBehavior {
  /** Changes the protected resource metadata. Undefined: there are none. */
  metadata?: (honest: { readonly [name: string]: unknown }) => unknown;
  /** Answers any request first. Returns whether it has. */
  answer?: (request: IncomingMessage, response: ServerResponse) => boolean;
  /** The challenge. Default: where the metadata are. */
  challenge?: string | undefined;
  /** The scope that a request needs. Default: none. */
  scope?: string;
}

/** A server at `/mcp` that wants a valid token. It answers with the number of the request, from 1 on, and what was posted. */
export class ProtectedServer {
  readonly behavior: ResourceBehavior = {};
  /** The tokens that requests had: `Bearer access-1`; undefined for none. */
  readonly authorizations: (string | undefined)[] = [];
  readonly #listening: Listening;

  private constructor(listening: Listening) {
    this.#listening = listening;
  }

  static async start(authorization: TestAuthorizationServer): Promise<ProtectedServer> {
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const text = await textOf(request);
      if (server.behavior.answer?.(request, response) === true) return;
      if (request.url === '/.well-known/oauth-protected-resource/mcp') server.#metadata(authorization, response);
      else if (request.url === '/mcp') server.#protected(authorization, request, text, response);
      else sendJson(response, { status: 404, body: {} });
    };
    const server: ProtectedServer = new ProtectedServer(
      await listen((request, response) => void answer(request, response)),
    );
    return server;
  }

  get url(): URL {
    return new URL('/mcp', this.#listening.origin);
  }

  get requests(): readonly string[] {
    return this.#listening.requests;
  }

  get metadataUrl(): string {
    return `${this.#listening.origin}/.well-known/oauth-protected-resource/mcp`;
  }

  #metadata(authorization: TestAuthorizationServer, response: ServerResponse): void {
    const honest = { resource: this.url.href, authorization_servers: [authorization.issuer] };
    const { metadata } = this.behavior;
    const body = metadata === undefined ? honest : metadata(honest);
    sendJson(response, body === undefined ? { status: 404, body: {} } : { body });
  }

  #protected(
    authorization: TestAuthorizationServer,
    request: IncomingMessage,
    text: string,
    response: ServerResponse,
  ): void {
    const { authorization: header } = request.headers;
    this.authorizations.push(header);
    const scope = authorization.valid.get(header?.replace(/^(Bearer|DPoP) /, '') ?? '');
    const wanted = this.behavior.scope ?? '';
    if (scope === undefined) {
      const challenge = this.behavior.challenge ?? `Bearer resource_metadata="${this.metadataUrl}"`;
      sendJson(response, { status: 401, headers: challenge === '' ? {} : { 'www-authenticate': challenge }, body: {} });
    } else if (wanted !== '' && !scope.split(' ').includes(wanted)) {
      const challenge = `Bearer error="insufficient_scope", scope="${wanted}"`;
      sendJson(response, { status: 403, headers: { 'www-authenticate': challenge }, body: {} });
    } else sendJson(response, { body: { got: text } });
  }
}

/** A person who agrees to everything, at a browser that is a request. */
export class TestReceiver implements RedirectReceiver {
  /** The URLs that the person was taken to. */
  readonly visited: URL[] = [];
  /** How many logins are open. */
  pending = 0;
  redirectUri = 'http://127.0.0.1:1/callback';

  open(): Promise<PendingRedirect> {
    this.pending += 1;
    return Promise.resolve({
      redirectUri: this.redirectUri,
      authorize: async (url: URL) => {
        this.visited.push(url);
        const response = await fetch(url, { redirect: 'manual' });
        return new URL(response.headers.get('location') ?? 'about:blank');
      },
      close: () => {
        this.pending -= 1;
        return Promise.resolve();
      },
    });
  }
}

function sendJson(response: ServerResponse, { status = 200, headers = {}, body }: JsonAnswer): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
