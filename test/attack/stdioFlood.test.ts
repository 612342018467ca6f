/** A client over stdio that sends without reading: the memory of the server is bounded, and it goes on when the client reads. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { notification, request } from '../support/rpc.js';

const SERVER = fileURLToPath(new URL('heap/server.mjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

const COUNT = 100_000;

/** Megabytes: what is sent takes twice as much, and its answers as much again. */
const HEAP = 40;

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
  return {
    say: (...messages) => server.stdin.write(messages.map(lineOf).join('')),
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
])('100,000 requests %s are not read before their answers are', { timeout: 120_000 }, async (_, makeRequest) => {
  const { say, read } = await start();
  say(...Array.from({ length: COUNT }, (_each, id) => makeRequest(id)), request('last', 'ping'));
  // The server works off what it has read meanwhile.
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  const told = await read(({ id }) => id === 'last');
  const ids = told.map(({ id }) => id).filter((id) => typeof id === 'number');
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThan(0.9 * COUNT);
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
