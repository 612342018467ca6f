/** Tokens that the authorization server is asked about. */

import { introspection, type IntrospectionOptions, type TokenClaims } from '@mcp-gen/auth/server';
import { describe, expect, test } from 'vitest';
import { PendingIntrospections } from '../../../auth/src/server/introspection.js';
import { covers } from '../../support/covers.js';
import { bearer, challengeOf, startGuarded, type Guarded } from './guarded.js';
import { claimsOf, inSeconds, startIssuer, type TestIssuer } from './issuer.js';
import { passTime } from '../../support/clock.js';

const client = { id: 'mcp server', secret: 'hush: 100%' };

async function start(
  options: Partial<IntrospectionOptions> = {},
): Promise<Guarded & { readonly issuer: TestIssuer; readonly say: (token: string, claims?: object) => void }> {
  const issuer = await startIssuer();
  const verify = introspection({ issuer: issuer.issuer, client, allowHttp: true, ...options });
  const say = (token: string, claims: object = {}): void =>
    void issuer.tokens.set(token, { active: true, ...claimsOf(issuer.issuer), ...claims });
  return { ...(await startGuarded({ verify, scopes: ['notes:read'] })), issuer, say };
}

test('the authorization server is asked, with the credentials of the resource server', async () => {
  covers('authorization-validated');
  const { open, issuer, say } = await start();
  say('good', { token_type: 'Bearer', token_use: 'access_token', typ: 'Bearer' });
  expect((await open(bearer('good'))).status).toBe(200);
  const [asked] = issuer.introspected;
  expect(Object.fromEntries(asked?.body ?? [])).toEqual({ token: 'good', token_type_hint: 'access_token' });
  const [, basic = ''] = asked?.authorization?.split(' ') ?? [];
  expect(atob(basic)).toBe('mcp+server:hush%3A+100%25');
});

test('the secret goes into the body where that is wanted, and the endpoint can be given', async () => {
  const issuer = await startIssuer();
  const endpoint = `${issuer.issuer}/introspect`;
  const options = { issuer: issuer.issuer, endpoint, client: { ...client, method: 'post' as const }, allowHttp: true };
  const { open } = await startGuarded({ verify: introspection(options) });
  expect((await open(bearer('bad'))).status).toBe(401);
  expect(issuer.requests).toEqual(['POST /introspect']);
  expect(issuer.introspected[0]?.authorization).toBeUndefined();
  expect(issuer.introspected[0]?.body.get('client_secret')).toBe(client.secret);
});

describe('an answer that does not let in', () => {
  test.each<[string, object | undefined, number]>([
    ['not active', undefined, 401],
    ['another audience', { aud: 'https://other.example.com' }, 401],
    ['no audience', { aud: undefined }, 401],
    ['another issuer', { iss: 'https://evil.example' }, 401],
    ['expired all the same', { exp: inSeconds(-10) }, 401],
    ['not valid yet', { nbf: inSeconds(60) }, 401],
    ['times that are not numbers', { exp: 'never' }, 401],
    ['a refresh token', { token_use: 'refresh_token' }, 401],
    ['a refresh token by its type', { token_type: 'urn:ietf:params:oauth:token-type:refresh_token' }, 401],
    ['an ID token', { typ: 'ID' }, 401],
    ['an ID token by its hash', { at_hash: 'x' }, 401],
    ['nobody', { sub: undefined, client_id: undefined }, 401],
    ['no scope', { scope: undefined }, 403],
    ['a longer scope', { scope: 'notes:readers' }, 403],
  ])('%s', async (_, claims, status) => {
    covers('authorization-invalid', 'authorization-audience', 'authorization-insufficient-scope');
    const { open, say } = await start();
    if (claims !== undefined) say('token', claims);
    const answer = await open(bearer('token'));
    expect(answer.status).toBe(status);
    expect(challengeOf(answer)['error']).toBe(status === 401 ? 'invalid_token' : 'insufficient_scope');
    if (status === 403) expect(challengeOf(answer)['scope']).toBe('notes:read');
  });
});

test.each<[string, { status?: number; headers?: object; body: string }]>([
  ['fails', { status: 500, body: '' }],
  ['refuses the server', { status: 401, body: '{"error":"invalid_client"}' }],
  ['says nothing about active', { body: '{}' }],
  ['says active as a string', { body: '{"active":"true"}' }],
  ['is not JSON', { body: 'active' }],
  ['says too much', { body: `{"active":true,"x":"${'x'.repeat(262_144)}"}` }],
])('an authorization server that %s is reported, and the client is asked to wait', async (_, said) => {
  const { open, issuer, errors } = await start();
  issuer.instead.set('/introspect', said);
  const answer = await open(bearer('secret-token'));
  expect(answer.status).toBe(503);
  expect(answer.headers['www-authenticate']).toBeUndefined();
  const reported = errors.empty();
  expect(reported).toHaveLength(1);
  expect(String(reported[0])).not.toContain('secret-token');
  issuer.instead.clear();
  expect((await open(bearer('secret-token'))).status).toBe(401);
});

describe('what an answer is used for', () => {
  test('is 30 seconds, for what is active and for what is not', async () => {
    const { open, issuer, say } = await start();
    say('good');
    const all = ['good', 'good', 'bad', 'bad'];
    const statuses = async (): Promise<readonly number[]> => {
      const answers = [];
      for (const token of all) answers.push((await open(bearer(token))).status);
      return answers;
    };
    expect(await statuses()).toEqual([200, 200, 401, 401]);
    expect(issuer.introspected).toHaveLength(2);
    issuer.tokens.set('good', { active: false });
    expect(await statuses()).toEqual([200, 200, 401, 401]);
    passTime(30_001);
    expect(await statuses()).toEqual([401, 401, 401, 401]);
    expect(issuer.introspected).toHaveLength(4);
  });

  test('ends when the token expires', async () => {
    const { open, issuer, say } = await start();
    say('short', { exp: inSeconds(10) });
    expect((await open(bearer('short'))).status).toBe(200);
    passTime(16_000);
    expect((await open(bearer('short'))).status).toBe(401);
    expect(issuer.introspected).toHaveLength(2);
  });

  test('is one request, where cacheTime is 0', async () => {
    const { open, issuer, say } = await start({ cacheTime: 0 });
    say('good');
    for (let time = 0; time < 3; time++) expect((await open(bearer('good'))).status).toBe(200);
    expect(issuer.introspected).toHaveLength(3);
  });

  test('is shared by requests at the same time', async () => {
    const { open, issuer, say } = await start();
    say('good');
    const answers = await Promise.all(Array.from({ length: 10 }, () => open(bearer('good'))));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(issuer.introspected).toHaveLength(1);
  });

  test('is forgotten for the sake of newer ones', async () => {
    const { open, issuer } = await start({ cacheSize: 2 });
    for (const token of ['a', 'b', 'c', 'b', 'c', 'a']) await open(bearer(token));
    expect(issuer.introspected.map(({ body }) => body.get('token'))).toEqual(['a', 'b', 'c', 'a']);
  });
});

test('no more than 100 tokens are asked about at a time, and 25 of one network; for more, clients are asked to wait', async () => {
  const issuer = 'https://login.example.com';
  const waiting: ((response: Response) => void)[] = [];
  const fetch = (): Promise<Response> => new Promise((resolve) => waiting.push(resolve));
  const verifier = introspection({ issuer, endpoint: `${issuer}/introspect`, client, fetch });
  const verify = (token: string, address?: string): Promise<TokenClaims | undefined> =>
    verifier.verify(token, () => undefined, address);
  const first = Array.from({ length: 25 }, (_, at) => verify(`token ${at}`, `2001:db8::${at}`));
  await expect.poll(() => waiting.length).toBe(25);
  await expect(verify('one more', '2001:db8::ff')).rejects.toThrow('too many concurrent introspections of tokens');
  first.push(verify('token 0', '2001:db8::ff'));
  first.push(...Array.from({ length: 75 }, (_, at) => verify(`other ${at}`, at < 25 ? '192.0.2.1' : undefined)));
  await expect.poll(() => waiting.length).toBe(100);
  await expect(verify('one more', undefined)).rejects.toThrow('too many concurrent introspections of tokens');
  // The oldest one without an address makes room.
  const [lost] = first.splice(51, 1);
  const refused = expect(lost).rejects.toThrow('too many concurrent introspections of tokens');
  first.push(verify('one more', '192.0.2.2'));
  await refused;
  await expect.poll(() => waiting.length).toBe(101);
  for (const answer of waiting.splice(0)) answer(Response.json({ active: false }));
  expect(await Promise.all(first)).toEqual(Array(101).fill(undefined));
  const next = verify('the next', '2001:db8::ff');
  await expect.poll(() => waiting.length).toBe(1);
  waiting[0]?.(Response.json({ active: true, sub: 'ada' }));
  expect(await next).toEqual({ sub: 'ada' });
});

test('a request that is cancelled for another network counts until it has ended: no more than 200 are under way', async () => {
  const issuer = 'https://login.example.com';
  const waiting = new Map<string, (response: Response) => void>();
  const tokenIn = (body: Uint8Array): string => String(new URLSearchParams(String(Buffer.from(body))).get('token'));
  const fetch = (_url: unknown, init: RequestInit = {}): Promise<Response> =>
    new Promise((resolve) => waiting.set(tokenIn(init.body as Uint8Array), resolve));
  const verifier = introspection({ issuer, endpoint: `${issuer}/introspect`, client, fetch });
  const verify = (token: string, at?: number): Promise<unknown> =>
    verifier.verify(token, () => undefined, at === undefined ? undefined : `10.${at}.0.1`);
  const asked: Promise<unknown>[] = [];
  const ask = async (count: number, name: string, isElsewhere: boolean): Promise<void> => {
    const before = waiting.size;
    for (let at = 0; at < count; at++) {
      asked.push(verify(`${name} ${at}`, isElsewhere ? at : undefined).catch(() => undefined));
    }
    await expect.poll(() => waiting.size).toBe(before + count);
  };
  const answer = (name: string): void => {
    for (const [token, respond] of waiting) if (token.startsWith(name)) respond(Response.json({ active: false }));
  };
  await ask(100, 'first', false);
  await ask(99, 'elsewhere', true);
  answer('elsewhere');
  await Promise.all(asked.splice(100));
  await ask(99, 'second', false);
  await ask(1, 'last', true);
  await expect(verify('one more', 200)).rejects.toThrow('too many concurrent introspections of tokens');
  answer('');
  await Promise.all(asked);
});

test('options that cannot work are errors', () => {
  const options = { issuer: 'https://login.example.com', client };
  expect(() => introspection({ ...options, cacheTime: -1 })).toThrow('Invalid option "cacheTime"');
  expect(() => introspection({ ...options, cacheSize: 0 })).toThrow('Invalid option "cacheSize"');
  expect(() => introspection({ ...options, client: { id: 'a', secret: '' } })).toThrow(
    'Invalid option "secret" for the option client of introspection',
  );
  expect(() => introspection({ ...options, endpoint: 'http://login.example.com' })).toThrow('expected an https: URL');
});

test('introspections that have ended make room, however many there were', () => {
  const pending = new PendingIntrospections(2, 1);
  for (let count = 0; count < 10; count++) {
    const end = pending.begin('192.0.2.1', () => undefined);
    expect(end).toBeDefined();
    end?.();
  }
});
