/** Servers whose program ends at a first message that is not `initialize`, as some older ones do, are started again and initialized. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { revision as newestWithSessions } from '@mcp-gen/protocol/2025-11-25';
import { revision as newest } from '@mcp-gen/protocol/2026-07-28';
import {
  ConnectionClosedError,
  connectSession,
  memoryPair,
  type ConnectOptions,
  type Receiver,
  type Session,
  type Transport,
} from '@mcp-gen/runtime';
import { StdioClientTransport } from '@mcp-gen/runtime/stdio';
import { bridge } from '@mcp-gen/sdk/bridge';
import { connect } from '@mcp-gen/sdk/client';
import { Host } from '@mcp-gen/sdk/host';
import { expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { temporaryFolder } from '../../support/temporaryFolder.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';

interface OldServer {
  readonly command: string;
  readonly args: readonly string[];
  readonly line: readonly string[];
  /** The first message of each start. */
  firstMessages(): Promise<readonly string[]>;
}

/** @param then code that runs for each message after the first one, with its `method` */
async function oldServer(then = ''): Promise<OldServer> {
  const log = join(await temporaryFolder(), 'log.txt');
  const script = `
    const answers = {
      initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'old', version: '1' } },
      'tools/list': { tools: [{ name: 'dig', inputSchema: { type: 'object' } }] },
    };
    let isFirst = true;
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (isFirst) require('node:fs').appendFileSync(${JSON.stringify(log)}, method + '\\n');
      if (isFirst && method !== 'initialize') {
        console.error('expected initialize');
        process.exit(1);
      }
      if (!isFirst) { ${then} }
      isFirst = false;
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: answers[method] ?? {} }));
    });`;
  const args = ['-e', script];
  return {
    command: process.execPath,
    args,
    line: [process.execPath, ...args],
    firstMessages: async () => (await readFile(log, 'utf8')).trim().split('\n'),
  };
}

const names = (tools: readonly { readonly name: string }[]): readonly string[] => tools.map(({ name }) => name);

test('by connect', async () => {
  covers('stdio-probe', 'stdio-fallback-codes');
  const server = await oldServer();
  const errors: unknown[] = [];
  const client = await connectUntilEnd(server.line, { stderr: 'ignore', onError: (error) => void errors.push(error) });
  expect(client.revision).toBe('2025-06-18');
  expect(names(await client.tools().all())).toEqual(['dig']);
  expect(await server.firstMessages()).toEqual(['server/discover', 'initialize']);
  expect(errors).toEqual([]);
});

test('by a client that reconnects, which remembers it', async () => {
  const server = await oldServer(`if (method === 'ping') process.exit(1);`);
  const client = await connectUntilEnd(server.line, { stderr: 'ignore', reconnect: { delay: 1 }, onError: () => {} });
  await expect(client.ping()).rejects.toMatchObject({ reason: 'process-exit' });
  expect(names(await client.tools().all())).toEqual(['dig']);
  expect(await server.firstMessages()).toEqual(['server/discover', 'initialize', 'initialize']);
});

test('by a host', async () => {
  const { command, args, firstMessages } = await oldServer();
  const host = untilEnd(new Host({ servers: { old: { command, args: [...args] } }, onError: () => {} }));
  await host.start();
  expect(names(await host.tools())).toEqual([expect.stringContaining('dig')]);
  expect(await firstMessages()).toEqual(['server/discover', 'initialize']);
});

test('by a bridge, once for all clients', async () => {
  const server = await oldServer();
  const service = untilEnd(bridge(server.line, { stderr: 'ignore', onError: () => {} }));
  for (const revisions of [['2026-07-28'], ['2026-07-28'], ['2025-11-25']] as const) {
    const [near, far] = memoryPair();
    service.serve({ transport: far });
    const client = await connect(near, { revisions });
    expect(names(await client.tools().all())).toEqual(['dig']);
    await client.close();
  }
  expect(await server.firstMessages()).toEqual(['server/discover', 'initialize', 'initialize', 'initialize']);
});

test('a server that ends in any case is started twice, and its last words are in the error', async () => {
  const log = join(await temporaryFolder(), 'log.txt');
  const script = `require('node:fs').appendFileSync(${JSON.stringify(log)}, 'x'); console.error('no key'); process.exit(2)`;
  await expect(connect([process.execPath, '-e', script], { stderr: 'ignore' })).rejects.toThrow('exited with code 2');
  expect(await readFile(log, 'utf8')).toBe('xx');
});

test.each<[string, Partial<ConnectOptions>]>([
  ['can be started once', {}],
  ['has no sessions in common', { revisions: [newest], restart: () => expect.unreachable() }],
])('the end of a program that %s is an error', async (_, options) => {
  const { command, args, firstMessages } = await oldServer();
  const connecting: Promise<Session> = connectSession(new StdioClientTransport({ command, args, stderr: 'ignore' }), {
    clientInfo: { name: 'x', version: '1' },
    revisions: [newest, newestWithSessions],
    ...options,
  });
  await expect(connecting).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: 'process-exit' });
  expect(await firstMessages()).toEqual(['server/discover']);
});

test('the program is started again when the first one has ended', async () => {
  let hasEnded = false;
  let receiver!: Receiver;
  const transport: Transport = {
    start: (given) => void (receiver = given),
    send: () => receiver.closed(new ConnectionClosedError('process-exit', 'The program has exited')),
    async close() {
      await new Promise((resolve) => setImmediate(resolve));
      hasEnded = true;
    },
  };
  const stop = new Error('Started');
  const connecting = connectSession(transport, {
    clientInfo: { name: 'x', version: '1' },
    revisions: [newest, newestWithSessions],
    restart() {
      expect(hasEnded).toBe(true);
      throw stop;
    },
  });
  await expect(connecting).rejects.toBe(stop);
});
