/** The one stream on which a client without a session is told of changes. */

import { ConnectionClosedError, MetaKey, type RequestOptions } from '@mcp-gen/runtime';
import type { SubscriptionFilter } from '@mcp-gen/protocol/author';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ChangeStream, type ChangeStreamParts } from '../../../sdk/src/client/changeStream.js';
import { Mailbox } from '../../support/mailbox.js';
import { covers } from '../../support/covers.js';
import { newerThanAll } from '../../support/newerThanAll.js';
import { stopClock } from '../../support/clock.js';

const CAPABILITIES = { tools: { listChanged: true }, resources: { subscribe: true } };

interface Listen {
  readonly filter: SubscriptionFilter;
  readonly signal: AbortSignal | undefined;
  /** Agrees to what was asked for, or to something else; in the name of this request, or of another one. */
  readonly agree: (filter?: SubscriptionFilter, id?: number) => void;
  readonly fail: (error: Error) => void;
}

/** A stream of changes, and what its server is asked. */
function listening(parts: Partial<ChangeStreamParts> = {}, capabilities: object = CAPABILITIES) {
  const asked = new Mailbox<Listen>();
  const errors: unknown[] = [];
  let requests = 0;
  const request = (
    _: string,
    { notifications: filter }: { notifications: SubscriptionFilter },
    options: RequestOptions,
  ) =>
    new Promise<never>((_resolve, fail) => {
      const own = ++requests;
      options.onRequestId?.(own);
      const agree = (notifications = filter, id = own): void =>
        changes.acknowledged({ notifications, _meta: { [MetaKey.SubscriptionId]: id } });
      options.signal?.addEventListener('abort', () => fail(new Error('Stopped')));
      asked.put({ filter, signal: options.signal, agree, fail });
    });
  const listening = { session: { revision: '2026-07-28', peer: { capabilities } }, request };
  const changes = new ChangeStream({
    current: () => listening as never,
    follows: () => false,
    onGap: () => {},
    report: (error) => errors.push(error),
    ...parts,
  });
  onTestFinished(() => changes.close());
  return { changes, asked, errors };
}

/** Follows a resource on a stream that the server agrees to. */
async function followed(changes: ChangeStream, asked: Mailbox<Listen>): Promise<Listen> {
  const added = changes.add('demo:a');
  const stream = await asked.take();
  stream.agree();
  await added;
  return stream;
}

/** Has the server end its next stream after some time, and waits for another time. */
async function interrupt(asked: Mailbox<Listen>, lasts: number, then: number): Promise<void> {
  const stream = await asked.take();
  stream.agree();
  await vi.advanceTimersByTimeAsync(lasts);
  stream.fail(new Error('Ended'));
  await vi.advanceTimersByTimeAsync(then);
}

test('a notification that the revision does not have is not requested', async () => {
  newerThanAll('notifications/prompts/list_changed');
  const capabilities = { tools: { listChanged: true }, prompts: { listChanged: true } };
  const { changes, asked } = listening({ follows: () => true }, capabilities);
  changes.start();
  expect((await asked.take()).filter).toEqual({ toolsListChanged: true });
});

test('resources that are followed at the same time share a stream, and each gets its answer', async () => {
  const { changes, asked } = listening();
  const both = Promise.all([changes.add('demo:a'), changes.add('demo:b')]);
  const first = await asked.take();
  expect(first.filter).toEqual({ toolsListChanged: true, resourceSubscriptions: ['demo:a', 'demo:b'] });
  first.agree();
  await both;
  expect(first.signal?.aborted).toBe(false);
  expect(asked.empty()).toEqual([]);
});

test('a stream is replaced only when the next one has begun', async () => {
  const { changes, asked } = listening();
  const first = await followed(changes, asked);
  const other = changes.add('demo:b');
  const second = await asked.take();
  expect(second.filter.resourceSubscriptions).toEqual(['demo:a', 'demo:b']);
  expect(first.signal?.aborted).toBe(false);
  second.agree();
  await other;
  expect([first.signal?.aborted, second.signal?.aborted]).toEqual([true, false]);
});

test('a resource that the server refuses leaves what is followed as it was', async () => {
  const { changes, asked, errors } = listening();
  const first = await followed(changes, asked);
  const refused = changes.add('demo:b');
  (await asked.take()).fail(new Error('Busy'));
  await expect(refused).rejects.toThrow('Busy');
  expect(first.signal?.aborted).toBe(false);
  const again = changes.add('demo:b');
  (await asked.take()).agree({ resourceSubscriptions: ['demo:a'] });
  await expect(again).rejects.toThrow('The server did not accept the subscription to demo:b');
  await changes.remove('demo:a');
  expect(asked.empty()).toEqual([]);
  expect(errors).toEqual([]);
});

test.each([
  ['that tells of nothing', {}, true],
  ['that tells of lists, which nobody follows', CAPABILITIES, false],
])('a server %s is not asked', async (_, capabilities, isFollowed) => {
  const { changes, asked, errors } = listening({ follows: () => isFollowed }, capabilities);
  changes.start();
  await new Promise((resolve) => setImmediate(resolve));
  expect(asked.empty()).toEqual([]);
  expect(errors).toEqual([]);
});

test.each([
  ['is not reported where the connection was closed', new ConnectionClosedError('closed', 'Closed'), 0],
  ['is reported otherwise', new Error('Busy'), 1],
])('a stream that cannot be opened %s', async (_, error, reported) => {
  const { changes, asked, errors } = listening({ follows: () => true });
  changes.start();
  (await asked.take()).fail(error);
  await new Promise((resolve) => setImmediate(resolve));
  expect(errors).toHaveLength(reported);
});

test('a server that does not tell of updates is not asked for them', async () => {
  const { changes, asked } = listening({}, { resources: {} });
  await expect(changes.add('demo:a')).rejects.toMatchObject({
    code: -32601,
    message: 'subscriptions/listen needs the capability resources.subscribe, which the other side has not declared',
  });
  expect(asked.empty()).toEqual([]);
});

test('a server that ends each stream at once is asked again after growing pauses, and then no more', async () => {
  stopClock();
  const onGap = vi.fn();
  const { changes, asked, errors } = listening({ follows: () => true, onGap });
  changes.start();
  const pauses: number[] = [];
  for (let stream = await asked.take(); pauses.length < 5; stream = await asked.take()) {
    stream.agree();
    await vi.advanceTimersByTimeAsync(0);
    const before = Date.now();
    stream.fail(new Error('Ended'));
    await vi.advanceTimersToNextTimerAsync();
    pauses.push(Date.now() - before);
  }
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000, 16_000]);
  expect(onGap).toHaveBeenCalledTimes(4);
  expect(errors).toEqual([]);
});

test('a stream that lasted is opened again soon, however often that happens', async () => {
  stopClock();
  const { changes, asked, errors } = listening({ follows: () => true });
  changes.start();
  for (let times = 0; times < 10; times++) await interrupt(asked, 30_000, 1_000);
  expect(asked.empty()).toHaveLength(1);
  expect(errors).toEqual([]);
});

test('a stream that is being reopened when it is closed leaves no timer, and no error', async () => {
  stopClock();
  const { changes, asked, errors } = listening({ follows: () => true });
  changes.start();
  await interrupt(asked, 0, 1_000);
  await asked.take();
  changes.close();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
  expect(errors).toEqual([]);
});

test('a resource that is followed after reconnecting was stopped is requested with new attempts', async () => {
  stopClock();
  const { changes, asked, errors } = listening({ follows: () => true });
  changes.start();
  for (let times = 0; times < 6; times++) await interrupt(asked, 0, 16_000);
  expect(asked.empty()).toEqual([]);
  expect(errors).toMatchObject([{ message: expect.stringContaining('could not be reopened') as string }]);
  const stream = await followed(changes, asked);
  stream.fail(new Error('Ended'));
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked.empty()).toHaveLength(1);
});

test('what a server agrees to in the name of another request does not open a stream', async () => {
  covers('listening-correlated', 'stdio-correlated');
  const { changes, asked, errors } = listening();
  const first = await followed(changes, asked);
  const refused = changes.add('demo:b');
  const second = await asked.take();
  second.agree({ resourceSubscriptions: ['demo:a', 'demo:b'] }, 1);
  second.fail(new Error('Busy'));
  await expect(refused).rejects.toThrow('Busy');
  expect(first.signal?.aborted).toBe(false);
  expect(errors).toMatchObject([{ message: 'The server acknowledged the stream 1, which is not being opened' }]);
});
