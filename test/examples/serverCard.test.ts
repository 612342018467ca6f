/** The example of server cards (draft SEP-2127): what a server publishes, and what a client accepts of it. */

import type { LookupAddress } from 'node:dns';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { guardedFetch } from '@mcp-gen/auth/fetch';
import { Server } from '@mcp-gen/sdk';
import { HttpRefusalError } from '@mcp-gen/sdk/http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { CARD_SCHEMA, CARD_TYPE, CATALOG_PATH, CATALOG_TYPE } from '../../examples/server-card/card.js';
import { differences, discover, endpointOf, fetchCard, type FoundCard } from '../../examples/server-card/discover.js';
import { serverCard, type CardOptions } from '../../examples/server-card/publish.js';
import { listen } from '../auth/support/listen.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { rawRequest } from '../support/rawHttp.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { connectUntilEnd, serveUntilEnd } from '../support/untilEnd.js';

const local = { allowLocal: true };

/** Who has no name may read the card only. */
function callerOf(request: { header(name: string): string | undefined }): string {
  const caller = request.header('x-caller');
  if (caller === undefined) throw new HttpRefusalError(401, 'Who is there?');
  return caller;
}

/** Serves a clock with its card. Returns the origin. */
async function clock(options: Partial<CardOptions> = {}): Promise<string> {
  const info = { name: 'clock', title: 'Clock', version: '1.0.0', description: 'Tells the time' };
  const extensions = [serverCard({ name: 'com.example/clock', ...options })];
  const server = new Server(info, { revisions: ['2025-11-25', '2026-07-28'], extensions });
  server.tool('now', {}, () => 'noon');
  const service = await serveUntilEnd(server, { authenticate: callerOf });
  return new URL(service.url).origin;
}

/** A card that differs from a valid one in some fields. */
function cardWith(fields: object = {}): object {
  return { $schema: CARD_SCHEMA, name: 'com.example/a', version: '1.0.0', description: 'A', ...fields };
}

function found(fields: object, url = 'https://cards.example/mcp/server-card'): FoundCard {
  return { url, card: cardWith(fields) as FoundCard['card'] };
}

const answerJson = (response: ServerResponse, type: string, body: unknown): void =>
  void response.writeHead(200, { 'content-type': type }).end(JSON.stringify(body));

test('a client finds the card of a server, connects, and compares', async () => {
  const site = await clock();
  const { cards, errors } = await discover(site, local);
  expect(errors).toEqual([]);
  const remotes = [
    { type: 'streamable-http', url: `${site}/mcp`, supportedProtocolVersions: ['2025-11-25', '2026-07-28'] },
  ];
  const card = { name: 'com.example/clock', title: 'Clock', version: '1.0.0', description: 'Tells the time', remotes };
  expect(cards).toEqual([{ url: `${site}/mcp/server-card`, card: { $schema: CARD_SCHEMA, ...card } }]);
  const [first] = cards as [FoundCard];
  const { url, headers } = endpointOf(first, { ...local, revisions: ['2026-07-28'] });
  const client = await connectUntilEnd(url, { headers: { ...headers, 'x-caller': 'ada' } });
  expect((await client.callTool('now')).text).toBe('noon');
  expect(differences(first, client)).toEqual([]);
  const other = { ...first.card, name: 'com.example/watch', version: '2.0.0', title: 'Watch' };
  const older = { type: 'streamable-http' as const, url, supportedProtocolVersions: ['2025-03-26'] };
  const stale = { ...other, remotes: [older] };
  expect(differences({ url, card: stale }, client)).toEqual(['name', 'version', 'title', 'supportedProtocolVersions']);
});

test('documents can be cached, revalidated, and read by pages, and nothing else', async () => {
  const url = `${await clock({ maxAge: 60 })}/mcp/server-card`;
  const { status, headers } = await rawRequest(url, { method: 'GET' });
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': CARD_TYPE,
    'cache-control': 'public, max-age=60',
    'access-control-allow-origin': '*',
  });
  const asked = { 'if-none-match': String(headers['etag']), origin: 'https://elsewhere.example' };
  const again = await rawRequest(url, { method: 'GET', headers: asked });
  expect(again.status).toBe(304);
  expect((await rawRequest(url, { method: 'HEAD' })).status).toBe(200);
  expect((await rawRequest(url, { method: 'OPTIONS' })).status).toBe(204);
  expect((await rawRequest(url, { method: 'POST', body: {} })).status).toBe(405);
});

test('a server without a description has no card', () => {
  const server = (name: string, description?: string): Server =>
    new Server(
      { name: 'clock', version: '1.0.0', ...(description && { description }) },
      { extensions: [serverCard({ name })] },
    );
  expect(() => server('com.example/clock')).toThrow('description');
  expect(() => server('clock', 'Tells the time')).toThrow('name');
  expect(() => server('com.example/clock', 'Tells the time')).not.toThrow();
});

test('the card of a server behind a proxy has its public URL', async () => {
  const site = await clock({ url: 'https://clock.example/mcp' });
  const { card } = await fetchCard(`${site}/mcp/server-card`, local);
  expect(card.remotes?.[0]?.url).toBe('https://clock.example/mcp');
});

describe('a card is refused', () => {
  test.each<[what: string, fields: object, place: string]>([
    ['with the schema of another document', { $schema: 'https://example.com/server.schema.json' }, '/$schema'],
    ['with a name without a namespace', { name: 'clock' }, '/name'],
    ['with a range of versions', { version: '^1.0.0' }, '/version'],
    ['without a description', { description: undefined }, '/description'],
    ['with a long description', { description: 'x'.repeat(101) }, '/description'],
    [
      'with an endpoint that is not HTTP',
      { remotes: [{ type: 'streamable-http', url: 'file:///a' }] },
      '/remotes/0/url',
    ],
    ['with an unknown transport', { remotes: [{ type: 'stdio', url: 'https://a.example' }] }, '/remotes/0/type'],
  ])('%s', async (_, fields, place) => {
    const { origin } = await listen((__, response) => answerJson(response, CARD_TYPE, cardWith(fields)));
    await expect(fetchCard(`${origin}/mcp/server-card`, local)).rejects.toThrow(`server-card is invalid at ${place}`);
  });

  test('of another media type, with an error status, or that redirects', async () => {
    const { origin } = await listen(({ url }, response) => {
      if (url === '/html') response.writeHead(200, { 'content-type': 'text/html' }).end('<p>');
      else if (url === '/moved') response.writeHead(302, { location: '/card' }).end();
      else response.writeHead(500).end();
    });
    await expect(fetchCard(`${origin}/html`, local)).rejects.toThrow(`is text/html, not ${CARD_TYPE}`);
    await expect(fetchCard(`${origin}/moved`, local)).rejects.toThrow('redirects');
    await expect(fetchCard(`${origin}/broken`, local)).rejects.toThrow('answered 500');
  });

  test('that is too large', async () => {
    const large = cardWith({ _meta: { 'com.example/x': 'x'.repeat(70_000) } });
    const { origin } = await listen((_, response) => answerJson(response, CARD_TYPE, large));
    await expect(fetchCard(`${origin}/card`, local)).rejects.toThrow('is larger than 65536 bytes');
  });
});

describe('private networks are not requested', () => {
  test.each(['http://127.0.0.1:9/mcp', 'https://10.0.0.1', 'https://169.254.169.254', 'https://printer.local'])(
    '%s',
    async (site) => {
      await expect(discover(site)).rejects.toThrow(/is not https|in a private network/);
    },
  );

  test('nor by a public name that resolves to one', async () => {
    const lookup = (_: string, __: object, done: (error: null, found: LookupAddress[]) => void): void =>
      done(null, [{ address: '10.0.0.1', family: 4 }]);
    const fetch = guardedFetch({ resolve: lookup as never });
    await expect(discover('https://public.example', { fetch })).rejects.toThrow('in a private network');
  });
});

test('a catalog names cards of its own origin, unless others are allowed', async () => {
  const other = await listen((_, response) => answerJson(response, CARD_TYPE, cardWith({ name: 'com.example/other' })));
  const { origin } = await listen(({ url }, response) => {
    if (url !== CATALOG_PATH) return answerJson(response, CARD_TYPE, cardWith());
    const entry = (path: string): object => ({ identifier: 'urn:air:x', type: CARD_TYPE, url: path });
    const inline = { identifier: 'urn:air:x', type: CARD_TYPE, data: cardWith({ name: 'com.example/inline' }) };
    const entries = [
      entry(`${origin}/card`),
      entry(`${other.origin}/card`),
      inline,
      { identifier: 'urn:air:x', type: 'application/a2a-agent-card+json', url: 'https://10.0.0.1' },
      entry('nowhere'),
      entry('https://user:secret@cards.example/card'),
      entry('http://cards.example/card'),
    ];
    return answerJson(response, CATALOG_TYPE, { specVersion: '1.0', entries });
  });
  const { cards, errors } = await discover(origin, local);
  expect(cards.map(({ card }) => card.name)).toEqual(['com.example/a', 'com.example/inline']);
  expect(errors.map(({ message }) => message.replace(`${origin}${CATALOG_PATH}`, 'It'))).toEqual([
    `It names another origin: ${other.origin}. List it in the option "origins" to allow it`,
    'It names an invalid URL',
    'It names a URL with credentials',
    'It names http://cards.example, not https',
  ]);
  expect(other.requests).toEqual([]);
  const more = await discover(origin, { ...local, origins: [other.origin] });
  expect(more.cards.map(({ card }) => card.name)).toContain('com.example/other');
});

test('a catalog of a thousand cards costs twenty requests', async () => {
  const entries = Array.from({ length: 1_000 }, (_, index) => ({ identifier: 'x', type: CARD_TYPE, url: `/${index}` }));
  const { origin, requests } = await listen(({ url }, response) => {
    if (url === CATALOG_PATH) {
      const absolute = entries.slice(0, 500).map((entry) => ({ ...entry, url: `${origin}${entry.url}` }));
      answerJson(response, CATALOG_TYPE, { specVersion: '1.0', entries: absolute });
    } else answerJson(response, CARD_TYPE, cardWith());
  });
  expect((await discover(origin, local)).cards).toHaveLength(20);
  expect(requests).toHaveLength(21);
});

describe('the endpoint of a card', () => {
  const remote = (fields: object): FoundCard => found({ remotes: [{ type: 'streamable-http', ...fields }] });

  test('belongs to the origin of the card', () => {
    const own = 'https://cards.example/mcp';
    expect(endpointOf(remote({ url: own }))).toEqual({ url: own, headers: {} });
    expect(() => endpointOf(remote({ url: 'https://evil.example/mcp' }))).toThrow('names another origin');
    expect(() => endpointOf(remote({ url: 'http://cards.example/mcp' }))).toThrow('not https');
    const values = { host: 'evil.example' };
    expect(() => endpointOf(remote({ url: 'https://{host}/mcp' }), { values })).toThrow('names another origin');
    const path = { url: 'https://cards.example/{tenant}/mcp', variables: { tenant: {} } };
    const { url } = endpointOf(remote(path), { values: { tenant: '../x@evil.example' } });
    expect(url).toBe('https://cards.example/..%2Fx%40evil.example/mcp');
  });

  test('has a transport and a revision of the client', () => {
    const remotes = [
      { type: 'sse', url: 'https://cards.example/sse' },
      { type: 'streamable-http', url: 'https://cards.example/old', supportedProtocolVersions: ['2025-03-26'] },
      { type: 'streamable-http', url: 'https://cards.example/new', supportedProtocolVersions: ['2026-07-28'] },
    ];
    expect(endpointOf(found({ remotes }), { revisions: ['2026-07-28'] }).url).toBe('https://cards.example/new');
    expect(() => endpointOf(found({ remotes }), { revisions: ['2024-11-05'] })).toThrow('no endpoint for this client');
    expect(() => endpointOf(found({}))).toThrow('no endpoint for this client');
  });

  test('has the headers that the card requires', () => {
    const headers = [
      { name: 'X-Api-Key', isRequired: true, isSecret: true },
      { name: 'X-Region', default: 'eu', choices: ['eu', 'us'] },
      { name: 'X-Tenant', value: 't-{tenant}', variables: { tenant: { isRequired: true } } },
      { name: 'X-Other' },
    ];
    const card = remote({ url: 'https://cards.example/mcp', headers });
    const values = { 'X-Api-Key': 'secret', tenant: '1' };
    const given = { 'X-Api-Key': 'secret', 'X-Region': 'eu', 'X-Tenant': 't-1' };
    expect(endpointOf(card, { values }).headers).toEqual(given);
    expect(() => endpointOf(card)).toThrow('needs a value for the header X-Api-Key');
    expect(() => endpointOf(card, { values: { 'X-Api-Key': 'a' } })).toThrow('needs a value for tenant');
    expect(() => endpointOf(card, { values: { ...values, 'X-Region': 'mars' } })).toThrow('does not accept "mars"');
  });
});

test('both programs run', async () => {
  const files = ['card', 'publish', 'discover', 'server', 'client'].map((name) => `${name}.ts`);
  const texts = files.map((file) => [file, readProjectFile(`examples/server-card/${file}`)] as const);
  const folder = await runnable(new Map(texts));
  const env = { PORT: String(await freePort()) };
  const { ready, stop } = await startHttpProgram([join(folder, 'server.js')], (line) => line.startsWith('http'), env);
  onTestFinished(stop);
  const { stdout, stderr } = await runProgram(folder, process.execPath, ['client.js', new URL(ready).origin]);
  expect(stderr).toBe('');
  expect(stdout).toBe('com.example/clock 1.0.0: Tells the time in any time zone\nTools: now\n');
});
