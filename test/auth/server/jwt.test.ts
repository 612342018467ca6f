/** Where the keys of an issuer come from, and how often they are fetched. */

import { jwt, protect, type JwtOptions } from '@mcp-gen/auth/server';
import { describe, expect, test } from 'vitest';
import { bearer, challengeOf, startGuarded, startWithJwt, type Guarded } from './guarded.js';
import { inSeconds, RESOURCE, signingKey, startIssuer, type SigningKey, type TestIssuer } from './issuer.js';
import { passTime } from '../../support/clock.js';

/** A server that takes JWTs of an issuer, with options of its own. */
async function start(
  options: (issuer: TestIssuer) => Partial<JwtOptions> = () => ({}),
): Promise<Guarded & { readonly issuer: TestIssuer }> {
  const issuer = await startIssuer();
  const verify = jwt({ issuer: issuer.issuer, allowHttp: true, ...options(issuer) });
  return { ...(await startGuarded({ verify })), issuer };
}

const METADATA = 'GET /.well-known/oauth-authorization-server';

describe('the metadata of the issuer', () => {
  test('and its keys are fetched with the first token, once', async () => {
    const { open, issuer } = await startWithJwt();
    expect(issuer.requests).toEqual([]);
    const token = await issuer.sign();
    const answers = await Promise.all([1, 2, 3].map(() => open(bearer(token))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(issuer.requests).toEqual([METADATA, 'GET /jwks']);
  });

  test.each([{ status: 404, body: '' }, { body: '<html>Every path has this page</html>' }, { body: '{}' }])(
    'are those of OpenID Connect if no others exist: %j',
    async (answer) => {
      const { open, issuer } = await startWithJwt();
      issuer.instead.set('/.well-known/oauth-authorization-server', answer);
      const body = JSON.stringify({ issuer: issuer.issuer, jwks_uri: `${issuer.issuer}/jwks` });
      issuer.instead.set('/.well-known/openid-configuration', { body });
      expect((await open(bearer(await issuer.sign()))).status).toBe(200);
    },
  );

  test('are not fetched if the place of the keys is given', async () => {
    const { open, issuer } = await start(({ issuer }) => ({ jwksUri: `${issuer}/jwks` }));
    expect((await open(bearer(await issuer.sign()))).status).toBe(200);
    expect(issuer.requests).toEqual(['GET /jwks']);
  });

  test.each<[string, (issuer: string) => { status?: number; headers?: object; body: string }, string]>([
    ['are of another issuer', () => ({ body: '{"issuer":"https://evil.example"}' }), 'issuer'],
    [
      'spell the issuer in another way',
      (issuer) => ({ body: JSON.stringify({ issuer: `${issuer}/` }) }),
      'the metadata of "http://127.0.0.1:\\d+" names the issuer "http://127.0.0.1:\\d+/"',
    ],
    ['have no keys', (issuer) => ({ body: JSON.stringify({ issuer }) }), 'jwks_uri'],
    [
      'name keys that are not by https',
      (issuer) => ({ body: JSON.stringify({ issuer, jwks_uri: 'http://evil.example/jwks' }) }),
      'is not https',
    ],
    [
      'name keys in a private network',
      (issuer) => ({ body: JSON.stringify({ issuer, jwks_uri: 'https://10.0.0.1/jwks' }) }),
      'private network',
    ],
    ['are not JSON', () => ({ body: '<html>' }), 'JSON'],
    ['are too large', () => ({ body: `{"issuer":"${'x'.repeat(262_144)}"}` }), 'larger than'],
    [
      'are elsewhere',
      () => ({ status: 302, headers: { location: 'https://evil.example/' }, body: '' }),
      'redirects|status',
    ],
  ])('that %s are an error that is reported, and the client is asked to wait', async (_, make, said) => {
    const { open, issuer, errors } = await startWithJwt();
    issuer.instead.set('/.well-known/oauth-authorization-server', make(issuer.issuer));
    const answer = await open(bearer(await issuer.sign()));
    expect(answer.status).toBe(503);
    expect(answer.headers['retry-after']).toBe('5');
    expect(answer.headers['www-authenticate']).toBeUndefined();
    expect(answer.text).not.toContain('evil');
    const reported = errors.empty();
    expect(reported).toHaveLength(1);
    expect(String(reported[0])).toMatch(new RegExp(said));
  });
});

describe('the keys of the issuer', () => {
  test('are fetched again when a token names a new one', async () => {
    const { open, issuer } = await startWithJwt();
    expect((await open(bearer(await issuer.sign()))).status).toBe(200);
    const second = await signingKey('second');
    issuer.keys = [issuer.key.jwk, second.jwk];
    passTime(31_000);
    expect((await open(bearer(await issuer.sign({}, {}, second)))).status).toBe(200);
    expect(issuer.requests).toEqual([METADATA, 'GET /jwks', 'GET /jwks']);
  });

  test('are not fetched more often than every 30 seconds, whatever tokens name', async () => {
    const { open, issuer } = await startWithJwt();
    expect((await open(bearer(await issuer.sign()))).status).toBe(200);
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, at) => issuer.sign({}, { kid: `unknown ${at}` })));
    const answers = await Promise.all(tokens.map((token) => open(bearer(token))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    expect(issuer.requests).toHaveLength(2);
    passTime(31_000);
    await Promise.all(tokens.map((token) => open(bearer(token))));
    expect(issuer.requests).toHaveLength(3);
  });

  test('are not fetched for tokens that are refused without them', async () => {
    const { open, issuer } = await startWithJwt();
    const tokens = [
      issuer.sign({}, { typ: 'logout+jwt' }),
      issuer.sign({ iss: 'https://evil.example' }),
      Promise.resolve('opaque'),
    ];
    for (const token of tokens) expect((await open(bearer(await token))).status).toBe(401);
    expect(issuer.requests).toEqual([]);
  });

  test('are forgotten when they are gone for ten minutes', async () => {
    const { open, issuer } = await startWithJwt();
    const token = await issuer.sign();
    expect((await open(bearer(token))).status).toBe(200);
    issuer.keys = [];
    expect((await open(bearer(token))).status).toBe(200);
    passTime(600_000);
    expect((await open(bearer(token))).status).toBe(401);
  });

  test('are used for up to an hour while the issuer does not answer, which is reported', async () => {
    const { open, issuer, errors } = await startWithJwt();
    const token = await issuer.sign({ exp: inSeconds(7_200) });
    expect((await open(bearer(token))).status).toBe(200);
    issuer.instead.set('/jwks', { status: 500, body: '' });
    passTime(600_000);
    expect((await open(bearer(token))).status).toBe(200);
    expect((await open(bearer(token))).status).toBe(200);
    expect(errors.empty().map(String)).toEqual([expect.stringContaining('expected status 200, got 500')]);
    passTime(3_000_000);
    expect((await open(bearer(token))).status).toBe(503);
    issuer.instead.clear();
    passTime(6_000);
    expect((await open(bearer(token))).status).toBe(200);
  });

  test('are requested at most every five seconds while the issuer fails, and the client does not have to log in again', async () => {
    const { open, issuer, errors } = await startWithJwt();
    issuer.instead.set('/jwks', { status: 500, body: '' });
    const token = await issuer.sign();
    for (let time = 0; time < 5; time++) expect((await open(bearer(token))).status).toBe(503);
    expect(issuer.requests).toEqual([METADATA, 'GET /jwks']);
    expect(errors.empty()).toHaveLength(1);
    passTime(6_000);
    issuer.instead.clear();
    expect((await open(bearer(token))).status).toBe(200);
  });

  test.each<[string, string]>([
    ['more than 100', JSON.stringify({ keys: Array(101).fill({ kty: 'EC' }) })],
    ['no set', '[]'],
    ['null', 'null'],
  ])('are refused if they are %s', async (_, body) => {
    const { open, issuer, errors } = await startWithJwt();
    issuer.instead.set('/jwks', { body });
    expect((await open(bearer(await issuer.sign()))).status).toBe(503);
    expect(String(errors.empty()[0])).toContain('The keys of the issuer');
  });

  test('do not verify if they are for encryption, secret, too short, or not what they say', async () => {
    const { open, issuer } = await startWithJwt();
    const token = await issuer.sign();
    const { jwk } = issuer.key;
    const keys = [
      { ...jwk, use: 'enc' },
      { ...jwk, key_ops: ['sign'] },
      { ...jwk, alg: 'ES384' },
      { ...jwk, x: 'eA' },
    ];
    for (const key of [...keys, { kty: 'oct', k: 'eA', kid: 'first' }]) {
      issuer.keys = [key];
      passTime(600_000);
      expect((await open(bearer(token))).status, JSON.stringify(key)).toBe(401);
    }
  });

  test('are each tried where a token names none, and are fetched again', async () => {
    const { open, issuer } = await startWithJwt();
    const [second, third] = [await signingKey('second'), await signingKey('third')];
    const weak = { ...(await signingKey('weak')).jwk, x: 'eA' };
    issuer.keys = [weak, issuer.key.jwk, second.jwk];
    const unnamed = (key: SigningKey, claims = {}): Promise<string> => issuer.sign(claims, { kid: undefined }, key);
    for (const key of [issuer.key, second]) expect((await open(bearer(await unnamed(key)))).status).toBe(200);
    const expired = await open(bearer(await unnamed(second, { exp: inSeconds(-60) })));
    expect(challengeOf(expired)).toMatchObject({ error_description: 'the token has expired' });
    const [forged, requests] = [await unnamed(third), issuer.requests.length];
    expect((await open(bearer(forged))).status).toBe(401);
    expect(issuer.requests).toHaveLength(requests);
    issuer.keys.push(third.jwk);
    passTime(31_000);
    expect((await open(bearer(forged))).status).toBe(200);
    // No token has more than eight of them tried.
    issuer.keys = [...Array.from({ length: 8 }, () => issuer.key.jwk), third.jwk];
    passTime(600_000);
    expect((await open(bearer(forged))).status).toBe(401);
  });
});

describe('issuers that do not mark access tokens', () => {
  test.each([{ typ: 'JWT' }, { typ: 'jwt' }, { typ: undefined }, { typ: 'at+jwt' }, { typ: 'application/at+jwt' }])(
    'are served: %j',
    async (header) => {
      const { open, issuer } = await start();
      expect((await open(bearer(await issuer.sign({}, header)))).status).toBe(200);
    },
  );

  test.each([{ typ: 'JWT' }, { typ: undefined }])('are refused with typ at+jwt: %j', async (header) => {
    const { open, issuer } = await start(() => ({ typ: 'at+jwt' }));
    const answer = await open(bearer(await issuer.sign({}, header)));
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toMatchObject({ error_description: 'the header typ of the token must be at+jwt' });
    expect((await open(bearer(await issuer.sign()))).status).toBe(200);
  });

  test.each([
    { at_hash: 'x' },
    { c_hash: 'x' },
    { token_use: 'id' },
    { typ: 'ID' },
    { typ: 'Refresh' },
    { typ: 'ID', token_use: 'access' },
    { s_hash: 'x' },
    { nonce: 'x' },
    { events: {} },
  ])('but ID tokens and others are told from them: %j', async (claims) => {
    const { open, issuer } = await start();
    const answer = await open(bearer(await issuer.sign(claims, { typ: 'JWT' })));
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toMatchObject({ error_description: 'the token is not an access token' });
    const access = await issuer.sign({ token_use: 'access', typ: 'Bearer' }, { typ: 'JWT' });
    expect((await open(bearer(access))).status).toBe(200);
  });
});

describe('an audience that is not a URL, so that it can be a client', () => {
  const id = 'notes';
  const resource = 'https://notes.example.com/mcp';
  const none = { client_id: undefined, scope: undefined };

  async function statusOf(claims: object): Promise<number> {
    const issuer = await startIssuer();
    const verify = jwt({ issuer: issuer.issuer, allowHttp: true });
    const { open } = await startGuarded({ verify, audience: [id, resource] });
    return (await open(bearer(await issuer.sign({ aud: id, ...none, ...claims }, { typ: 'JWT' })))).status;
  }

  test.each<[string, object]>([
    ['Auth0', { azp: 'desktop', gty: 'client-credentials' }],
    ['Auth0 for a URL with userinfo', { aud: [resource, 'https://tenant.example.com/userinfo'], azp: 'desktop' }],
    ['Auth0 with scopes for itself', { azp: id, scope: 'notes:read' }],
    ['Entra ID, version 2', { azp: 'desktop', azpacr: '0', scp: 'Notes.Read', ver: '2.0' }],
    ['Entra ID, version 2, of an application for itself', { azp: id, azpacr: '1', roles: ['Notes.All'], ver: '2.0' }],
    ['Entra ID, version 1', { appid: 'desktop', appidacr: '1', roles: ['Notes.All'], ver: '1.0' }],
    ['Keycloak', { typ: 'Bearer', azp: id }],
    ['Keycloak before version 25', { typ: 'Bearer', azp: 'desktop', nonce: 'x' }],
    ['Okta', { cid: 'desktop', scp: ['notes:read'] }],
    ['Amazon Cognito', { token_use: 'access', client_id: 'desktop' }],
    ['an issuer that names the client alone', { client_id: 'desktop' }],
    ['an issuer that names the client alone, for several audiences', { aud: [id, 'files'], cid: 'desktop' }],
  ])('an access token of %s is accepted', async (_, claims) => {
    expect(await statusOf(claims)).toBe(200);
  });

  test.each<[string, object]>([
    ['with nothing else', {}],
    ['of Auth0', { sid: 'x', email: 'ada@example.com' }],
    ['of Entra ID', { preferred_username: 'ada', roles: ['Notes.All'], nonce: 'x', ver: '2.0' }],
    ['of Entra ID without a nonce', { preferred_username: 'ada', roles: ['Notes.All'], ver: '2.0' }],
    ['of Keycloak', { typ: 'ID', azp: id }],
    ['of Google', { azp: id, email: 'ada@example.com' }],
    ['of Google that an app obtained for its server', { azp: 'android', email: 'ada@example.com' }],
    ['with a URL as another audience', { aud: [id, 'https://other.example.com'], azp: id }],
    ['of Amazon Cognito', { token_use: 'id' }],
    ['that names its audience as client', { client_id: id }],
    ['that names one of its audiences as client', { aud: ['files', id], appid: id }],
    ['that names no client by its id', { client_id: 7 }],
  ])('an ID token %s is refused', async (_, claims) => {
    expect(await statusOf(claims)).toBe(401);
  });
});

test('algorithms can be limited', async () => {
  const { open, issuer } = await start(() => ({ algorithms: ['RS256'] }));
  expect((await open(bearer(await issuer.sign()))).status).toBe(401);
});

describe('tokens of several issuers', () => {
  test('are each verified with the keys of their own, and their subjects are told apart', async () => {
    const [one, other] = await Promise.all([startIssuer(), startIssuer()]);
    const verify = [one, other].map(({ issuer }) => jwt({ issuer, allowHttp: true }));
    const { open, guard } = await startGuarded({ verify });
    const ids = new Set<string>();
    for (const issuer of [one, other]) {
      const header = await issuer.sign().then((token) => bearer(token).authorization);
      const http = { method: 'POST', url: 'http://localhost/mcp', address: undefined, header: () => header };
      ids.add((await guard.authenticate({ ...http, header: (name) => (name === 'dpop' ? undefined : header) })).id);
      const forged = await issuer.sign({ iss: issuer === one ? other.issuer : one.issuer });
      expect((await open(bearer(forged))).status).toBe(401);
    }
    expect(ids).toEqual(new Set([`${one.issuer} subject ada`, `${other.issuer} subject ada`]));
  });
});

test('options that cannot work are errors', () => {
  const issuer = 'https://login.example.com';
  expect(() => jwt({ issuer: 'login.example.com' })).toThrow('Invalid option "issuer" for jwt: expected an https: URL');
  expect(() => jwt({ issuer: 'http://127.0.0.1:1' })).toThrow('"allowHttp"');
  expect(() => jwt({ issuer: 'http://login.example.com', allowHttp: true })).toThrow('expected an https: URL');
  expect(() => jwt({ issuer, jwksUri: 'http://login.example.com/jwks' })).toThrow('expected an https: URL');
  for (const algorithms of [['HS256'], ['none'], ['ES256', 'HS512'], []]) {
    expect(() => jwt({ issuer, algorithms })).toThrow('Invalid option "algorithms"');
  }
  expect(() => jwt({ issuer, typ: 'id+jwt' as never })).toThrow('Invalid option "typ"');
  const any = { issuer, verify: () => Promise.resolve(undefined) };
  for (const verify of [[], undefined, {}, { issuer }, [any, any]]) {
    expect(() => protect({ resource: RESOURCE, verify: verify as never })).toThrow('Invalid option "verify"');
  }
});
