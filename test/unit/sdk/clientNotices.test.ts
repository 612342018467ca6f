/** What a server tells unasked, faster than anybody could take it. */

import { describe, expect, test, vi } from 'vitest';
import { inProcess } from '@mcp-gen/sdk/testing';
import { Server } from '@mcp-gen/sdk';
import { covers } from '../../support/covers.js';
import { converse, converseRaw } from './clientSupport.js';
import { openHost } from './hostSupport.js';
import { stopClock } from '../../support/clock.js';

const LOGGING = { capabilities: { logging: {} } };
const LISTS = { capabilities: { tools: { listChanged: true } } };

describe('log entries', () => {
  test('that come too fast are left out, which is told when it begins and once a minute', async () => {
    covers('logging-limited');
    stopClock();
    const entries: unknown[] = [];
    const { session, errors, client } = await converse(
      {},
      { onLog: ({ data }) => entries.push(data), logRate: { perSecond: 10, burst: 50 } },
      LOGGING,
    );
    const flood = async (count: number): Promise<void> => {
      for (let entry = 0; entry < count; entry++)
        await session().notify('notifications/message', { level: 'info', data: entry });
      await client.ping();
    };
    await flood(1_000);
    expect(entries).toHaveLength(50);
    expect(errors.empty().map(String)).toEqual([
      'Error: The server sends log entries faster than the rate limit: dropped 1. The option logRate of connect raises the limit',
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    await flood(100);
    expect(entries).toHaveLength(60);
    expect(errors.empty()).toEqual([]);
    await vi.advanceTimersByTimeAsync(60_000);
    await flood(51);
    expect(entries).toHaveLength(110);
    expect(errors.empty().map(String)).toEqual([expect.stringContaining(': dropped 1040')]);
  });

  test('are all accepted at a normal rate', async () => {
    const entries: unknown[] = [];
    const { session, client } = await converse({}, { onLog: ({ data }) => entries.push(data) }, LOGGING);
    for (let entry = 0; entry < 1_000; entry++)
      await session().notify('notifications/message', { level: 'info', data: entry });
    await client.ping();
    expect(entries).toHaveLength(1_000);
  });
});

describe('changes of a list', () => {
  test('that come too fast are told as one, the last of them never left out', async () => {
    stopClock();
    let told = 0;
    const { session, client } = await converse({}, { onListChanged: () => (told += 1) }, LISTS);
    for (let change = 0; change < 1_000; change++) await session().notify('notifications/tools/list_changed');
    await client.ping();
    expect(told).toBe(20);
    await vi.advanceTimersByTimeAsync(199);
    expect(told).toBe(20);
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toBe(21);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toBe(21);
  });

  test('are no longer passed on when the client is closed', async () => {
    stopClock();
    let told = 0;
    const { session, client } = await converse({}, { onListChanged: () => (told += 1) }, LISTS);
    for (let change = 0; change < 30; change++) await session().notify('notifications/tools/list_changed');
    await client.ping();
    await client.close();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(told).toBe(20);
  });

  test('that a listener cannot take are reported, the late ones too', async () => {
    stopClock();
    const onListChanged = (): void => {
      throw new Error('Broken');
    };
    const { session, client, errors } = await converse({}, { onListChanged }, LISTS);
    for (let change = 0; change < 21; change++) await session().notify('notifications/tools/list_changed');
    await client.ping();
    expect(errors.empty()).toHaveLength(20);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(errors.empty().map(String)).toEqual(['Error: Broken']);
  });

  test('do not make a host read the list more often', async () => {
    let lists = 0;
    const server = new Server({ name: 'busy', version: '1' });
    server.use((request, next) => {
      if (request.method === 'tools/list') lists += 1;
      return next(request);
    });
    server.tool('first', {}, () => '');
    const { host } = await openHost({ servers: { busy: inProcess(server) } });
    for (let tool = 0; tool < 500; tool++) server.tool(`tool${tool}`, {}, () => '');
    await vi.waitUntil(async () => (await host.tools()).length === 501);
    expect(lists).toBeLessThan(60);
  });
});

test('invalid messages are reported at a limited rate', async () => {
  const errors: unknown[] = [];
  const { wire, client } = await converseRaw({ logging: {} }, { onError: (error) => errors.push(error) });
  for (let bad = 0; bad < 5_000; bad++) wire.say({ jsonrpc: '2.0', method: 'notifications/message', params: bad });
  await vi.waitUntil(() => errors.length >= 1_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(errors.length).toBeLessThan(2_500);
  expect(errors.map(String)).toContainEqual(expect.stringMatching(/invalid messages faster than the rate limit/));
  expect(client.revision).not.toBe('');
});

test('notifications with invalid params are reported at a lower rate, which the runtime sets', async () => {
  const errors: unknown[] = [];
  const { wire } = await converseRaw({ logging: {} }, { onError: (error) => errors.push(error) });
  for (let bad = 0; bad < 5_000; bad++) wire.say({ jsonrpc: '2.0', method: 'notifications/message', params: { bad } });
  await vi.waitUntil(() => errors.length > 100);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(errors.length).toBeLessThan(1_000);
  expect(errors.map(String)).toContainEqual(expect.stringMatching(/Ignored more than 100 notifications in a second/));
});
