/** The example of events (draft SEP-3415): lists, polls, streams, and webhooks, and what is refused. */

import type { LookupAddress } from 'node:dns';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardedFetch } from '@mcp-gen/auth/fetch';
import { JsonRpcError, memoryPair } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import type { Client, ClientOptions } from '@mcp-gen/sdk/client';
import { serveHttp } from '@mcp-gen/sdk/http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import type { EventListener } from '../../examples/events/delivery.js';
import { EventLog } from '../../examples/events/eventLog.js';
import { events, type EventsOptions } from '../../examples/events/events.js';
import type { EventsClient } from '../../examples/events/eventsClient.js';
import { eventType } from '../../examples/events/eventTypes.js';
import { WebhookReceiver, type Delivery } from '../../examples/events/receiver.js';
import { createSecret, isSignedBy, keyOf, sign } from '../../examples/events/signatures.js';
import { listen } from '../auth/support/listen.js';
import { startHttpProgram } from '../support/httpProgram.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';
import { connectUntilEnd, untilEnd } from '../support/untilEnd.js';

const NotFound = -32_023;
const Forbidden = -32_024;
const ResourceExhausted = -32_025;
const Unsupported = -32_026;
const CallbackEndpoint = -32_027;

interface World {
  readonly url: string;
  readonly found: EventsClient;
  readonly client: Client;
  readonly emit: (number: number, eventId?: string) => void;
  readonly errors: unknown[];
  /** Who may no longer listen. */
  readonly banned: Set<string>;
  /** Connects another client. */
  open(caller: string | undefined, options?: ClientOptions, settings?: EventsOptions): Promise<EventsClient>;
  close(): Promise<void>;
}

const QUICK = { retryDelay: 10, pollFloor: 10 };

/** A server that counts, and a client of the caller `ada`. */
async function world(options: EventsOptions = {}, log: { maxEvents?: number; maxAge?: number } = {}): Promise<World> {
  const banned = new Set<string>();
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const counted = eventType({
    name: 'counted',
    arguments: z.object({ even: z.boolean().optional() }),
    payload: z.object({ number: z.int(), text: z.string().optional() }),
    matches: ({ number }, { even }) => even === undefined || (number % 2 === 0) === even,
    allows: (auth) => !banned.has(auth?.id ?? ''),
    log,
  });
  const polled = eventType({ ...counted, name: 'polled', delivery: ['poll'] });
  const webhooks = { allowLocal: true, retryDelay: 10 };
  const extension = events({ types: [counted, polled], webhooks, heartbeat: 50, nextPoll: 10, ...options });
  const server = new Server({ name: 'counter', version: '1.0.0' }, { extensions: [extension], onError });
  const service = await serveHttp(server, { port: 0, authenticate: (request) => request.header('x-caller') });
  const open: World['open'] = async (caller, given = {}, settings = {}) => {
    const headers = caller === undefined ? {} : { 'x-caller': caller };
    const extensions = [events({ ...QUICK, ...settings })];
    const client = await connectUntilEnd(service.url, { extensions, headers, onError, ...given });
    clients.push(client);
    return client.extension(events) as EventsClient;
  };
  const clients: Client[] = [];
  onTestFinished(() => service.close());
  return {
    url: service.url,
    found: await open('ada'),
    client: clients[0] as Client,
    emit: (number, eventId) => server.extension(events).emit('counted', { number }, eventId),
    errors,
    banned,
    open,
    close: () => service.close(),
  };
}

interface Heard extends EventListener {
  readonly numbers: unknown[];
  readonly gaps: () => number;
  readonly errors: unknown[];
}

function hearing(): Heard {
  const numbers: unknown[] = [];
  const errors: unknown[] = [];
  let gaps = 0;
  return {
    numbers,
    errors,
    gaps: () => gaps,
    onEvent: ({ data }) => void numbers.push(data['number']),
    onGap: () => void (gaps += 1),
    onError: (error) => void errors.push(error),
  };
}

/** Subscribes to what is counted, and waits until the client knows where it stands. */
async function following(found: EventsClient, options: Parameters<EventsClient['subscribe']>[3], input = {}) {
  const heard = hearing();
  const subscription = await found.subscribe('counted', input, heard, options);
  await expect.poll(() => subscription.cursor).not.toBeNull();
  return { heard, subscription };
}

/** The cursor behind all events so far. */
async function cursorOf(found: EventsClient, options: Parameters<EventsClient['subscribe']>[3]) {
  const { subscription } = await following(found, options);
  subscription.close();
  await subscription.closed;
  return subscription.cursor;
}

/** A receiver that listens. `answer` replaces its answers. */
async function receiving(
  answer?: (body: { readonly [key: string]: unknown }) => number | string | undefined,
): Promise<{ readonly receiver: WebhookReceiver; readonly deliveries: Delivery[] }> {
  const deliveries: Delivery[] = [];
  const { origin } = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => void chunks.push(chunk));
    request.on('end', () => {
      const { method = '', headers } = request;
      const header = (name: string): string | undefined => headers[name] as string | undefined;
      const delivery = { method, header, body: Buffer.concat(chunks) };
      deliveries.push(delivery);
      const own = answer?.(JSON.parse(String(delivery.body)) as { readonly [key: string]: unknown });
      const given =
        own === undefined
          ? receiver.receive(delivery)
          : typeof own === 'number'
            ? { status: own }
            : { status: 200, body: own };
      response.writeHead(given.status, { location: '/elsewhere' }).end(given.body);
    });
  });
  const receiver = new WebhookReceiver(`${origin}/hook`);
  return { receiver, deliveries };
}

/** Agrees to everything. */
const echo = ({ challenge }: { readonly challenge?: unknown }): string => JSON.stringify({ challenge });

const hook = { mode: 'webhook', url: 'https://hooks.example/a', secret: createSecret() } as const;

const codeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'resolved',
    (error: unknown) => (error instanceof JsonRpcError ? error.code : error),
  );

test('the tables are those of the schema, and those that the command writes', async () => {
  const folder = await temporaryFolder();
  const { code } = await runProgram(ROOT, process.execPath, ['examples/events/generate.mjs', folder]);
  expect(code).toBe(0);
  const own = (file: string): string => readProjectFile(`examples/events/generated/${file}`);
  for (const file of ['types.ts', 'validators.ts', 'sending.ts', 'extensions/events.ts']) {
    expect(await readFile(join(folder, file), 'utf8'), file).toBe(own(file));
  }
  const options = ['--extension', 'examples/events/schema.ts', '--out', join(folder, 'whole')];
  const command = await runProgram(ROOT, process.execPath, ['dist/cli.js', 'generate', '2026-07-28', ...options]);
  expect(command.code, command.stderr).toBe(0);
  const written = await readFile(join(folder, 'whole/2026-07-28/extensions/events.ts'), 'utf8');
  const tables = (text: string): string => text.slice(text.indexOf('/** The identifier'));
  expect(tables(written)).toBe(tables(own('extensions/events.ts')));
});

test('a client lists event types with their schemas and ways of delivery', async () => {
  const { found, client } = await world();
  expect(await found.list()).toMatchObject([
    {
      name: 'counted',
      delivery: ['poll', 'push', 'webhook'],
      inputSchema: { properties: { even: { type: 'boolean' } } },
    },
    { name: 'polled', delivery: ['poll'], payloadSchema: { required: ['number'] } },
  ]);
  expect(client.revision).toBe('2026-07-28');
  const older = await connectUntilEnd((await world()).url, { revisions: ['2025-11-25'], extensions: [] });
  const result = { type: 'object' } as const;
  await expect(older.request('events/list', {}, { result })).rejects.toMatchObject({ code: -32_601 });
});

describe.each(['poll', 'push', 'webhook'] as const)('by %s', (delivery) => {
  test('events that match arrive once and in order, and a client continues with its cursor', async () => {
    const { found, emit, errors } = await world();
    const { receiver } = await receiving();
    emit(1);
    const { heard, subscription: first } = await following(found, { delivery, receiver }, { even: true });
    for (const number of [2, 3, 4]) emit(number);
    emit(6, 'same');
    emit(8, 'same');
    await expect.poll(() => heard.numbers.toSorted()).toEqual([2, 4, 6]);
    // Deliveries to webhooks tell a cursor before that of the event, since earlier ones may still be under way.
    const isExact = delivery !== 'webhook';
    if (isExact) await expect.poll(() => first.cursor).toMatch(/\.6$/);
    first.close();
    await first.closed;
    emit(10);
    await sleep(50);
    expect(heard.numbers).toHaveLength(3);
    const later = hearing();
    const second = await found.subscribe('counted', {}, later, { delivery, receiver, cursor: first.cursor });
    await expect.poll(() => later.numbers).toContain(10);
    if (isExact) expect(later.numbers).toEqual([10]);
    second.close();
    expect([...heard.errors, ...later.errors, heard.gaps(), later.gaps(), ...errors]).toEqual([0, 0]);
  });

  test('a gap is reported: of a log that is too short, and of another process', async () => {
    const { found, emit } = await world({}, { maxEvents: 3 });
    const { receiver } = await receiving();
    const cursor = await cursorOf(found, { delivery, receiver });
    for (let number = 0; number < 10; number++) emit(number);
    const heard = hearing();
    await found.subscribe('counted', {}, heard, { delivery, receiver, cursor });
    await expect.poll(() => heard.numbers).toEqual([7, 8, 9]);
    expect(heard.gaps()).toBe(1);
    const other = hearing();
    await found.subscribe('counted', { even: true }, other, { delivery, receiver, cursor: 'another.7' });
    await expect.poll(() => other.gaps()).toBe(1);
    expect(other.numbers).toEqual([]);
  });

  test('old events are skipped, if the client wants that', async () => {
    const { found, emit } = await world();
    const { receiver } = await receiving();
    const cursor = await cursorOf(found, { delivery, receiver });
    emit(1);
    await sleep(300);
    emit(2);
    const heard = hearing();
    await found.subscribe('counted', {}, heard, { delivery, receiver, cursor, maxAgeMs: 200 });
    await expect.poll(() => heard.numbers).toEqual([2]);
    expect(heard.gaps()).toBe(1);
  });

  test('a subscription ends when its caller is no longer allowed', async () => {
    const { found, emit, banned } = await world();
    const { receiver } = await receiving();
    const { heard, subscription } = await following(found, { delivery, receiver });
    banned.add('ada');
    emit(1);
    await expect(subscription.closed).rejects.toMatchObject({ code: Forbidden });
    expect(heard.numbers).toEqual([]);
  });

  test('a subscription ends with its client', async () => {
    const { found, client } = await world({ pollFloor: 10 });
    const { receiver } = await receiving();
    const { closed } = await found.subscribe('counted', {}, hearing(), { delivery, receiver });
    await client.close();
    await expect(closed).rejects.toThrow('The connection was closed');
  });

  test('what is unknown, unsupported, or invalid is refused for good', async () => {
    const { found } = await world();
    const { receiver } = await receiving();
    const closed = async (name: string, given: object): Promise<unknown> => {
      const { closed } = await found.subscribe(name, given as never, hearing(), { delivery, receiver });
      return codeOf(closed);
    };
    expect(await closed('unknown', {})).toBe(NotFound);
    expect(await closed('counted', { even: 'yes' })).toBe(-32_602);
    if (delivery !== 'poll') expect(await closed('polled', {})).toBe(Unsupported);
  });
});

describe('a log', () => {
  test('has a bound on events, their age, and their bytes', async () => {
    const log = new EventLog({ maxEvents: 2, maxAge: 50 });
    for (const number of [1, 2, 3]) log.add({ number });
    expect(log.read(0, 10)).toMatchObject({ first: 1, next: 3, truncated: true, hasMore: false });
    await sleep(100);
    expect(log.read(1, 10)).toMatchObject({ events: [], first: 3, next: 3, truncated: true });
    expect(() => log.add({ text: 'x'.repeat(20_000) })).toThrow('Expected at most 16384');
  });

  test.each(['', '.', 'x.1', '1', 'é.1'])('does not know the cursor %j', (cursor) => {
    const log = new EventLog();
    log.add({ number: 1 });
    expect(log.open(cursor)).toEqual({ position: 1, truncated: true });
    expect(log.open(log.cursor(2))).toEqual({ position: 1, truncated: true });
    expect(log.open(log.cursor(0).replace('0', '-1'))).toMatchObject({ truncated: true });
  });
});

describe('polls', () => {
  test('are answered in parts, and at once while there is more', async () => {
    const { found, emit } = await world();
    const { heard, subscription: start } = await following(found, { delivery: 'poll' });
    for (let number = 0; number < 350; number++) emit(number);
    await expect.poll(() => heard.numbers.length).toBe(350);
    expect(heard.numbers).toEqual(Array.from({ length: 350 }, (_, number) => number));
    start.close();
    await start.closed;
  });

  test('of a server that answers errors are repeated, with pauses', async () => {
    const { open, emit } = await world();
    let failures = 0;
    const failing: typeof fetch = async (input, init) => {
      const isPoll = typeof init?.body === 'string' && init.body.includes('events/poll');
      if (isPoll && failures++ < 3) return new Response('no', { status: 503 });
      return fetch(input, init);
    };
    const found = await open('ada', { fetch: failing });
    const { heard } = await following(found, { delivery: 'poll' });
    emit(1);
    await expect.poll(() => heard.numbers).toEqual([1]);
    expect(failures).toBeGreaterThanOrEqual(3);
  });
});

describe('streams', () => {
  /** Counts the streams that a client opens, and breaks them on demand. */
  function breakable(): { readonly fetch: typeof fetch; readonly opened: () => number; readonly cut: () => void } {
    const cuts: AbortController[] = [];
    return {
      opened: () => cuts.length,
      cut: () => cuts.at(-1)?.abort(),
      fetch: async (input, init) => {
        if (!(typeof init?.body === 'string' && init.body.includes('events/stream'))) return fetch(input, init);
        const cut = new AbortController();
        cuts.push(cut);
        const signal = AbortSignal.any([cut.signal, ...(init.signal ? [init.signal] : [])]);
        return fetch(input, { ...init, signal });
      },
    };
  }

  test('that break are opened again, and miss nothing', async () => {
    const { open, emit } = await world();
    const { fetch, opened, cut } = breakable();
    const found = await open('ada', { fetch });
    const { heard } = await following(found, { delivery: 'push' });
    for (let round = 0; round < 3; round++) {
      emit(2 * round);
      await expect.poll(() => heard.numbers.length).toBe(2 * round + 1);
      cut();
      emit(2 * round + 1);
      await expect.poll(() => heard.numbers.length).toBe(2 * round + 2);
    }
    expect(heard.numbers).toEqual([0, 1, 2, 3, 4, 5]);
    expect(opened()).toBe(4);
    expect(heard.gaps()).toBe(0);
  });

  test('without heartbeats count as broken', async () => {
    const { open, emit } = await world({ heartbeat: 60_000 });
    const { fetch, opened } = breakable();
    const found = await open('ada', { fetch }, { staleAfter: 100 });
    const heard = hearing();
    await found.subscribe('counted', {}, heard, { delivery: 'push' });
    await expect.poll(() => opened()).toBeGreaterThan(2);
    expect(String(heard.errors[0])).toContain('The stream has sent nothing for 100 ms');
    emit(1);
    await expect.poll(() => heard.numbers).toEqual([1]);
    const { found: lively } = await world({ heartbeat: 30 });
    const quiet = hearing();
    await lively.subscribe('counted', {}, quiet, { delivery: 'push' });
    await sleep(200);
    expect(quiet.errors).toEqual([]);
  });

  test('of one client are apart, and are not mixed up with those of another server', async () => {
    const [one, other] = [await world(), await world()];
    const [even, odd, foreign] = [hearing(), hearing(), hearing()];
    await one.found.subscribe('counted', { even: true }, even, { delivery: 'push' });
    await one.found.subscribe('counted', { even: false }, odd, { delivery: 'push' });
    const last = await other.found.subscribe('counted', {}, foreign, { delivery: 'push' });
    await expect.poll(() => last.cursor).not.toBeNull();
    await sleep(100);
    for (const number of [1, 2, 3, 4]) one.emit(number);
    await expect.poll(() => [...even.numbers, ...odd.numbers]).toEqual([2, 4, 1, 3]);
    expect(foreign.numbers).toEqual([]);
  });

  test('of a flood are paced, so that a client loses nothing', async () => {
    const { found, emit, errors } = await world();
    const { heard } = await following(found, { delivery: 'push' });
    for (let number = 0; number < 100; number++) emit(number);
    await sleep(500);
    expect(heard.numbers.length).toBeLessThan(60);
    await expect.poll(() => heard.numbers.length).toBe(100);
    expect(errors).toEqual([]);
  });

  test('are limited for each caller', async () => {
    const { found, open } = await world();
    const codes: unknown[] = [];
    const onError = (error: unknown): void => void codes.push((error as JsonRpcError).code);
    const subscribe = () => found.subscribe('counted', {}, { ...hearing(), onError }, { delivery: 'push' });
    await Promise.all(Array.from({ length: 22 }, subscribe));
    await expect.poll(() => codes.slice(0, 2)).toEqual([ResourceExhausted, ResourceExhausted]);
    await following(await open('bob'), { delivery: 'push' });
  });

  test('share a channel without HTTP, and end one by one', async () => {
    const numbered = eventType({ name: 'numbered', arguments: z.object({}), payload: z.object({ number: z.int() }) });
    const server = new Server({ name: 'counter', version: '1.0.0' }, { extensions: [events({ types: [numbered] })] });
    const [one, two] = memoryPair();
    untilEnd(server.serve({ transport: one }));
    const client = await connectUntilEnd(two, { extensions: [events(QUICK)] });
    const found = client.extension(events) as EventsClient;
    const [first, second] = [hearing(), hearing()];
    // More than may be open at a time, one after the other.
    for (let round = 0; round < 25; round++) {
      const short = await found.subscribe('numbered', {}, hearing(), { delivery: 'push' });
      await expect.poll(() => short.cursor).not.toBeNull();
      short.close();
      await short.closed;
    }
    const ended = await found.subscribe('numbered', {}, first, { delivery: 'push' });
    const lasting = await found.subscribe('numbered', {}, second, { delivery: 'push' });
    await expect.poll(() => [ended.cursor, lasting.cursor]).not.toContain(null);
    server.extension(events).emit('numbered', { number: 1 });
    await expect.poll(() => [first.numbers, second.numbers]).toEqual([[1], [1]]);
    ended.close();
    await ended.closed;
    server.extension(events).emit('numbered', { number: 2 });
    await expect.poll(() => second.numbers).toEqual([1, 2]);
    expect(first.numbers).toEqual([1]);
  });

  test('end when the server closes, and are not answered with an error', async () => {
    const { found, close, errors } = await world();
    const { heard, subscription } = await following(found, { delivery: 'push' });
    const started = performance.now();
    await close();
    expect(performance.now() - started).toBeLessThan(1_500);
    await expect.poll(() => String(heard.errors[0])).toBe('Error: The server has ended the stream');
    subscription.close();
    expect(errors).toEqual([]);
  });
});

describe('signatures', () => {
  const key = keyOf(createSecret()) as Buffer;
  const signed = { id: 'evt_1', timestamp: 1_700_000_000, body: Buffer.from('{"a":1}') };

  test('are those of Standard Webhooks', () => {
    // The example of its specification.
    const secret = keyOf('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw') as Buffer;
    const body = Buffer.from('{"test": 2432232314}');
    const message = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestamp: 1_614_265_330, body };
    expect(sign(message, [secret])).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('are about the id, the time, and the bytes', () => {
    const header = sign(signed, [key]);
    expect(isSignedBy(signed, header, key)).toBe(true);
    expect(isSignedBy(signed, `v1,AAAA v2,x ${header}`, key)).toBe(true);
    expect(isSignedBy({ ...signed, id: 'evt_2' }, header, key)).toBe(false);
    expect(isSignedBy({ ...signed, timestamp: 1_700_000_001 }, header, key)).toBe(false);
    expect(isSignedBy({ ...signed, body: Buffer.from('{"a": 1}') }, header, key)).toBe(false);
    expect(isSignedBy(signed, header, keyOf(createSecret()) as Buffer)).toBe(false);
    for (const wrong of ['', 'v1,', header.slice(3), header.replace('v1,', 'v2,')]) {
      expect(isSignedBy(signed, wrong, key)).toBe(false);
    }
  });

  test.each([
    '',
    'whsec_',
    'secret',
    `whsec_${'A'.repeat(30)}`,
    `whsec_${Buffer.alloc(65).toString('base64')}`,
    'whsec_not base64 at all, and too long for it',
  ])('need a key: not %j', (secret) => {
    expect(keyOf(secret)).toBeUndefined();
  });
});

describe('a receiver', () => {
  function prepared(): {
    readonly receiver: WebhookReceiver;
    readonly heard: string[];
    readonly send: (changes?: { readonly [name: string]: string | undefined }, body?: object, key?: Buffer) => number;
  } {
    const heard: string[] = [];
    const receiver = new WebhookReceiver('https://hooks.example/a');
    const listener = {
      onEvent: ({ eventId }: { readonly eventId: string }) => void heard.push(eventId),
      onGap: (cursor: string | null) => void heard.push(`gap ${cursor}`),
      onTerminated: ({ code }: { readonly code: number }) => void heard.push(`terminated ${code}`),
    };
    const { secret, bind } = receiver.expect(listener);
    bind('sub_1');
    const event = { eventId: 'evt_1', name: 'counted', timestamp: new Date().toISOString(), data: {} };
    const send = (
      changes: { readonly [name: string]: string | undefined } = {},
      content: object = event,
      key: Buffer = keyOf(secret) as Buffer,
    ): number => {
      const body = Buffer.from(JSON.stringify(content));
      const id = changes['webhook-id'] ?? 'evt_1';
      const timestamp = Number(changes['webhook-timestamp'] ?? Math.floor(Date.now() / 1_000));
      const headers: { readonly [name: string]: string | undefined } = {
        'webhook-id': id,
        'webhook-timestamp': String(timestamp),
        'webhook-signature': sign({ id, timestamp, body }, [key]),
        'x-mcp-subscription-id': 'sub_1',
        ...changes,
      };
      return receiver.receive({ method: 'POST', header: (name) => headers[name], body }).status;
    };
    return { receiver, heard, send };
  }

  test('accepts an event once, also if it is sent again', () => {
    const { heard, send } = prepared();
    const other = { eventId: 'evt_2', name: 'a', timestamp: 'now', data: {} };
    expect([send(), send(), send({ 'webhook-id': 'evt_2' }, other)]).toEqual([200, 200, 200]);
    expect(heard).toEqual(['evt_1', 'evt_2']);
  });

  test('refuses what is unsigned, signed by others, late, early, or of another subscription', () => {
    const { heard, send } = prepared();
    const now = Math.floor(Date.now() / 1_000);
    expect(send({ 'webhook-signature': undefined })).toBe(400);
    expect(send({ 'webhook-signature': 'v1,AAAA' })).toBe(401);
    expect(send({}, undefined, keyOf(createSecret()))).toBe(401);
    expect(send({ 'webhook-timestamp': String(now - 301) })).toBe(400);
    expect(send({ 'webhook-timestamp': String(now + 302) })).toBe(400);
    expect(send({ 'webhook-timestamp': 'now' })).toBe(400);
    expect(send({ 'x-mcp-subscription-id': 'sub_2' })).toBe(503);
    expect(send({ 'x-mcp-subscription-id': undefined })).toBe(400);
    expect(send({}, { nothing: true })).toBe(400);
    expect(send({}, { eventId: 'x'.repeat(300_000) })).toBe(413);
    expect(heard).toEqual([]);
    expect(send()).toBe(200);
    expect(heard).toEqual(['evt_1']);
  });

  test('passes on gaps and ends', () => {
    const { heard, send } = prepared();
    const error = { code: Forbidden, message: 'no' };
    expect(send({ 'webhook-id': 'msg_1' }, { type: 'gap', cursor: 'c' })).toBe(200);
    expect(send({ 'webhook-id': 'msg_2' }, { type: 'terminated', error })).toBe(200);
    expect(heard).toEqual(['gap c', `terminated ${Forbidden}`]);
  });

  test('agrees only for a secret of its own, and then knows the id', () => {
    const receiver = new WebhookReceiver('https://hooks.example/a');
    const ignore = (): void => undefined;
    const { secret } = receiver.expect({ onEvent: ignore, onGap: ignore, onTerminated: ignore });
    const verify = (key: Buffer): object => {
      const body = Buffer.from(JSON.stringify({ type: 'verification', challenge: 'abc' }));
      const signed = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1_000), body };
      const headers: { readonly [name: string]: string } = {
        'webhook-id': signed.id,
        'webhook-timestamp': String(signed.timestamp),
        'webhook-signature': sign(signed, [key]),
        'x-mcp-subscription-id': 'sub_1',
      };
      return receiver.receive({ method: 'POST', header: (name) => headers[name], body });
    };
    expect(verify(keyOf(createSecret()) as Buffer)).toEqual({ status: 503 });
    expect(verify(keyOf(secret) as Buffer)).toEqual({ status: 200, body: '{"challenge":"abc"}' });
  });

  test('refuses more than it can remember, and remembers no longer than it must', () => {
    const { heard, send } = prepared();
    for (let index = 0; index < 10_000; index++) send({ 'webhook-id': `evt_${index}` });
    expect(send({ 'webhook-id': 'evt_more' })).toBe(503);
    expect(send({ 'webhook-id': 'evt_0' })).toBe(200);
    expect(heard).toHaveLength(10_000);
  });
});

describe('webhooks', () => {
  /** Subscribes with a raw request. */
  const subscribe = (client: Client, delivery: object, more: object = {}): Promise<unknown> =>
    client.request('events/subscribe', { name: 'counted', delivery, ...more }, { result: { type: 'object' } });

  test.each<[what: string, delivery: object, code: number]>([
    ['http', { ...hook, url: 'http://hooks.example/a' }, -32_602],
    ['no URL', { ...hook, url: 'nowhere' }, -32_602],
    ['a URL with credentials', { ...hook, url: 'https://a:b@hooks.example/a' }, -32_602],
    ['a weak secret', { ...hook, secret: 'whsec_c2VjcmV0' }, -32_602],
    ['this machine', { ...hook, url: 'https://127.0.0.1/a' }, CallbackEndpoint],
    ['this machine by name', { ...hook, url: 'https://localhost/a' }, CallbackEndpoint],
    ['a private network', { ...hook, url: 'https://10.0.0.1/a' }, CallbackEndpoint],
    ['a private network in IPv6', { ...hook, url: 'https://[fd00::1]/a' }, CallbackEndpoint],
    ['the metadata of a cloud', { ...hook, url: 'https://169.254.169.254/latest' }, CallbackEndpoint],
    ['another notation of this machine', { ...hook, url: 'https://0x7f.1/a' }, CallbackEndpoint],
  ])('%s is refused', async (_, delivery, code) => {
    const { client } = await world({ webhooks: {} });
    expect(await codeOf(subscribe(client, delivery))).toBe(code);
  });

  test.each(['127.0.0.1', 'localhost', '0x7f.1', '[::ffff:127.0.0.1]'])('nothing connects to %s', async (host) => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    onTestFinished(() => void listener.close());
    const { client } = await world({ webhooks: {} });
    const { port } = listener.address() as AddressInfo;
    const refused = subscribe(client, { ...hook, url: `https://${host}:${port}/a` });
    await expect(refused).rejects.toMatchObject({ code: CallbackEndpoint, data: { reason: 'connection_refused' } });
    expect(connections).toBe(0);
  });

  test('a public name is refused when it resolves to a private address, also after it has agreed', async () => {
    const { receiver, deliveries } = await receiving(echo);
    let address = '127.0.0.1';
    const resolve = (_: string, __: object, done: (error: null, found: LookupAddress[]) => void): void =>
      done(null, [{ address, family: 4 }]);
    // Stands for a public address: the only one that can be reached here.
    const allowPrivate = (host: string): boolean => host === 'app.localhost' && address === '127.0.0.1';
    const fetch = guardedFetch({ allowHttp: true, allowPrivate, resolve: resolve as never });
    const { client, emit } = await world({ webhooks: { allowLocal: true, retryDelay: 10, fetch } });
    const url = receiver.url.replace('127.0.0.1', 'app.localhost');
    expect(await subscribe(client, { ...hook, url })).toMatchObject({ id: expect.stringMatching(/^sub_/) });
    expect(deliveries).toHaveLength(1);
    address = '10.0.0.1';
    emit(1);
    const status = async (): Promise<unknown> => {
      const { deliveryStatus } = (await subscribe(client, { ...hook, url })) as {
        deliveryStatus: { lastError: unknown };
      };
      return deliveryStatus.lastError;
    };
    await expect.poll(status).toBe('connection_refused');
    expect(deliveries).toHaveLength(1);
  });

  test('need a caller that is known', async () => {
    const { url } = await world();
    const anonymous = await connectUntilEnd(url, { extensions: [events()] });
    expect(await codeOf(subscribe(anonymous, hook))).toBe(Forbidden);
  });

  test('that do not repeat the challenge receive nothing', async () => {
    const { client, emit } = await world();
    const { origin, requests } = await listen((_, response) => response.end('{"challenge":"mine"}'));
    const refused = subscribe(client, { ...hook, url: origin });
    await expect(refused).rejects.toMatchObject({ code: CallbackEndpoint, data: { reason: 'challenge_failed' } });
    emit(1);
    await sleep(100);
    expect(requests).toHaveLength(1);
    const broken = await listen((_, response) => response.writeHead(500).end('secret'));
    const failed = subscribe(client, { ...hook, url: broken.origin });
    await expect(failed).rejects.toMatchObject({ data: { reason: 'http_5xx' } });
    await broken.close();
    const gone = subscribe(client, { ...hook, url: broken.origin });
    await expect(gone).rejects.toMatchObject({ data: { reason: 'connection_refused' } });
  });

  test('redirects are not followed', async () => {
    const { client } = await world();
    const target = await listen((_, response) => response.end());
    const { origin } = await listen((_, response) => response.writeHead(307, { location: target.origin }).end());
    expect(await codeOf(subscribe(client, { ...hook, url: origin }))).toBe(CallbackEndpoint);
    expect(target.requests).toEqual([]);
  });

  test('a host is asked five times, not more', async () => {
    const { client } = await world();
    const { origin, requests } = await listen((_, response) => response.writeHead(404).end());
    const codes: unknown[] = [];
    for (let index = 0; index < 8; index++)
      codes.push(await codeOf(subscribe(client, { ...hook, url: `${origin}/${index}` })));
    expect(codes).toEqual([
      ...Array.from({ length: 5 }, () => CallbackEndpoint),
      ...Array.from({ length: 3 }, () => ResourceExhausted),
    ]);
    expect(requests).toHaveLength(5);
  });

  test('a caller verifies an endpoint once, and has up to 20 subscriptions', async () => {
    const { client } = await world();
    const agreeing = await Promise.all(Array.from({ length: 8 }, () => receiving(echo)));
    const codes: unknown[] = [];
    for (const { receiver } of agreeing) {
      for (const given of [{}, { even: true }, { even: false }]) {
        codes.push(await codeOf(subscribe(client, { ...hook, url: receiver.url }, { arguments: given })));
      }
    }
    expect(codes.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'resolved'));
    expect(codes.slice(20)).toEqual(Array.from({ length: 4 }, () => ResourceExhausted));
    expect(agreeing.map(({ deliveries }) => deliveries.length)).toEqual([1, 1, 1, 1, 1, 1, 1, 0]);
  });

  test('deliveries are repeated until they are accepted, and stop at last', async () => {
    const { found, emit } = await world();
    const attempts = new Map<unknown, number>();
    const { receiver, deliveries } = await receiving(({ type, data }) => {
      if (type !== undefined) return undefined;
      const { number } = data as { readonly number: number };
      const attempt = (attempts.get(number) ?? 0) + 1;
      attempts.set(number, attempt);
      if (number === 1) return attempt < 3 ? 503 : undefined;
      if (number === 2) return 410;
      if (number === 3) return 302;
      return undefined;
    });
    const { heard, subscription } = await following(found, { delivery: 'webhook', receiver });
    for (const number of [1, 2, 3, 4]) emit(number);
    await expect.poll(() => heard.numbers.toSorted()).toEqual([1, 4]);
    await expect.poll(() => attempts.get(3)).toBe(5);
    await sleep(100);
    expect([...attempts].toSorted()).toEqual([
      [1, 3],
      [2, 1],
      [3, 5],
      [4, 1],
    ]);
    const [, one] = deliveries;
    expect(one?.header('webhook-signature')).toMatch(/^v1,[\w+/]{43}=$/);
    // The cursor does not pass an event that may still be delivered.
    const cursors = deliveries.slice(1).map(({ body }) => (JSON.parse(String(body)) as { cursor?: string }).cursor);
    expect(cursors[0]).toMatch(/\.0$/);
    emit(5);
    await expect.poll(() => subscription.cursor).toMatch(/\.4$/);
  });

  test('a subscription ends with its time, and is renewed before by the client', async () => {
    const { found, client, emit } = await world({ webhooks: { allowLocal: true, minTtl: 10, maxTtl: 1_500 } });
    const { receiver, deliveries } = await receiving();
    const expected = receiver.expect({
      onEvent: () => undefined,
      onGap: () => undefined,
      onTerminated: () => undefined,
    });
    const delivery = { mode: 'webhook', url: receiver.url, secret: expected.secret };
    const { refreshBefore } = (await subscribe(client, delivery, { ttlMs: 20 })) as { refreshBefore: string };
    expect(Date.parse(refreshBefore)).toBeLessThan(Date.now() + 100);
    const endless = (await subscribe(client, delivery, { ttlMs: null, arguments: { even: true } })) as {
      refreshBefore: string;
    };
    expect(Date.parse(endless.refreshBefore)).toBeLessThan(Date.now() + 2_000);
    await sleep(100);
    emit(1);
    await sleep(100);
    // Each has asked for consent, and one has received the event.
    expect(deliveries).toHaveLength(1);
    const heard = hearing();
    await found.subscribe('counted', {}, heard, { delivery: 'webhook', receiver });
    await sleep(2_000);
    emit(2);
    await expect.poll(() => heard.numbers).toEqual([2]);
  });

  test('a caller cannot end or change the subscription of another one', async () => {
    const { found, emit, url } = await world();
    const { receiver } = await receiving();
    const { heard } = await following(found, { delivery: 'webhook', receiver });
    const other = await connectUntilEnd(url, { extensions: [events()], headers: { 'x-caller': 'eve' } });
    const result = { type: 'object' } as const;
    const params = { name: 'counted', delivery: { url: receiver.url } };
    expect(await codeOf(other.request('events/unsubscribe', params, { result }))).toBe(NotFound);
    // The receiver does not know the secret, so it does not agree.
    expect(await codeOf(subscribe(other, { ...hook, url: receiver.url }))).toBe(CallbackEndpoint);
    emit(1);
    await expect.poll(() => heard.numbers).toEqual([1]);
  });

  test('a new secret is used at once, with the previous one', async () => {
    const { client, emit } = await world();
    const { receiver, deliveries } = await receiving();
    const listener = { onEvent: () => undefined, onGap: () => undefined, onTerminated: () => undefined };
    const { secret } = receiver.expect(listener);
    const delivery = { mode: 'webhook', url: receiver.url, secret };
    await subscribe(client, delivery);
    const next = createSecret();
    await subscribe(client, { ...delivery, secret: next });
    emit(1);
    await expect.poll(() => deliveries.length).toBe(2);
    const { header, body } = deliveries[1] as Delivery;
    const id = String(header('webhook-id'));
    const signed = { id, timestamp: Number(header('webhook-timestamp')), body };
    for (const each of [secret, next]) {
      expect(isSignedBy(signed, String(header('webhook-signature')), keyOf(each) as Buffer)).toBe(true);
    }
  });
});

test('both programs run', async () => {
  const names = ['delivery', 'endpoint', 'errors', 'eventLog', 'events', 'eventsClient', 'eventTypes', 'receiver'];
  const more = ['signatures', 'streams', 'webhooks', 'server', 'client'];
  const generated = ['types', 'validators', 'sending', 'extensions/events'].map((name) => `generated/${name}`);
  const files = [...names, ...more, ...generated].map((name) => `${name}.ts`);
  const folder = await runnable(new Map(files.map((file) => [file, readProjectFile(`examples/events/${file}`)])));
  const { ready, stop } = await startHttpProgram([join(folder, 'server.js')], (line) => line.startsWith('http'), {
    PORT: '0',
  });
  onTestFinished(stop);
  for (const delivery of ['push', 'poll', 'webhook']) {
    const client = await startHttpProgram([join(folder, 'client.js'), ready, delivery], (line) =>
      /^INC-\d+$/.test(line),
    );
    await client.stop();
    expect(client.ready).toMatch(/^INC-\d*[02468]$/);
  }
});
