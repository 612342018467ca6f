/** Clients without a person: each grant is one request, and what it sends is what its specification names. */

import {
  authorizationCode,
  AuthorizationError,
  clientCredentials,
  enterpriseManaged,
  jwtBearer,
  MemoryTokenStore,
  type ClientCredentialsOptions,
} from '@mcp-gen/auth/client';
import {
  calculateJwkThumbprint,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  jwtVerify,
  type CryptoKey,
  type JWK,
} from 'jose';
import { describe, expect, test } from 'vitest';
import { ProtectedServer, TestAuthorizationServer } from '../support/authorizationServer.js';
import { errorOf, REVISIONS, sender, setUp } from './setUp.js';
import { passTime } from '../../support/clock.js';

const JWT = 'eyJhbGciOiJFUzI1NiJ9.e30.c2lnbmF0dXJl';

async function servers(): Promise<{ authorization: TestAuthorizationServer; server: ProtectedServer }> {
  const authorization = await TestAuthorizationServer.start();
  return { authorization, server: await ProtectedServer.start(authorization) };
}

describe('clientCredentials', () => {
  test('sends a secret as the authorization server wants it', async () => {
    const { authorization, server } = await servers();
    const client = { id: 'the-reports', secret: 'the+secret' };
    expect((await sender(clientCredentials({ client, allowHttp: true }), server)()).status).toBe(200);
    authorization.behavior.metadata = (honest) => ({
      ...honest,
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    });
    expect((await sender(clientCredentials({ client, allowHttp: true, scope: 'read' }), server)()).status).toBe(200);
    const [basic, post] = authorization.tokenRequests;
    expect(basic?.headers.authorization).toBe(`Basic ${btoa('the-reports:the%2Bsecret')}`);
    expect(Object.fromEntries(basic?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      resource: server.url.href,
    });
    expect(Object.fromEntries(post?.form ?? [])).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the-reports',
      client_secret: 'the+secret',
      scope: 'read',
      resource: server.url.href,
    });
  });

  test('shows a secret to one authorization server, also if two are named at the same time', async () => {
    const [first, second] = await Promise.all([servers(), servers()]);
    const store = new MemoryTokenStore();
    const get = store.get.bind(store);
    const both = new Promise<void>((resolve) => {
      let asked = 0;
      // Neither is told before both have asked.
      store.get = async (key) => {
        const value = get(key);
        if (key === 'client a' && ++asked === 2) resolve();
        if (key === 'client a') await both;
        return value;
      };
    });
    const auth = clientCredentials({ client: { id: 'a', secret: 'b' }, allowHttp: true, store });
    const sent = await Promise.allSettled([sender(auth, first.server)(), sender(auth, second.server)()]);
    expect(sent.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const requests = [first, second].map(({ authorization }) => authorization.tokenRequests.length);
    expect(requests.toSorted()).toEqual([0, 1]);
  });

  test('signs with a key, for the authorization server alone', async () => {
    const { authorization, server } = await servers();
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { key: await exportPKCS8(privateKey), algorithm: 'ES256', id: 'key-1' };
    await sender(clientCredentials({ client: { id: 'reports', privateKey: key }, allowHttp: true }), server)();
    const assertion = authorization.tokenRequests[0]?.form.get('client_assertion') ?? '';
    expect(decodeProtectedHeader(assertion)).toMatchObject({ alg: 'ES256', kid: 'key-1' });
    expect(decodeJwt(assertion)).toMatchObject({ iss: 'reports', sub: 'reports', aud: authorization.issuer });
  });

  test.each([
    ['a CryptoKey', (key: CryptoKey) => Promise.resolve({ key })],
    ['a JSON Web Key', async (key: CryptoKey) => ({ key: JSON.stringify(await exportJWK(key)), algorithm: 'ES256' })],
  ])('signs with %s, without an id if it has none', async (_, given) => {
    const { authorization, server } = await servers();
    const { privateKey: key, publicKey } = await generateKeyPair('ES256', { extractable: true });
    const client = { id: 'reports', privateKey: await given(key) };
    expect((await sender(clientCredentials({ client, allowHttp: true }), server)()).status).toBe(200);
    const assertion = authorization.tokenRequests[0]?.form.get('client_assertion') ?? '';
    const { payload, protectedHeader } = await jwtVerify(assertion, publicKey);
    expect(payload).toMatchObject({ iss: 'reports', aud: authorization.issuer });
    expect(protectedHeader).not.toHaveProperty('kid');
  });

  test.each(['ES256', undefined])(
    'does not repeat a key that cannot be read, with the algorithm %s',
    async (algorithm) => {
      const { server } = await servers();
      const privateKey = { key: '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----', algorithm };
      const error = await errorOf(
        sender(clientCredentials({ client: { id: 'a', privateKey }, allowHttp: true }), server)(),
      );
      expect(error.message).toContain('The private key of the client is invalid');
      expect(error.message).not.toContain('c2VjcmV0');
    },
  );

  test('renews what expires, and asks for nothing that was refused', async () => {
    const { authorization, server } = await servers();
    const send = sender(clientCredentials({ client: { id: 'a', secret: 'b' }, allowHttp: true }), server);
    authorization.behavior.lifetime = 0;
    await send();
    await send();
    expect(authorization.tokenRequests).toHaveLength(2);
    authorization.behavior.token = () => ({ status: 401, body: { error: 'invalid_client' } });
    const error = await errorOf(send());
    expect(error).toMatchObject({ error: 'invalid_client' });
    for (let request = 0; request < 5; request++) expect(await errorOf(send())).toBe(error);
    expect(authorization.tokenRequests).toHaveLength(3);
  });

  test('gets another token shortly before the first one expires, where nothing renews it', async () => {
    const { authorization, server } = await servers();
    authorization.behavior.refreshTokens = false;
    const send = sender(clientCredentials({ client: { id: 'a', secret: 'b' }, allowHttp: true }), server);
    await send();
    passTime(3_590_000);
    await send();
    expect(authorization.tokenRequests.map(({ form }) => form.get('grant_type'))).toEqual([
      'client_credentials',
      'client_credentials',
    ]);
    expect(new Set(server.authorizations).size).toBe(3);
  });

  test('needs a secret or a key', () => {
    const options: ClientCredentialsOptions = { client: { id: 'a' } };
    expect(() => clientCredentials(options)).toThrow('expected a "secret" or a "privateKey"');
  });
});

describe('jwtBearer', () => {
  test('sends the assertion once, also if it is refused', async () => {
    const { authorization, server } = await servers();
    const asked: unknown[] = [];
    const client = jwtBearer({
      client: { id: 'workload' },
      allowHttp: true,
      assertion: (request) => {
        asked.push(request);
        return JWT;
      },
    });
    expect((await sender(client, server)()).status).toBe(200);
    expect(asked).toEqual([{ issuer: authorization.issuer, resource: server.url.href }]);
    expect(Object.fromEntries(authorization.tokenRequests[0]?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
      assertion: JWT,
      client_id: 'workload',
      resource: server.url.href,
    });
    authorization.revokeAccess();
    authorization.behavior.token = () => ({ status: 400, body: { error: 'invalid_grant', error_description: JWT } });
    const error = await errorOf(
      sender(jwtBearer({ client: { id: 'w' }, allowHttp: true, assertion: () => JWT }), server)(),
    );
    expect(error).toMatchObject({ error: 'invalid_grant' });
    expect(error.message).not.toContain(JWT);
    expect(authorization.tokenRequests).toHaveLength(2);
  });

  test('keeps the tokens of one subject from another one in the same store', async () => {
    const { authorization, server } = await servers();
    const store = new MemoryTokenStore();
    const shared = { client: { id: 'app' }, allowHttp: true, store };
    const given = { ...shared, assertion: () => JWT };
    for (const subject of ['ada', 'bob', 'ada']) {
      expect((await sender(jwtBearer({ ...given, subject }), server)()).status).toBe(200);
    }
    expect(authorization.tokenRequests).toHaveLength(2);
    expect(() => jwtBearer(given)).toThrow('Missing option "subject"');
    const idp = { issuer: 'https://idp.example', client: { id: 'app' }, idToken: () => JWT };
    expect(() => enterpriseManaged({ ...shared, idp })).toThrow('Missing option "subject"');
  });

  test('sends nothing that is not a JWT', async () => {
    const { authorization, server } = await servers();
    const client = jwtBearer({ client: { id: 'w' }, allowHttp: true, assertion: () => 'secret' });
    const error = await errorOf(sender(client, server)());
    expect(error.message).toBe('The assertion is not a JWT. Expected three parts in base64url, separated by dots');
    expect(authorization.tokenRequests).toEqual([]);
  });
});

describe('enterpriseManaged', () => {
  test.each([
    ['the metadata of the identity provider', false],
    ['a token endpoint that is named', true],
  ])('exchanges the ID token at %s', async (_, isNamed) => {
    const { authorization, server } = await servers();
    const idp = await TestAuthorizationServer.start();
    const issued_token_type = 'urn:ietf:params:oauth:token-type:id-jag';
    idp.behavior.token = () => ({ body: { access_token: JWT, token_type: 'N_A', issued_token_type } });
    const client = enterpriseManaged({
      allowHttp: true,
      client: { id: 'app', secret: 'b' },
      idp: {
        issuer: idp.issuer,
        client: { id: 'app-at-idp' },
        idToken: () => JWT,
        ...(isNamed && { tokenEndpoint: `${idp.issuer}/token` }),
      },
    });
    expect((await sender(client, server)()).status).toBe(200);
    expect(Object.fromEntries(idp.tokenRequests[0]?.form ?? [])).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      requested_token_type: issued_token_type,
      audience: authorization.issuer,
      resource: server.url.href,
      subject_token: JWT,
      subject_token_type: 'urn:ietf:params:oauth:token-type:id_token',
      client_id: 'app-at-idp',
    });
    expect(authorization.tokenRequests[0]?.form.get('assertion')).toBe(JWT);
    expect(idp.requests).toHaveLength(isNamed ? 1 : 2);
  });

  test('says what to do if the identity provider has no metadata', async () => {
    const { authorization, server } = await servers();
    const idp = await TestAuthorizationServer.start();
    idp.behavior.metadata = () => ({});
    const client = enterpriseManaged({
      allowHttp: true,
      client: { id: 'app' },
      idp: { issuer: idp.issuer, client: { id: 'app-at-idp' }, idToken: () => JWT },
    });
    expect((await errorOf(sender(client, server)())).message).toBe(
      `The identity provider ${idp.issuer} does not publish metadata. Set "tokenEndpoint"`,
    );
    expect([idp.tokenRequests, authorization.tokenRequests]).toEqual([[], []]);
  });

  test('takes no other token from the identity provider', async () => {
    const { authorization, server } = await servers();
    const idp = await TestAuthorizationServer.start();
    const client = enterpriseManaged({
      allowHttp: true,
      client: { id: 'app' },
      idp: { issuer: idp.issuer, client: { id: 'app-at-idp' }, idToken: () => JWT },
    });
    const error = await errorOf(sender(client, server)());
    expect(error).toBeInstanceOf(AuthorizationError);
    expect(error.message).toContain('issued a token of the wrong type');
    expect(authorization.tokenRequests).toEqual([]);
  });
});

test('a server of 2025-03-26, which names no resource, is the resource of assertions itself', async () => {
  const { authorization, server } = await servers();
  server.behavior.metadata = () => undefined;
  server.behavior.answer = ({ url }, response) => {
    if (url !== '/.well-known/oauth-authorization-server') return false;
    const issuer = server.url.origin;
    response.end(JSON.stringify({ issuer, token_endpoint: `${authorization.issuer}/token` }));
    return true;
  };
  const asked: unknown[] = [];
  const assertion = (request: object): string => {
    asked.push(request);
    return JWT;
  };
  expect((await sender(jwtBearer({ client: { id: 'w' }, allowHttp: true, assertion }), server)()).status).toBe(200);
  expect(asked).toEqual([{ issuer: server.url.origin, resource: server.url.href }]);
  const idp = await TestAuthorizationServer.start();
  const issued_token_type = 'urn:ietf:params:oauth:token-type:id-jag';
  idp.behavior.token = () => ({ body: { access_token: JWT, token_type: 'N_A', issued_token_type } });
  const provider = { issuer: idp.issuer, client: { id: 'app-at-idp' }, idToken: () => JWT };
  const managed = enterpriseManaged({ allowHttp: true, client: { id: 'app' }, idp: provider });
  expect((await sender(managed, server)()).status).toBe(200);
  expect(idp.tokenRequests[0]?.form.get('resource')).toBe(server.url.href);
  // The authorization server of that revision knows no resources.
  expect(authorization.tokenRequests.map(({ form }) => form.get('resource'))).toEqual([null, null]);
});

describe('DPoP', () => {
  const client = { id: 'a', secret: 'b' };

  /** A set-up whose tokens are bound to a key, and the thumbprints of the keys that are proved to both servers. */
  async function bound(algorithms?: readonly string[] | string) {
    const store = new MemoryTokenStore();
    const all = await setUp({ store, dpop: true });
    const proofs: Promise<readonly [string, string]>[] = [];
    const note = async (place: string, proof: unknown): Promise<readonly [string, string]> => {
      const { jwk, alg } = decodeProtectedHeader(String(proof));
      return [place, `${alg} ${await calculateJwkThumbprint(jwk as JWK)}`];
    };
    all.authorization.behavior.metadata = (honest) => ({ ...honest, dpop_signing_alg_values_supported: algorithms });
    all.authorization.behavior.token = ({ form, headers }) => {
      proofs.push(note(form.get('grant_type') ?? '', headers['dpop']));
      return { body: { ...(all.authorization.issue(form).body as object), token_type: 'DPoP' } };
    };
    all.server.behavior.answer = ({ url, headers }) => {
      if (url === '/mcp' && headers['dpop'] !== undefined) proofs.push(note('server', headers['dpop']));
      return false;
    };
    return { ...all, store, proved: () => Promise.all(proofs) };
  }

  test('proves the stored key in the next process: to the server, and to renew', async () => {
    const { authorization, server, send, connect, proved } = await bound();
    await send();
    const next = connect();
    expect((await next()).status).toBe(200);
    authorization.revokeAccess();
    expect((await connect()()).status).toBe(200);
    const all = await proved();
    expect(all.map(([place]) => place)).toEqual([
      'authorization_code',
      'server',
      'server',
      'server',
      'refresh_token',
      'server',
    ]);
    expect(new Set(all.map(([, key]) => key)).size).toBe(1);
    expect(server.authorizations.at(-1)).toMatch(/^DPoP access-/);
    expect(authorization.logins).toHaveLength(1);
  });

  test.each([
    ['GET', undefined],
    ['GET', {}],
    ['DELETE', { method: 'DELETE' }],
  ])('proves the method %s for a request with %o', async (method, init) => {
    const { server, receiver } = await bound();
    const proved: unknown[] = [];
    server.behavior.answer = ({ headers }) => {
      if (headers['dpop'] !== undefined) proved.push(decodeJwt(String(headers['dpop']))['htm']);
      return false;
    };
    const client = authorizationCode({ receiver, allowHttp: true, dpop: true });
    await client.wrapFetch({ server: server.url, fetch, revisions: REVISIONS })(server.url, init);
    expect(proved).toEqual([method]);
  });

  test.each(['', '{', '{}', 'null', '{"kty":"EC","crv":"P-256","x":"AA","y":"AA","d":"AA","alg":"ES256"}', undefined])(
    'uses no stored tokens whose key is damaged: %s',
    async (key) => {
      const { authorization, server, store, send, connect, proved } = await bound();
      await send();
      const name = `tokens login ${server.url.href}`;
      await store.set(name, { ...(await store.get(name)), key });
      const next = connect();
      expect((await next()).status).toBe(200);
      expect((await next()).status).toBe(200);
      // The server is asked without a token first.
      expect(server.authorizations.slice(2)).toEqual([undefined, 'DPoP access-4', 'DPoP access-4']);
      expect(authorization.logins).toHaveLength(2);
      expect(new Set((await proved()).map(([, proof]) => proof)).size).toBe(2);
    },
  );

  test('a DPoP token that a client without DPoP receives is not sent', async () => {
    const { authorization, server } = await servers();
    authorization.behavior.token = ({ form }) => ({
      body: { ...(authorization.issue(form).body as object), token_type: 'DPoP' },
    });
    const error = await errorOf(sender(clientCredentials({ client, allowHttp: true }), server)());
    expect(error).toMatchObject({ name: 'AuthorizationError' });
    expect(error.message).toBe(
      `The authorization server ${authorization.issuer} issued a token of type "DPoP" to a request without a DPoP key`,
    );
    expect(server.authorizations).toEqual([undefined]);
  });

  test.each([
    [['HS256', 'none', 'ES384'], 'ES384'],
    [['RS256', 'PS256'], 'PS256'],
    [['PS384', 'RS256'], 'RS256'],
    [[], 'ES256'],
    // Not a list.
    ['RS256', 'ES256'],
  ])('of the algorithms %j uses %s', async (algorithms, expected) => {
    const { send, proved } = await bound(algorithms);
    expect((await send()).status).toBe(200);
    expect((await proved()).map(([, key]) => key.split(' ')[0])).toEqual([expected, expected]);
  });

  test('a login does not start if no DPoP algorithm is supported by both sides', async () => {
    const { authorization, receiver, send } = await bound(['HS256', 'none']);
    expect((await errorOf(send())).message).toBe(
      'No DPoP algorithm in common with the authorization server. Supported here: ES256, Ed25519, EdDSA, ES384, PS256, RS256',
    );
    expect([receiver.visited, authorization.registrations]).toEqual([[], []]);
  });

  test('proves a key to both servers, with their nonces', async () => {
    const { authorization, server } = await servers();
    const proofs: { readonly [name: string]: unknown }[] = [];
    authorization.behavior.token = ({ form, headers }) => {
      const proof = String(headers['dpop']);
      proofs.push({ ...decodeJwt(proof), ...decodeProtectedHeader(proof) });
      if (decodeJwt(proof)['nonce'] !== 'nonce-1') {
        return { status: 400, headers: { 'dpop-nonce': 'nonce-1' }, body: { error: 'use_dpop_nonce' } };
      }
      const { body } = authorization.issue(form);
      return { body: { ...(body as object), token_type: 'DPoP' } };
    };
    server.behavior.challenge = `DPoP resource_metadata="${server.metadataUrl}"`;
    server.behavior.answer = ({ url, headers }, response) => {
      if (url !== '/mcp' || headers['dpop'] === undefined) return false;
      const proof = String(headers['dpop']);
      proofs.push({ ...decodeJwt(proof), ...decodeProtectedHeader(proof) });
      if (decodeJwt(proof)['nonce'] === 'nonce-2') return false;
      response.writeHead(401, { 'www-authenticate': 'DPoP error="use_dpop_nonce"', 'dpop-nonce': 'nonce-2' }).end();
      return true;
    };
    expect((await sender(clientCredentials({ client, allowHttp: true }), server)()).status).toBe(200);
    const [token] = authorization.valid.keys();
    expect(server.authorizations.at(-1)).toBe(`DPoP ${token}`);
    const endpoint = `${authorization.issuer}/token`;
    expect(proofs.map(({ htu, htm, nonce, typ, alg }) => ({ htu, htm, nonce, typ, alg }))).toEqual(
      [
        { htu: endpoint, nonce: undefined },
        { htu: endpoint, nonce: 'nonce-1' },
        { htu: server.url.href, nonce: undefined },
        { htu: server.url.href, nonce: 'nonce-2' },
      ].map((each) => ({ ...each, htm: 'POST', typ: 'dpop+jwt', alg: 'ES256' })),
    );
    expect(new Set(proofs.map(({ jti }) => jti)).size).toBe(4);
    const keys = await Promise.all(proofs.map(({ jwk }) => calculateJwkThumbprint(jwk as JWK)));
    expect(new Set(keys).size).toBe(1);
    expect(proofs.filter(({ jwk }) => 'd' in (jwk as object))).toEqual([]);
  });

  test('asks for a token no more than twice where each answer has another nonce', async () => {
    const { authorization, server } = await servers();
    let nonces = 0;
    authorization.behavior.token = () => ({
      status: 400,
      headers: { 'dpop-nonce': `nonce-${++nonces}` },
      body: { error: 'use_dpop_nonce' },
    });
    server.behavior.challenge = `DPoP resource_metadata="${server.metadataUrl}"`;
    const failed = await errorOf(sender(clientCredentials({ client, allowHttp: true }), server)());
    expect(failed).toMatchObject({ error: 'use_dpop_nonce' });
    expect(nonces).toBe(2);
  });

  test('takes no other tokens where it is asked for: neither stored ones, nor refreshed ones', async () => {
    const store = new MemoryTokenStore();
    const { authorization, send, connect } = await setUp({ store });
    await send();
    authorization.behavior.token = ({ form }) => {
      const { body } = authorization.issue(form);
      return { body: { ...(body as object), token_type: 'DPoP' } };
    };
    const bound = connect({ dpop: true });
    expect((await bound()).status).toBe(200);
    expect(authorization.logins).toHaveLength(2);
    authorization.revokeAccess();
    expect((await bound()).status).toBe(200);
    expect(authorization.tokenRequests.at(-1)?.form.get('grant_type')).toBe('refresh_token');
    delete authorization.behavior.token;
    authorization.revokeAccess();
    expect((await errorOf(bound())).message).toContain('issued a token of type "bearer". Expected "DPoP"');
    expect(authorization.tokenRequests.at(-1)?.form.get('grant_type')).toBe('refresh_token');
  });

  test('refuses a token without a key where it is asked for', async () => {
    const { server } = await servers();
    const error = await errorOf(sender(clientCredentials({ client, allowHttp: true, dpop: true }), server)());
    expect(error.message).toContain('issued a token of type "bearer". Expected "DPoP"');
  });
});
