/** Our client talks to the official reference server, and to servers on the official packages. */

import type * as v2024_11_05 from '@mcp-gen/protocol/2024-11-05';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GENERATED } from '../support/generated.js';
import { Mailbox } from '../support/mailbox.js';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { connectOurs, connectOursOverHttp, type OurClient } from '../support/ourClient.js';
import { isRunning, OFFICIAL_EVERYTHING, SDK_V1, SDK_V2 } from '../support/programs.js';
import { SESSION_IDS } from '../support/schemas.js';
import { containing, EXCHANGES, saying, TEXT } from './exchanges.js';

type Protocol = (typeof GENERATED)[(typeof SESSION_IDS)[number]];
type Stub = InstanceType<Protocol['ClientStub']>;

const PROTOCOLS: readonly Protocol[] = SESSION_IDS.map((id) => GENERATED[id]);

/** Ways to the reference server: each gives what ends it, and tells whether it is still there. */
const WAYS = {
  stdio: async (options: Parameters<typeof connectOurs>[1]) => {
    const client = await connectOurs([OFFICIAL_EVERYTHING, 'stdio'], options);
    return { client, isLeft: () => isRunning(client.pid), stop: () => Promise.resolve() };
  },
  HTTP: (options: Parameters<typeof connectOurs>[1]) => startOverHttp('streamableHttp', '/mcp', options),
  'HTTP with SSE': (options: Parameters<typeof connectOurs>[1]) => startOverHttp('sse', '/sse', options),
};

async function startOverHttp(transport: string, path: string, options: Parameters<typeof connectOurs>[1]) {
  const port = await freePort();
  const listening = (line: string): boolean => line.includes(`on port ${port}`);
  const { stop } = await startHttpProgram([OFFICIAL_EVERYTHING, transport], listening, { PORT: String(port) });
  const client = await connectOursOverHttp(`http://127.0.0.1:${port}${path}`, options);
  // The server serves others, too.
  return { client, isLeft: undefined, stop };
}

const CASES = PROTOCOLS.flatMap((protocol) =>
  Object.entries(WAYS).map(([way, open]) => ({ ...protocol, id: protocol.revision.id, way, open })),
);

describe.each(CASES)('the reference server, in revision $id over $way', ({ revision, ClientStub, open }) => {
  let client: OurClient;
  let isLeft: (() => boolean) | undefined;
  let stop: () => Promise<void>;
  let server: Stub;
  const log = new Mailbox<object>();
  const updated = new Mailbox<object>();

  beforeAll(async () => {
    ({ client, isLeft, stop } = await open({
      revisions: [revision],
      capabilities: { roots: { listChanged: true } },
      handlers: {
        listRoots: () => ({ roots: [{ uri: 'file:///project', name: 'project' }] }),
        createMessage: ({ messages }: v2024_11_05.CreateMessageRequestParams): v2024_11_05.CreateMessageResult => {
          const text = messages.map(({ content }) => (content.type === 'text' ? content.text : '')).join();
          return { role: 'assistant', model: 'oracle', content: { type: 'text', text: `Because of: ${text}` } };
        },
        loggingMessage: log.put,
        resourceUpdated: updated.put,
      },
    }));
    server = new ClientStub(client.session);
  });
  afterAll(async () => {
    const wasLeft = isLeft?.();
    await client.session.close();
    const remains = isLeft?.();
    await stop();
    if (isLeft !== undefined) expect({ wasLeft, remains }).toEqual({ wasLeft: true, remains: false });
    await expect(server.ping()).rejects.toMatchObject({ name: 'ConnectionClosedError', reason: 'closed' });
    expect(client.errors.empty()).toEqual([]);
  });

  test('the revision is negotiated, and the server introduces itself', () => {
    expect(client.session).toMatchObject({
      revision: revision.id,
      peer: { name: 'mcp-servers/everything', capabilities: { resources: { subscribe: true }, logging: {} } },
      instructions: containing('Everything'),
    });
  });

  test.each(EXCHANGES)('$title', async ({ ask, answer }) => {
    expect(await ask(server)).toMatchObject(answer);
  });

  test('a long-running tool reports progress', async () => {
    const reports: unknown[] = [];
    const call = { name: 'trigger-long-running-operation', arguments: { duration: 0.3, steps: 3 } };
    const result = await server.callTool(call, { onProgress: (report) => reports.push(report) });
    expect(result).toMatchObject(saying('Long running operation completed'));
    expect(reports).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
  });

  test('a cancelled call ends at once, and the conversation goes on', async () => {
    const call = { name: 'trigger-long-running-operation', arguments: { duration: 60, steps: 600 } };
    const controller = new AbortController();
    const onProgress = (): void => {
      controller.abort(new Error('Enough'));
    };
    await expect(server.callTool(call, { onProgress, signal: controller.signal })).rejects.toThrow('Enough');
    expect(await server.ping()).toEqual({});
  });

  test('a subscriber is notified of updates, and a listener reads the log', async () => {
    await server.setLevel({ level: 'debug' });
    await server.subscribe({ uri: TEXT });
    expect(await log.take((entry) => JSON.stringify(entry).includes(TEXT))).toMatchObject({ level: 'info' });
    const toggle = { name: 'toggle-subscriber-updates' };
    await server.callTool(toggle);
    expect(await updated.take()).toMatchObject({ uri: TEXT });
    await server.callTool(toggle);
    await server.unsubscribe({ uri: TEXT });
  });

  test('what the server refuses rejects with its error', async () => {
    await expect(server.readResource({ uri: 'demo://nothing' })).rejects.toMatchObject({ code: -32602 });
    await expect(server.getPrompt({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });
  });
});

describe.each([
  { title: 'a server on version 1', program: [SDK_V1, 'zod'] },
  { title: 'a server on version 2', program: [SDK_V2] },
])('$title of the official package', ({ program }) => {
  test.each(PROTOCOLS)('in revision $revision.id', async ({ revision, ClientStub }) => {
    const { session, errors, pid } = await connectOurs(program, { revisions: [revision] });
    try {
      const server = new ClientStub(session);
      expect(session.revision).toBe(revision.id);
      expect((await server.listTools()).tools).toMatchObject([{ name: 'echo', description: 'Says it again' }]);
      const { content } = await server.callTool({ name: 'echo', arguments: { text: 'hello' } });
      expect(content).toEqual([{ type: 'text', text: 'hello' }]);
      expect(await server.callTool({ name: 'echo', arguments: { text: 7 } })).toMatchObject({ isError: true });
      expect(errors.empty()).toEqual([]);
    } finally {
      await session.close();
    }
    expect(isRunning(pid)).toBe(false);
  });
});
