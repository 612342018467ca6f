/** An authorization server that agrees to everything, and whose access tokens are good for one call of the tool `echo`. */

import type { ServerResponse } from 'node:http';
import { fieldsOf, type Fields } from '../wire/message.js';

interface AuthRequest {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly origin: string;
}

const JSON_TYPE = { 'content-type': 'application/json' };

export class Tokens {
  /** The requests for tokens, oldest first. */
  readonly grants: URLSearchParams[] = [];
  #issued = 0;
  #isSpent = false;

  /** Answers a request of OAuth. Returns whether it was one. */
  handle({ url, body, origin }: AuthRequest, response: ServerResponse): boolean {
    const { pathname, searchParams } = new URL(url, origin);
    const reply = (value: Fields): boolean => {
      response.writeHead(200, JSON_TYPE).end(JSON.stringify(value));
      return true;
    };
    if (pathname.startsWith('/.well-known/oauth-protected-resource')) {
      return reply({ resource: `${origin}/mcp`, authorization_servers: [origin] });
    }
    if (pathname.startsWith('/.well-known/oauth-authorization-server')) return reply(metadataOf(origin));
    if (pathname === '/register') {
      response
        .writeHead(201, JSON_TYPE)
        .end(JSON.stringify({ ...fieldsOf(JSON.parse(body)), client_id: 'registered' }));
      return true;
    }
    if (pathname === '/authorize') {
      const back = new URL(searchParams.get('redirect_uri') ?? origin);
      back.searchParams.set('code', 'code');
      back.searchParams.set('state', searchParams.get('state') ?? '');
      response.writeHead(302, { location: back.href }).end();
      return true;
    }
    if (pathname !== '/token') return pathname.startsWith('/.well-known') && refuse(response);
    this.grants.push(new URLSearchParams(body));
    this.#issued++;
    this.#isSpent = false;
    return reply({
      access_token: `access-${this.#issued}`,
      refresh_token: `refresh-${this.#issued}`,
      token_type: 'Bearer',
      expires_in: 3_600,
    });
  }

  /** Refuses a message without a token that is good. Returns whether it did. */
  refuses(header: string | undefined, message: Fields, response: ServerResponse, origin: string): boolean {
    if (header === `Bearer access-${this.#issued}` && !this.#isSpent) {
      this.#isSpent = message['method'] === 'tools/call';
      return false;
    }
    const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`;
    response
      .writeHead(401, { 'www-authenticate': `Bearer error="invalid_token", resource_metadata="${metadata}"` })
      .end();
    return true;
  }
}

function metadataOf(issuer: string): Fields {
  return {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
  };
}

function refuse(response: ServerResponse): boolean {
  response.writeHead(404).end();
  return true;
}
