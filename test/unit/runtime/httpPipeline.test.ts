/** Requests that a client sends before earlier ones of its connection are answered. */

import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Ledger } from '../../../runtime/src/ledger/index.js';
import { POST_HEADERS, rawRequest } from '../../support/rawHttp.js';
import { call, head, openSession, openSocket, startService, type TestService } from './httpSupport.js';

/** Returns requests of a session as a client writes them ahead. */
async function ahead(url: string, count: number, name: string, text = ''): Promise<string> {
  const session = await openSession(url);
  return Array.from({ length: count }, (_, id) => {
    const body = JSON.stringify(call(id, name, `${id}${text}`));
    return head({ ...POST_HEADERS, ...session, 'content-length': body.length }) + body;
  }).join('');
}

/** Reads the answers of a connection. */
function answersOf(socket: Socket): () => readonly number[] {
  let text = '';
  socket.setEncoding('latin1').on('data', (chunk: string) => (text += chunk));
  return () => [...text.matchAll(/"id":(\d+)/g)].map(([, id]) => Number(id));
}

async function started(service: TestService, least = 0): Promise<number> {
  let found = 0;
  for (let turn = 0; turn === 0 || (found < least && turn < 100); turn++) {
    await sleep(100);
    found += service.waiting.empty().length;
  }
  return found;
}

test('so many requests of a connection are handled at a time, in their order, and all are answered', async () => {
  const ledger = new Ledger();
  const service = await startService({ limits: { pipelineLimit: 4 }, ledger, streams: { streamAfter: 0 } });
  const text = await ahead(service.url, 30, 'wait');
  const socket = await openSocket(service.url);
  const answers = answersOf(socket);
  socket.write(text);
  for (let done = 0; done < 30; done++) {
    const { answer } = await service.waiting.take();
    // At most three more have begun beside it.
    expect(await startedBeside(service)).toBeLessThan(4);
    answer('');
  }
  await expect.poll(() => answers()).toEqual(Array.from({ length: 30 }, (_, id) => id));
  const after = await rawRequest(service.url, { method: 'OPTIONS' });
  expect(after.status).toBeGreaterThan(0);
  await expect.poll(() => ledger.used('retained')).toBeLessThan(10_000);
});

async function startedBeside({ waiting }: TestService): Promise<number> {
  await sleep(5);
  const begun = waiting.empty();
  begun.forEach(waiting.put);
  return begun.length;
}

test('a connection is not read while its requests wait, also when bodies come in parts', async () => {
  const service = await startService({ limits: { pipelineLimit: 2 }, streams: { streamAfter: 0 } });
  const text = await ahead(service.url, 8_000, 'wait', 'x'.repeat(10_000));
  const socket = await openSocket(service.url);
  const answers = answersOf(socket);
  socket.write(text);
  expect(await started(service, 2)).toBe(2);
  // 80 MB were written; the kernel holds up to 38 of them, and the rest waits at the client.
  const unsent = socket.writableLength;
  expect(unsent).toBeGreaterThan(25_000_000);
  await sleep(300);
  expect(socket.writableLength).toBe(unsent);
  expect(answers()).toEqual([]);
});

test('a connection with more waiting requests than its caller may hold is closed, and nothing stays counted', async () => {
  const ledger = new Ledger({ retained: { caller: 100_000 } });
  const service = await startService({ ledger, streams: { streamAfter: 0 } });
  const before = ledger.used('retained');
  const socket = await openSocket(service.url);
  const closed = once(socket, 'close');
  socket.resume().write(await ahead(service.url, 100, 'wait'));
  await closed;
  expect(String(await service.errors.take())).toContain('The option ledger: new Ledger({ retained }) raises the limit');
  for (const { answer } of service.waiting.empty()) answer('');
  await service.close();
  expect(ledger.used('retained')).toBe(before);
});

test('requests that wait are dropped with their connection', async () => {
  const ledger = new Ledger();
  const service = await startService({ limits: { pipelineLimit: 2 }, ledger, streams: { streamAfter: 0 } });
  const socket = await openSocket(service.url);
  socket.write(await ahead(service.url, 50, 'wait'));
  const held = ledger.used('retained');
  const begun = [await service.waiting.take(), await service.waiting.take()];
  await expect.poll(() => ledger.used('retained')).toBeGreaterThan(held + 48 * 4_096);
  socket.destroy();
  await expect.poll(() => ledger.used('retained')).toBeLessThan(held + 2 * 20_000);
  for (const { answer } of begun) answer('');
  expect(await started(service)).toBe(0);
});

test.each([1, 0, -1])('pipelineLimit is at least 2: %j', async (pipelineLimit) => {
  await expect(startService({ limits: { pipelineLimit } })).rejects.toThrow(
    `Invalid option "pipelineLimit" for the option limits of serveHttp: expected an integer of at least 2, got ${pipelineLimit}`,
  );
});

test('requests outside of the endpoint that wait are handled one in a turn of the event loop', async () => {
  let handled = 0;
  const { url } = await startService({
    fallback: (_request, response) => {
      handled++;
      response.end();
    },
  });
  const socket = await openSocket(url);
  socket.resume().write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(1_000));
  let most = 0;
  for (let before = 0; handled < 1_000; before = handled) {
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, handled - before);
  }
  // The first one, and as many as are handled at a time, arrive with a chunk.
  expect(most).toBeLessThan(50);
});

test('the limit holds for requests that a fallback passes on to the endpoint', async () => {
  const passed: string[] = [];
  const service = await startService({
    limits: { pipelineLimit: 3 },
    streams: { streamAfter: 0 },
    fallback: (request, response) => {
      passed.push(request.url ?? '');
      service.handler.node(request, response);
    },
  });
  const text = (await ahead(service.url, 20, 'wait')).replaceAll('POST /mcp', 'POST /elsewhere');
  const socket = await openSocket(service.url);
  const answers = answersOf(socket);
  socket.write(text);
  let most = 0;
  for (let done = 0; done < 20; done++) {
    const { answer } = await service.waiting.take();
    await startedBeside(service);
    most = Math.max(most, passed.length - done);
    answer('');
  }
  expect(most).toBeLessThanOrEqual(4);
  await expect.poll(() => answers()).toEqual(Array.from({ length: 20 }, (_, id) => id));
});

test('a connection is not read while its requests wait for a fallback that reads bodies', async () => {
  let read = 0;
  const { url } = await startService({
    limits: { pipelineLimit: 2 },
    fallback: (request) => void setTimeout(() => request.on('end', () => read++).resume(), 20),
  });
  const socket = await openSocket(url);
  const body = 'x'.repeat(10_000);
  const request = head({ ...POST_HEADERS, 'content-length': body.length }).replace('/mcp', '/elsewhere') + body;
  socket.resume().write(request.repeat(8_000));
  await expect.poll(() => read).toBe(2);
  await sleep(300);
  // The kernel holds up to 38 MB of 80.
  const unsent = socket.writableLength;
  expect(unsent).toBeGreaterThan(25_000_000);
  await sleep(300);
  expect([read, socket.writableLength]).toEqual([2, unsent]);
});
