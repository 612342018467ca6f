/** An issuer on loopback, as small as can be: its metadata, its keys, and what it answers about tokens. */

import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose';
import { listen, textOf } from '../support/listen.js';

/** A key that an issuer, or a client with DPoP, signs with. */
export interface SigningKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

export async function signingKey(kid: string, algorithm = 'ES256'): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: algorithm } };
}

/** What an issuer answers; tests change it. */
export interface TestIssuer {
  /** Its name and its URL: `http://127.0.0.1:49152`. */
  readonly issuer: string;
  /** What it was asked for, oldest first. */
  readonly requests: string[];
  /** What it was sent with requests for introspection. */
  readonly introspected: { readonly authorization: string | undefined; readonly body: URLSearchParams }[];
  keys: JWK[];
  /** What it answers, by path, in place of the right thing. */
  readonly instead: Map<string, { readonly status?: number; readonly headers?: object; readonly body: string }>;
  /** What it says of opaque tokens. */
  readonly tokens: Map<string, object>;
  readonly key: SigningKey;
  /** Issues a token. Claims and headers that are undefined are left out. */
  sign(claims?: object, header?: object, key?: SigningKey): Promise<string>;
  close(): Promise<void>;
}

/** The resource that tokens are for. */
export const RESOURCE = 'https://mcp.example.com/mcp';

export const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1_000) + seconds;

/** The claims of a token as it should be. */
export function claimsOf(issuer: string): JWTPayload {
  return {
    iss: issuer,
    aud: RESOURCE,
    sub: 'ada',
    client_id: 'desktop',
    scope: 'notes:read',
    iat: inSeconds(0),
    exp: inSeconds(300),
    jti: crypto.randomUUID(),
  };
}

export async function startIssuer(): Promise<TestIssuer> {
  const key = await signingKey('first');
  const introspected: { authorization: string | undefined; body: URLSearchParams }[] = [];
  const instead: TestIssuer['instead'] = new Map();
  const tokens = new Map<string, object>();
  const {
    origin: issuer,
    requests,
    close,
  } = await listen((request, response) => {
    const { url: path = '' } = request;
    const said = instead.get(path);
    const send = (body: object): void =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (said !== undefined) {
      response.writeHead(said.status ?? 200, { 'content-type': 'application/json', ...said.headers }).end(said.body);
    } else if (path === '/.well-known/oauth-authorization-server') {
      send({ issuer, jwks_uri: `${issuer}/jwks`, introspection_endpoint: `${issuer}/introspect` });
    } else if (path === '/jwks') {
      send({ keys: made.keys });
    } else if (path === '/introspect') {
      void textOf(request).then((text) => {
        const body = new URLSearchParams(text);
        introspected.push({ authorization: request.headers.authorization, body });
        send(tokens.get(body.get('token') ?? '') ?? { active: false });
      });
    } else response.writeHead(404).end();
  });
  const made: TestIssuer = {
    issuer,
    requests,
    introspected,
    keys: [key.jwk],
    instead,
    tokens,
    key,
    close,
    sign(claims = {}, header = {}, by = key) {
      const all = { alg: by.jwk.alg ?? 'ES256', kid: by.jwk.kid, typ: 'at+jwt', ...header };
      return new SignJWT({ ...claimsOf(issuer), ...claims })
        .setProtectedHeader(all as JWTHeaderParameters)
        .sign(by.privateKey);
    },
  };
  return made;
}
