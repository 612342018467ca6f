/** The server's part: an extension whose routes are the card of the server, and a catalog with this one card. */

import { createHash } from 'node:crypto';
import type { Server } from '@mcp-gen/sdk';
import { defineExtension, type ExtensionRoute } from '@mcp-gen/sdk/extension';
import { Card, CARD_SCHEMA, CARD_TYPE, CATALOG_PATH, CATALOG_TYPE, type Remote } from './card.ts';

export interface CardOptions {
  /** The name of the server: `com.example/weather`. */
  readonly name: string;
  /** The public URL of its endpoint: `https://example.com/mcp`. Default: the one at which the client reaches the server. */
  readonly url?: string;
  /** What else clients need to connect, such as headers. Default: nothing. */
  readonly remote?: Partial<Remote>;
  readonly repository?: Card['repository'];
  /** Seconds for which clients may keep the documents. Default 3,600. */
  readonly maxAge?: number;
}

/** Publishes the card of a server. Its identifier is ours: the draft has none, since nothing is negotiated. */
export const serverCard = defineExtension({ id: 'com.example/server-card' }, (options: CardOptions) => ({
  server: {
    // A server whose card would be invalid is not created.
    setup: (server: Server) => void cardOf(server, 'https://example.com/mcp', options),
    routes: {
      'server-card': document(CARD_TYPE, cardOf, options),
      [CATALOG_PATH]: document(CATALOG_TYPE, catalogOf, options),
    },
  },
}));

/** All of it is public: nothing but what the server tells every client, and the options. */
function cardOf({ info, revisions }: Server, url: string, { name, remote, repository }: CardOptions): Card {
  const { version, title, description, websiteUrl, icons } = info;
  return Card.parse({
    $schema: CARD_SCHEMA,
    name,
    version,
    title,
    description,
    websiteUrl,
    icons,
    repository,
    remotes: [{ type: 'streamable-http', url, supportedProtocolVersions: revisions, ...remote }],
  });
}

function catalogOf(_: Server, url: string, { name }: CardOptions): object {
  const [namespace = '', own = ''] = name.split('/');
  const identifier = `urn:air:${new URL(url).hostname}:${namespace}:${own}`;
  return { specVersion: '1.0', entries: [{ identifier, type: CARD_TYPE, url: `${url}/server-card` }] };
}

/** Returns a route with a document that pages of any origin may read. */
function document(
  type: string,
  contentOf: (server: Server, url: string, options: CardOptions) => object,
  options: CardOptions,
): ExtensionRoute {
  return {
    origins: 'any',
    handle: (request, { server, endpoint }) => {
      const { method } = request;
      const body = JSON.stringify(contentOf(server, options.url ?? endpoint, options));
      const headers = {
        'content-type': type,
        'cache-control': `public, max-age=${options.maxAge ?? 3_600}`,
        etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET',
        'access-control-allow-headers': 'Content-Type, If-None-Match',
        'access-control-expose-headers': 'ETag',
      };
      if (method === 'OPTIONS') return { status: 204, headers };
      if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: { allow: 'GET, HEAD, OPTIONS' } };
      if (request.header('if-none-match') === headers.etag) return { status: 304, headers };
      return method === 'HEAD' ? { headers } : { headers, body };
    },
  };
}
