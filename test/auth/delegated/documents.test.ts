/** Clients whose id is the URL of their metadata document. */

import { describe, expect, test } from 'vitest';
import { passTime } from '../../support/clock.js';
import { covers } from '../../support/covers.js';
import { Browser } from './support/browser.js';
import { ask, exchange, REDIRECT, startWorld, type WorldOptions } from './support/world.js';

const ID = 'https://app.example.com/oauth/client.json';
const DOCUMENT = {
  client_id: ID,
  client_name: 'Explorer',
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'none',
};

/** A server whose clients publish one document. */
async function start(document: unknown, { headers = {}, status = 200, ...given }: Published = {}) {
  const requested: string[] = [];
  const publish: typeof fetch = (input) => {
    requested.push(input instanceof Request ? input.url : String(input));
    const body = typeof document === 'string' ? document : JSON.stringify(document);
    return Promise.resolve(new Response(body, { status, headers }));
  };
  const world = await startWorld({ clientMetadataDocuments: { fetch: publish, ...given } });
  return { world, requested };
}

type Published = Exclude<WorldOptions['clientMetadataDocuments'], boolean | undefined> & {
  readonly headers?: Record<string, string>;
  readonly status?: number;
};

const asClient = (id: string, redirect = REDIRECT) => ({ client_id: id, redirect_uris: [redirect] });

test('a client is authorized by its document, which is read once, and whose host is shown', async () => {
  covers('authorization-document-fetched', 'authorization-document-cached');
  const { world, requested } = await start(DOCUMENT, { headers: { 'cache-control': 'max-age=600' } });
  const client = asClient(ID);
  for (let login = 0; login < 2; login++) {
    const asked = ask(world.origin, client);
    const browser = new Browser([REDIRECT]);
    const page = await browser.open(asked.url);
    expect(page.text).toContain('Explorer');
    expect(page.text).toContain('<code>app.example.com</code>');
    expect(page.text).toContain('has not been verified');
    const { url } = await browser.press(page, 'allow');
    const { status, body } = await exchange(world, client, url.searchParams.get('code') ?? '', asked.verifier);
    expect(status).toBe(200);
    expect(await world.authenticate(String(body['access_token']))).toMatchObject({ id: 'ada', clientId: ID });
  }
  expect(requested).toEqual([ID]);
  expect(world.errors).toEqual([]);
});

test('a document is read again when its time is over', async () => {
  covers('authorization-document-cached');
  const { world, requested } = await start(DOCUMENT, { headers: { 'cache-control': 'max-age=600' } });
  for (const [passed, count] of [
    [0, 1],
    [300_000, 1],
    [400_000, 2],
  ] as const) {
    passTime(passed);
    expect((await new Browser([REDIRECT]).open(ask(world.origin, asClient(ID)).url)).status).toBe(200);
    expect(requested).toHaveLength(count);
  }
});

test('the metadata say that documents are supported where they are', async () => {
  const supported = async (clientMetadataDocuments: boolean): Promise<unknown> => {
    const { origin } = await startWorld({ clientMetadataDocuments });
    const response = await fetch(`${origin}/.well-known/oauth-authorization-server`);
    return ((await response.json()) as Record<string, unknown>)['client_id_metadata_document_supported'];
  };
  expect(await supported(true)).toBe(true);
  expect(await supported(false)).toBeUndefined();
});

describe('a document is refused', () => {
  test.each<[string, unknown, Published?]>([
    ['that is not JSON', '<!doctype html>'],
    ['that is not an object', [DOCUMENT]],
    ['without an id', { ...DOCUMENT, client_id: undefined }],
    ['of another client', { ...DOCUMENT, client_id: `${ID}?other` }],
    ['without a name', { ...DOCUMENT, client_name: undefined }],
    ['without redirect URIs', { ...DOCUMENT, redirect_uris: undefined }],
    ['with a redirect URI that is not safe', { ...DOCUMENT, redirect_uris: ['javascript:alert(1)'] }],
    ['with a secret', { ...DOCUMENT, client_secret: 'x' }],
    ['that authenticates with a secret', { ...DOCUMENT, token_endpoint_auth_method: 'client_secret_basic' }],
    ['that is too large', { ...DOCUMENT, padding: 'x'.repeat(70_000) }],
    ['that does not exist', DOCUMENT, { status: 404 }],
    ['that is elsewhere', '', { status: 302, headers: { location: 'https://app.example.com/other.json' } }],
  ])('%s', async (_, document, published) => {
    covers('authorization-document-checked', 'authorization-document-security', 'authorization-document-risks');
    const { world } = await start(document, published);
    const { status, text } = await new Browser([REDIRECT]).open(ask(world.origin, asClient(ID)).url);
    expect(status).toBe(400);
    expect(text).toContain('The login cannot continue');
  });
});

test('a redirect URI has to be one of the document', async () => {
  covers('authorization-document-redirect');
  const { world } = await start(DOCUMENT);
  const { status, text } = await new Browser([REDIRECT]).open(
    ask(world.origin, asClient(ID, 'http://127.0.0.1:9/other')).url,
  );
  expect(status).toBe(400);
  expect(text).toContain('redirect_uri');
});

test.each([
  'https://127.0.0.1/client.json',
  'https://10.0.0.1/client.json',
  'https://169.254.169.254/client.json',
  'https://metadata.google.internal/client.json',
  'https://[::1]/client.json',
  'http://app.example.com/client.json',
  'https://user@app.example.com/client.json',
  'https://app.example.com/a/../client.json',
])('nothing is requested at %s', async (id) => {
  covers('authorization-document-ssrf', 'authorization-document-risks');
  const { world, requested } = await start({ ...DOCUMENT, client_id: id });
  expect((await new Browser([REDIRECT]).open(ask(world.origin, asClient(id)).url)).status).toBe(400);
  expect(requested).toEqual([]);
});

test('documents of one address are limited', async () => {
  covers('authorization-document-risks');
  const { world, requested } = await start(DOCUMENT, { perMinute: 2 });
  const open = async (at: number) =>
    (await new Browser([REDIRECT]).open(ask(world.origin, asClient(`${ID}?${at}`)).url)).status;
  expect([await open(1), await open(2), await open(3)]).toEqual([400, 400, 429]);
  expect(requested).toHaveLength(2);
});

test('a client with a document is unknown where documents are off', async () => {
  const world = await startWorld();
  expect((await new Browser([REDIRECT]).open(ask(world.origin, asClient(ID)).url)).status).toBe(400);
});
