/** Stores that answer late, and in another order than that of the calls: what is stored in the end is what happened last. */

import { MemoryAuthorizationStore } from '@mcp-gen/auth/delegated';
import { MemoryEventStore, MemorySessionStore } from '@mcp-gen/runtime/http/server';
import { form, Server } from '@mcp-gen/sdk';
import { serveHttp } from '@mcp-gen/sdk/http';
import { MemoryTaskStore } from '@mcp-gen/sdk/tasks';
import { describe, expect, onTestFinished, test } from 'vitest';
import { post, refresh, startWorld, tokensFor } from '../auth/delegated/support/world.js';
import { Mailbox } from '../support/mailbox.js';
import { rawRequest } from '../support/rawHttp.js';
import { request } from '../support/rpc.js';
import { openSession } from '../unit/runtime/httpSupport.js';
import { clientOf, create, SCHEMA, serverWith, until } from '../unit/tasks/support.js';
import { SEEDS, reordering } from '../support/stores.js';

describe.each(SEEDS)('with seed %d', (seed) => {
  test('a task has its last state, which another process reads, and one that is cancelled stays so', async () => {
    const inner = new MemoryTaskStore();
    const errors: unknown[] = [];
    const report = (error: unknown): void => void errors.push(error);
    const [server, other] = [1, 2].map(() => serverWith({ store: reordering(inner, seed), pollInterval: 1 }, report));
    server?.tool('greet', { task: 'required' }, async (_, { ask, progress }) => {
      for (let step = 1; step <= 3; step++) progress(step, 3, `step ${step}`);
      const { content } = await ask('who', form({ message: 'Who?', schema: SCHEMA }));
      progress(4, 4, 'done');
      return `Hello, ${content?.name}!`;
    });
    server?.tool('wait', { task: 'required' }, (_, { signal }) => {
      return new Promise<string>((resolve) => signal.addEventListener('abort', () => resolve('too late')));
    });
    const [ask, there] = [clientOf(server as Server), clientOf(other as Server)];
    const taskId = await create(ask, 'greet');
    await until(ask, taskId, 'input_required');
    const answers = { taskId, inputResponses: { who: { action: 'accept', content: { name: 'Ada' } } } };
    expect(await ask('tasks/update', answers)).toHaveProperty('result');
    await until(ask, taskId, 'completed');
    const cancelled = await create(ask, 'wait');
    expect(await ask('tasks/cancel', { taskId: cancelled })).toHaveProperty('result');
    await expect.poll(() => inner.get(taskId)).toMatchObject({ status: 'completed' });
    await expect.poll(() => inner.get(cancelled)).toMatchObject({ status: 'cancelled' });
    expect(await until(there, taskId, 'completed')).toHaveProperty('result.content.0.text', 'Hello, Ada!');
    // Nothing that was late is written over it.
    for (let turn = 0; turn < 40; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect([inner.get(taskId), inner.get(cancelled)]).toMatchObject([{ status: 'completed' }, { status: 'cancelled' }]);
    expect(errors).toEqual([]);
  });

  test('the record of a session has its last facts, and is gone after its end', async () => {
    const inner = new MemorySessionStore();
    const errors = new Mailbox<unknown>();
    const server = new Server({ name: 'test', version: '1.0.0' }, { onError: errors.put });
    server.resourceTemplate('notes:{id}', {}, () => 'x');
    const { url, close } = await serveHttp(server, { port: 0, sessionStore: reordering(inner, seed) });
    onTestFinished(close);
    const headers = await openSession(url);
    const id = headers['mcp-session-id'];
    const ask = (method: string, params: object): Promise<unknown> =>
      rawRequest(url, { headers, body: request(1, method, params) });
    for (const uri of ['notes:1', 'notes:2', 'notes:3']) await ask('resources/subscribe', { uri });
    await ask('resources/unsubscribe', { uri: 'notes:2' });
    await ask('logging/setLevel', { level: 'error' });
    const state = { logLevel: 'error', subscriptions: ['notes:1', 'notes:3'] };
    await expect.poll(() => inner.get(id)?.state).toEqual(state);
    await ask('resources/subscribe', { uri: 'notes:4' });
    await rawRequest(url, { method: 'DELETE', headers });
    for (let turn = 0; turn < 60; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(inner.get(id)).toBeUndefined();
    expect(errors.empty()).toEqual([]);
  });

  test('events are sent, and resumed, in their order', async () => {
    const errors = new Mailbox<unknown>();
    const server = new Server({ name: 'test', version: '1.0.0' }, { onError: errors.put });
    server.tool('count', {}, async (_, { log }) => {
      for (let number = 1; number <= 8; number++) {
        log.info(`${number}`);
        if (number % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      return 'counted';
    });
    const { url, close } = await serveHttp(server, {
      port: 0,
      eventStore: reordering(new MemoryEventStore(), seed),
      streams: { responses: 'stream' },
    });
    onTestFinished(close);
    const headers = await openSession(url);
    await rawRequest(url, { headers, body: request(0, 'logging/setLevel', { level: 'debug' }) });
    const { text } = await rawRequest(url, { headers, body: request(1, 'tools/call', { name: 'count' }) });
    const numbers = (events: string): readonly string[] =>
      [...events.matchAll(/"data":"(\d)"/g)].map(([, one]) => `${one}`);
    const all = ['1', '2', '3', '4', '5', '6', '7', '8'];
    expect(numbers(text)).toEqual(all);
    const ids = [...text.matchAll(/^id: *(\S+)$/gm)].map(([, one]) => `${one}`);
    for (const [index, lastEventId] of ids.entries()) {
      const resuming = { ...headers, accept: 'text/event-stream', 'last-event-id': lastEventId };
      const resumed = await rawRequest(url, { method: 'GET', headers: resuming });
      // The first event has no message, and the last one has the result.
      expect(numbers(resumed.text)).toEqual(all.slice(index));
      expect(resumed.text.includes('counted')).toBe(index < ids.length - 1);
    }
    expect(errors.empty()).toEqual([]);
  });

  test('a login has tokens that work, are renewed once, and are gone after they are revoked', async () => {
    const inner = new MemoryAuthorizationStore();
    const world = await startWorld({ store: reordering(inner, seed), verdictLifetime: 0 });
    const { client, access_token: token, refresh_token } = await tokensFor(world);
    expect((await world.authenticate(token)).id).toBe('ada');
    const { body } = await refresh(world, client, refresh_token);
    const renewed = String(body['access_token']);
    expect((await world.authenticate(renewed)).id).toBe('ada');
    await post(`${world.origin}/revoke`, { client_id: client.client_id, token: renewed });
    await expect(world.authenticate(renewed)).rejects.toMatchObject({ status: 401 });
    const again = await refresh(world, client, String(body['refresh_token']));
    expect(again.body['error']).toBe('invalid_grant');
    expect(world.errors).toEqual([]);
  });
});
