/** Measures one server, and prints the numbers as JSON. Each is a program of its own, so that nothing is warm from another framing. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Readable } from 'node:stream';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { connect, type Client, type Target } from '@mcp-gen/sdk/client';
import { StdioV2Transport } from '../../examples/http-over-stdio/transport.ts';

const [framing = '', program = '', path = ''] = process.argv.slice(2);
const revisions = ['2026-07-28'] as const;
const limits = { messageLimit: 64 * 1_024 * 1_024 };
const MEGABYTE = 1_000_000;
const CALLS = 3_000;

const started = performance.now();
const server = framing === 'socket' ? spawn(process.execPath, [program, framing, path]) : undefined;
if (server !== undefined) await once(server.stdout, 'data');
const client = await open();
await client.callTool('echo', { text: 'first' });
const start = performance.now() - started;
const memory = process.memoryUsage.rss() / MEGABYTE;
const serverMemory = Number((await client.callTool('memory')).text) / MEGABYTE;

await callsPerSecond(1, 500);
const alone = await callsPerSecond(1, 1_000);
const before = bytesMoved();
const busyBefore = await busy();
const together = await callsPerSecond(64, CALLS);
const cpu = ((await busy()) - busyBefore) / CALLS;
const bytes = (bytesMoved() - before) / CALLS;
const one = await timeOf(10, () => client.callTool('large', { bytes: MEGABYTE }));
const ten = await timeOf(3, () => client.callTool('large', { bytes: 10 * MEGABYTE }));
const beside = await besideLarge();
const cancellation = await cancellationTime();
console.log(
  JSON.stringify({ start, memory, serverMemory, alone, together, cpu, bytes, one, ten, beside, cancellation }),
);
await client.close();
server?.stdin.end();

async function open(): Promise<Client> {
  const target: Target = [process.execPath, program, framing];
  if (framing === 'lines') return connect(target, { revisions, limits });
  const args = [program, framing];
  if (framing === 'http2') {
    return connect(() => new StdioV2Transport({ command: process.execPath, args, limits }), { revisions });
  }
  return connect(() => new HttpClientTransport({ url: 'http://localhost/mcp', fetch: socketFetch(), limits }), {
    revisions,
  });
}

/** `fetch` to the Unix socket, with as many connections as requests. */
function socketFetch(): typeof fetch {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 });
  return (input, { method = 'GET', headers, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const given = Object.fromEntries(new Headers(headers));
      const sent = request({
        socketPath: path,
        agent,
        path: pathname,
        method,
        headers: given,
        ...(signal && { signal }),
      });
      sent.on('error', reject).on('response', (response) => {
        const { statusCode = 500, headers: answered } = response;
        const stream = Readable.toWeb(response) as ReadableStream<Uint8Array>;
        resolve(new Response(stream, { status: statusCode, headers: answered as Record<string, string> }));
      });
      sent.end(body);
    });
}

async function callsPerSecond(inFlight: number, count: number): Promise<number> {
  const begun = performance.now();
  let left = count;
  const loop = async (): Promise<void> => {
    while (left-- > 0) await client.callTool('echo', { text: `hello ${left}` });
  };
  await Promise.all(Array.from({ length: inFlight }, loop));
  return count / ((performance.now() - begun) / 1_000);
}

/** The bytes that this process has read and written, on Linux. */
function bytesMoved(): number {
  const counters = readFileSync('/proc/self/io', 'utf8');
  const [read, written] = [/rchar: (\d+)/, /wchar: (\d+)/].map((counter) => Number(counter.exec(counters)?.[1]));
  return (read ?? 0) + (written ?? 0);
}

/** The median time in milliseconds. */
async function timeOf(count: number, act: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < count; i++) {
    const begun = performance.now();
    await act();
    times.push(performance.now() - begun);
  }
  return middle(times);
}

/** The CPU time of both processes in microseconds, which other programs on the machine change less than the time of the clock. */
async function busy(): Promise<number> {
  const { user, system } = process.cpuUsage();
  return user + system + Number((await client.callTool('busy')).text);
}

/** The longest time of small calls, one after another, while a large result is on its way. */
async function besideLarge(): Promise<number> {
  const longest: number[] = [];
  for (let i = 0; i < 3; i++) {
    let isOver = false;
    const large = client.callTool('large', { bytes: 10 * MEGABYTE }).finally(() => (isOver = true));
    const times = [];
    while (!isOver) times.push(await timeOf(1, () => client.callTool('echo', { text: 'small' })));
    await large;
    longest.push(Math.max(...times));
  }
  return middle(longest);
}

/** From `abort` in this process to the signal of the handler. */
async function cancellationTime(): Promise<number> {
  const sent: number[] = [];
  for (let i = 0; i < 30; i++) {
    const controller = new AbortController();
    let call: Promise<unknown> | undefined;
    await new Promise<unknown>((onProgress) => {
      call = client.callTool('wait', {}, { signal: controller.signal, onProgress });
    });
    sent.push(performance.timeOrigin + performance.now());
    controller.abort();
    await call?.catch(() => undefined);
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  const aborted = JSON.parse((await client.callTool('aborted')).text) as number[];
  if (aborted.length !== sent.length) throw new Error(`${aborted.length} of ${sent.length} calls were cancelled`);
  return middle(aborted.map((at, index) => at - (sent[index] ?? 0)));
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? Number.NaN;
}
