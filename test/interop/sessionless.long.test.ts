/** Several processes that keep no sessions, behind a proxy that sends each request to the next of them. */

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { connect } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { connectOfficialV2 } from '../support/clients/officialV2.js';
import type { TestClient } from '../support/clients/client.js';

const REPLICA = fileURLToPath(new URL('../fixtures/replica.mjs', import.meta.url));

interface Replica {
  readonly url: string;
  readonly process: ChildProcess;
  /** What its tool was called with. */
  readonly calls: readonly string[];
  answered: number;
}

async function startReplica(): Promise<Replica> {
  const child = spawn(process.execPath, [REPLICA], { stdio: ['ignore', 'ignore', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const calls: string[] = [];
  const lines = createInterface(child.stderr);
  lines.on('line', (line) => {
    const [, text] = /^called with (.*)$/.exec(line) ?? [];
    if (text !== undefined) calls.push(text);
  });
  const [ready] = (await once(lines, 'line')) as [string];
  return { url: /http:\S+/.exec(ready)?.[0] ?? '', process: child, calls, answered: 0 };
}

/** Sends each request to the next replica, and to another one if that does not take it. */
async function startProxy(replicas: Replica[]): Promise<string> {
  let turn = 0;
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      const pass = (at: number, attempts: number): void => {
        const replica = replicas[at % replicas.length];
        if (replica === undefined || attempts === 0) return void outgoing.writeHead(502).end();
        const passed = request(replica.url, { method: incoming.method, headers: incoming.headers }, (response) => {
          if (response.statusCode === 503) {
            response.resume();
            pass(at + 1, attempts - 1);
            return;
          }
          replica.answered++;
          outgoing.writeHead(response.statusCode ?? 500, response.headers);
          response.pipe(outgoing);
        });
        // A connection that ends without an answer has taken no call: what the replicas say shows whether that is true.
        passed.on('error', () => {
          if (outgoing.headersSent) outgoing.destroy();
          else pass(at + 1, attempts - 1);
        });
        passed.end(body);
      };
      pass(turn++, 10);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

/** Calls a tool again and again, some calls at a time. Returns what did not come back as it should. */
async function callAll(client: Pick<TestClient, 'callTool'>, count: number, first = 0): Promise<readonly string[]> {
  const wrong: string[] = [];
  const pending = Array.from({ length: count }, (_, at) => String(first + at));
  const work = async (): Promise<void> => {
    for (let text = pending.shift(); text !== undefined; text = pending.shift()) {
      try {
        const { content } = (await client.callTool({ name: 'later', arguments: { text } })) as {
          content: { text: string }[];
        };
        if (content[0]?.text !== text) wrong.push(`${text}: ${JSON.stringify(content)}`);
      } catch (error) {
        wrong.push(`${text}: ${String(error)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  return wrong;
}

test.each([
  ['1', connectOfficialV1],
  ['2', connectOfficialV2],
])('hundreds of calls of the official client of version %s get their answers', async (_, open) => {
  const replicas = [await startReplica(), await startReplica()];
  const client = await open({ over: 'HTTP', url: await startProxy(replicas) });
  expect((await client.listTools()).tools).toMatchObject([{ name: 'later' }]);
  expect(await callAll(client, 300)).toEqual([]);
  for (const { answered } of replicas) expect(answered).toBeGreaterThan(100);
});

test('our client needs no session either, and is told of no changes', async () => {
  const replicas = [await startReplica(), await startReplica()];
  const client = await connect(await startProxy(replicas), { revisions: ['2025-11-25'] });
  onTestFinished(() => client.close());
  expect(client.server.capabilities).toEqual({ tools: {}, resources: {} });
  for (let count = 0; count < 5; count++) {
    const { text } = await client.callTool('later', { text: `${count}` });
    expect(text).toBe(`${count}`);
  }
  for (const { answered } of replicas) expect(answered).toBeGreaterThan(0);
});

test('processes are replaced one after another while calls run, and none that was taken is lost', async () => {
  const replicas = [await startReplica(), await startReplica()];
  const all = [...replicas];
  const client = await connectOfficialV1({ over: 'HTTP', url: await startProxy(replicas) });
  const calls = callAll(client, 1_000);
  for (const at of [0, 1]) {
    const old = all[at];
    await expect.poll(() => old?.calls.length).toBeGreaterThan(0);
    const ended = old && once(old.process, 'exit');
    old?.process.kill('SIGTERM');
    const next = await startReplica();
    replicas[at] = next;
    all.push(next);
    expect(await ended).toEqual([0, null]);
  }
  expect(await calls).toEqual([]);
  // On a busy machine all may be answered before the last process has started.
  expect(await callAll(client, 40, 1_000)).toEqual([]);
  // Each was carried out once: had a replica dropped one, the proxy would have passed it to another.
  const taken = all.flatMap((replica) => replica.calls);
  expect(taken).toHaveLength(1_040);
  expect(new Set(taken).size).toBe(1_040);
  for (const replica of all) expect(replica.calls.length).toBeGreaterThan(0);
});
