import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { Browser } from './support/browser.js';
import { consented, ask, exchange, REDIRECT, refresh, registered, startWorld, tokensFor } from './support/world.js';

describe('the whole flow', () => {
  test('a client registers, its user consents and logs in, and its token is honored', async () => {
    covers('authorization-issuer-sent');
    const world = await startWorld();
    const { third } = world;
    const client = await registered(world.origin);
    const browser = new Browser([REDIRECT]);
    const asked = ask(world.origin, client);
    const consent = await browser.open(asked.url);
    expect(consent.text).toContain('Test client');
    expect(third.requests).toEqual([]);
    const { url } = await browser.press(consent, 'allow');
    expect(url.href.startsWith(`${REDIRECT}?`)).toBe(true);
    expect(url.searchParams.get('state')).toBe(asked.state);
    expect(url.searchParams.get('iss')).toBe(world.origin);
    const { status, body } = await exchange(world, client, url.searchParams.get('code') ?? '', asked.verifier);
    expect(status).toBe(200);
    const auth = await world.authenticate(String(body['access_token']));
    expect(auth).toMatchObject({ id: 'ada', clientId: client.client_id, scopes: ['mcp'] });
    expect(third.secrets).toContain(await auth.upstreamToken());
    expect(world.errors).toEqual([]);
  });

  test('a client that its user refuses learns who has told it', async () => {
    covers('authorization-issuer-sent');
    const { origin } = await startWorld();
    const browser = new Browser([REDIRECT]);
    const { url } = await browser.press(await browser.open(ask(origin, await registered(origin)).url), 'deny');
    expect(url.searchParams.get('error')).toBe('access_denied');
    expect(url.searchParams.get('iss')).toBe(origin);
  });

  test('tokens of the third party reach no client, and tokens of ours do not reach the third party', async () => {
    const world = await startWorld();
    const client = await registered(world.origin);
    const browser = new Browser([REDIRECT]);
    const asked = ask(world.origin, client);
    const { url } = await consented(browser, asked.url);
    const { body } = await exchange(world, client, url.searchParams.get('code') ?? '', asked.verifier);
    await world.authenticate(String(body['access_token']));
    const renewed = await refresh(world, client, String(body['refresh_token']));
    await world.authenticate(String(renewed.body['access_token']));
    const clientSaw = JSON.stringify([url.href, body, renewed.body]);
    expect(world.third.secrets.size).toBeGreaterThanOrEqual(3);
    for (const secret of world.third.secrets) expect(clientSaw).not.toContain(secret);
    for (const name of ['access_token', 'refresh_token']) {
      for (const { body: given } of [{ body }, renewed]) expect(world.third.received()).not.toContain(given[name]);
    }
  });
});

test('tokensFor', async () => {
  const world = await startWorld();
  const { expires_in, scope } = await tokensFor(world);
  expect([expires_in, scope]).toEqual([900, 'mcp']);
});
