// An authorization server whose refresh tokens are valid once, and an MCP server that it protects, at one origin of loopback. A refresh
// token that comes a second time ends all tokens that go back to the same login, as the security practice of OAuth asks for.
import { createServer } from 'node:http';

export class World {
  /** Requests to the token endpoint, by grant. */
  tokenRequests = 0;
  /** Times that a person logged in. */
  logins = 0;
  /** Seconds that access tokens are said to live. */
  lifetime = 3600;
  /** Answers the token endpoint instead: `{ status, body }`. */
  token = undefined;
  /** Whether the MCP server refuses every token. */
  refusesAll = false;
  #server;
  #count = 0;
  /** Access tokens, refresh tokens and codes, by value, with the login that they go back to. */
  #access = new Map();
  #refresh = new Map();
  #codes = new Map();
  #used = new Map();
  #clients = new Set();

  static async start() {
    const world = new World();
    world.#server = createServer((request, response) => void world.#answer(request, response));
    await new Promise((resolve) => world.#server.listen(0, '127.0.0.1', resolve));
    return world;
  }

  get origin() {
    return `http://127.0.0.1:${this.#server.address().port}`;
  }

  get url() {
    return `${this.origin}/mcp`;
  }

  async close() {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  expireAccess() {
    this.#access.clear();
  }

  expireRefresh() {
    this.#refresh.clear();
  }

  /** As a server that keeps everything in memory, and was restarted. */
  forget() {
    for (const each of [this.#access, this.#refresh, this.#codes, this.#used, this.#clients]) each.clear();
  }

  async #answer(request, response) {
    const url = new URL(request.url, this.origin);
    let text = '';
    for await (const chunk of request) text += chunk;
    const send = (status, body, headers = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
    switch (url.pathname) {
      case '/.well-known/oauth-protected-resource/mcp':
        return send(200, { resource: this.url, authorization_servers: [this.origin] });
      case '/.well-known/oauth-authorization-server':
        return send(200, this.#metadata());
      case '/register': {
        const client_id = `client-${++this.#count}`;
        this.#clients.add(client_id);
        return send(201, { ...JSON.parse(text), client_id });
      }
      case '/authorize':
        return this.#authorize(url, response);
      case '/token': {
        this.tokenRequests++;
        const { status, body } = this.token?.() ?? this.#issue(new URL(`?${text}`, this.origin).searchParams);
        return send(status, body);
      }
      case '/mcp':
        return this.#serve(request, text, send);
      default:
        return send(404, {});
    }
  }

  #metadata() {
    return {
      issuer: this.origin,
      authorization_endpoint: `${this.origin}/authorize`,
      token_endpoint: `${this.origin}/token`,
      registration_endpoint: `${this.origin}/register`,
      response_types_supported: ['code'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
    };
  }

  /** The person agrees at once, if the client is registered. */
  #authorize({ searchParams }, response) {
    if (!this.#clients.has(searchParams.get('client_id'))) return response.writeHead(400).end('unknown client');
    this.logins++;
    const code = `code-${++this.#count}`;
    this.#codes.set(code, this.logins);
    const location = new URL(searchParams.get('redirect_uri'));
    location.searchParams.set('code', code);
    if (searchParams.has('state')) location.searchParams.set('state', searchParams.get('state'));
    return response.writeHead(302, { location: location.href }).end();
  }

  #issue(form) {
    if (!this.#clients.has(form.get('client_id'))) return { status: 401, body: { error: 'invalid_client' } };
    const [code, refresh] = [form.get('code'), form.get('refresh_token')];
    if (this.#used.has(refresh)) this.#endLogin(this.#used.get(refresh));
    const login = this.#codes.get(code) ?? this.#refresh.get(refresh);
    if (login === undefined) return { status: 400, body: { error: 'invalid_grant' } };
    this.#codes.delete(code);
    if (refresh !== null) {
      this.#refresh.delete(refresh);
      this.#used.set(refresh, login);
    }
    const n = ++this.#count;
    this.#access.set(`access-${n}`, login);
    this.#refresh.set(`refresh-${n}`, login);
    const body = {
      access_token: `access-${n}`,
      refresh_token: `refresh-${n}`,
      token_type: 'Bearer',
      expires_in: this.lifetime,
    };
    return { status: 200, body };
  }

  #endLogin(login) {
    for (const tokens of [this.#access, this.#refresh]) {
      for (const [token, of] of tokens) if (of === login) tokens.delete(token);
    }
  }

  #serve({ method, headers }, text, send) {
    const token = headers.authorization?.replace('Bearer ', '');
    if (this.refusesAll || !this.#access.has(token)) {
      const challenge = `Bearer resource_metadata="${this.origin}/.well-known/oauth-protected-resource/mcp"`;
      return send(401, {}, { 'www-authenticate': challenge });
    }
    if (method !== 'POST') return send(405, {});
    const { id, method: called, params } = JSON.parse(text);
    if (id === undefined) return send(202, {});
    const result = {
      initialize: {
        protocolVersion: params?.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'world', version: '1' },
      },
      'tools/list': { tools: [{ name: 'work', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'worked' }] },
    }[called];
    if (result === undefined) return send(200, { jsonrpc: '2.0', id, error: { code: -32601, message: 'not found' } });
    return send(200, { jsonrpc: '2.0', id, result });
  }
}
