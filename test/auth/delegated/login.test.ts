import type { IncomingMessage } from 'node:http';
import { describe, expect, test } from 'vitest';
import { MemoryAuthorizationStore, type AuthorizationStore } from '@mcp-gen/auth/delegated';
import { covers } from '../../support/covers.js';
import { textOf } from '../support/listen.js';
import { Browser, targetOf } from './support/browser.js';
import {
  ask,
  consented,
  REDIRECT,
  register,
  registered,
  startWorld,
  type Registered,
  type World,
  startRegistered,
} from './support/world.js';
import { endless } from '../../support/leftovers/endless.js';
import { failing, intercepted } from '../../support/stores.js';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

const ERROR = (url: URL): string | null => (url.href.startsWith(REDIRECT) ? url.searchParams.get('error') : null);

/** A store that does not take what has such a key. */
const unwritable = (kind: string, message: string): AuthorizationStore =>
  failing(
    new MemoryAuthorizationStore(),
    new Error(message),
    (method, key) => method === 'set' && key.startsWith(kind),
  );

/** Stops where the third party sends the user back to us. */
async function returning(world: World, client: Registered) {
  const browser = new Browser([REDIRECT, `${world.origin}/authorize/callback`]);
  const asked = ask(world.origin, client);
  const { url } = await consented(browser, asked.url);
  return { browser, asked, url };
}

describe('consent', () => {
  test('is asked for before anybody is sent to the third party, by each client that registered itself', async () => {
    covers('authorization-confused-deputy', 'authorization-third-party-chaining', 'authorization-redirect-automatic');
    const world = await startWorld();
    const browser = new Browser([REDIRECT]);
    // The same browser has consented to another client, and is logged in at the third party.
    await consented(browser, ask(world.origin, await registered(world.origin)).url);
    const before = world.third.requests.length;
    for (let round = 0; round < 2; round++) {
      const page = await browser.open(ask(world.origin, await registered(world.origin, { client_name: 'Other' })).url);
      expect(page.status).toBe(200);
      expect(page.text).toContain('Other');
    }
    expect(world.third.requests.length).toBe(before);
  });

  test('is asked for again by a client that had it before', async () => {
    const world = await startWorld();
    const browser = new Browser([REDIRECT]);
    const client = await registered(world.origin);
    await consented(browser, ask(world.origin, client).url);
    expect((await browser.open(ask(world.origin, client).url)).text).toContain('name="decision"');
  });

  test('cannot be left out by going on to the end', async () => {
    const { world, client } = await startRegistered();
    const browser = new Browser([REDIRECT]);
    const consent = await browser.open(ask(world.origin, client).url);
    const resume = new URL(consent.url.pathname.replace('/consent', ''), world.origin);
    const page = await browser.open(resume);
    expect(page.url.pathname).toMatch(/\/consent$/);
    expect(page.url.href.startsWith(REDIRECT)).toBe(false);
    expect(world.third.requests).toEqual([]);
  });

  test('that is refused becomes access_denied', async () => {
    const world = await startWorld();
    const browser = new Browser([REDIRECT]);
    const asked = ask(world.origin, await registered(world.origin));
    const { url } = await browser.press(await browser.open(asked.url), 'deny');
    expect([ERROR(url), url.searchParams.get('state')]).toEqual(['access_denied', asked.state]);
    expect(world.third.requests).toEqual([]);
  });

  test.each([
    ['no token of the page', { csrf: '' }, {}],
    ['the token of another page', { csrf: 'x'.repeat(43) }, {}],
    ['the origin of another site', {}, { origin: 'https://evil.example.com' }],
    ['a request that another site caused', {}, { 'sec-fetch-site': 'cross-site' }],
  ])('that comes with %s does not count', async (_what, changed, headers) => {
    const world = await startWorld();
    const browser = new Browser([REDIRECT]);
    const page = await browser.open(ask(world.origin, await registered(world.origin)).url);
    const answer = await browser.press(page, 'allow', changed, headers);
    expect([answer.status, targetOf(answer)]).toEqual([403, undefined]);
    expect(world.third.requests).toEqual([]);
  });

  test.each([
    ['not a form', 415, 'Expected a form.', { 'content-type': 'application/json' }, '{"decision":"allow"}'],
    ['a form without a type', 415, 'Expected a form.', {}, new TextEncoder().encode('decision=allow')],
    ['a form without the token of the page', 403, 'not submitted from its page', FORM, 'decision=allow'],
    ['a form that is too large', 413, 'The form is too large.', FORM, `decision=allow&x=${'x'.repeat(5_000)}`],
  ])('that is %s is refused', async (_what, status, message, headers, body) => {
    const world = await startWorld();
    const browser = new Browser([REDIRECT]);
    const { url } = await browser.open(ask(world.origin, await registered(world.origin)).url);
    const page = await browser.step(url, { method: 'POST', headers, body });
    expect([page.status, targetOf(page)]).toEqual([status, undefined]);
    expect(page.text).toContain(message);
    expect([world.third.requests, world.errors]).toEqual([[], []]);
  });

  test.each(['HEAD', 'PUT', 'DELETE'])('is not given by the method %s', async (method) => {
    const world = await startWorld();
    const browser = new Browser([REDIRECT]);
    const { url } = await browser.open(ask(world.origin, await registered(world.origin)).url);
    expect((await browser.step(url, { method })).status).toBe(405);
    expect(world.third.requests).toEqual([]);
  });

  test.each([
    ['an object', true, (form: object): unknown => form],
    [
      'an object with arrays',
      false,
      (form: object): unknown => Object.fromEntries(Object.entries(form).map(([name, value]) => [name, [value]])),
    ],
    ['nothing', false, (): unknown => undefined],
    ['null', false, (): unknown => null],
    ['a string', false, (form: object): unknown => JSON.stringify(form)],
  ])('is read from the body that a framework has parsed to %s: %s', async (_what, isGiven, parse) => {
    const before = async (request: IncomingMessage): Promise<void> => {
      if (request.method !== 'POST' || request.url?.startsWith('/authorize') !== true) return;
      const body = parse(Object.fromEntries(new URLSearchParams(await textOf(request))));
      Object.assign(request, { body });
    };
    const world = await startWorld({ before });
    const page = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
    expect([page.status, page.url.searchParams.has('code')]).toEqual(isGiven ? [302, true] : [403, false]);
    expect(world.third.requests.length > 0).toBe(isGiven);
    expect(world.errors).toEqual([]);
  });

  test('that was given in another browser does not count', async () => {
    const world = await startWorld();
    const page = await new Browser([REDIRECT]).open(ask(world.origin, await registered(world.origin)).url);
    expect((await new Browser([REDIRECT]).press(page, 'allow')).status).toBe(400);
    expect(world.third.requests).toEqual([]);
  });

  test('of one authorization request does not count for another one', async () => {
    const world = await startWorld();
    const browser = new Browser([REDIRECT]);
    const first = await browser.open(ask(world.origin, await registered(world.origin)).url);
    const csrf = /name="csrf" value="([^"]*)"/.exec(first.text)?.[1] ?? '';
    const second = await browser.open(ask(world.origin, await registered(world.origin)).url);
    expect((await browser.press(second, 'allow', { csrf })).status).toBe(403);
  });

  test('is not opened with the cookie of another authorization request', async () => {
    const world = await startWorld();
    const [one, other] = [new Browser([]), new Browser([])];
    const { url } = await one.open(ask(world.origin, await registered(world.origin)).url);
    const { url: another } = await other.open(ask(world.origin, await registered(world.origin)).url);
    expect((await one.step(url)).status).toBe(200);
    const headers = { cookie: other.cookiesFor(another) };
    expect((await fetch(another, { headers })).status).toBe(200);
    const refused = await fetch(url, { headers });
    expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('has expired')]);
  });

  test('says who asks, where the answer goes, and that the name is not verified', async () => {
    covers('authorization-redirect-shown', 'authorization-localhost-warning');
    const world = await startWorld({ name: 'Notes of Ada' });
    const local = await new Browser([]).open(ask(world.origin, await registered(world.origin)).url);
    expect(local.text).toContain('Notes of Ada');
    expect(local.text).toContain('<code>127.0.0.1:9</code>');
    expect(local.text).toContain('a program on this computer');
    expect(local.text).toContain('has not been verified');
    const redirect_uris = ['https://app.example.com/callback'];
    const client = await registered(world.origin, { redirect_uris });
    const remote = await new Browser([]).open(ask(world.origin, client).url);
    expect(remote.text).toContain('<code>app.example.com</code>');
    expect(remote.text).not.toContain('a program on this computer');
  });

  test('names a client without a name by its id, and shortens long names', async () => {
    const world = await startWorld();
    const nameless = await registered(world.origin, { client_name: undefined });
    const page = await new Browser([]).open(ask(world.origin, nameless).url);
    expect(page.text).toContain(`<dd>${nameless.client_id}</dd>`);
    const named = async (length: number): Promise<string> => {
      const client = await registered(world.origin, { client_name: 'x'.repeat(length) });
      return (await new Browser([]).open(ask(world.origin, client).url)).text;
    };
    expect(await named(100)).toContain(`<dd>${'x'.repeat(100)}</dd>`);
    expect(await named(101)).toContain(`<dd>${'x'.repeat(100)}…</dd>`);
  });

  test.each([
    ['cursor://callback/x', 'cursor://callback'],
    ['com.example.app:/callback', 'com.example.app:'],
  ])('says that %s is a program on this computer', async (uri, place) => {
    const world = await startWorld({ registration: { schemes: ['cursor', 'com.example.app'] } });
    const client = await registered(world.origin, { redirect_uris: [uri] });
    const { text } = await new Browser([]).open(ask(world.origin, client).url);
    expect(text).toContain(`<code>${place}</code>`);
    expect(text).toContain('a program on this computer');
  });

  test('does not doubt the name that the operator gave a client', async () => {
    const client = { id: 'own', redirectUris: ['https://app.example.com/callback'], name: 'Our own' };
    const world = await startWorld({ clients: [client] });
    const asked = ask(world.origin, { client_id: 'own', redirect_uris: client.redirectUris });
    const { text } = await new Browser([]).open(asked.url);
    expect(text).toContain('<dd>Our own</dd>');
    expect(text).not.toContain('has not been verified');
  });

  test('escapes all that a client registered, and hides what changes the direction of text', async () => {
    const world = await startWorld();
    const name = '<img src=x onerror="alert(1)">\'&\u202egnp.exe';
    const client = await registered(world.origin, { client_name: name });
    const { text } = await new Browser([]).open(ask(world.origin, client).url);
    expect(text).not.toContain('<img');
    expect(text).toContain('&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&#39;&amp;gnp.exe');
  });

  test('has a strict policy, and is shown in no frame', async () => {
    const world = await startWorld();
    const page = await new Browser([]).open(ask(world.origin, await registered(world.origin)).url);
    const policy = page.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self'");
    expect(policy).not.toContain('unsafe');
    expect(page.headers.get('x-frame-options')).toBe('DENY');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('is not asked for a client that the operator trusts', async () => {
    const id = 'own';
    const world = await startWorld({ clients: [{ id, redirectUris: [REDIRECT], trusted: true }] });
    const { url } = await new Browser([REDIRECT]).open(
      ask(world.origin, { client_id: id, redirect_uris: [REDIRECT] }).url,
    );
    expect(url.searchParams.get('code')).toEqual(expect.any(String));
  });
});

describe('the leg to the third party', () => {
  test('has a state, PKCE, and a nonce of its own', async () => {
    const world = await startWorld();
    const browser = new Browser([world.third.issuer]);
    const asked = ask(world.origin, await registered(world.origin));
    const { url } = await consented(browser, asked.url);
    const parameters = Object.fromEntries(url.searchParams);
    expect(parameters).toMatchObject({
      client_id: world.third.clientId,
      redirect_uri: `${world.origin}/authorize/callback`,
      code_challenge_method: 'S256',
      scope: 'openid',
    });
    expect(parameters['state']).not.toBe(asked.state);
    expect(parameters['state']?.length).toBeGreaterThan(40);
    expect(parameters['nonce']?.length).toBeGreaterThan(40);
    expect(parameters['code_challenge']).not.toBe(asked.url.searchParams.get('code_challenge'));
  });

  test.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['another state', (url: URL) => url.searchParams.set('state', 'x'.repeat(43))],
    ['two states', (url: URL) => url.searchParams.append('state', url.searchParams.get('state') ?? '')],
  ])('comes back with %s: nobody is redirected, and no code is exchanged', async (_what, change) => {
    const world = await startWorld();
    const { browser, url } = await returning(world, await registered(world.origin));
    change(url);
    const page = await browser.step(url);
    expect([page.status, targetOf(page)]).toEqual([400, undefined]);
    expect(world.third.requests).not.toContain('POST /token');
  });

  test('comes back to another browser than the one that consented: refused', async () => {
    const world = await startWorld();
    const { url } = await returning(world, await registered(world.origin));
    const page = await new Browser([REDIRECT]).step(url);
    expect([page.status, targetOf(page)]).toEqual([400, undefined]);
    expect(world.third.requests).not.toContain('POST /token');
  });

  test('comes back to a browser that got its cookies from a sibling of the host: refused', async () => {
    const publicOrigin = 'https://mcp.example.com';
    const world = await startWorld({ publicOrigin });
    const stopsAt = [REDIRECT, `${publicOrigin}/authorize/callback`];
    const servers = { [publicOrigin]: world.origin };
    const attacker = new Browser(stopsAt, servers);
    const { url } = await consented(attacker, ask(publicOrigin, await registered(world.origin)).url);
    const victim = new Browser(stopsAt, servers);
    victim.takeFromSibling(attacker);
    expect((await victim.step(url)).status).toBe(400);
    expect(world.third.requests).not.toContain('POST /token');
    expect((await attacker.step(url)).status).toBe(200);
  });

  test('is named by a cookie of the host alone, which is gone afterwards', async () => {
    const publicOrigin = 'https://mcp.example.com';
    const world = await startWorld({ publicOrigin });
    const callback = `${publicOrigin}/authorize/callback`;
    const browser = new Browser([REDIRECT, callback], { [publicOrigin]: world.origin });
    const page = await browser.open(ask(publicOrigin, await registered(world.origin)).url);
    const { url } = await browser.press(page, 'allow');
    expect(url.href.startsWith(callback)).toBe(true);
    const line = /__Host-mcp_provider[^"]*/.exec(browser.seen.join())?.[0] ?? '';
    expect(line.split('; ').slice(1)).toEqual(['Path=/', 'Max-Age=600', 'HttpOnly', 'SameSite=Lax', 'Secure']);
    expect(browser.cookiesFor(url)).toContain('__Host-mcp_provider');
    await browser.step(url);
    expect(browser.cookiesFor(url)).not.toContain('mcp_provider');
  });

  test('can be under way more than once in one browser', async () => {
    const { world, client } = await startRegistered();
    const browser = new Browser([REDIRECT, `${world.origin}/authorize/callback`]);
    const first = await consented(browser, ask(world.origin, client).url);
    const second = await consented(browser, ask(world.origin, client).url);
    for (const { url } of [first, second]) {
      const start = targetOf(await browser.step(url)) ?? '';
      expect((await browser.open(start)).url.searchParams.get('code')).toEqual(expect.any(String));
    }
  });

  test('drops the oldest one when one browser has too many under way', async () => {
    const { world, client } = await startRegistered();
    const browser = new Browser([REDIRECT, `${world.origin}/authorize/callback`]);
    const pages = [];
    for (let at = 0; at < 10; at++) pages.push(await consented(browser, ask(world.origin, client).url));
    const cookies = browser.cookiesFor(new URL(`${world.origin}/authorize/callback`));
    expect(cookies.match(/mcp_provider/g)?.length).toBe(8);
    const statuses = [];
    for (const { url } of pages) statuses.push((await browser.step(url)).status);
    expect(statuses).toEqual([400, 400, ...Array.from({ length: 8 }, () => 200)]);
  });

  test('comes back twice: the second time is refused', async () => {
    const world = await startWorld();
    const { browser, url } = await returning(world, await registered(world.origin));
    expect(targetOf(await browser.step(url))).toContain('/authorize/');
    expect((await browser.step(url)).status).toBe(400);
  });

  test('is no longer stored when it has come back', async () => {
    const stored = new Set<unknown>();
    const store = intercepted(new MemoryAuthorizationStore(), ({ method, given: [key], run }) => {
      if (method === 'set') stored.add(key);
      if (method === 'delete') stored.delete(key);
      return run();
    });
    const world = await startWorld({ store });
    const { browser, url } = await returning(world, await registered(world.origin));
    const logins = (): readonly unknown[] => [...stored].filter((key) => String(key).startsWith('Login:'));
    expect(logins()).toHaveLength(1);
    await browser.step(url);
    expect(logins()).toEqual([]);
  });

  test('comes back many times at once: one of them counts', async () => {
    const world = await startWorld();
    const { browser, url } = await returning(world, await registered(world.origin));
    const pages = await Promise.all(Array.from({ length: 5 }, () => browser.step(url)));
    expect(pages.filter(({ status }) => status === 200).length).toBe(1);
    expect(world.third.issued('AccessToken')).toBe(1);
  });

  test('comes back when its authorization request is gone: refused, and no code is exchanged', async () => {
    let isGone = false;
    const store = intercepted(new MemoryAuthorizationStore(), ({ method, given: [key], run }) =>
      isGone && method === 'get' && String(key).startsWith('Interaction:') ? Promise.resolve() : run(),
    );
    const world = await startWorld({ store });
    const { browser, url } = await returning(world, await registered(world.origin));
    isGone = true;
    const page = await browser.step(url);
    expect([page.status, targetOf(page)]).toEqual([400, undefined]);
    expect(page.text).toContain('has expired');
    expect([world.third.issued('AccessToken'), world.errors]).toEqual([0, []]);
  });

  test('ends with tokens that cannot be stored: they are revoked, and the client gets server_error', async () => {
    const world = await startWorld({ store: unwritable('Upstream:', 'The disk is full') });
    const { browser, url } = await returning(world, await registered(world.origin));
    const { url: back } = await browser.open(targetOf(await browser.step(url)) ?? '');
    expect([ERROR(back), back.searchParams.get('error_description')]).toEqual([
      'server_error',
      'The login could not be completed',
    ]);
    expect(world.errors).toEqual(['Error: The disk is full']);
    await expect.poll(() => world.third.requests).toContain('POST /token/revocation');
  });

  test('cannot begin where the store fails: the user is told so, without the reason', async () => {
    const world = await startWorld({ store: unwritable('Login:', 'secret disk') });
    const page = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
    expect(page.status).toBe(500);
    expect(page.text).toContain('Something went wrong here.');
    expect(page.text).not.toContain('secret disk');
    expect(world.errors).toEqual(['Error: secret disk']);
  });

  test.each([
    ['a wrong code', (url: URL) => url.searchParams.set('code', 'x')],
    ['another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example.com')],
    ['no issuer, though it promises one', (url: URL) => url.searchParams.delete('iss')],
  ])('comes back with %s: the client gets server_error', async (_what, change) => {
    covers('authorization-third-party-errors');
    const world = await startWorld();
    const { browser, url } = await returning(world, await registered(world.origin));
    change(url);
    const start = targetOf(await browser.step(url)) ?? '';
    const page = await browser.open(start);
    expect(ERROR(page.url)).toBe('server_error');
    expect(world.errors.join()).toContain('login');
  });

  test('comes back with the code of another login: the client gets server_error', async () => {
    const { world, client } = await startRegistered();
    const stolen = (await returning(world, client)).url.searchParams.get('code') ?? '';
    const { browser, url } = await returning(world, client);
    url.searchParams.set('code', stolen);
    expect(ERROR((await browser.open(targetOf(await browser.step(url)) ?? '')).url)).toBe('server_error');
  });

  test.each([
    ['access_denied', 'access_denied'],
    ['temporarily_unavailable', 'temporarily_unavailable'],
    ['invalid_scope', 'server_error'],
    ['made_up', 'server_error'],
  ])('ends with the error %s: the client gets %s, and nothing that the third party wrote', async (refusal, error) => {
    covers('authorization-third-party-errors');
    const world = await startWorld();
    world.third.refusal = refusal;
    const asked = ask(world.origin, await registered(world.origin));
    const browser = new Browser([REDIRECT]);
    const { url } = await consented(browser, asked.url);
    expect([ERROR(url), url.searchParams.get('state')]).toEqual([error, asked.state]);
    expect(url.href).not.toContain('alert');
  });

  test.each([
    ['nothing', 404, ''],
    ['a page', 200, '<!doctype html><title>Welcome</title>'],
    ['JSON that is not metadata', 200, '{}'],
    ['an error', 400, 'no such page'],
    ['an error of the server', 500, 'oops'],
  ])('is found by its OAuth metadata if it has %s instead of those of OpenID', async (_, status, body) => {
    const world = await startWorld();
    world.third.openIdInstead = { status, body };
    const asked = ask(world.origin, await registered(world.origin));
    const { url } = await consented(new Browser([REDIRECT]), asked.url);
    expect(url.searchParams.get('code')).not.toBeNull();
    expect(world.third.requests).toContain('GET /.well-known/oauth-authorization-server');
    expect(world.errors).toEqual([]);
  });

  test.each(['unavailable', 'disconnecting', 'silent'] as const)(
    'is %s when the login begins: the client gets temporarily_unavailable',
    async (mood) => {
      covers('authorization-third-party-errors');
      const world = await startWorld({ upstreamTimeout: mood === 'silent' ? 300 : 60_000 });
      world.third.mood = mood;
      const { url } = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
      expect(ERROR(url)).toBe('temporarily_unavailable');
      expect(world.errors.join()).toContain('is unavailable');
    },
  );

  test.each(['unavailable', 'disconnecting'] as const)(
    'is %s when the code is exchanged: the client gets temporarily_unavailable, and no stack trace',
    async (mood) => {
      covers('authorization-third-party-errors');
      const world = await startWorld();
      const { browser, url } = await returning(world, await registered(world.origin));
      world.third.mood = mood;
      const { url: back } = await browser.open(targetOf(await browser.step(url)) ?? '');
      expect(ERROR(back)).toBe('temporarily_unavailable');
      expect(browser.seen.join()).not.toMatch(/\n\s+at |node_modules|\.ts:/);
    },
  );

  test('works again when the third party does', async () => {
    const { world, client } = await startRegistered();
    world.third.mood = 'unavailable';
    await consented(new Browser([REDIRECT]), ask(world.origin, client).url);
    world.third.mood = 'up';
    const { url } = await consented(new Browser([REDIRECT]), ask(world.origin, client).url);
    expect(url.searchParams.get('code')).toEqual(expect.any(String));
  });
});

describe('the user', () => {
  test('can be refused by the application', async () => {
    const world = await startWorld({ user: ({ claims }) => (claims?.['sub'] === 'ada' ? undefined : 'somebody') });
    const { url } = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
    expect(ERROR(url)).toBe('access_denied');
  });

  test.each([
    ['throws', () => Promise.reject(new Error('secret database at 10.0.0.1')), 'temporarily_unavailable'],
    ['returns no string', () => 7 as unknown as string, 'server_error'],
    ['returns an empty string', () => '', 'server_error'],
  ])('whose function %s is told an error of OAuth', async (_what, user, error) => {
    const world = await startWorld({ user });
    const browser = new Browser([REDIRECT]);
    const { url } = await consented(browser, ask(world.origin, await registered(world.origin)).url);
    expect(ERROR(url)).toBe(error);
    expect(browser.seen.join()).not.toContain('secret database');
    expect(world.errors.length).toBeGreaterThan(0);
  });

  test('whose function never answers is not waited for, and its signal aborts', async () => {
    const signals: AbortSignal[] = [];
    const user = (_tokens: unknown, signal: AbortSignal): Promise<string> => (signals.push(signal), endless());
    const world = await startWorld({ user, upstreamTimeout: 2_000 });
    const { url } = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
    expect(ERROR(url)).toMatch(/temporarily_unavailable/);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });

  test('whose token the provider does not honor cannot log in', async () => {
    const world = await startWorld({ validateUpstream: () => false });
    const { url } = await consented(new Browser([REDIRECT]), ask(world.origin, await registered(world.origin)).url);
    expect(ERROR(url)).toBe('access_denied');
  });
});

describe('registration', () => {
  const large = { client_uri: `https://app.example.com/${'x'.repeat(10_000)}` };

  test('is open, and tells what was registered', async () => {
    covers('authorization-registration');
    const { origin } = await startWorld();
    const response = await register(origin, { scope: 'mcp other', unknown: true, jwks_uri: 'http://169.254.169.254/' });
    expect(response.status).toBe(201);
    const body = (await response.json()) as object;
    expect(body).toMatchObject({ client_name: 'Test client', redirect_uris: [REDIRECT], scope: 'mcp' });
    expect(body).not.toHaveProperty('jwks_uri');
    expect(body).not.toHaveProperty('client_secret');
    expect(body).not.toHaveProperty('registration_access_token');
  });

  test.each([
    ['too large', large],
    ['no object', undefined],
    ['no redirect URI', { redirect_uris: [] }],
    ['too many redirect URIs', { redirect_uris: Array.from({ length: 11 }, (_, at) => `${REDIRECT}${at}`) }],
    ['a long name', { client_name: 'x'.repeat(201) }],
    ['a name that is not a string', { client_name: { toString: 1 } }],
    ['another response type', { response_types: ['token'] }],
    ['another grant', { grant_types: ['password'] }],
    ['a method with keys', { token_endpoint_auth_method: 'private_key_jwt' }],
  ])('with %s is refused', async (_what, metadata) => {
    const { origin } = await startWorld();
    const response = await (metadata === undefined
      ? fetch(`${origin}/register`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[1]' })
      : register(origin, metadata));
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { readonly error: string };
    expect(error).toMatch(/^invalid_(client_metadata|redirect_uri|request)$/);
  });

  test('never requests what a client names', async () => {
    const world = await startWorld();
    await register(world.origin, {
      sector_identifier_uri: `${world.third.issuer}/x`,
      logo_uri: `${world.third.issuer}/y`,
    });
    expect(world.third.requests).toEqual([]);
  });

  test('is limited for each address, and says when to come back', async () => {
    const addressOf = () => '192.0.2.7';
    const { origin } = await startWorld({ registration: { perMinute: 3 }, addressOf });
    const statuses = [];
    for (let at = 0; at < 5; at++) statuses.push((await register(origin)).status);
    expect(statuses).toEqual([201, 201, 201, 429, 429]);
    const refused = await register(origin);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
  });

  test('is limited for all addresses together', async () => {
    let last = 0;
    const addressOf = () => `192.0.2.${++last}`;
    const { origin } = await startWorld({ registration: { totalPerMinute: 2 }, addressOf });
    expect([(await register(origin)).status, (await register(origin)).status]).toEqual([201, 201]);
    expect((await register(origin)).status).toBe(429);
  });

  test('is limited also for requests without an address', async () => {
    const { origin } = await startWorld({ registration: { perMinute: 1 }, addressOf: () => undefined });
    expect([(await register(origin)).status, (await register(origin)).status]).toEqual([201, 429]);
  });

  test('that cannot be stored is an error of the server', async () => {
    const world = await startWorld({ store: unwritable('', 'secret disk') });
    const response = await register(world.origin);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ error: 'server_error' });
    expect(world.errors).toEqual(['Error: secret disk']);
  });

  test('can be turned off', async () => {
    const { origin } = await startWorld({ registration: false });
    const metadata = await (await fetch(`${origin}/.well-known/oauth-authorization-server`)).json();
    expect(metadata).not.toHaveProperty('registration_endpoint');
    expect((await register(origin)).status).toBe(404);
  });

  test('can be read by pages of other origins, without credentials', async () => {
    const { origin } = await startWorld();
    const preflight = await fetch(`${origin}/register`, {
      method: 'OPTIONS',
      headers: { origin: 'https://app.example.com', 'access-control-request-method': 'POST' },
    });
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull();
  });
});
