/** Bridges between programs of others: a server from npm, and the clients of the official SDKs. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connect, type Client } from '@mcp-gen/sdk/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { Client as OfficialV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as V1Stdio } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as V1Http } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connectOfficialV2, type OfficialV2Options } from '../support/clients/officialV2.js';
import { connectStatelessOfficialV2 } from '../support/clients/officialV2Stateless.js';
import type { TestClient } from '../support/clients/client.js';
import { startHttpProgram } from '../support/httpProgram.js';
import { testUnless } from '../support/omissions.js';
import { OFFICIAL_EVERYTHING, officialServer } from '../support/programs.js';
import { missingPython, PYTHON } from '../support/python.js';
import { runProgram } from '../support/runCli.js';
import { ROOT } from '../support/schemas.js';
import { temporaryFolder } from '../support/temporaryFolder.js';

const BRIDGE = fileURLToPath(new URL('../../bridge/dist/bin.js', import.meta.url));
const GREETER = fileURLToPath(new URL('../fixtures/greeter.mjs', import.meta.url));
const PYTHON_CLIENT = fileURLToPath(new URL('../fixtures/pythonClient.py', import.meta.url));
const SERVER = [process.execPath, OFFICIAL_EVERYTHING, 'stdio'];

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

test('a client without sessions uses servers from npm that remember, think, and read files', async () => {
  const folder = await temporaryFolder({ 'a.txt': 'read me' });
  const open = async (name: Parameters<typeof officialServer>[0], ...args: readonly string[]): Promise<Client> => {
    const env = ['--env', `MEMORY_FILE_PATH=${join(folder, 'memory.jsonl')}`];
    const server = ['--', process.execPath, officialServer(name), ...args];
    const client = await connect([process.execPath, BRIDGE, ...env, ...server], {
      revisions: ['2026-07-28'],
      stderr: 'ignore',
    });
    onTestFinished(() => client.close());
    return client;
  };
  const files = await open('filesystem', folder);
  expect((await files.callTool('read_text_file', { path: join(folder, 'a.txt') })).text).toContain('read me');
  const outside = await files.callTool('read_text_file', { path: join(folder, '../b.txt') });
  expect(outside).toMatchObject({ isError: true, text: expect.stringContaining('Access denied') as string });
  const memory = await open('memory');
  const entities = [{ name: 'Ada', entityType: 'person', observations: ['likes tea'] }];
  expect((await memory.callTool('create_entities', { entities })).structuredContent).toMatchObject({ entities });
  expect((await memory.callTool('read_graph')).structuredContent).toMatchObject({ entities, relations: [] });
  const thinking = await open('sequential-thinking');
  const thought = { thought: 'first', nextThoughtNeeded: true, thoughtNumber: 1, totalThoughts: 2 };
  expect((await thinking.callTool('sequentialthinking', thought)).text).toContain('"thoughtNumber": 1');
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

describe('clients of other official SDKs at a server on version 1', () => {
  let url: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const started = await startHttpProgram([BRIDGE, '--http', '0', '--', ...SERVER], (line) =>
      line.startsWith('Listening at '),
    );
    url = started.ready.slice('Listening at '.length);
    ({ stop } = started);
  });
  afterAll(() => stop());

  type Connect = (address: { over: 'HTTP'; url: string }, options: OfficialV2Options) => Promise<TestClient>;
  test.each<[string, string, Connect]>([
    ['without sessions', '2026-07-28', connectStatelessOfficialV2],
    [
      'that finds out what there is',
      '2026-07-28',
      (address, given) => connectOfficialV2(address, { ...given, probes: true }),
    ],
    ['with a session', '2025-11-25', connectOfficialV2],
  ])('a client of version 2 %s lists, calls, and is asked', async (_, revision, connect) => {
    const client = await connect(
      { over: 'HTTP', url },
      {
        answers: {
          'sampling/createMessage': () => ({ role: 'assistant', model: 'm', content: { type: 'text', text: 'Roses' } }),
          'elicitation/create': () => ({ action: 'decline' }),
          'roots/list': () => ({ roots: [] }),
        },
      },
    );
    expect(client.revision).toBe(revision);
    const { tools } = await client.listTools();
    expect(tools).toContainEqual(expect.objectContaining({ name: 'echo' }));
    const echoed = await client.callTool({ name: 'echo', arguments: { message: 'hello' } });
    expect(echoed).toMatchObject({ content: [{ text: 'Echo: hello' }] });
    const sampled = await client.callTool({ name: 'trigger-sampling-request', arguments: { prompt: 'A poem' } });
    expect(JSON.stringify(sampled)).toContain('Roses');
  });

  testUnless(missingPython('mcp'), 'the client for Python, in each of its modes', async () => {
    const { code, stdout, stderr } = await runProgram(ROOT, PYTHON, [PYTHON_CLIENT, url]);
    expect(code, stderr).toBe(0);
    const used = { echoed: 'Echo: hello', sampled: expect.stringContaining('Roses') as string, progress: [1, 2] };
    expect(JSON.parse(stdout)).toMatchObject(
      ['2025-11-25', '2026-07-28', '2026-07-28'].map((revision) => ({ ...used, revision })),
    );
  });
});
