/** Streams of events that answer requests without a session, as servers of any make may send them. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { STATELESS } from '../../support/standAlone.js';
import { listen } from '../runtime/httpSupport.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

const RESULTS: { readonly [method: string]: object } = {
  'server/discover': { supportedVersions: [STATELESS], capabilities: { tools: {} }, ttlMs: 0, cacheScope: 'private' },
  'tools/call': { content: [{ type: 'text', text: 'said' }] },
};

/** Connects to a server whose answers to calls a function sends. Returns the requests that it has received, too. */
async function open(send: (response: ServerResponse, json: string) => void) {
  const received: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push(`${request.method} ${String(request.headers['last-event-id'] ?? '')}`);
    if (body === '') return void response.writeHead(405).end();
    const { id, method } = JSON.parse(body) as { readonly id: number; readonly method: string };
    const json = JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', ...RESULTS[method] } });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    if (method === 'tools/call') send(response, json);
    else response.end(`data: ${json}\n\n`);
  };
  const client = await connectUntilEnd(await listen((request, response) => void answer(request, response)), {
    revisions: [STATELESS],
    retry: { retryDelay: 1 },
  });
  return { client, received };
}

test.each([
  ['carriage returns', (json: string) => [`event: message\rdata: ${json}\r\r`]],
  ['carriage returns, in parts', (json: string) => ['event: message\r', `data: ${json}\r`, '\r']],
  ['both', (json: string) => [`event: message\r\ndata: ${json}\r\n\r\n`]],
  ['both, apart', (json: string) => ['event: message\r', `\ndata: ${json}\r`, '\n\r', '\n']],
  ['line feeds', (json: string) => [`data: ${json}\n`, '\n']],
])('lines may end with %s, while the stream stays open', async (_, partsOf) => {
  const { client } = await open((response, json) => {
    let delay = 0;
    for (const part of partsOf(json)) setTimeout(() => response.write(part), (delay += 20));
  });
  expect((await client.callTool('say', {}, { timeout: 5_000 })).text).toBe('said');
});

test.each([
  ['ends', (response: ServerResponse) => void response.end()],
  ['breaks', (response: ServerResponse) => void response.socket?.destroy()],
])('a stream without a session that %s is not resumed, whatever ids its events have', async (_, end) => {
  const { client, received } = await open((response) => {
    response.write('id: 7\ndata: {"jsonrpc":"2.0","method":"notifications/unknown"}\n\n');
    setTimeout(() => end(response), 50);
  });
  await expect(client.callTool('say', {}, { timeout: 5_000 })).rejects.not.toMatchObject({
    name: 'RequestTimeoutError',
  });
  expect(received.filter((request) => !request.startsWith('POST'))).toEqual([]);
});
