/** An authorization server whose tokens the suite makes itself, for servers that trust it. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** The scope that a protected server requires. */
export const SCOPE = 'fixture';

const ALGORITHM = 'RS256';
const MINUTE = 60;

/** What a token says. Default: a good one. */
export interface Claims {
  /** The audience. */
  readonly audience: string;
  readonly scope?: string;
  /** When it expires, in seconds from now. */
  readonly expiresIn?: number;
  /** Whether another key signs it than the one that the issuer publishes. */
  readonly isForged?: boolean;
}

export interface Issuer {
  readonly url: string;
  token(claims: Claims): Promise<string>;
  close(): Promise<void>;
}

/** Starts an authorization server with metadata and keys. It has no login: only the suite gets tokens. */
export async function startIssuer(): Promise<Issuer> {
  const [published, other] = await Promise.all([generateKeyPair(ALGORITHM), generateKeyPair(ALGORITHM)]);
  const key = { ...(await exportJWK(published.publicKey)), kid: 'suite', alg: ALGORITHM, use: 'sig' };
  const listener = createServer(({ url: path = '' }, response) => {
    const isMetadata = /^\/\.well-known\/(?:oauth-authorization-server|openid-configuration)$/.test(path);
    const document = isMetadata ? metadataOf(url) : path === '/keys' ? { keys: [key] } : undefined;
    response.writeHead(document === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document ?? {}));
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    url,
    async token({ audience, scope = SCOPE, expiresIn = 5 * MINUTE, isForged = false }) {
      const now = Math.floor(Date.now() / 1_000);
      return new SignJWT({ client_id: 'conformance', scope })
        .setProtectedHeader({ alg: ALGORITHM, kid: 'suite', typ: 'at+jwt' })
        .setIssuer(url)
        .setSubject('user')
        .setAudience(audience)
        .setIssuedAt(now - MINUTE)
        .setExpirationTime(now + expiresIn)
        .setJti(crypto.randomUUID())
        .sign((isForged ? other : published).privateKey);
    },
    async close() {
      listener.closeAllConnections();
      listener.close();
      await once(listener, 'close');
    },
  };
}

function metadataOf(issuer: string): object {
  return {
    issuer,
    jwks_uri: `${issuer}/keys`,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    response_types_supported: ['code'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: [SCOPE],
  };
}
