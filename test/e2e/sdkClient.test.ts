/** The client of the sdk with the official reference server, and with servers on the official packages. */

import { connect, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { freePort, startHttpProgram } from '../support/httpProgram.js';
import { Mailbox } from '../support/mailbox.js';
import { OFFICIAL_EVERYTHING, SDK_V1, SDK_V2 } from '../support/programs.js';
import { SESSION_IDS } from '../support/schemas.js';

const TEXT = 'demo://resource/dynamic/text/7';

/** Ways to the reference server: each gives a client, and what ends the server. */
const WAYS = {
  stdio: async (options: ClientOptions) => ({
    client: await connect([process.execPath, OFFICIAL_EVERYTHING, 'stdio'], { ...options, stderr: 'ignore' }),
    stop: () => Promise.resolve(),
  }),
  HTTP: (options: ClientOptions) => overHttp('streamableHttp', '/mcp', options),
  'HTTP with SSE': (options: ClientOptions) => overHttp('sse', '/sse', options),
};

async function overHttp(transport: string, path: string, options: ClientOptions) {
  const port = await freePort();
  const listening = (line: string): boolean => line.includes(`on port ${port}`);
  const { stop } = await startHttpProgram([OFFICIAL_EVERYTHING, transport], listening, { PORT: String(port) });
  return { client: await connect(`http://127.0.0.1:${port}${path}`, options), stop };
}

const CASES = SESSION_IDS.flatMap((revision) => Object.entries(WAYS).map(([way, open]) => ({ revision, way, open })));

describe.each(CASES)('the reference server, in revision $revision over $way', ({ revision, open }) => {
  let client: Client;
  let stop: () => Promise<void>;
  const errors = new Mailbox<unknown>();
  const log = new Mailbox<object>();

  beforeAll(async () => {
    ({ client, stop } = await open({
      revisions: [revision],
      onError: errors.put,
      onLog: log.put,
      roots: ['.'],
      sampling: {
        model: ({ messages }, { server }) => ({
          role: 'assistant',
          model: 'oracle',
          content: { type: 'text', text: `${messages.length} for ${server.name}` },
        }),
      },
      elicitation: { form: (_, { defaults }) => ({ action: 'accept', content: { ...defaults, name: 'Ada' } }) },
    }));
  });
  afterAll(async () => {
    await client.close();
    await stop();
    expect(errors.empty()).toEqual([]);
  });

  test('introduces itself', () => {
    expect(client.revision).toBe(revision);
    expect(client.server).toMatchObject({ name: 'mcp-servers/everything', capabilities: { tools: {} } });
    expect(client.instructions).toContain('Everything');
  });

  test('lists what it has, over all pages', async () => {
    const names: string[] = [];
    for await (const { name } of client.tools()) names.push(name);
    expect(names).toContain('echo');
    expect((await client.resources().all()).length).toBeGreaterThan(0);
    expect(await client.resourceTemplates().all()).toContainEqual(
      expect.objectContaining({ uriTemplate: 'demo://resource/dynamic/text/{resourceId}' }),
    );
    expect(await client.prompts().all()).toContainEqual(expect.objectContaining({ name: 'args-prompt' }));
  });

  test('runs tools, with results and with errors', async () => {
    expect(await client.callTool('echo', { message: 'Grüße 🌍' })).toMatchObject({
      isError: false,
      text: 'Echo: Grüße 🌍',
    });
    const failed = await client.callTool('get-sum', { a: 'one', b: 2 });
    expect(failed.isError).toBe(true);
    expect(failed.text).toContain('expected number');
  });

  test('returns structured content, where the revision has it', async () => {
    await client.tools().all();
    const { structuredContent } = await client.callTool('get-structured-content', { location: 'Chicago' });
    expect(structuredContent).toMatchObject({ conditions: expect.any(String) });
  });

  test('reads resources, fills in prompts, completes arguments', async () => {
    expect((await client.readResource(TEXT)).contents).toMatchObject([{ uri: TEXT, mimeType: 'text/plain' }]);
    const { messages } = await client.getPrompt('args-prompt', { city: 'Rome' });
    expect(JSON.stringify(messages)).toContain('Rome');
    const ref = { type: 'ref/prompt', name: 'completable-prompt' } as const;
    expect(await client.complete(ref, 'department', 'S')).toMatchObject({ values: ['Sales', 'Support'] });
    const known = { department: 'Sales' };
    expect((await client.complete(ref, 'name', 'D', known)).values).toEqual(['David']);
  });

  test('asks for a message of the model, and for the roots', async () => {
    const { text } = await client.callTool('trigger-sampling-request', { prompt: 'Why?' });
    expect(text).toContain('1 for mcp-servers/everything');
    expect((await client.callTool('get-roots-list')).text).toContain(process.cwd());
  });

  test('tells of progress', async () => {
    const reports: number[] = [];
    const call = { duration: 0.3, steps: 3 };
    const onProgress = ({ progress }: { readonly progress: number }): number => reports.push(progress);
    await client.callTool('trigger-long-running-operation', call, { onProgress });
    expect(reports).toEqual([1, 2, 3]);
  });

  test('tells of updates while they are followed', async () => {
    await client.setLogLevel('debug');
    const subscription = client.subscribe(TEXT);
    await subscription.ready;
    await client.callTool('toggle-subscriber-updates');
    for await (const update of subscription) {
      expect(update).toMatchObject({ uri: TEXT });
      break;
    }
    await client.callTool('toggle-subscriber-updates');
    expect(await log.take((entry) => JSON.stringify(entry).includes(TEXT))).toMatchObject({ level: 'info' });
  });

  test('refuses with its error', async () => {
    await expect(client.readResource('demo://nothing')).rejects.toMatchObject({ name: 'JsonRpcError', code: -32602 });
  });
});

test('the reference server has pages visited, and a form filled in with its defaults', async () => {
  const visited: string[] = [];
  const client = await connect([process.execPath, OFFICIAL_EVERYTHING, 'stdio'], {
    stderr: 'ignore',
    elicitation: {
      url: ({ host }) => {
        visited.push(host);
        return 'accept';
      },
      form: (_, { defaults, check }) => {
        expect(check(defaults).map(({ pointer }) => pointer)).toEqual(['/name']);
        return { action: 'accept', content: { name: 'Ada' } };
      },
    },
  });
  onTestFinished(() => client.close());
  expect((await client.callTool('trigger-elicitation-request')).text).toContain('"titledSingleSelectEnum": "hero-1"');
  const page = { url: 'https://example.org/pay', errorPath: true };
  const refused: unknown = await client.callTool('trigger-url-elicitation', page).catch((error: unknown) => error);
  // This server does not tell when a page has been dealt with.
  expect(await client.elicitRequiredUrls(refused, { done: Promise.resolve() })).toBe(true);
  expect((await client.callTool('trigger-url-elicitation', page)).text).toContain('User completed');
  expect(visited).toEqual(['modelcontextprotocol.io', 'example.org']);
});

describe.each([
  { title: 'version 1', program: [SDK_V1, 'zod'] },
  { title: 'version 2', program: [SDK_V2] },
])('a server on $title of the official package', ({ program }) => {
  test.each(SESSION_IDS)('in revision %s', async (revision) => {
    const errors = new Mailbox<unknown>();
    const options = { revisions: [revision], onError: errors.put };
    const client = await connect([process.execPath, ...program], options);
    onTestFinished(() => client.close());
    expect(client.revision).toBe(revision);
    expect(await client.tools().all()).toMatchObject([{ name: 'echo', description: 'Says it again' }]);
    expect((await client.callTool('echo', { text: 'hello' })).text).toBe('hello');
    expect((await client.callTool('echo', { text: 7 })).isError).toBe(true);
    await expect(client.readResource('demo://a')).rejects.toThrow('the capability resources');
    expect(errors.empty()).toEqual([]);
  });
});
