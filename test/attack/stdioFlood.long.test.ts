/** A client over stdio that sends without reading: the memory of the server is bounded, and it goes on when the client reads. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { notification, request } from '../support/rpc.js';

const SERVER = fileURLToPath(new URL('heap/server.mjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Bytes that are sent. */
const SENT = 4_000_000;

/** The most bytes that a server reads, and pipes hold, while the answers are not read. */
const TAKEN = 1_500_000;

/** Megabytes of the heap. */
const HEAP = 40;

/** Lines that are written at once. */
const BATCH = 100;

const clientInfo = { name: 'client', version: '1.0.0' };
const opening = [
  request('open', 'initialize', { protocolVersion: '2025-11-25', capabilities: { elicitation: {} }, clientInfo }),
  notification('notifications/initialized'),
];

const lineOf = (message: object): string => `${JSON.stringify(message)}\n`;

interface Told {
  readonly id: unknown;
  readonly method?: string;
  readonly error?: unknown;
}

interface Client {
  say(...messages: object[]): void;
  /** Sends messages as fast as the server reads. Returns what tells how many bytes were taken, by the server or the pipe to it. */
  flood(messages: readonly object[]): () => number;
  /** Reads messages, until one of them satisfies the condition. */
  read(isLast: (message: Told) => boolean): Promise<readonly Told[]>;
}

async function start(): Promise<Client> {
  const server = spawn(process.execPath, [`--max-old-space-size=${HEAP}`, SERVER, ROOT, 'stdio'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    const ended = once(server, 'exit');
    server.kill();
    await ended;
  });
  server.stdin.on('error', () => undefined);
  server.stdin.write(opening.map(lineOf).join(''));
  await once(server.stdout, 'readable');
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const write = (text: string): Promise<void> => new Promise((resolve) => server.stdin.write(text, () => resolve()));
  return {
    say: (...messages) => void write(messages.map(lineOf).join('')),
    flood(messages) {
      let taken = 0;
      void (async () => {
        for (let at = 0; at < messages.length; at += BATCH) {
          const text = messages
            .slice(at, at + BATCH)
            .map(lineOf)
            .join('');
          await write(text);
          taken += text.length;
        }
      })();
      return () => taken;
    },
    async read(isLast) {
      const told: Told[] = [];
      for (;;) {
        const { value, done } = await lines.next();
        if (done === true) throw new Error(`The server ended after ${told.length} messages`);
        const message = JSON.parse(value) as Told;
        told.push(message);
        if (isLast(message)) return told;
      }
    },
  };
}

const call = (id: unknown, name: string): object =>
  request(id, 'tools/call', { name, arguments: { text: 'x'.repeat(100) } });

test.each([
  ['that are answered at once', (id: number) => call(id, 'echo')],
  ['that wait', (id: number) => call(id, 'wait')],
  ['that report progress', (id: number) => call(id, 'report')],
  ['that are pings', (id: number) => request(id, 'ping')],
  ['of a method that is unknown', (id: number) => request(id, 'x'.repeat(100))],
])('very many requests %s are not read before their answers are', { timeout: 120_000 }, async (_, makeRequest) => {
  const { flood, read } = await start();
  const count = Math.ceil(SENT / lineOf(makeRequest(0)).length);
  const requests = Array.from({ length: count }, (_each, id) => makeRequest(id));
  const taken = flood([...requests, request('last', 'ping')]);
  for (let before = -1; taken() > before;) {
    before = taken();
    await setTimeout(500);
  }
  expect(taken()).toBeLessThan(TAKEN);
  const ids = new Set<unknown>();
  // Refusals may come behind the last answer, while some calls wait for long.
  await read(({ id, method }) => {
    if (method === undefined && ids.has(id)) throw new Error(`The request ${String(id)} was answered twice`);
    if (method === undefined) ids.add(id);
    return ids.has('last') && ids.size > 0.9 * count;
  });
});

test('answers to the questions of a server are read while very many requests wait', { timeout: 60_000 }, async () => {
  const { say, read } = await start();
  say(...Array.from({ length: 500 }, (_, id) => call(id, 'wait')), call('asking', 'ask'));
  const asked = (await read(({ method }) => method !== undefined)).at(-1);
  say(...Array.from({ length: 10_000 }, (_, id) => call(500 + id, 'wait')));
  say({ jsonrpc: '2.0', id: asked?.id, result: { action: 'decline' } });
  const told = await read(({ id }) => id === 'asking');
  expect(told.at(-1)).toMatchObject({ result: { content: [{ text: 'decline' }] } });
});
