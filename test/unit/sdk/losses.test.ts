/** What is lost for the revision of a receiver: logged by default, the first of each kind, with the tool and the location. */

import { memoryPair, type Transport } from '@mcp-gen/runtime';
import { audio, Server } from '@mcp-gen/sdk';
import { bridge, type BridgeOptions } from '@mcp-gen/sdk/bridge';
import type { LoggerLike, Target } from '@mcp-gen/sdk/client';
import { tasks } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import { createMockServer, inProcess } from '@mcp-gen/sdk/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withEnd } from '../tasks/support.js';
import { openHost } from './hostSupport.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

/** A server with tools whose results revision 2024-11-05 cannot express. */
function radio(options: ConstructorParameters<typeof Server>[1] = {}): Server {
  const server = new Server({ name: 'radio', version: '1.0.0' }, options);
  const sound = audio(new Uint8Array([1, 2, 3]), 'audio/wav');
  server.tool('listen', {}, () => [sound, sound]);
  server.tool('again', {}, () => [sound]);
  server.tool('open', {}, () => [{ type: 'resource_link' as const, uri: 'note://one', name: 'one' }]);
  return server;
}

const AUDIO =
  'Lost in revision 2024-11-05: audio, sent as an embedded resource (tools/call of "listen", at "/content/0"). Logged once; the option onLoss receives every loss';
const LINK =
  'Lost in revision 2024-11-05: a resource link, sent as text (tools/call of "open", at "/content/0"). Logged once; the option onLoss receives every loss';

function keeping(): { readonly lines: string[]; readonly logger: LoggerLike } {
  const lines: string[] = [];
  const none = (): void => undefined;
  return { lines, logger: { debug: none, info: none, error: none, warn: (message) => lines.push(String(message)) } };
}

/** Returns the lines that are written to stderr. */
function stderr(): string[] {
  const lines: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  onTestFinished(() => write.mockRestore());
  return lines;
}

async function callAll(target: Target): Promise<void> {
  const client = await connectUntilEnd(target, { revisions: ['2024-11-05'] });
  for (const name of ['listen', 'again', 'open', 'listen']) await client.callTool(name);
}

test('a server logs the first loss of each kind, with the tool and the location', async () => {
  const { lines, logger } = keeping();
  const written = stderr();
  await callAll(inProcess(radio({ logger })));
  expect(lines).toEqual([AUDIO, LINK]);
  expect(written).toEqual([]);
});

test('without a logger it writes them to stderr', async () => {
  const written = stderr();
  await callAll(inProcess(radio()));
  expect(written).toEqual([`Warning: ${AUDIO}\n`, `Warning: ${LINK}\n`]);
});

test('a secret in the name of a tool is not logged', async () => {
  const { lines, logger } = keeping();
  const server = new Server({ name: 'radio', version: '1.0.0' }, { logger });
  const link = { type: 'resource_link' as const, uri: 'note://one', name: 'one' };
  server.tool('ghp_abcdefghijklmnopqrstuvwxyz0123456789', {}, () => [link]);
  const client = await connectUntilEnd(inProcess(server), { revisions: ['2024-11-05'] });
  await client.callTool('ghp_abcdefghijklmnopqrstuvwxyz0123456789');
  expect(lines).toEqual([LINK.replace('open', '[redacted]')]);
});

test('a listener receives every loss, and nothing is logged', async () => {
  const { lines, logger } = keeping();
  const lost: unknown[] = [];
  await callAll(inProcess(radio({ logger, onLoss: ({ pointer }, { target }) => lost.push([target, pointer]) })));
  expect(lost).toEqual([
    ['listen', '/content/0'],
    ['listen', '/content/1'],
    ['again', '/content/0'],
    ['open', '/content/0'],
    ['listen', '/content/0'],
    ['listen', '/content/1'],
  ]);
  expect(lines).toEqual([]);
});

test('a tool of a list is named', async () => {
  const { lines, logger } = keeping();
  const server = radio({ logger });
  server.tool('numbers', { output: { type: 'array' } }, () => [1]);
  const client = await connectUntilEnd(inProcess(server), { revisions: ['2025-06-18'] });
  await client.tools().all();
  expect(lines).toEqual([expect.stringContaining('(tools/list of "numbers", at "/tools/3/outputSchema")')]);
});

test.each(['a server', 'a bridge'])('%s names the tool whose result is that of a task', async (sender) => {
  const lost: unknown[] = [];
  const onLoss: BridgeOptions['onLoss'] = (_, { method, target }) => lost.push([method, target]);
  const server = withEnd(
    new Server({ name: 'sums', version: '1.0.0' }, { extensions: [tasks({ pollInterval: 1 })], onLoss }),
  );
  server.tool('numbers', { task: 'optional', output: { type: 'array' } }, () => [1]);
  const bridged = (): Transport => {
    const [near, transport] = memoryPair();
    bridge(inProcess(server), { revisions: ['2026-07-28'], onLoss }).serve({ transport });
    return near;
  };
  const target = sender === 'a bridge' ? bridged : inProcess(server);
  const client = await connectUntilEnd(target, { revisions: ['2025-11-25'], extensions: [clientTasks()] });
  const running = await client.extension(clientTasks)?.start('numbers');
  await running?.result();
  expect(lost).toContainEqual(['tools/call', 'numbers']);
  expect(lost).not.toContainEqual(['tools/call', undefined]);
});

test('a bridge writes them to stderr, and hands them to a listener', async () => {
  const written = stderr();
  const through = (options?: BridgeOptions) => () => {
    const [near, transport] = memoryPair();
    bridge(inProcess(radio()), { revisions: ['2026-07-28'], ...options }).serve({ transport });
    return near;
  };
  await callAll(through());
  expect(written).toEqual([`Warning: ${AUDIO}\n`, `Warning: ${LINK}\n`]);
  const onLoss = vi.fn();
  await callAll(through({ onLoss }));
  expect(onLoss).toHaveBeenCalledTimes(6);
  expect(written).toHaveLength(2);
});

test('a host names the server', async () => {
  const values = Array.from({ length: 101 }, (_, index) => `${index}`);
  const mock = createMockServer(
    { 'prompts/list': { prompts: [{ name: 'p' }] }, 'completion/complete': { completion: { values } } },
    { revision: '2025-11-25' },
  );
  const { lines, logger } = keeping();
  const { host } = await openHost({ servers: { one: mock.target }, logger });
  await host.complete({ prompt: 'one__p' }, 'a', '');
  expect(lines).toEqual([
    expect.stringMatching(/^one: Lost in revision 2025-11-25: suggestions beyond the first 100 /),
  ]);
});
