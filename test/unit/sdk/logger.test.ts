/** What a client, a host and a server write to the application's logger. */

import { inspect } from 'node:util';
import { memoryPair, serve } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { connect, type LoggerLike } from '@mcp-gen/sdk/client';
import { testClient } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { writeLog } from '../../../sdk/src/logger.js';
import { GENERATED } from '../../support/generated.js';
import { Mailbox } from '../../support/mailbox.js';
import { makeHost, stoppable } from './hostSupport.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

function keeping() {
  const lines = new Mailbox<string>();
  const write = (level: string) => (message: unknown) => lines.put(`${level} ${String(message)}`);
  const logger: LoggerLike = { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
  return { logger, lines };
}

/** Keeps what is written to stderr, which nobody sees. */
function silenced() {
  const stderr = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => stderr.mockRestore());
  return stderr;
}

function echo(): Server {
  const server = new Server({ name: 'echo', version: '1.2.0' }, { onError: () => {} });
  server.tool('echo', {}, () => 'here');
  return server;
}

test('what is logged has nothing in it that a terminal would obey', () => {
  const logged: unknown[] = [];
  const keep = (message: unknown) => logged.push(message);
  const logger: LoggerLike = { debug: keep, info: keep, warn: keep, error: keep };
  const error = new TypeError('Bad\u001b[2J\u202e\u200b');
  writeLog(logger, 'info', 'one\u001b[2J\n\u200btwo');
  writeLog(logger, 'error', error);
  const fine = new Error('fine');
  writeLog(logger, 'error', fine);
  expect(logged[0]).toBe('one two');
  expect(logged[1]).toBeInstanceOf(TypeError);
  expect(logged[1]).toMatchObject({ name: 'TypeError', message: 'Bad' });
  expect(inspect(logged[1])).toMatch(/^TypeError: Bad\n {4}at /);
  expect(logged[2]).toBe(fine);
  expect(error.message).toContain('\u001b');
});

describe('a client', () => {
  test('logs that it is connected, and that the connection is closed', async () => {
    const { logger, lines } = keeping();
    const client = await connect(stoppable(echo()).connect(), { logger });
    expect(await lines.take()).toBe('info Connected to echo 1.2.0, revision 2026-07-28');
    await client.close();
    expect(await lines.take()).toBe('info Connection to echo closed: The connection was closed');
  });

  test('logs that the connection is lost and restored', async () => {
    const { logger, lines } = keeping();
    const { connect: target, stop } = stoppable(echo());
    const lost = new Mailbox<unknown>();
    const client = await connectUntilEnd(target, { logger, reconnect: { delay: 1, onLost: lost.put } });
    await lines.take();
    await stop({ down: false });
    await client.ping();
    expect(await lines.take()).toMatch(/^warn Connection lost: /);
    expect(await lines.take()).toBe('info Connection restored');
    await lost.take();
  });

  test('logs what nobody else receives, instead of writing it to stderr', async () => {
    const { logger, lines } = keeping();
    const stderr = silenced();
    const [near, far] = memoryPair();
    const { revision } = GENERATED['2025-11-25'];
    const serverInfo = { name: 'bad', version: '1' };
    const onSession = ({ notify }: { notify: (method: string, params: object) => Promise<void> }): void => {
      void notify('notifications/message', { level: 'info', data: 'hello' });
    };
    serve({}, { transport: far, serverInfo, revisions: [revision], capabilities: { logging: {} }, onSession });
    const onLog = (): never => {
      throw new Error('Broken listener');
    };
    await connectUntilEnd(near, { logger, onLog });
    expect([await lines.take(), await lines.take()].toSorted()).toEqual([
      'error Error: Broken listener',
      'info Connected to bad 1, revision 2025-11-25',
    ]);
    expect(stderr).not.toHaveBeenCalled();
  });

  test('shows a name of the server on one line', async () => {
    const { logger, lines } = keeping();
    const server = new Server({ name: 'a\nConnected to b', version: '1' }, { onError: () => {} });
    await connectUntilEnd(stoppable(server).connect(), { logger });
    expect(await lines.take()).not.toContain('\n');
  });

  test('goes on if the logger fails', async () => {
    const stderr = silenced();
    const { logger } = keeping();
    const info = (): never => {
      throw new Error('Disk full');
    };
    const client = await connectUntilEnd(stoppable(echo()).connect(), { logger: { ...logger, info } });
    expect((await client.callTool('echo')).text).toBe('here');
    expect(String(stderr.mock.calls[0]?.[0])).toContain('The logger failed: Error: Disk full');
  });
});

test('what a server says is logged on one line', async () => {
  const { logger, lines } = keeping();
  const refusing = (): never => {
    throw new Error('No\n\u001b[31mServer two is running');
  };
  const { host } = makeHost({ servers: { one: refusing }, reconnect: false, logger });
  await host.start();
  expect(lines.empty()).toEqual([
    'info Server one is starting',
    'error Server one is failed: No Server two is running',
  ]);
});

test('a logger that fails later does not end the process', async () => {
  const stderr = silenced();
  const { logger } = keeping();
  const info = (): Promise<never> => Promise.reject(new Error('Disk full'));
  await connectUntilEnd(stoppable(echo()).connect(), { logger: { ...logger, info } });
  await expect.poll(() => String(stderr.mock.calls[0]?.[0])).toContain('The logger failed: Error: Disk full');
});

test('a host logs how its servers are, its calls, and errors with their servers', async () => {
  const { logger, lines } = keeping();
  const broken = echo();
  broken.use((request, next) => {
    if (request.method === 'prompts/list') throw new Error('Broken');
    return next(request);
  });
  broken.prompt('ask', {}, () => 'x');
  const { host } = makeHost({ servers: { one: stoppable(broken).connect }, logger, onError: undefined });
  await host.start();
  await host.callTool('one__echo');
  await host.prompts();
  await host.stop('one');
  expect(lines.empty().map((line) => line.replace(/\d+ ms/, '1 ms'))).toEqual([
    'info Server one is starting',
    'info Server one is running: echo 1.2.0, revision 2026-07-28',
    'debug Called one__echo: ok, 1 ms',
    'error Error: one: Internal error',
    'info Server one is stopped',
  ]);
});

test('an error that the logger cannot take is written to stderr', async () => {
  const stderr = silenced();
  const { logger } = keeping();
  const error = (): never => {
    throw new Error('Disk full');
  };
  const server = new Server({ name: 'echo', version: '1.2.0' }, { logger: { ...logger, error } });
  server.tool('broken', {}, () => {
    throw new Error('No such table');
  });
  await using client = await testClient(server);
  await client.callTool('broken');
  const written = stderr.mock.calls.map(([line]) => String(line)).join('');
  expect(written).toContain('The logger failed: Error: Disk full');
  expect(written).toContain('No such table');
});

test('a server logs the errors that no client is told of', async () => {
  const { logger, lines } = keeping();
  const server = new Server({ name: 'echo', version: '1.2.0' }, { logger });
  server.tool('broken', {}, () => {
    throw new Error('No such table');
  });
  await using client = await testClient(server);
  expect((await client.callTool('broken')).isError).toBe(true);
  expect(await lines.take()).toContain('No such table');
});

test.each([[{ log: () => {} }], [console.log], ['console'], [null]])('%j is not a logger', async (logger) => {
  const [near] = memoryPair();
  await expect(connect(near, { logger: logger as never })).rejects.toThrow(
    'Invalid option "logger" for connect: expected an object with the method',
  );
});
