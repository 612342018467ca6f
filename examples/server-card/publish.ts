/** The server's part: its card, and a catalog with this one card, as routes of `serveHttp`. */

import { createHash } from 'node:crypto';
import type { Server } from '@mcp-gen/sdk';
import type { RouteAnswer, RouteHandler } from '@mcp-gen/sdk/http';
import { Card, CARD_SCHEMA, CARD_TYPE, CATALOG_PATH, CATALOG_TYPE, type Remote } from './card.ts';

export interface PublishOptions {
  /** The name of the server: `com.example/weather`. */
  readonly name: string;
  /** The public URL of its endpoint: `https://example.com/mcp`. */
  readonly url: string;
  /** What else clients need to connect, such as headers. Default: nothing. */
  readonly remote?: Partial<Remote>;
  readonly repository?: Card['repository'];
  /** Seconds for which clients may keep the documents. Default 3,600. */
  readonly maxAge?: number;
}

/**
 * Returns the routes of the documents. All of it is public: nothing but what the server tells every client, and the options.
 *
 * @throws if the card would be invalid, as without a description.
 */
export function publish(server: Server, options: PublishOptions): { readonly [path: string]: RouteHandler } {
  const { name, url, remote, repository, maxAge = 3_600 } = options;
  const { version, title, description, websiteUrl, icons } = server.info;
  const card = Card.parse({
    $schema: CARD_SCHEMA,
    name,
    version,
    title,
    description,
    websiteUrl,
    icons,
    repository,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: server.revisions, ...remote }],
  });
  const [namespace = '', own = ''] = name.split('/');
  const { hostname, pathname } = new URL(url);
  const catalog = {
    specVersion: '1.0',
    entries: [{ identifier: `urn:air:${hostname}:${namespace}:${own}`, type: CARD_TYPE, url: `${url}/server-card` }],
  };
  return {
    [`${pathname}/server-card`]: document(card, CARD_TYPE, maxAge),
    [CATALOG_PATH]: document(catalog, CATALOG_TYPE, maxAge),
  };
}

/** Answers with a document that never changes while the server runs. */
function document(content: object, type: string, maxAge: number): RouteHandler {
  const body = JSON.stringify(content);
  const headers = {
    'content-type': type,
    'cache-control': `public, max-age=${maxAge}`,
    etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET',
    'access-control-allow-headers': 'Content-Type, If-None-Match',
    'access-control-expose-headers': 'ETag',
  };
  return (request): RouteAnswer => {
    const { method } = request;
    if (method === 'OPTIONS') return { status: 204, headers };
    if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } };
    if (request.header('if-none-match') === headers.etag) return { status: 304, headers };
    return method === 'HEAD' ? { headers } : { headers, body };
  };
}
