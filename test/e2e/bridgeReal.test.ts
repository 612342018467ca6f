/** Bridges between programs of others: a server from npm, and the clients of the official SDKs. */

import { fileURLToPath } from 'node:url';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { expect, onTestFinished, test } from 'vitest';
import { Client as OfficialV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { startHttpProgram } from '../support/httpProgram.js';

const BRIDGE = fileURLToPath(new URL('../../sdk/dist/bridge/bin.js', import.meta.url));
const EVERYTHING = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);
const GREETER = fileURLToPath(new URL('../fixtures/greeter.mjs', import.meta.url));
const SERVER = [process.execPath, EVERYTHING, 'stdio'];

async function overHttp(args: readonly string[]): Promise<string> {
  const { ready, stop } = await startHttpProgram(args, (line) => line.startsWith('Listening at '));
  onTestFinished(stop);
  return ready.slice('Listening at '.length);
}

async function useEverything(client: Client): Promise<void> {
  onTestFinished(() => client.close());
  expect(client.server.name).toBe('mcp-servers/everything');
  const tools = await client.tools().all();
  expect(tools.map(({ name }) => name)).toContain('echo');
  expect((await client.callTool('echo', { message: 'hello' })).text).toBe('Echo: hello');
  const reports: number[] = [];
  await client.callTool(
    'trigger-long-running-operation',
    { duration: 0.1, steps: 2 },
    {
      onProgress: ({ progress }) => reports.push(progress),
    },
  );
  expect(reports).toEqual([1, 2]);
  expect((await client.resources().all()).length).toBeGreaterThan(0);
  expect((await client.prompts().all()).length).toBeGreaterThan(0);
}

test('a client without sessions uses a server from npm over stdio', async () => {
  await useEverything(
    await connect([process.execPath, BRIDGE, '--', ...SERVER], { revisions: ['2026-07-28'], stderr: 'ignore' }),
  );
});

test('a client without sessions uses a server from npm over HTTP', async () => {
  await useEverything(
    await connect(await overHttp([BRIDGE, '--http', '0', '--', ...SERVER]), { revisions: ['2026-07-28'] }),
  );
});

test.each(['2025-06-18', '2026-07-28'] as const)(
  'a bridge with HTTP on both sides, in front of a server of %s',
  async (revision) => {
    const server = await overHttp([GREETER, revision, 'http']);
    const client = await connect(await overHttp([BRIDGE, '--http', '0', server]), {
      revisions: [revision === '2025-06-18' ? '2026-07-28' : '2025-06-18'],
      elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) },
    });
    onTestFinished(() => client.close());
    expect((await client.callTool('greet')).text).toBe('Hello Ada');
  },
);

test('a client of the official SDK uses a server without sessions', async () => {
  const client = new OfficialV1({ name: 'official', version: '1.0.0' });
  const args = [BRIDGE, '--', process.execPath, GREETER, '2026-07-28'];
  await client.connect(new V1Stdio({ command: process.execPath, args, stderr: 'ignore' }));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toContain('pid');
  expect(await client.callTool({ name: 'pid' })).toMatchObject({ content: [{ type: 'text' }] });
});

test('a client of the official SDK uses a server without sessions, over HTTP on both sides', async () => {
  const server = await overHttp([GREETER, '2026-07-28', 'http']);
  const client = new OfficialV1({ name: 'official', version: '1.0.0' });
  await client.connect(new V1Http(new URL(await overHttp([BRIDGE, '--http', '0', server]))));
  onTestFinished(() => client.close());
  expect(await client.callTool({ name: 'pid' })).toMatchObject({ content: [{ type: 'text' }] });
});
