/** Requests that a guarded server refuses, and how. */

import { InvalidTokenError, jwt, protect } from '@mcp-gen/auth/server';
import { base64url, SignJWT } from 'jose';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { rawRequest, rawStream, type RawRequest } from '../../support/rawHttp.js';
import { head, openSocket } from '../../unit/runtime/httpSupport.js';
import { alone, bearer, challengeOf, METADATA, startGuarded, startWithJwt } from './guarded.js';
import { claimsOf, inSeconds, signingKey, type TestIssuer } from './issuer.js';

const encoded = (value: object): string => base64url.encode(JSON.stringify(value));

test('without a token the answer is 401, with the metadata and the scopes, and no error code', async () => {
  covers(
    'authorization-challenge',
    'authorization-challenge-header',
    'authorization-metadata-found',
    'authorization-scope-challenged',
    'authorization-status',
    'http-authentication',
  );
  const { open } = await startWithJwt({ scopes: ['notes:read', 'notes:list'] });
  const answer = await open();
  expect(answer.status).toBe(401);
  expect(answer.headers['www-authenticate']).toBe(
    `Bearer resource_metadata="${METADATA}", scope="notes:read notes:list"`,
  );
});

test('no revision is served without a token: neither a stream of the older transport, nor requests that stand alone', async () => {
  covers('sse-authentication', 'http-alone-authentication');
  const { url, issuer } = await startWithJwt({}, { sse: { stream: '/sse', messages: '/messages' } });
  const statusesWith = async (headers: NonNullable<RawRequest['headers']>): Promise<readonly number[]> => {
    const stream = await rawStream(new URL('/sse', url).href, { method: 'GET', headers });
    return [stream.status, (await rawRequest(url, alone(headers, 'tools/list'))).status];
  };
  expect(await statusesWith({})).toEqual([401, 401]);
  expect(await statusesWith(bearer(await issuer.sign()))).toEqual([200, 200]);
});

test.each([undefined, 'Basic YWRhOjEyMzQ=', 'Basic a, Digest bearer', 'a,b', ',', 'constructor x', '__proto__ x', ''])(
  'credentials of another scheme are not a token: %s',
  async (authorization) => {
    const { open } = await startWithJwt();
    const answer = await open({ authorization });
    expect(answer.status).toBe(401);
    expect(answer.headers['www-authenticate']).toBe(`Bearer resource_metadata="${METADATA}"`);
  },
);

describe('a request whose credentials cannot be read is refused with 400', () => {
  test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer a,b', 'Bearer "a"', 'DPoP'])(
    '%j',
    async (authorization) => {
      covers('authorization-status');
      const { open } = await startWithJwt();
      const answer = await open({ authorization });
      expect(answer.status).toBe(400);
      expect(challengeOf(answer)).toMatchObject({ error: 'invalid_request', resource_metadata: METADATA });
    },
  );

  test.each(['Bearer a, Bearer b', 'DPoP a,b', 'Basic a, Bearer b', 'a,DPoP b', ',bearer'])(
    'which says that there are two: %s',
    async (authorization) => {
      const { open } = await startWithJwt();
      const { error_description: said } = challengeOf(await open({ authorization }));
      expect(said).toBe('the header Authorization must have one token');
    },
  );

  test('two headers Authorization, of which Node would drop one', async () => {
    const { url, issuer } = await startWithJwt();
    const token = await issuer.sign();
    const socket = await openSocket(url);
    const answered = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    const lines = head({ 'content-length': 0 }).replace('\r\n\r\n', '');
    socket.write(`${lines}\r\nauthorization: Bearer ${token}\r\nauthorization: Bearer ${token}\r\n\r\n`);
    expect(await answered).toMatch(/^HTTP\/1.1 400 [^]*error="invalid_request"/);
  });

  test.each([true, false])('a token in the URL, with one in the header: %s', async (withHeader) => {
    const { open, issuer } = await startWithJwt();
    const token = await issuer.sign();
    const answer = await open(withHeader ? bearer(token) : {}, `?access_token=${token}`);
    expect(answer.status).toBe(400);
    expect(challengeOf(answer)).toMatchObject({ error: 'invalid_request' });
    expect(JSON.stringify(answer)).not.toContain(token);
  });
});

/** Tokens that are wrong in one place, with what the client is told. */
const WRONG: { readonly [what: string]: readonly [(issuer: TestIssuer) => string | Promise<string>, string] } = {
  'no JWT': [() => 'opaque', 'malformed'],
  'two parts': [async ({ sign }) => (await sign()).split('.').slice(0, 2).join('.'), 'malformed'],
  'four parts': [async ({ sign }) => `${await sign()}.x`, 'malformed'],
  'an empty header': [async ({ sign }) => `.${(await sign()).split('.').slice(1).join('.')}`, 'malformed'],
  'a header that is not JSON': [async ({ sign }) => `eA.${(await sign()).split('.').slice(1).join('.')}`, 'malformed'],
  'a header that is an array': [
    async ({ sign }) => `${encoded([])}.${(await sign()).split('.').slice(1).join('.')}`,
    'malformed',
  ],
  'claims that are not JSON': [({ key }) => `${encoded({ alg: key.jwk.alg, typ: 'at+jwt' })}.eA.eA`, 'malformed'],
  'claims that are null': [
    () => `${encoded({ alg: 'ES256', typ: 'at+jwt' })}.${base64url.encode('null')}.eA`,
    'malformed',
  ],
  'no signature': [async ({ sign }) => (await sign()).replace(/[^.]+$/, ''), 'malformed|signature'],
  'a signature that is too short': [async ({ sign }) => (await sign()).replace(/[^.]+$/, 'eA'), 'signature'],
  'the signature of other claims': [
    async ({ sign, issuer }) => {
      const [header, , signature] = (await sign()).split('.');
      return `${header}.${encoded({ ...claimsOf(issuer), sub: 'admin' })}.${signature}`;
    },
    'signature',
  ],
  'the signature of another header': [
    async ({ sign }) => {
      const [, claims, signature] = (await sign()).split('.');
      return `${encoded({ alg: 'ES256', kid: 'first', typ: 'at+jwt', x: 1 })}.${claims}.${signature}`;
    },
    'signature',
  ],
  'alg none': [
    ({ issuer }) => `${encoded({ alg: 'none', typ: 'at+jwt' })}.${encoded(claimsOf(issuer))}.`,
    'algorithm|malformed',
  ],
  'alg None, with a signature': [
    ({ issuer }) => `${encoded({ alg: 'None', typ: 'at+jwt' })}.${encoded(claimsOf(issuer))}.eA`,
    'algorithm',
  ],
  'no alg': [({ issuer }) => `${encoded({ typ: 'at+jwt' })}.${encoded(claimsOf(issuer))}.eA`, 'algorithm'],
  'alg HS256 with the public key as the secret': [
    ({ issuer, key }) =>
      new SignJWT(claimsOf(issuer))
        .setProtectedHeader({ alg: 'HS256', kid: 'first', typ: 'at+jwt' })
        .sign(new TextEncoder().encode(JSON.stringify(key.jwk))),
    'algorithm',
  ],
  'an algorithm that the key is not of': [
    async ({ sign }) => {
      const other = await signingKey('first', 'ES384');
      return sign({}, { alg: 'ES384' }, other);
    },
    'the issuer has no key',
  ],
  'the key of somebody else': [async ({ sign }) => sign({}, {}, await signingKey('first')), 'signature'],
  'a key of its own': [
    async ({ sign }) => {
      const own = await signingKey('own');
      return sign({}, { kid: undefined, jwk: own.jwk }, own);
    },
    'signature',
  ],
  'a key that nobody has': [({ sign }) => sign({}, { kid: 'other' }), 'the issuer has no key'],
  'a critical header that nobody knows': [
    ({ sign }) => sign({}, { crit: ['x'], x: 1 }).catch(() => 'x.y.z'),
    'malformed',
  ],
  'typ logout+jwt': [({ sign }) => sign({}, { typ: 'logout+jwt' }), 'typ'],
  'typ dpop+jwt': [({ sign }) => sign({}, { typ: 'dpop+jwt' }), 'typ'],
  'no issuer': [({ sign }) => sign({ iss: undefined }), 'issuer'],
  'another issuer': [({ sign }) => sign({ iss: 'https://evil.example' }), 'issuer'],
  'an issuer that differs by a slash': [({ sign, issuer }) => sign({ iss: `${issuer}/` }), 'issuer'],
  'an issuer that is an array': [({ sign, issuer }) => sign({ iss: [issuer] }), 'issuer'],
  'no audience': [({ sign }) => sign({ aud: undefined }), 'aud does not include this resource'],
  'the audience of another server': [
    ({ sign }) => sign({ aud: 'https://other.example.com/mcp' }),
    'aud does not include this resource',
  ],
  'the audience of another path': [
    ({ sign }) => sign({ aud: 'https://mcp.example.com/mcp/' }),
    'aud does not include this resource',
  ],
  'the audience of the whole host': [
    ({ sign }) => sign({ aud: 'https://mcp.example.com' }),
    'aud does not include this resource',
  ],
  'the audience of a longer host': [
    ({ sign }) => sign({ aud: 'https://mcp.example.com.evil.example/mcp' }),
    'aud does not include this resource',
  ],
  'the audience in a query': [
    ({ sign }) => sign({ aud: 'https://evil.example/?https://mcp.example.com/mcp' }),
    'aud does not include this resource',
  ],
  'an audience in capitals, where they matter': [
    ({ sign }) => sign({ aud: 'https://mcp.example.com/MCP' }),
    'aud does not include this resource',
  ],
  'an audience that is an object': [
    ({ sign }) => sign({ aud: { 0: 'https://mcp.example.com/mcp' } }),
    'aud does not include this resource',
  ],
  'a client as its audience, as in an ID token': [
    ({ sign }) => sign({ aud: 'desktop' }),
    'aud does not include this resource',
  ],
  'no expiry': [({ sign }) => sign({ exp: undefined }), 'exp'],
  'an expiry that is a string': [({ sign }) => sign({ exp: String(inSeconds(300)) }), 'exp'],
  'an expiry that has passed': [({ sign }) => sign({ exp: inSeconds(-10) }), 'expired'],
  'a time to come': [({ sign }) => sign({ nbf: inSeconds(30) }), 'nbf'],
  'a start that is a string': [({ sign }) => sign({ nbf: 'now' }), 'nbf'],
  nobody: [({ sign }) => sign({ sub: undefined, client_id: undefined }), 'neither a subject nor a client'],
  'a subject that is a number': [({ sign }) => sign({ sub: 1, client_id: undefined }), 'sub|neither'],
  'a binding to a certificate': [({ sign }) => sign({ cnf: { 'x5t#S256': 'x' } }), 'unsupported binding'],
  'a binding that is not a string': [({ sign }) => sign({ cnf: { jkt: 1 } }), 'unsupported binding'],
  '16,385 characters': [({ sign }) => sign({ x: 'x'.repeat(16_385) }), 'too long'],
};

describe('a token that is wrong in one place is refused with 401', () => {
  test.each(Object.entries(WRONG))('%s', async (_, [make, said]) => {
    covers('authorization-invalid', 'authorization-validated', 'authorization-audience', 'authorization-no-others');
    const { guard, issuer } = await startWithJwt({ scopes: ['notes:read'] });
    const token = await make(issuer);
    const header = (name: string): string | undefined => (name === 'authorization' ? `Bearer ${token}` : undefined);
    const http = { method: 'POST', url: 'http://localhost/mcp', address: undefined, header };
    const refusal = await guard.authenticate(http).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ name: 'HttpRefusalError', status: 401 });
    const { headers, message } = refusal as { headers: { [name: string]: string }; message: string };
    expect(challengeOf({ headers })).toMatchObject({
      scheme: 'Bearer',
      error: 'invalid_token',
      error_description: expect.stringMatching(said) as string,
      resource_metadata: METADATA,
      scope: 'notes:read',
    });
    expect(`${message} ${JSON.stringify(headers)}`).not.toContain(token);
  });

  test('and the same token, with nothing wrong, is accepted', async () => {
    covers('authorization-validated');
    const { open, issuer } = await startWithJwt({ scopes: ['notes:read'] });
    expect((await open(bearer(await issuer.sign()))).status).toBe(200);
  });
});

test.each(['https://MCP.EXAMPLE.com/mcp', 'HTTPS://mcp.example.com/mcp'])(
  'scheme and host of the audience may be in capitals: %s',
  async (aud) => {
    covers('authorization-resource-case');
    const { open, issuer } = await startWithJwt();
    expect((await open(bearer(await issuer.sign({ aud: ['https://other.example', aud] })))).status).toBe(200);
  },
);

test('a token that was let in once is refused as soon as it has expired', async () => {
  covers('authorization-invalid');
  const { open, issuer } = await startWithJwt();
  const token = await issuer.sign({ exp: inSeconds(-3) });
  expect((await open(bearer(token))).status).toBe(200);
  await expect.poll(async () => (await open(bearer(token))).status).toBe(401);
});

test('a token without the scopes of the server is refused with 403, and all scopes are named', async () => {
  covers('authorization-insufficient-scope', 'authorization-scopes-together', 'authorization-status');
  const { open, issuer } = await startWithJwt({ scopes: ['notes:read', 'notes:write'] });
  const answer = await open(bearer(await issuer.sign()));
  expect(answer.status).toBe(403);
  expect(challengeOf(answer)).toMatchObject({
    scheme: 'Bearer',
    error: 'insufficient_scope',
    scope: 'notes:read notes:write',
    resource_metadata: METADATA,
  });
});

test('nothing that a client sends adds a parameter or a header', async () => {
  const { open, guard } = await startWithJwt({
    verify: {
      issuer: 'https://login.example.com',
      verify: (token) => Promise.reject(new InvalidTokenError(`no "${token}"\r\nx-evil: 1, scope="all" \\ ä`)),
    },
  });
  const answer = await open(bearer('abc'));
  expect(answer.status).toBe(401);
  expect(answer.headers['x-evil']).toBeUndefined();
  expect(challengeOf(answer)).toEqual({
    scheme: 'Bearer',
    resource_metadata: METADATA,
    error: 'invalid_token',
    error_description: 'no ?abc???x-evil: 1, scope=?all? ? ?',
  });
  expect(() => guard.insufficientScope(['a" , error="x'])).toThrow('Invalid scope');
});

test('a verifier that fails is reported, and the client is told to come back without the reason', async () => {
  const failure = new Error('secret database');
  const verify = { issuer: 'https://login.example.com', verify: () => Promise.reject(failure) };
  const { open, errors } = await startGuarded({ verify });
  const answer = await open(bearer('opaque'));
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.headers['www-authenticate']).toBeUndefined();
  expect(answer.text).not.toContain('secret database');
  expect(await errors.take()).toBe(failure);
});

test.each([
  [{ 'notes admin': ['notes:read'] }, 'an object whose names are scopes'],
  [{ 'notes:admin': ['notes read'] }, 'an object of arrays of scopes'],
])('a hierarchy of scopes has scopes only: %j', (scopeHierarchy, expected) => {
  const verify = jwt({ issuer: 'https://login.example.com' });
  expect(() => protect({ resource: 'https://mcp.example.com/mcp', verify, scopeHierarchy })).toThrow(
    `Invalid option "scopeHierarchy" for protect: expected ${expected}`,
  );
});

test('scopes have to be an array', () => {
  const verify = jwt({ issuer: 'https://login.example.com' });
  const scopes = 'notes:read' as unknown as readonly string[];
  expect(() => protect({ resource: 'https://mcp.example.com/mcp', verify, scopes })).toThrow(
    'Invalid option "scopes" for protect: expected an array of strings',
  );
});

test('nothing is handled before the token is validated, and the answer says nothing of what only the server should know', async () => {
  covers('authorization-before-processing');
  const { open, url, issuer, server } = await startWithJwt();
  const handled: string[] = [];
  server.use((message, next) => (handled.push(message.method), next(message)));
  const good = await issuer.sign();
  const session = String((await open(bearer(good))).headers['mcp-session-id']);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } };
  const call = (token: string) => rawRequest(url, { headers: { ...bearer(token), 'mcp-session-id': session }, body });
  handled.length = 0;
  const answer = await call(await issuer.sign({ aud: 'https://other.example' }));
  expect(answer.status).toBe(401);
  expect(handled).toEqual([]);
  expect(answer.text).not.toContain('other.example');
  expect((await call(good)).status).toBe(200);
  expect(handled).toEqual(['tools/call']);
});

test('the token of one server is not accepted by another of the same issuer', async () => {
  covers('authorization-no-passthrough', 'authorization-audience');
  const { open, issuer, callers, url } = await startWithJwt();
  const verify = jwt({ issuer: issuer.issuer, allowHttp: true });
  const other = await startGuarded({ verify, resource: 'https://other.example.com/mcp' });
  const token = await issuer.sign();
  const session = await open(bearer(token));
  expect(session.status).toBe(200);
  expect((await other.open(bearer(token))).status).toBe(401);
  const headers = { ...bearer(token), 'mcp-session-id': String(session.headers['mcp-session-id']) };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'whoami' } };
  expect((await rawRequest(url, { headers, body })).status).toBe(200);
  // Handlers are not given the token, so that none passes it on.
  expect(callers).toHaveLength(1);
  expect(JSON.stringify(callers)).not.toContain(token);
});
