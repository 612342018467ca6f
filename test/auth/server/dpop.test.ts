/** Tokens that are bound to a key, and the proofs that go with them (RFC 9449). */

import { Replays } from '../../../auth/src/server/replays.js';
import { jwt, protect, type DpopOptions } from '@mcp-gen/auth/server';
import { calculateJwkThumbprint, exportJWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { rawRequest, type RawAnswer } from '../../support/rawHttp.js';
import { alone, challengeOf, METADATA, startWithJwt, type Guarded } from './guarded.js';
import { inSeconds, RESOURCE, signingKey, type SigningKey, type TestIssuer } from './issuer.js';
import { passTime, stopDates } from '../../support/clock.js';

let key: SigningKey;
let other: SigningKey;
beforeAll(async () => {
  [key, other] = await Promise.all([signingKey('client'), signingKey('thief')]);
});
interface Bound extends Guarded {
  readonly issuer: TestIssuer;
  readonly token: string;
  /** Sends a request with a proof. */
  send(proof: string | undefined, scheme?: string): Promise<RawAnswer>;
}

async function start(dpop: DpopOptions = {}): Promise<Bound> {
  const guarded = await startWithJwt({ dpop, scopes: ['notes:read'] });
  const token = await guarded.issuer.sign({ cnf: { jkt: await calculateJwkThumbprint(key.jwk) } });
  const send: Bound['send'] = (proof, scheme = 'DPoP') =>
    guarded.open({ authorization: `${scheme} ${token}`, dpop: proof });
  return { ...guarded, token, send };
}

const publicKey = ({ kty, crv, x, y }: SigningKey['jwk']): object => ({ kty, crv, x, y });

async function hashOf(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Buffer.from(bytes).toString('base64url');
}

/** A proof as it should be, but for claims and headers that are given. */
async function prove(token: string, claims: object = {}, header: object = {}, by = key): Promise<string> {
  const all = { htm: 'POST', htu: RESOURCE, iat: inSeconds(0), jti: crypto.randomUUID(), ath: await hashOf(token) };
  const headers = { alg: 'ES256', typ: 'dpop+jwt', jwk: publicKey(by.jwk), ...header };
  return new SignJWT({ ...all, ...claims }).setProtectedHeader(headers).sign(by.privateKey);
}

test('a token with its proof is accepted, and the same proof is not accepted again', async () => {
  const { send, token } = await start();
  const proof = await prove(token);
  expect((await send(proof)).status).toBe(200);
  const again = await send(proof);
  expect(again.status).toBe(401);
  expect(challengeOf(again)).toMatchObject({
    scheme: 'DPoP',
    error: 'invalid_dpop_proof',
    error_description: 'the proof was used before',
    resource_metadata: METADATA,
    scope: 'notes:read',
    algs: expect.stringContaining('ES256') as string,
  });
});

test('a call that needs more scopes is refused in the scheme of its token', async () => {
  const { server, guard, url, token } = await start();
  server.use(guard.requireScopes({ tools: { whoami: ['notes:write'] } }));
  const { headers, body } = alone({ authorization: `dpop ${token}` }, 'tools/call', { name: 'whoami' });
  const dpop = await prove(token);
  const refused = await rawRequest(url, { headers: { ...headers, dpop, 'mcp-name': 'whoami' }, body });
  expect(refused.status).toBe(403);
  expect(challengeOf(refused)).toMatchObject({ scheme: 'DPoP', error: 'insufficient_scope' });
});

test('a path does not make a proof for another host count', async () => {
  const { guard, token } = await start();
  const call = (dpop: string, path: string): Promise<unknown> => {
    const headers: { readonly [name: string]: string } = { authorization: `DPoP ${token}`, dpop };
    const url = `http://127.0.0.1:3000${path}`;
    return guard.authenticate({ method: 'POST', url, address: undefined, header: (name) => headers[name] });
  };
  const elsewhere = await prove(token, { htu: 'https://evil.example/mcp' });
  await expect(call(elsewhere, '//evil.example/mcp')).rejects.toMatchObject({ status: 401 });
  const here = await prove(token, { htu: 'https://mcp.example.com/other' });
  expect(await call(here, '/other')).toMatchObject({ subject: 'ada' });
});

test('a bound token as a bearer token is refused: it may be stolen', async () => {
  const { send, token } = await start();
  for (const proof of [undefined, await prove(token)]) {
    const answer = await send(proof, 'Bearer');
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toMatchObject({ scheme: 'DPoP', error: 'invalid_token' });
  }
});

test('a token that is not bound is refused with a proof, and everywhere if binding is required', async () => {
  const { open, issuer } = await start();
  const token = await issuer.sign();
  const answer = await open({ authorization: `DPoP ${token}`, dpop: await prove(token) });
  expect(answer.status).toBe(401);
  expect(challengeOf(answer)).toMatchObject({ scheme: 'DPoP', error: 'invalid_token' });
  const strict = await start({ required: true });
  const refused = await strict.open({ authorization: `Bearer ${await strict.issuer.sign()}` });
  expect(refused.status).toBe(401);
  expect(challengeOf(refused)).toMatchObject({ scheme: 'DPoP', error: 'invalid_token' });
  expect(challengeOf(await strict.open())).toEqual({
    scheme: 'DPoP',
    resource_metadata: METADATA,
    scope: 'notes:read',
    algs: expect.any(String) as string,
  });
  expect((await strict.send(await prove(strict.token))).status).toBe(200);
});

/** Proofs that are wrong in one place, with what the client is told. */
const WRONG: { readonly [what: string]: readonly [(token: string) => Promise<string | undefined>, string] } = {
  missing: [() => Promise.resolve(undefined), 'missing'],
  empty: [() => Promise.resolve(''), 'malformed'],
  'no JWT': [() => Promise.resolve('proof'), 'malformed'],
  'two proofs': [async (token) => `${await prove(token)}, ${await prove(token)}`, 'malformed'],
  'too long': [(token) => prove(token, { x: 'x'.repeat(8_192) }), 'too long'],
  'alg none': [
    async (token) =>
      (await prove(token)).replace(/^[^.]+/, encoded({ alg: 'none', typ: 'dpop+jwt', jwk: publicKey(key.jwk) })),
    'malformed',
  ],
  'a secret as its key': [
    (token) =>
      new SignJWT({ htm: 'POST' })
        .setProtectedHeader({ alg: 'HS256', typ: 'dpop+jwt', jwk: { kty: 'oct', k: 'eA' } as object })
        .sign(new TextEncoder().encode(token)),
    'signed with another key|malformed',
  ],
  'no key': [(token) => prove(token, {}, { jwk: undefined }), 'signed with another key'],
  'the private key': [async (token) => prove(token, {}, { jwk: await privateJwk() }), 'malformed'],
  'a key by name alone': [(token) => prove(token, {}, { jwk: undefined, kid: 'client' }), 'signed with another key'],
  'another key': [(token) => prove(token, {}, {}, other), 'signed with another key'],
  "another key's signature": [(token) => prove(token, {}, { jwk: publicKey(key.jwk) }, other), 'signature'],
  'typ JWT': [(token) => prove(token, {}, { typ: 'JWT' }), 'malformed'],
  'no typ': [(token) => prove(token, {}, { typ: undefined }), 'malformed'],
  'no jti': [(token) => prove(token, { jti: undefined }), 'jti'],
  'an empty jti': [(token) => prove(token, { jti: '' }), 'jti'],
  'a jti that is a number': [(token) => prove(token, { jti: 1 }), 'jti'],
  'no htm': [(token) => prove(token, { htm: undefined }), 'htm'],
  'another method': [(token) => prove(token, { htm: 'GET' }), 'htm'],
  'the method in lower case': [(token) => prove(token, { htm: 'post' }), 'htm'],
  'no htu': [(token) => prove(token, { htu: undefined }), 'htu'],
  'a value that is not a URL': [(token) => prove(token, { htu: '/mcp' }), 'htu'],
  'another host': [(token) => prove(token, { htu: 'https://evil.example/mcp' }), 'htu'],
  'another port': [(token) => prove(token, { htu: 'https://mcp.example.com:8443/mcp' }), 'htu'],
  'another scheme': [(token) => prove(token, { htu: 'http://mcp.example.com/mcp' }), 'htu'],
  'another path': [(token) => prove(token, { htu: 'https://mcp.example.com/mcp/x' }), 'htu'],
  'a user in the URL': [(token) => prove(token, { htu: 'https://a@mcp.example.com/mcp' }), 'htu'],
  'no ath': [(token) => prove(token, { ath: undefined }), 'ath'],
  'the hash of another token': [async (token) => prove(token, { ath: await hashOf('other') }), 'ath'],
  'no time': [(token) => prove(token, { iat: undefined }), 'iat'],
  'a time that is a string': [(token) => prove(token, { iat: String(inSeconds(0)) }), 'iat|malformed'],
  'a time long ago': [(token) => prove(token, { iat: inSeconds(-70) }), 'iat'],
  'a time to come': [(token) => prove(token, { iat: inSeconds(70) }), 'iat'],
  'an expiry that has passed': [(token) => prove(token, { exp: inSeconds(-70) }), 'malformed'],
};

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

async function privateJwk(): Promise<object> {
  return exportJWK(key.privateKey);
}

describe('a proof that is wrong in one place is refused', () => {
  test.each(Object.entries(WRONG))('%s', async (_, [make, said]) => {
    const { send, token } = await start();
    const answer = await send(await make(token));
    expect(answer.status).toBe(401);
    expect(challengeOf(answer)).toMatchObject({
      scheme: 'DPoP',
      error: 'invalid_dpop_proof',
      error_description: expect.stringMatching(said) as string,
    });
    // It has not been used up by that.
    expect((await send(await prove(token))).status).toBe(200);
  });

  test.each([
    { htu: 'https://MCP.example.com/mcp' },
    { htu: 'https://mcp.example.com:443/mcp' },
    { htu: 'https://mcp.example.com/mcp?x=1#y' },
    { iat: inSeconds(-30) },
    { iat: inSeconds(30) },
  ])('but not one that is only spelled in another way: %j', async (claims) => {
    const { send, token } = await start();
    expect((await send(await prove(token, claims))).status).toBe(200);
  });
});

describe('nonces', () => {
  test('are asked for, given out, and accepted for some minutes', async () => {
    const { send, token } = await start({ nonce: true });
    const first = await send(await prove(token));
    expect(first.status).toBe(401);
    expect(challengeOf(first)).toMatchObject({ scheme: 'DPoP', error: 'use_dpop_nonce' });
    const nonce = String(first.headers['dpop-nonce']);
    expect(nonce).toMatch(/^[\w-]{24}$/);
    expect((await send(await prove(token, { nonce }))).status).toBe(200);
    expect((await send(await prove(token, { nonce }))).status).toBe(200);
    const wrong = await send(await prove(token, { nonce: `${nonce}x` }));
    expect(challengeOf(wrong)).toMatchObject({ error: 'use_dpop_nonce' });
    passTime(300_000);
    const late = await send(await prove(token, { nonce, iat: inSeconds(0) }));
    expect(challengeOf(late)).toMatchObject({ error: 'use_dpop_nonce' });
    expect(late.headers['dpop-nonce']).not.toBe(nonce);
  });

  test('of processes with one secret are the same, and else they are not', async () => {
    stopDates();
    const nonceOf = async (nonceSecret?: string): Promise<string> => {
      const { send, token } = await start({ nonce: true, nonceSecret });
      return String((await send(await prove(token))).headers['dpop-nonce']);
    };
    const secret = 'a secret of several processes, shared';
    expect(await nonceOf(secret)).toBe(await nonceOf(secret));
    expect(await nonceOf()).not.toBe(await nonceOf());
  });
});

test('so many proofs are remembered, and more are not accepted until the first are over', async () => {
  const { send, token, errors } = await start({ replayLimit: 2 });
  const first = await prove(token);
  expect((await send(first)).status).toBe(200);
  expect((await send(await prove(token))).status).toBe(200);
  const full = await send(await prove(token));
  expect(full.status).toBe(503);
  expect(full.headers['retry-after']).toBe('5');
  expect((await send(first)).status).toBe(401);
  passTime(240_000);
  expect((await send(await prove(token, { iat: inSeconds(0) }))).status).toBe(200);
  expect(errors.empty()).toEqual([]);
});

test('a proof that was forgotten for another caller is not accepted again, nor one of its time', () => {
  const replays = new Replays(60_000, 3);
  for (const issued of [10, 11, 12]) expect(replays.add(`ada ${issued}`, 'caller ada', issued)).toBe('new');
  expect(replays.add('ada 13', 'caller ada', 13)).toBe('full');
  expect(replays.add('bob', 'caller bob', 5)).toBe('new');
  expect(replays.add('ada 10', 'caller ada', 10)).toBe('old');
  expect(replays.add('ada 9', 'caller ada', 9)).toBe('old');
  expect(replays.add('ada 11', 'caller ada', 11)).toBe('seen');
  expect(replays.add('eve', 'caller eve', 5)).toBe('new');
  expect(replays.add('ada 11', 'caller ada', 11)).toBe('old');
  expect(replays.add('bob', 'caller bob', 5)).toBe('seen');
  passTime(61_000);
  expect(replays.add('ada 8', 'caller ada', 8)).toBe('new');
});

test.each([0, 100_000])(
  'a proof is remembered for as long as its time would do, also %d ms after the start',
  async (age) => {
    const { send, token } = await start();
    passTime(age);
    const proof = await prove(token, { iat: inSeconds(50) });
    expect((await send(proof)).status).toBe(200);
    for (const milliseconds of [60_000, 45_000]) {
      passTime(milliseconds);
      expect(challengeOf(await send(proof))).toMatchObject({ error_description: 'the proof was used before' });
    }
  },
);

test('options that cannot work are errors', () => {
  const make = (dpop: DpopOptions) => () =>
    protect({ resource: RESOURCE, verify: jwt({ issuer: 'https://login.example.com' }), dpop });
  expect(make({ maxAge: 0 })).toThrow('Invalid option "maxAge" for the option dpop of protect');
  expect(make({ replayLimit: 0 })).toThrow('Invalid option "replayLimit" for the option dpop of protect');
  expect(make({ nonce: true, nonceSecret: 'short' })).toThrow('Invalid option "nonceSecret"');
});
