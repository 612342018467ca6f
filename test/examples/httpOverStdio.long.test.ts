/** The example of stdio-v2: HTTP/2 over the pipes of a process, and peers that die, are of another kind, or attack. */

import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { PassThrough, type Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import { ConnectionClosedError } from '@mcp-gen/runtime';
import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { http2Fetch } from '../../examples/http-over-stdio/http2Fetch.js';
import { CONNECTION_WINDOW, SESSION_LIMITS } from '../../examples/http-over-stdio/limits.js';
import { joinPipes } from '../../examples/http-over-stdio/pipes.js';
import { StdioV2Transport } from '../../examples/http-over-stdio/transport.js';
import { metaWith } from '../support/standAlone.js';
import { END_HEADERS, field, frame, framesOf, FrameType, POST, PREFACE, word } from '../support/http2Frames.js';
import { isRunning } from '../support/programs.js';
import { runProgram } from '../support/runCli.js';
import { makeRunnable } from '../support/runnable.js';
import { readProjectFile } from '../support/schemas.js';
import { sharedFolder } from '../support/sharedFolder.js';
import { connectUntilEnd } from '../support/untilEnd.js';

const FILES = ['goAway', 'pipes', 'limits', 'serve', 'server', 'client', 'transport', 'launch', 'http2Fetch', 'resets'];

/** Tools that the tests need. */
const SERVER = `
import { Server } from '@mcp-gen/sdk';
import { z } from 'zod';
import { serveStdioV2 } from './serve.ts';
const server = new Server({ name: 'test', version: '1.0.0' });
server.tool('big', { input: z.object({ bytes: z.int() }) }, ({ bytes }) => 'x'.repeat(bytes));
server.tool('print', {}, () => { console.log('printed'); return 'done'; });
server.tool('die', {}, () => process.exit(7));
server.tool('nap', {}, async (_, { progress }) => {
  progress(1, 2);
  await new Promise((done) => setTimeout(done, 200));
  return 'late';
});
server.tool('stay', {}, async () => { await new Promise((done) => setTimeout(done, 60_000)); return 'late'; });
server.tool('wait', {}, async (_, { signal, progress }) => {
  progress(1, 2);
  await new Promise((done) => signal.addEventListener('abort', done));
  console.error('cancelled');
  return 'late';
});
await serveStdioV2(server, { lines: process.argv[2] ?? 'serve' });
`;

/** A server that speaks JSON in lines only. */
const OLDER = `
import { Server } from '@mcp-gen/sdk';
new Server({ name: 'older', version: '1.0.0' }).serve();
`;

/** A process that starts a server, says its process id, and does not end unless it is killed. */
const PARENT = `
import { http2Fetch } from '../../examples/http-over-stdio/http2Fetch.js';
import { CONNECTION_WINDOW, SESSION_LIMITS } from '../../examples/http-over-stdio/limits.js';
import { joinPipes } from '../../examples/http-over-stdio/pipes.js';
import { StdioV2Transport } from './transport.ts';
const transport = new StdioV2Transport({ command: process.execPath, args: [process.argv[2]] });
await transport.start({ message() {}, malformed() {}, failed() {}, ended() {}, closed() {} });
console.log(transport.pid);
setInterval(() => {}, 1_000);
`;

const REVISION = '2026-07-28';

const META = metaWith();

/** The headers of a call of the tool `big`. */
const HEADERS = [
  ['content-type', 'application/json'],
  ['accept', 'application/json, text/event-stream'],
  ['mcp-protocol-version', REVISION],
  ['mcp-method', 'tools/call'],
  ['mcp-name', 'big'],
] as const;

const nothing = (): undefined => undefined;
const HELLO = Buffer.concat([PREFACE, frame(FrameType.settings, 0, 0), frame(FrameType.settings, 1, 0)]);

let folder: string;
let program: string;

beforeAll(async () => {
  const own = FILES.map((name) => [`${name}.ts`, readProjectFile(`examples/http-over-stdio/${name}.ts`)] as const);
  const texts = new Map([...own, ['tools.ts', SERVER], ['older.ts', OLDER], ['parent.ts', PARENT]]);
  ({ folder } = await sharedFolder('http-over-stdio', (made) => makeRunnable(made, texts).then(() => null)));
  program = join(folder, 'tools.js');
});

function transport(args: readonly string[] = [program], onStderr: (text: string) => void = nothing): StdioV2Transport {
  return new StdioV2Transport({ command: process.execPath, args, onStderr, shutdownTimeout: 1_000 });
}

async function open(options: ClientOptions = {}, onStderr?: (text: string) => void): Promise<Client> {
  return connectUntilEnd(() => transport([program], onStderr), options);
}

test('both programs run, and nothing of a call waits for another', async () => {
  const { stdout, stderr, code } = await runProgram(folder, process.execPath, [
    'client.js',
    process.execPath,
    'server.js',
  ]);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toBe('echo, revision 2026-07-28\n0\n1\n2\nAt the same time\nGo!\n');
});

describe.each(['2025-11-25', '2026-07-28'] as const)('in revision %s', (revision) => {
  test('results of any size arrive, side by side', async () => {
    const client = await open({ revisions: [revision] });
    const sizes = [0, 1, 70_000, 1_000_000, 3_000_000];
    const results = await Promise.all(sizes.map((bytes) => client.callTool('big', { bytes })));
    expect(results.map(({ text: { length } }) => length)).toEqual(sizes);
  });

  test('a call that is cancelled is cancelled at the server, and the connection stays', async () => {
    let stderr = '';
    const client = await open({ revisions: [revision] }, (chunk) => (stderr += chunk));
    const controller = new AbortController();
    const onProgress = (): void => controller.abort();
    const call = client.callTool('wait', {}, { signal: controller.signal, onProgress });
    await expect(call).rejects.toThrow('aborted');
    await expect.poll(() => stderr).toBe('cancelled\n');
    expect((await client.callTool('big', { bytes: 3 })).text).toBe('xxx');
  });
});

test('more cancellations than a server allows in HTTP/2 do not end the connection', async () => {
  const client = await open({ revisions: ['2026-07-28'] });
  const cancelSoon = async (): Promise<void> => {
    const controller = new AbortController();
    const onProgress = (): void => controller.abort();
    const call = client.callTool('nap', {}, { signal: controller.signal, onProgress });
    await expect(call).rejects.toThrow('aborted');
  };
  for (let sent = 0; sent < 1_500; sent += 100) await Promise.all(Array.from({ length: 100 }, cancelSoon));
  expect((await client.callTool('big', { bytes: 3 })).text).toBe('xxx');
});

test('what the program prints goes to stderr', async () => {
  let stderr = '';
  const client = await open({}, (chunk) => (stderr += chunk));
  expect((await client.callTool('print')).text).toBe('done');
  await expect.poll(() => stderr).toBe('printed\n');
});

describe('a client or server of the older stdio', () => {
  test('is served, if it is a client', async () => {
    const client = await connectUntilEnd([process.execPath, program], { stderr: 'ignore' });
    expect((await client.callTool('big', { bytes: 3 })).text).toBe('xxx');
  });

  test('is told the transport, if the server refuses it', async () => {
    const connected = connect([process.execPath, program, 'refuse'], { stderr: 'ignore', revisions: ['2025-11-25'] });
    await expect(connected).rejects.toThrow('stdio-v2 (HTTP/2 over stdio)');
  });

  test('is told by the client, if it is a server', async () => {
    await expect(connect(() => transport([join(folder, 'older.js')]))).rejects.toThrow('does not speak stdio-v2');
  });
});

describe('a process that ends', () => {
  test('rejects the calls, with its exit code', async () => {
    const client = await open();
    const error: unknown = await client.callTool('die').catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Error);
    const { reason, exitCode } = await client.closed;
    expect({ reason, exitCode }).toEqual({ reason: 'process-exit', exitCode: 7 });
  });

  test('and cannot be started: says why', async () => {
    await expect(connect(() => new StdioV2Transport({ command: join(folder, 'missing') }))).rejects.toThrow(
      'cannot be started',
    );
  });

  test('if its parent is killed', async () => {
    const parent = start(['parent.js', program]);
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid)).toBe(false);
  });

  test('if its input ends while a handler runs', async () => {
    const client = await open({ revisions: ['2026-07-28'] });
    const call = client.callTool('stay').catch((cause: unknown) => cause);
    await client.callTool('big', { bytes: 1 });
    await client.close();
    expect(await call).toBeInstanceOf(ConnectionClosedError);
  });
});

function start(args: readonly string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'pipe' });
  child.stdin.on('error', nothing);
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Resolves with the exit code and stderr. */
async function ending(
  child: ChildProcessWithoutNullStreams,
): Promise<{ readonly code: number; readonly stderr: string }> {
  child.stdout.resume();
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'exit') as Promise<[number]>]);
  return { code, stderr };
}

describe('the first bytes of a client', () => {
  test.each([
    ['nothing', '', { code: 0, stderr: '' }],
    ['a part of the preface', PREFACE.subarray(0, 10), { code: 1, stderr: expect.stringContaining('PRI * HTTP') }],
    ['a request of HTTP/1.1', 'POST /mcp HTTP/1.1\r\n', { code: 1, stderr: expect.stringContaining('POST /mcp') }],
    ['bytes', Buffer.alloc(100_000, 0xff), { code: 1, stderr: expect.stringContaining('Expected HTTP/2') }],
  ])('%s: the process ends with an explanation', async (_, bytes, expected) => {
    const child = start([program]);
    const ended = ending(child);
    child.stdin.end(bytes);
    const { code, stderr } = await ended;
    expect({ code, stderr }).toEqual(expected);
    expect(stderr.length).toBeLessThan(1_000);
  });

  test('the preface in parts is the preface', async () => {
    const child = start([program]);
    for (const byte of HELLO) {
      child.stdin.write(Buffer.from([byte]));
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const [answer] = (await once(child.stdout, 'data')) as [Buffer];
    expect([...framesOf(answer)][0]?.type).toBe(FrameType.settings);
  });
});

/** Sends a server what it does not expect, and reads nothing, or everything, until it ends. Resolves with the megabytes that it took. */
async function attack(chunks: Iterable<Buffer>, { isRead = true } = {}): Promise<number> {
  const child = start([program]);
  child.stderr.resume();
  const ended = once(child, 'exit');
  child.stdin.write(HELLO);
  await once(child.stdout, 'readable');
  if (isRead) child.stdout.resume();
  const before = residentMegabytes(child.pid);
  let largest = before;
  const look = (): void => void (largest = Math.max(largest, residentMegabytes(child.pid)));
  const looking = setInterval(look, 50);
  for (const chunk of chunks) {
    if (child.exitCode !== null) break;
    if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain').catch(nothing), ended]);
    look();
  }
  await ended;
  clearInterval(looking);
  return largest - before;
}

/** The resident memory of a process, on Linux. 0 if it has ended. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid ?? 0}/status`, 'utf8')) ?? [];
    return Number(kilobytes) / 1_024;
  } catch {
    return 0;
  }
}

/** Megabytes that a server may take under attack: a few heaps of young objects. */
const BOUND = 60;

function* repeated(bytes: Buffer, count: number): Generator<Buffer> {
  const chunk = Buffer.concat(Array.from({ length: 1_000 }, () => bytes));
  for (let i = 0; i < count; i += 1_000) yield chunk;
}

const wideHeaders = (count: number): Buffer =>
  Buffer.concat(Array.from({ length: count }, (_, i) => field(`x-${i}`, 'y'.repeat(100))));

describe('a client that attacks', () => {
  const FLOODS: readonly (readonly [string, () => Iterable<Buffer>])[] = [
    ['settings', () => repeated(frame(FrameType.settings, 0, 0), 200_000)],
    ['pings', () => repeated(frame(FrameType.ping, 0, 0, Buffer.alloc(8)), 200_000)],
    [
      'resets',
      () =>
        Array.from({ length: 100 }, (_, group) =>
          Buffer.concat(
            Array.from({ length: 200 }, (__, each) => {
              const stream = 1 + 2 * (group * 200 + each);
              const opened = frame(FrameType.headers, END_HEADERS, stream, POST);
              return Buffer.concat([opened, frame(FrameType.reset, 0, stream, word(8))]);
            }),
          ),
        ),
    ],
    [
      'continuations of headers without an end',
      () => [
        frame(FrameType.headers, 0, 1, POST),
        ...repeated(frame(FrameType.continuation, 0, 1, wideHeaders(1)), 20_000),
      ],
    ],
    [
      'empty data',
      () => [frame(FrameType.headers, END_HEADERS, 1, POST), ...repeated(frame(FrameType.data, 0, 1), 200_000)],
    ],
    ['a window that is too large', () => [frame(FrameType.windowUpdate, 0, 0, word(2 ** 31 - 1))]],
    [
      'more streams than allowed',
      () => Array.from({ length: 5_000 }, (_, i) => frame(FrameType.headers, END_HEADERS, 1 + 2 * i, POST)),
    ],
  ];

  test.each(FLOODS)('with %s is disconnected', async (_, chunks) => {
    expect(await attack(chunks())).toBeLessThan(BOUND);
  });

  test.each(FLOODS.slice(0, 3))('with %s and reads nothing is disconnected', async (_, chunks) => {
    expect(await attack(chunks(), { isRead: false })).toBeLessThan(BOUND);
  });

  test('with large headers has its stream reset, and may send others', async () => {
    const large = wideHeaders(150);
    const headers = [frame(FrameType.headers, 0, 1, POST), frame(FrameType.continuation, END_HEADERS, 1, large)];
    const small = frame(FrameType.headers, END_HEADERS | 1, 3, POST);
    const child = start([program]);
    let received = Buffer.alloc(0);
    child.stdout.on('data', (chunk: Buffer) => (received = Buffer.concat([received, chunk])));
    const types = (): readonly number[] => [...framesOf(received)].map(({ type }) => type);
    child.stdin.write(Buffer.concat([HELLO, ...headers, small]));
    await expect.poll(types).toContain(FrameType.headers);
    child.stdin.write(frame(FrameType.ping, 0, 0, Buffer.alloc(8)));
    await expect.poll(types).toContain(FrameType.ping);
    expect(types().filter((type) => type === FrameType.headers)).toHaveLength(1);
    expect(types()).not.toContain(FrameType.goAway);
  });

  test('with bytes after the preface is disconnected', async () => {
    expect(await attack([Buffer.alloc(100_000, 0x41)])).toBeLessThan(BOUND);
  });
});

/** Calls the tool `big` by `fetch`. */
function post(send: typeof fetch, bytes: number): Promise<Response> {
  const params = { name: 'big', arguments: { bytes }, _meta: META };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  return send('http://localhost/mcp', { method: 'POST', headers: Object.fromEntries(HEADERS), body });
}

describe('a client that does not read', () => {
  test('one response of a hundred: the others arrive, and the unread one takes no more than its window', async () => {
    const child = start([program]);
    child.stderr.resume();
    const counted = new PassThrough();
    let arrived = 0;
    child.stdout.on('data', (chunk: Buffer) => (arrived += chunk.length)).pipe(counted);
    const createConnection = (): Duplex => joinPipes(counted, child.stdin, { before: PREFACE.length });
    const session = connectHttp2('http://localhost', { ...SESSION_LIMITS, createConnection });
    session.once('connect', () => session.setLocalWindowSize(CONNECTION_WINDOW));
    onTestFinished(() => session.destroy());
    const send = http2Fetch(() => session);
    const unread = await post(send, 5_000_000);
    const others = await Promise.all(
      Array.from({ length: 99 }, async () => (await (await post(send, 100_000)).text()).length),
    );
    expect(Math.min(...others)).toBeGreaterThan(100_000);
    // What the stream and its reader may hold, and the frames of the others.
    expect(arrived - 99 * 100_000).toBeLessThan(1_000_000);
    expect((await unread.text()).length).toBeGreaterThan(5_000_000);
  });

  test('anything: the server keeps no more than its budget of output', async () => {
    const child = start([program]);
    child.stderr.resume();
    child.stdin.write(HELLO);
    await once(child.stdout, 'readable');
    const before = residentMegabytes(child.pid);
    const params = { name: 'big', arguments: { bytes: 1_000_000 }, _meta: META };
    const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
    const headers = Buffer.concat([POST, ...HEADERS.map(([name, value]) => field(name, value))]);
    for (let stream = 1; stream < 400; stream += 2) {
      child.stdin.write(frame(FrameType.headers, END_HEADERS, stream, headers));
      child.stdin.write(frame(FrameType.data, 1, stream, body));
    }
    await new Promise((resolve) => setTimeout(resolve, 4_000));
    expect(residentMegabytes(child.pid) - before).toBeLessThan(200);
  });
});

/** A program that answers the preface with settings, and then attacks its client. */
const evil = (attack: string): readonly string[] => [
  '-e',
  `const { writeSync } = require('node:fs');
  const frame = (type, flags, stream, payload = Buffer.alloc(0)) => {
    const header = Buffer.alloc(9);
    header.writeUIntBE(payload.length, 0, 3);
    header[3] = type;
    header[4] = flags;
    header.writeUInt32BE(stream, 5);
    return Buffer.concat([header, payload]);
  };
  process.stdout.on('error', () => process.exit());
  process.stdin.on('end', () => process.exit());
  const flood = (bytes) => {
    const chunk = Buffer.concat(Array.from({ length: 1_000 }, () => bytes));
    const next = () => process.stdout.write(chunk, next);
    next();
  };
  process.stdin.once('data', () => {
    process.stdout.write(Buffer.concat([frame(4, 0, 0), frame(4, 1, 0)]));
    setTimeout(() => { ${attack} }, 100);
  });`,
];

describe('a server that attacks is disconnected', () => {
  test.each<[how: string, attack: string, reason: string, timeout?: number]>([
    ['settings', 'flood(frame(4, 0, 0))', 'Flooding was detected'],
    ['pings', 'flood(frame(6, 0, 0, Buffer.alloc(8)))', 'Flooding was detected'],
    ['data that nobody has requested', 'flood(frame(0, 0, 1, Buffer.alloc(16_000)))', 'broke the protocol'],
    [
      'more data than the window',
      'process.stdout.write(frame(1, 4, 1, Buffer.from([0x88]))); flood(frame(0, 0, 1, Buffer.alloc(16_000)))',
      'no response to initialize',
      1_000,
    ],
    [
      'pushed responses',
      'process.stdout.write(frame(5, 4, 1, Buffer.from([0, 0, 0, 2, 0x82, 0x86, 0x84])))',
      'Protocol error',
    ],
    [
      'headers without an end',
      'process.stdout.write(frame(1, 0, 1, Buffer.from([0x88]))); flood(frame(9, 0, 1, Buffer.from([0, 1, 120, 1, 121])))',
      'Too many CONTINUATION frames',
    ],
    ['resets of all streams', 'process.stdout.write(frame(3, 0, 1, Buffer.alloc(4)))', 'closed with code 0'],
    ['bytes', "flood(Buffer.from('Hello! '))", 'broke the protocol'],
    ['silence, and the end of its output', 'process.stdout.end()', 'closed with code 8'],
  ])('by %s', async (_, attack, reason, timeout = 600_000) => {
    const made: StdioV2Transport[] = [];
    const next = (): StdioV2Transport => {
      const each = transport(evil(attack));
      made.push(each);
      return each;
    };
    // A server whose output is closed exits, which may be noticed first.
    const reasons = new RegExp(`${reason}|The server exited`);
    await expect(connect(next, { discoverTimeout: timeout, timeout })).rejects.toThrow(reasons);
    for (const { pid = Number.NaN } of made) expect(isRunning(pid)).toBe(false);
  });
});
