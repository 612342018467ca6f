import { describe, expect, test } from 'vitest';
import { MemoryAuthorizationStore, type AuthorizationStore } from '@mcp-gen/auth/delegated';
import { covers } from '../../support/covers.js';
import { Browser } from './support/browser.js';
import {
  ask,
  consented,
  exchange,
  loggedIn,
  REDIRECT,
  refresh,
  register,
  registered,
  startWorld,
  tokensFor,
  startRegistered,
} from './support/world.js';
import { KEY } from './support/world.js';
import { passTime } from '../../support/clock.js';
import { intercepted } from '../../support/stores.js';

const OTHER_KEY = 'another secret for tests, that is long enough';

/** A store whose values a test can look at and change. */
class OpenStore extends MemoryAuthorizationStore {
  readonly values = new Map<string, string>();

  override async set(...[key, value, options]: Parameters<AuthorizationStore['set']>): Promise<void> {
    await super.set(key, value, options);
    this.values.set(key, value);
  }

  override async add(...[key, value, options]: Parameters<AuthorizationStore['add']>): Promise<boolean> {
    const isAdded = await super.add(key, value, options);
    if (isAdded) this.values.set(key, value);
    return isAdded;
  }

  override get(key: string): Promise<string | undefined> {
    return super.get(key).then((value) => (value === undefined ? undefined : (this.values.get(key) ?? value)));
  }

  keysOf(kind: string): readonly string[] {
    return [...this.values.keys()].filter((key) => key.startsWith(`${kind}:`));
  }
}

describe('a token that the third party has revoked', () => {
  test.each(['userinfo', 'introspection'] as const)('works no longer, as %s tells', async (validateUpstream) => {
    covers(
      'authorization-third-party-status',
      'authorization-third-party-lifecycle',
      'authorization-third-party-mapping',
    );
    const world = await startWorld({ validateUpstream, verdictLifetime: 0 });
    const { client, access_token: token, refresh_token } = await tokensFor(world);
    expect((await world.authenticate(token)).id).toBe('ada');
    await world.third.revoke();
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    expect((await refresh(world, client, refresh_token)).body['error']).toBe('invalid_grant');
  });

  test.each([
    [401, undefined],
    [401, 'Bearer error="invalid_token"'],
    [403, 'Bearer error="insufficient_scope"'],
    [403, 'Basic realm="x", Bearer error="invalid_token"'],
  ])('works no longer, as status %i of UserInfo with the challenge %s tells', async (status, challenge) => {
    const world = await startWorld({ verdictLifetime: 0 });
    const { access_token: token } = await tokensFor(world);
    world.third.userInfoRefusal = challenge === undefined ? { status } : { status, challenge };
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    world.third.userInfoRefusal = undefined;
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
  });

  test.each([
    undefined,
    'Bearer realm="x"',
    'Bearer error="rate_limited"',
    'Basic error="invalid_token"',
    'no challenge,',
  ])('is not meant by status 403 of UserInfo with the challenge %s', async (challenge) => {
    const world = await startWorld({ verdictLifetime: 0 });
    const { access_token: token } = await tokensFor(world);
    world.third.userInfoRefusal = challenge === undefined ? { status: 403 } : { status: 403, challenge };
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 503 });
    expect(world.errors.join()).toContain('UserInfo');
    world.third.userInfoRefusal = undefined;
    expect((await world.authenticate(token)).id).toBe('ada');
  });

  test('gets no new token of ours', async () => {
    covers('authorization-third-party-lifecycle');
    const world = await startWorld({ verdictLifetime: 0 });
    const { client, refresh_token } = await tokensFor(world);
    await world.third.revoke();
    expect((await refresh(world, client, refresh_token)).body['error']).toBe('invalid_grant');
  });

  test('works as long as a verdict is kept, and not longer', async () => {
    let isAsked = 0;
    let honors = true;
    const validateUpstream = () => {
      isAsked++;
      return honors;
    };
    const world = await startWorld({ validateUpstream, verdictLifetime: 30_000 });
    const { access_token: token } = await tokensFor(world);
    await Promise.all(Array.from({ length: 20 }, () => world.authenticate(token)));
    const before = isAsked;
    honors = false;
    await world.third.revoke();
    expect((await world.authenticate(token)).id).toBe('ada');
    expect(isAsked).toBe(before);
    passTime(30_001);
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    expect(isAsked).toBeGreaterThan(before);
  });

  test('ends one session, not those of others', async () => {
    const world = await startWorld({ verdictLifetime: 0 });
    const first = await tokensFor(world);
    world.third.user = 'bob';
    await world.third.revoke();
    const second = await tokensFor(world);
    await expect(world.authenticate(first.access_token)).rejects.toMatchObject({ status: 401 });
    expect((await world.authenticate(second.access_token)).id).toBe('bob');
  });
});

describe('a token of the third party that expires', () => {
  test('is renewed once, however many requests need it, and ours stays good', async () => {
    covers('authorization-third-party-lifecycle');
    const world = await startWorld({ verdictLifetime: 0, accessTokenLifetime: 7_200_000 });
    const { access_token: token } = await tokensFor(world);
    expect(world.third.issued('AccessToken')).toBe(1);
    // Tokens that are about to expire are renewed, too.
    passTime(3_595_000);
    const callers = await Promise.all(Array.from({ length: 8 }, () => world.authenticate(token)));
    const upstream = new Set(await Promise.all(callers.map(({ upstreamToken }) => upstreamToken())));
    expect(upstream.size).toBe(1);
    expect(world.third.issued('AccessToken')).toBe(2);
    expect(world.third.issued('RefreshToken')).toBe(2);
    expect((await world.authenticate(token)).id).toBe('ada');
  });

  test('is renewed once for handlers that ask for it at the same time', async () => {
    const world = await startWorld({ accessTokenLifetime: 7_200_000 });
    const { upstreamToken } = await world.authenticate((await tokensFor(world)).access_token);
    passTime(3_595_000);
    const given = await Promise.all(Array.from({ length: 8 }, () => upstreamToken()));
    expect(new Set(given).size).toBe(1);
    expect(world.third.issued('RefreshToken')).toBe(2);
  });

  test('and cannot be renewed ends the session', async () => {
    covers('authorization-third-party-lifecycle');
    const world = await startWorld({ verdictLifetime: 0 });
    world.third.lifetime = 5;
    const { access_token: token } = await tokensFor(world);
    await world.third.revoke(['RefreshToken']);
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
  });

  test('while the third party is down is not the end: the client comes back later', async () => {
    const world = await startWorld({ verdictLifetime: 0 });
    world.third.lifetime = 5;
    const { client, access_token: token, refresh_token } = await tokensFor(world);
    world.third.mood = 'unavailable';
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } });
    const refused = await refresh(world, client, refresh_token);
    expect([refused.status, refused.body['error']]).toEqual([503, 'temporarily_unavailable']);
    world.third.mood = 'up';
    world.third.lifetime = 3_600;
    expect((await world.authenticate(token)).id).toBe('ada');
    expect((await refresh(world, client, refresh_token)).status).toBe(200);
  });

  test('does not keep a stolen refresh token from ending the session', async () => {
    const world = await startWorld({ verdictLifetime: 0 });
    const { client, refresh_token: first } = await tokensFor(world);
    const { body } = await refresh(world, client, first);
    world.third.mood = 'unavailable';
    expect((await refresh(world, client, first)).body['error']).toBe('invalid_grant');
    world.third.mood = 'up';
    await expect(world.authenticate(String(body['access_token']))).rejects.toMatchObject({ status: 401 });
  });

  test('is not waited for longer than the limit', async () => {
    const world = await startWorld({ verdictLifetime: 0, upstreamTimeout: 3_000 });
    const { access_token: token } = await tokensFor(world);
    world.third.mood = 'silent';
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 503 });
  });
});

describe('validateUpstream', () => {
  test.each([
    ['throws', () => Promise.reject(new Error('no connection')), /no connection/],
    ['returns no boolean', () => 'yes' as unknown as boolean, /must return a boolean/],
  ])('that %s lets nobody in, and is reported', async (_what, fails, report) => {
    let works = true;
    const world = await startWorld({ verdictLifetime: 0, validateUpstream: () => works || fails() });
    const { access_token: token } = await tokensFor(world);
    works = false;
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 503 });
    expect(world.errors.join()).toMatch(report);
    works = true;
    expect((await world.authenticate(token)).id).toBe('ada');
  });

  test('is given the tokens of the third party, without what renews them', async () => {
    const seen: object[] = [];
    const world = await startWorld({ validateUpstream: (tokens) => seen.push(tokens) > 0 });
    const { access_token: token } = await tokensFor(world);
    await world.authenticate(token);
    expect(Object.keys(seen[0] ?? {}).sort()).toEqual(['accessToken', 'claims', 'expiresAt', 'scope']);
    expect(seen[0]).toMatchObject({ claims: { sub: 'ada' }, scope: 'openid' });
  });
});

describe('a session', () => {
  test('times out when nobody uses it', async () => {
    covers('authorization-third-party-timeout');
    const world = await startWorld({ idleLifetime: 60_000 });
    const { client, refresh_token } = await tokensFor(world);
    passTime(61_000);
    expect((await refresh(world, client, refresh_token)).body['error']).toBe('invalid_grant');
  });

  test('is over after its time, however much it was used', async () => {
    covers('authorization-third-party-timeout', 'authorization-short-lived');
    const world = await startWorld({ grantLifetime: 600_000, accessTokenLifetime: 480_000 });
    const { client, ...first } = await tokensFor(world);
    expect(first.expires_in).toBe(480);
    passTime(300_000);
    const { body } = await refresh(world, client, first.refresh_token);
    // What is issued now does not outlive the session.
    expect(Number(body['expires_in'])).toBeLessThanOrEqual(300);
    expect((await world.authenticate(String(body['access_token']))).id).toBe('ada');
    passTime(301_000);
    await expect(world.authenticate(String(body['access_token']))).rejects.toMatchObject({ status: 401 });
    expect((await refresh(world, client, String(body['refresh_token']))).body['error']).toBe('invalid_grant');
  });

  test('is over also where a store forgets nothing', async () => {
    const store = new MemoryAuthorizationStore();
    const set = store.set.bind(store);
    store.set = (key, value, options) => set(key, value, { ...options, lifetime: 86_400_000 });
    const world = await startWorld({ store, grantLifetime: 600_000 });
    const { upstreamToken } = await world.authenticate((await tokensFor(world)).access_token);
    passTime(601_000);
    await expect(upstreamToken()).rejects.toMatchObject({ status: 401 });
  });

  test('has access tokens that expire', async () => {
    covers('authorization-short-lived', 'authorization-rotation', 'authorization-invalid');
    const world = await startWorld();
    const { access_token: token } = await tokensFor(world);
    passTime(901_000);
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
  });
});

describe('what is stored', () => {
  test('of a session of the third party expires with it', async () => {
    const lifetimes: number[] = [];
    const store = intercepted(new MemoryAuthorizationStore(), ({ method, given: [key, , options], run }) => {
      if (method === 'set' && String(key).startsWith('Upstream:'))
        lifetimes.push((options as { readonly lifetime: number }).lifetime);
      return run();
    });
    await tokensFor(await startWorld({ store, grantLifetime: 600_000 }));
    expect(lifetimes).toHaveLength(1);
    expect(lifetimes[0]).toBeLessThanOrEqual(600_000);
  });

  test('has no secret in it: neither tokens of the third party nor ours', async () => {
    covers('authorization-third-party-storage', 'authorization-storage');
    const store = new OpenStore();
    const world = await startWorld({ store });
    // Long enough not to occur in ciphertext by chance.
    world.third.user = 'ada.lovelace.1815';
    const { client, access_token, refresh_token } = await tokensFor(world);
    const { code } = await loggedIn(world, client);
    const stored = JSON.stringify([...store.values]);
    const secrets = [
      ...world.third.secrets,
      access_token,
      refresh_token,
      code ?? '',
      client.client_id,
      world.third.user,
    ];
    expect(store.keysOf('Upstream').length).toBe(2);
    for (const secret of secrets) expect(stored).not.toContain(secret);
    expect(store.keysOf('UsedAuthorizationCode')).toHaveLength(1);
    const header = /^eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/;
    expect([...store.values].filter(([, value]) => !header.test(value))).toEqual([]);
  });

  test.each([
    ['Upstream', 'session of the third party'],
    ['Grant', 'grant'],
    ['AccessToken', 'token'],
  ])('and was changed (%s) is not used, and reported', async (kind) => {
    covers('authorization-third-party-storage');
    const store = new OpenStore();
    const world = await startWorld({ store, verdictLifetime: 0 });
    const { access_token: token } = await tokensFor(world);
    for (const key of store.keysOf(kind)) {
      const value = store.values.get(key) ?? '';
      const at = value.length - 30;
      store.values.set(key, `${value.slice(0, at)}${value[at] === 'A' ? 'B' : 'A'}${value.slice(at + 1)}`);
    }
    await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    expect(world.errors.join()).toContain(`A stored ${kind} cannot be decrypted`);
  });

  test('and was swapped with that of another user is not used', async () => {
    covers('authorization-third-party-mapping', 'authorization-third-party-storage');
    const store = new OpenStore();
    const world = await startWorld({ store, verdictLifetime: 0 });
    const first = await tokensFor(world);
    world.third.user = 'bob';
    const second = await tokensFor(world);
    const [one = '', other = ''] = store.keysOf('Upstream');
    const [value = '', otherValue = ''] = [store.values.get(one), store.values.get(other)];
    store.values.set(one, otherValue).set(other, value);
    for (const { access_token: token } of [first, second]) {
      await expect(world.authenticate(token)).rejects.toMatchObject({ status: 401 });
    }
  });

  test('opens with an old key as long as that is given, and is stored with the new one', async () => {
    const store = new OpenStore();
    const world = await startWorld({ store, keys: [KEY] });
    const { access_token: token, client } = await tokensFor(world);
    const { delegatedAuthorization } = await import('@mcp-gen/auth/delegated');
    const provider = { issuer: world.third.issuer, clientId: 'x', allowHttp: true };
    const options = {
      resource: world.resource,
      provider,
      store,
      validateUpstream: () => true,
      onError: () => undefined,
    };
    const request = { url: world.resource, header: () => `Bearer ${token}` };
    const rotated = await delegatedAuthorization({ ...options, keys: [OTHER_KEY, KEY] });
    expect((await rotated.authenticate(request)).clientId).toBe(client.client_id);
    const without = await delegatedAuthorization({ ...options, keys: [OTHER_KEY] });
    await expect(without.authenticate(request)).rejects.toMatchObject({ status: 401 });
  });
});

describe('the store in memory', () => {
  const options = { lifetime: 60_000 };

  test('refuses clients beyond its limit, and the server says so', async () => {
    const { origin } = await startWorld({ store: new MemoryAuthorizationStore({ clientLimit: 3 }) });
    const statuses = [];
    for (let at = 0; at < 5; at++) statuses.push((await register(origin)).status);
    expect(statuses).toEqual([201, 201, 201, 503, 503]);
    expect(await (await register(origin)).json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test('a flood of logins drops the oldest ones, and no session', async () => {
    const world = await startWorld({ store: new MemoryAuthorizationStore({ loginLimit: 5 }) });
    const { access_token: token, client } = await tokensFor(world);
    const browser = new Browser([REDIRECT]);
    const first = await browser.open(ask(world.origin, client).url);
    for (let at = 0; at < 8; at++) await new Browser([]).open(ask(world.origin, client).url);
    expect((await browser.press(first, 'allow')).status).toBe(400);
    expect((await world.authenticate(token)).id).toBe('ada');
    expect((await consented(new Browser([REDIRECT]), ask(world.origin, client).url)).url.searchParams.has('code')).toBe(
      true,
    );
  });

  test('a flood of logins from one address ends no login of another address', async () => {
    let address = '192.0.2.7';
    const store = new MemoryAuthorizationStore({ loginLimit: 5 });
    const { world, client } = await startRegistered({ store, addressOf: () => address });
    const browser = new Browser([REDIRECT]);
    const first = await browser.open(ask(world.origin, client).url);
    for (const flooding of ['198.51.100.1', '203.0.113.1']) {
      address = flooding;
      for (let at = 0; at < 8; at++) await new Browser([]).open(ask(world.origin, client).url);
    }
    address = '192.0.2.7';
    expect((await browser.press(first, 'allow')).status).not.toBe(400);
  });

  test('forgets clients that nobody used', async () => {
    const world = await startWorld({ registration: { unusedLifetime: 60_000 } });
    const unused = await registered(world.origin);
    const { client } = await tokensFor(world);
    passTime(61_000);
    expect((await new Browser([]).open(ask(world.origin, unused).url)).text).toContain('invalid_client');
    expect((await new Browser([]).open(ask(world.origin, client).url)).text).toContain('name="decision"');
  });

  test('keeps a client for longer before it receives its tokens', async () => {
    let kept = 0;
    const store = intercepted(new MemoryAuthorizationStore(), async ({ method, given: [key], run }) => {
      const isClient = method === 'set' && String(key).startsWith('Client:');
      if (isClient) await new Promise((resolve) => setTimeout(resolve, 50));
      const answer = await run();
      if (isClient) kept++;
      return answer;
    });
    await tokensFor(await startWorld({ store }));
    // When it registered, and when it was used.
    expect(kept).toBe(2);
  });

  test('keeps few values of one group, a limited number of each kind, and limited bytes', async () => {
    const store = new MemoryAuthorizationStore({ groupLimit: 2, entryLimit: 4, byteLimit: 2_000 });
    for (const at of [1, 2, 3]) await store.set(`T:${at}`, 'x', { ...options, group: 'g' });
    expect([await store.get('T:1'), await store.get('T:2'), await store.get('T:3')]).toEqual([undefined, 'x', 'x']);
    await store.set('T:4', 'x', options);
    await store.set('T:5', 'x', options);
    await expect(store.set('T:6', 'x', options)).rejects.toMatchObject({ code: 'STORE_FULL' });
    await expect(store.set('T:5', 'x'.repeat(3_000), options)).rejects.toMatchObject({ code: 'STORE_FULL' });
    expect(await store.get('T:5')).toBe('x');
    await store.deleteGroup('g');
    expect(await store.get('T:2')).toBeUndefined();
    expect(await store.add('T:4', 'y', options)).toBe(false);
    expect(await store.add('T:6', 'y', options)).toBe(true);
  });

  test('in a full group, drops what has expired first, and never the grant and its session', async () => {
    const store = new MemoryAuthorizationStore({ groupLimit: 4 });
    const grouped = { ...options, group: 'g' };
    await store.set('Grant:1', 'x', grouped);
    await store.set('Upstream:1', 'x', grouped);
    await store.set('T:1', 'x', { ...grouped, lifetime: 120_000 });
    await store.set('T:2', 'x', { ...grouped, lifetime: 1_000 });
    const kept = async () => {
      const keys = ['Grant:1', 'Upstream:1', 'T:1', 'T:2', 'T:3', 'T:4', 'T:5'];
      const values = await Promise.all(keys.map((key) => store.get(key)));
      return keys.filter((_, at) => values[at] !== undefined);
    };
    passTime(1_001);
    await store.set('T:3', 'x', grouped);
    expect(await kept()).toEqual(['Grant:1', 'Upstream:1', 'T:1', 'T:3']);
    await store.set('T:4', 'x', grouped);
    await store.set('T:5', 'x', grouped);
    expect(await kept()).toEqual(['Grant:1', 'Upstream:1', 'T:4', 'T:5']);
  });

  test('keeps a session that is refreshed more often than its group has room for', async () => {
    const world = await startWorld({ store: new MemoryAuthorizationStore({ groupLimit: 12 }) });
    const { client, ...tokens } = await tokensFor(world);
    let last = tokens.refresh_token;
    for (let at = 0; at < 12; at++) {
      const { status, body } = await refresh(world, client, last);
      expect([status, body['error']]).toEqual([200, undefined]);
      expect((await world.authenticate(String(body['access_token']))).id).toBe('ada');
      last = String(body['refresh_token']);
    }
  });

  test('drops logins before it refuses what is worth more', async () => {
    const store = new MemoryAuthorizationStore({ byteLimit: 2_000 });
    await store.set('Login:1', 'x'.repeat(500), options);
    await store.set('Login:2', 'x'.repeat(500), options);
    await store.set('Grant:1', 'x'.repeat(500), options);
    expect(await store.get('Login:1')).toBeUndefined();
    expect(await store.get('Grant:1')).toBeDefined();
  });

  test('refuses a caller that holds the most bytes, and drops nothing that lasts', async () => {
    const store = new MemoryAuthorizationStore({ byteLimit: 2_000 });
    const grants = ['Grant:1', 'Grant:2'];
    const set = (key: string) => store.set(key, 'x'.repeat(500), { ...options, holder: 'address 192.0.2.1' });
    for (const key of grants) await set(key);
    await expect(set('Grant:3')).rejects.toMatchObject({ code: 'STORE_FULL' });
    for (const key of grants) expect(await store.get(key)).toBeDefined();
  });

  test('runs one function at a time for a key, also after one has failed', async () => {
    const store = new MemoryAuthorizationStore();
    const order: string[] = [];
    const run = (name: string) => async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (name === 'a') throw new Error('failed');
    };
    await Promise.allSettled([store.lock('k', run('a')), store.lock('k', run('b'))]);
    expect(order).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  test.each([
    ['Client', 5_000, 'The store is full'],
    ['AccessToken', 100_000, 'The store is full'],
    ['Login', 10_000, undefined],
  ])('has room for so many values by default: %s, %d', async (kind, count, refusal) => {
    const store = new MemoryAuthorizationStore();
    for (let at = 0; at < count; at++) await store.set(`${kind}:${at}`, 'x', options);
    expect(await store.get(`${kind}:0`)).toBe('x');
    const more = store.set(`${kind}:more`, 'x', options);
    await (refusal === undefined ? expect(more).resolves.toBeUndefined() : expect(more).rejects.toThrow(refusal));
    expect(await store.get(`${kind}:0`)).toBe(refusal && 'x');
  });

  test.each([{ clientLimit: 0 }, { byteLimit: NaN }])('refuses the limits %j', (limits) => {
    expect(() => new MemoryAuthorizationStore(limits)).toThrow(RangeError);
  });
});

test('a code that has expired is refused', async () => {
  const { world, client } = await startRegistered();
  const { code, asked } = await loggedIn(world, client);
  passTime(61_000);
  expect((await exchange(world, client, code, asked.verifier)).body['error']).toBe('invalid_grant');
});
