/** What a client keeps of its server is bounded, counted by its ledger, and given back. */

import { Ledger } from '@mcp-gen/runtime';
import { connect } from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { Server } from '@mcp-gen/sdk';
import { inProcess } from '@mcp-gen/sdk/testing';
import { expect, test, vi } from 'vitest';
import { ResponseCache } from '../../../sdk/src/client/responseCache.js';
import { KnownTools } from '../../../sdk/src/client/knownTools.js';
import { Subscription } from '../../../sdk/src/client/subscription.js';
import { UrlElicitations, type UrlRequest } from '../../../sdk/src/client/urlElicitations.js';
import { openHost } from './hostSupport.js';
import { NEWEST_SESSION } from '../../support/schemas.js';

const MiB = 1024 * 1024;

/** An account that may keep so many bytes, and how many it does. */
function account(caller = 64 * MiB) {
  const ledger = new Ledger({ retained: { caller } });
  return { quota: ledger.connection('test'), used: () => ledger.used('retained') };
}

function page(elicitationId: string, size = 0): UrlRequest {
  return { url: 'https://example.org/', host: 'example.org', warnings: [], message: 'x'.repeat(size), elicitationId };
}

function tool(name: string, size: number) {
  const schema = { type: 'object', description: 'x'.repeat(size) } as const;
  return { name, inputSchema: { type: 'object' } as const, outputSchema: schema };
}

/** A server whose tools take so much memory, in this process. */
function serverOf(size: number) {
  const server = new Server({ name: 'test', version: '1.0.0' });
  const registered = server.tool('a', { description: 'x'.repeat(size) }, () => '');
  return { target: inProcess(server), change: () => registered.update({ description: 'short' }) };
}

test('of pages that take more than 1 MiB the oldest give way', () => {
  const { quota, used } = account();
  const ended: unknown[] = [];
  const visits = new UrlElicitations(({ elicitationId }) => ended.push(elicitationId), quota);
  for (const id of ['a', 'b', 'c']) visits.decide(visits.begin(page(id, 0.4 * MiB)), true);
  expect(used()).toBeLessThan(MiB);
  for (const id of ['a', 'b', 'c']) visits.end(id);
  expect(ended).toEqual(['b', 'c']);
  expect(used()).toBe(0);
});

test('a page that is larger than 1 MiB, or than the ledger allows, is refused', () => {
  const refusal = expect.objectContaining({ name: 'OverBudgetError', resource: 'retained' }) as Error;
  expect(() => new UrlElicitations(() => {}, account().quota).begin(page('a', MiB))).toThrow(refusal);
  const { quota, used } = account(2_000);
  const visits = new UrlElicitations(() => {}, quota);
  const kept = visits.begin(page('a'));
  expect(() => visits.begin(page('b', 2_000))).toThrow(refusal);
  visits.decide(kept, false);
  expect(used()).toBe(0);
});

test('updates that take more than 1 MiB, or than the ledger allows, become one of the whole', async () => {
  for (const limit of [64 * MiB, MiB / 2]) {
    const { quota, used } = account(limit);
    const done = (): Promise<void> => Promise.resolve();
    const subscription = new Subscription('demo:', quota, done, done);
    const parts = ['a', 'b', 'c'].map((letter) => `demo:/${letter.repeat(limit === MiB / 2 ? 200_000 : 400_000)}`);
    for (const uri of parts.slice(0, 2)) subscription.put({ uri });
    expect(used()).toBeGreaterThan(300_000);
    expect((await subscription.next()).value).toEqual({ uri: parts[0] });
    for (const uri of parts) subscription.put({ uri });
    expect(used()).toBe(0);
    expect((await subscription.next()).value).toEqual({ uri: 'demo:' });
    subscription.put({ uri: 'demo:/d' });
    await subscription.return();
    expect(used()).toBe(0);
  }
});

test('of results no more are kept than the ledger allows', () => {
  const { quota, used } = account(2_000);
  const cache = new ResponseCache(quota);
  const read = (uri: string): object | undefined => cache.get('resources/read', { uri });
  const put = (uri: string, text: string): void =>
    cache.put('resources/read', { uri }, { ttlMs: 60_000, contents: [{ uri, text }] }, cache.generation);
  put('a:1', 'short');
  put('a:2', 'x'.repeat(10_000));
  put('a:3', 'x'.repeat(17 * MiB));
  expect([read('a:1'), read('a:2'), read('a:3')]).toEqual([
    expect.objectContaining({ contents: [{ uri: 'a:1', text: 'short' }] }),
    undefined,
    undefined,
  ]);
  cache.clear();
  expect(read('a:1')).toBeUndefined();
  expect(used()).toBe(0);
});

test('of output schemas no more are kept than the ledger allows', () => {
  const { quota, used } = account(10_000);
  const report = vi.fn();
  const compile = () => Promise.resolve(() => []);
  const tools = new KnownTools({ compile, report, list: () => Promise.resolve(), quota });
  tools.reading(NEWEST_SESSION)([tool('a', 6_000), tool('b', 6_000)]);
  expect(report).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ message: expect.stringContaining('the tool b and of later tools') as string }),
  );
  expect(used()).toBeGreaterThan(6_000);
  expect(used()).toBeLessThan(10_000);
  tools.forget();
  expect(used()).toBe(0);
});

test('a client counts in its own ledger, and gives everything back when it is closed', async () => {
  const ledger = new Ledger();
  const { target } = serverOf(1_000);
  const client = await connect(target, { ledger });
  const opened = ledger.used('retained');
  expect(opened).toBeGreaterThan(0);
  await client.tools().all();
  expect(ledger.used('retained')).toBeGreaterThan(opened);
  await client.close();
  expect(ledger.used('retained')).toBe(0);
});

test.each([
  ['stdio', [process.execPath, '-e', '']],
  ['http', 'http://127.0.0.1:1/mcp'],
])('the transport counts in the ledger of the client: %s', async (name, target) => {
  const ledger = new Ledger();
  const connection = vi.spyOn(ledger, 'connection');
  await expect(connect(target, { ledger, onError: () => {} })).rejects.toHaveProperty('message');
  expect(connection.mock.calls.flat()).toContain(name);
  expect(ledger.used('retained')).toBe(0);
});

test('what is not a ledger is refused', async () => {
  const ledger = {} as unknown as Ledger;
  const message = 'expected a Ledger, such as new Ledger({ ... }), got an object';
  await expect(connect('server', { ledger })).rejects.toThrow(`Invalid option "ledger" for connect: ${message}`);
  expect(() => new Host({ servers: {}, ledger })).toThrow(`Invalid option "ledger" for the host: ${message}`);
});

test('a host counts in its own ledger, keeps no list beyond it, and gives everything back', async () => {
  const ledger = new Ledger({ retained: { caller: 10_000 } });
  const connection = vi.spyOn(ledger, 'connection');
  const { target, change } = serverOf(20_000);
  const { host, events, errors } = await openHost({ servers: { a: target }, ledger });
  const next = () => events.take(({ type }) => type === 'tools');
  expect(await next()).toMatchObject({ tools: [] });
  expect(connection.mock.calls.flat().toSorted()).toEqual(['client', 'connection', 'lists']);
  expect(errors.empty()).toMatchObject([{ error: { name: 'OverBudgetError' }, server: 'a' }]);
  const before = ledger.used('retained');
  change();
  expect(await next()).toMatchObject({ tools: [{ original: 'a' }] });
  expect(ledger.used('retained')).toBeGreaterThan(before);
  await host.close();
  expect(ledger.used('retained')).toBe(0);
});
