/** Either side dies, or the connection between them does: waiting callers learn what happened, and nothing is left behind. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { connectSession, type Session, type Transport } from '@mcp-gen/runtime';
import type { HandlerContext, SessionHandle } from '@mcp-gen/runtime/codegen/v1';
import { HttpClientTransport } from '@mcp-gen/runtime/http/client';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startProxy } from '../support/cuttingProxy.js';
import { GENERATED } from '../support/generated.js';
import { startHttpProgram } from '../support/httpProgram.js';
import { Mailbox } from '../support/mailbox.js';
import { EVERYTHING, isRunning } from '../support/programs.js';
import { NEWEST, startService } from '../unit/runtime/httpSupport.js';

const OLDEST = '2024-11-05';

const clientInfo = { name: 'client', version: '1.0.0' };

interface Connected {
  readonly session: Session;
  /** What the server has logged. */
  readonly logged: Mailbox<object>;
  readonly errors: Mailbox<unknown>;
}

async function connectTo(transport: Transport, revision: keyof typeof GENERATED = NEWEST): Promise<Connected> {
  const logged = new Mailbox<object>();
  const errors = new Mailbox<unknown>();
  const session = await connectSession(transport, {
    clientInfo,
    revisions: [GENERATED[revision].revision],
    handlers: { loggingMessage: logged.put },
    onError: errors.put,
  });
  onTestFinished(() => session.close());
  return { session, logged, errors };
}

const wait = ({ session }: Pick<Connected, 'session'>): Promise<unknown> =>
  session.request('tools/call', { name: 'wait', arguments: {} });

const KINDS = new Set(['PipeWrap', 'ProcessWrap', 'TCPServerWrap', 'TCPSocketWrap', 'Timeout']);

/** What keeps this process running. */
const held = (): string[] =>
  process
    .getActiveResourcesInfo()
    .filter((kind) => KINDS.has(kind))
    .sort();

/** What keeps this process running now, and did not before. What tests before this one have left may go meanwhile. */
function heldSince(before: readonly string[]): string[] {
  const left = [...before];
  return held().filter((kind) => {
    const at = left.indexOf(kind);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}

interface Started {
  readonly transport: Transport;
  kill(): void;
}

async function startOverHttp(path: string): Promise<Started> {
  const { ready, stop } = await startHttpProgram([EVERYTHING, '--http'], (line) => line.startsWith('http:'));
  onTestFinished(stop);
  const url = ready.replace('/mcp', path);
  const transport = new HttpClientTransport({ url, retry: { retryDelay: 1, retryLimit: 1 }, onError: () => undefined });
  return { transport, kill: () => void stop() };
}

describe('a server that is killed in mid-call', () => {
  test.each([
    {
      over: 'stdio',
      revision: NEWEST,
      start: () => {
        const transport = new StdioClientTransport({ command: process.execPath, args: [EVERYTHING] });
        return { transport, kill: () => process.kill(transport.pid ?? 0, 'SIGKILL') };
      },
      told: { reason: 'process-exit', message: 'The server was terminated by SIGKILL' },
    },
    {
      over: 'Streamable HTTP',
      revision: NEWEST,
      start: () => startOverHttp('/mcp'),
      told: {
        reason: 'transport-error',
        message: expect.stringMatching(
          /^The request to http:\S+ received no response: (connect ECONNREFUSED|read ECONNRESET|socket hang up)/,
        ) as unknown,
      },
    },
    {
      over: 'HTTP with SSE',
      revision: OLDEST,
      start: () => startOverHttp('/sse'),
      told: {
        reason: 'transport-error',
        message: expect.stringMatching(/^The stream broke: the response ended before it was complete/) as unknown,
      },
    },
  ] as const)('over $over: its callers are told, and nothing is left behind', async ({ start, revision, told }) => {
    const before = held();
    const { transport, kill } = await start();
    const client = await connectTo(transport, revision);
    const error = { name: 'ConnectionClosedError', ...told };
    const refused = [wait(client), wait(client)].map((call) => expect(call).rejects.toMatchObject(error));
    await client.logged.take();
    await client.logged.take();
    kill();
    await Promise.all(refused);
    await expect(wait(client)).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: told.reason });
    await client.session.close();
    await expect.poll(() => heldSince(before)).toEqual([]);
  });

  test('while it writes: half a message is not an answer', async () => {
    const program = `
      process.stdin.once('data', (line) => {
        const { id, params: { protocolVersion } } = JSON.parse(line);
        const result = { protocolVersion, capabilities: {}, serverInfo: { name: 'short', version: '1.0.0' } };
        process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
        process.stdin.on('data', (lines) => {
          const ping = String(lines).split('\\n').find((line) => line.includes('ping'));
          const half = '{"jsonrpc":"2.0","id":' + JSON.parse(ping ?? '{}').id + ',"result":{';
          if (ping) process.stdout.write(half, () => process.kill(process.pid, 'SIGKILL'));
        });
      });`;
    const transport = new StdioClientTransport({ command: process.execPath, args: ['--eval', program] });
    const { session, errors } = await connectTo(transport);
    await expect(session.request('ping')).rejects.toMatchObject({ reason: 'process-exit' });
    expect(await errors.take()).toMatchObject({ message: 'Parse error: a line is not JSON' });
  });
});

describe('a client that is killed in mid-call', () => {
  interface StartedClient {
    /** What it said when its call was under way. */
    readonly said: string;
    /** What it and its server have written to stderr, when both are gone. */
    readonly stderr: Promise<string>;
    kill(): Promise<void>;
  }

  /** Starts a client in a process of its own, with a call that waits. */
  async function startClient(...args: readonly string[]): Promise<StartedClient> {
    const program = fileURLToPath(new URL('programs/waiting.mjs', import.meta.url));
    const client = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    const stderr = text(client.stderr);
    const exited = once(client, 'exit');
    const kill = async (): Promise<void> => {
      client.kill('SIGKILL');
      await exited;
    };
    onTestFinished(kill);
    const [said] = (await once(createInterface(client.stdout), 'line')) as [string];
    return { said, stderr, kill };
  }

  test('over stdio: the server ends, and does not crash', async () => {
    const { said, stderr, kill } = await startClient('stdio', EVERYTHING);
    expect(isRunning(Number(said))).toBe(true);
    await kill();
    // Which ends when nobody is left who could write to it.
    expect(await stderr).toBe('');
  });

  test('over HTTP with SSE: its handlers are stopped, and its session is closed', async () => {
    const service = await startService();
    const { kill } = await startClient('http', service.url.replace('/mcp', '/sse'), OLDEST);
    const { context } = await service.waiting.take();
    await kill();
    await expect.poll(() => service.handler.sessionCount).toBe(0);
    expect(context.signal.reason).toMatchObject({ message: 'The client closed the stream' });
  });

  test('over Streamable HTTP: its session is closed when nothing has been heard for long', async () => {
    const service = await startService({ timeouts: { sessionTimeout: 100 }, streams: { streamAfter: 1 } });
    const { kill } = await startClient('http', service.url, NEWEST);
    const { context } = await service.waiting.take();
    // As long as it listens it may take its time.
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(service.handler.sessionCount).toBe(1);
    await kill();
    await expect.poll(() => service.handler.sessionCount).toBe(0);
    expect(context.signal.aborted).toBe(true);
  });
});

describe('a connection that breaks again and again, in the middle of messages', () => {
  const COUNT = 200;

  /** The first connections have room for what opens a session; every other one ends somewhere else. */
  const limit = (connection: number): number => (connection < 3 ? 3_000 : 1_000 + ((connection * 37) % 500));

  test.each([
    { on: 'the stream of a request', notifierOf: (context: HandlerContext) => context },
    {
      on: 'the stream of what belongs to no request',
      notifierOf: ({ session }: HandlerContext) => session as SessionHandle,
    },
  ])('loses and doubles nothing on $on', async ({ notifierOf }) => {
    const service = await startService({ streams: { streamAfter: 1, retryDelay: 1 } });
    const proxy = await startProxy(service.url, limit);
    const { session, logged, errors } = await connectTo(
      new HttpClientTransport({ url: proxy.url, retry: { retryDelay: 1 } }),
    );
    const call = wait({ session });
    const { context, answer } = await service.waiting.take();
    for (let data = 0; data < COUNT; data++) {
      await notifierOf(context).notify('notifications/message', { level: 'info', data });
      if (data % 10 === 0) await new Promise((resolve) => setTimeout(resolve, 2));
    }
    const heard: unknown[] = [];
    while (heard.length < COUNT) heard.push(((await logged.take()) as { data: unknown }).data);
    answer('done');
    expect(await call).toMatchObject({ content: [{ text: 'done' }] });
    expect([...heard, ...logged.empty()]).toEqual(Array.from({ length: COUNT }, (_, at) => at));
    expect(errors.empty()).toEqual([]);
    expect(proxy.count()).toBeGreaterThan(20);
  });
});
