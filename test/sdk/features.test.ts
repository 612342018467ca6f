/** Each feature of servers and clients, over each transport, in each revision that opens with a handshake. */

import { memoryPair } from '@mcp-gen/runtime';
import { connect, NotExpressibleError, type Client, type ClientOptions } from '@mcp-gen/sdk/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Mailbox } from '../support/mailbox.js';
import { SESSION_IDS } from '../support/schemas.js';
import { WAYS, type Way } from './ways.js';
import { Wire } from './wire.js';

const blob = 'AAEC';

/** What a client that can do everything is, and what it heard. */
function everything() {
  const heard = new Mailbox<unknown>();
  const options = {
    sampling: {
      tools: true,
      model: ({ tools }) => ({
        role: 'assistant',
        model: 'oracle',
        content: tools ? [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] : { type: 'text', text: 'Something' },
      }),
    },
    elicitation: {
      form: () => ({ action: 'accept', content: { name: 'Ada' } }),
      url: () => 'accept',
      onComplete: ({ elicitationId }) => heard.put({ completed: elicitationId }),
    },
    roots: ['test/sdk', 'sdk'],
    onLog: ({ level, data }) => heard.put({ level, data }),
    onListChanged: (list) => heard.put({ changed: list }),
  } satisfies ClientOptions;
  return { heard, options };
}

/** What a tool says that would ask what the client does not answer. */
const needs = (capability: string): object => ({
  isError: true,
  text: expect.stringContaining(`the required capability ${capability} `) as string,
});

/** What a tool says that would ask with a request that the revision does not have. */
const lacks = (method: string): object => ({
  isError: true,
  text: expect.stringContaining(`does not have ${method}`) as string,
});

test('a message that the revision does not know is refused', () => {
  const wire = new Wire('2025-06-18');
  const [near] = memoryPair();
  void wire.tap(near).send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: {} });
  void wire.tap(near).send({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'echo' } });
  expect(wire).toMatchObject({ judged: 2, refused: [{ from: 'client', message: { id: 1 } }] });
});

describe.each(Object.entries(WAYS))('over %s', (_name, start) => {
  let way: Way;
  beforeAll(async () => {
    way = await start();
  });
  afterAll(() => way.stop());

  describe.each(SESSION_IDS)('in revision %s', (revision) => {
    const wire = new Wire(revision);
    const errors = new Mailbox<unknown>();
    const { heard, options } = everything();
    const open = (own: ClientOptions): Promise<Client> =>
      connect(() => wire.tap(way.transport()), { revisions: [revision], onError: errors.put, ...own });

    let client: Client;
    beforeAll(async () => {
      client = await open(options);
    });
    afterAll(async () => {
      await client.close();
      expect(wire.refused).toEqual([]);
      expect(errors.empty()).toEqual([]);
    });

    const textOf = async (name: string, given?: { readonly [name: string]: unknown }): Promise<string> =>
      (await client.callTool(name, given)).text;

    test('client and server introduce themselves', async () => {
      expect(client).toMatchObject({ revision, instructions: 'Try.', server: { name: 'features', version: '1.0.0' } });
      expect(await textOf('who')).toBe(`mcp-gen client in ${revision}`);
      const judged = wire.judged;
      await client.ping();
      expect(wire.judged).toBe(judged + 2);
    });

    test('lists come in pages', async () => {
      const pages: number[] = [];
      for await (const page of client.resources().pages()) pages.push(page.length);
      expect(pages).toEqual([3, 2]);
      const tools = await client.tools().all();
      expect(tools.map(({ name }) => name)).toContain('weather');
      expect(tools.length).toBeGreaterThan(3);
      await expect(client.request('tools/list', { cursor: 'none of yours' })).rejects.toMatchObject({ code: -32602 });
    });

    test('a tool is described in full', async () => {
      const weather = (await client.tools().all()).find(({ name }) => name === 'weather');
      expect(weather).toMatchObject({ description: 'Tells the weather', inputSchema: { type: 'object' } });
    });

    test('the result of a tool is structured, with text for clients without structured results', async () => {
      const result = await client.callTool('weather');
      expect(result.text).toBe('{"degrees":21}');
      if (revision >= '2025-06-18') expect(result.structuredContent).toEqual({ degrees: 21 });
      expect(await textOf('list')).toBe('[1,2]');
    });

    test('what a tool gives that it has not promised is an error of the tool', async () => {
      expect(await client.callTool('wrong')).toMatchObject({ isError: true });
    });

    test('content of every kind arrives, in the kinds that the revision has', async () => {
      const { content } = await client.callTool('content');
      const sound = { data: blob, mimeType: 'audio/wav' };
      const link = { uri: 'note:///1', name: 'first' };
      expect(content).toMatchObject([
        { type: 'text', text: 'said', annotations: { audience: ['user'], priority: 1 } },
        { type: 'image', data: blob, mimeType: 'image/png' },
        revision === '2024-11-05'
          ? { type: 'resource', resource: { blob, mimeType: 'audio/wav' } }
          : { type: 'audio', ...sound },
        revision < '2025-06-18' ? { type: 'text', text: 'first: note:///1' } : { type: 'resource_link', ...link },
        { type: 'resource', resource: { uri: 'note:///2', text: 'a note' } },
        { type: 'resource', resource: { uri: 'note:///3', blob } },
      ]);
    });

    test('errors have the codes of the revision, and give nothing away', async () => {
      expect(await client.callTool('fail')).toMatchObject({ isError: true, text: 'Unknown city' });
      expect(await client.callTool('crash')).toMatchObject({
        isError: true,
        text: expect.not.stringContaining('1234') as string,
      });
      await expect(client.callTool('nothing')).rejects.toMatchObject({ code: -32602 });
      await expect(client.getPrompt('nothing')).rejects.toMatchObject({ code: -32602 });
      await expect(client.getPrompt('travel')).rejects.toMatchObject({ code: -32602 });
      for (const uri of ['note:///5', 'city://Atlantis']) {
        await expect(client.readResource(uri)).rejects.toMatchObject({ code: -32002, data: { uri } });
      }
      const invalid = client.callTool('remember', { name: 'A' });
      if (revision >= '2025-11-25') expect(await invalid).toMatchObject({ isError: true });
      else await expect(invalid).rejects.toMatchObject({ code: -32602 });
    });

    test('resources are read, of a fixed URI and of a template', async () => {
      expect(await client.readResource('note:///1')).toMatchObject({ contents: [{ text: 'note 1' }] });
      expect(await client.readResource('bytes:///all')).toMatchObject({ contents: [{ blob, mimeType: 'image/png' }] });
      expect(await client.resourceTemplates().all()).toMatchObject([{ uriTemplate: 'city://{name}', name: 'city' }]);
      expect(await client.readResource('city://Oslo')).toMatchObject({
        contents: [{ uri: 'city://Oslo', text: 'Oslo is nice' }],
      });
    });

    test('prompts are listed and filled in, with content in the kinds that the revision has', async () => {
      expect(await client.prompts().all()).toMatchObject([
        { name: 'travel', description: 'Plans', arguments: [{ name: 'city', required: true }] },
      ]);
      const kinds: { readonly [revision: string]: readonly string[] } = {
        '2024-11-05': ['text', 'resource', 'text'],
        '2025-03-26': ['text', 'audio', 'text'],
      };
      const { messages, description } = await client.getPrompt('travel', { city: 'Oslo' });
      expect(description).toBe('Plans');
      expect(messages[0]).toEqual({ role: 'user', content: { type: 'text', text: 'Take me to Oslo' } });
      expect(messages.map(({ content }) => content.type)).toEqual(
        kinds[revision] ?? ['text', 'audio', 'resource_link'],
      );
    });

    test('arguments of prompts and variables of templates are completed', async () => {
      const prompt = { type: 'ref/prompt', name: 'travel' } as const;
      expect(await client.complete(prompt, 'city', 'Os')).toMatchObject({ values: ['Oslo'] });
      const template = { type: 'ref/resource', uri: 'city://{name}' } as const;
      expect((await client.complete(template, 'name', 'Os')).values).toEqual(['Oslo', 'Osaka']);
    });

    test('progress is reported', async () => {
      const reports: object[] = [];
      await client.callTool('count', {}, { onProgress: (report) => reports.push(report) });
      expect(reports).toMatchObject([
        { progress: 1, total: 2 },
        { progress: 2, total: 2 },
      ]);
    });

    test('the log has what is severe enough', async () => {
      await client.setLogLevel('warning');
      await client.callTool('log');
      expect(await heard.take()).toEqual({ level: 'warning', data: { disk: 'full' } });
      expect(heard.empty()).toEqual([]);
    });

    test('a call is cancelled', async () => {
      const controller = new AbortController();
      const call = client.callTool('wait', {}, { signal: controller.signal });
      expect(await heard.take()).toMatchObject({ data: 'waiting' });
      controller.abort(new Error('enough'));
      await expect(call).rejects.toThrow('enough');
      await client.ping();
      heard.empty();
    });

    test('a tool asks the model, for the roots, and for several things at once', async () => {
      expect(await textOf('sample')).toBe('Something');
      expect(await textOf('roots')).toBe('sdk,sdk');
      expect(await textOf('several')).toBe('Something 2');
    });

    test('a tool lends the model tools, where the revision has words for it', async () => {
      const asked = client.callTool('sampleWithTools');
      if (revision >= '2025-11-25') expect((await asked).text).toContain('tool_use');
      else expect(await asked).toMatchObject(needs('sampling.tools'));
    });

    test('a person fills in a form, where the revision has words for it', async () => {
      const asked = client.callTool('elicit');
      if (revision >= '2025-06-18')
        expect(JSON.parse((await asked).text)).toEqual({ action: 'accept', content: { name: 'Ada' } });
      else expect(await asked).toMatchObject(lacks('elicitation/create'));
    });

    test('a person visits a page, where the revision has words for it', async () => {
      const asked = client.callTool('visit');
      if (revision >= '2025-11-25') {
        expect((await asked).text).toBe('accept');
        expect(await heard.take()).toEqual({ completed: 'visit-1' });
      } else if (revision >= '2025-06-18') expect(await asked).toMatchObject(needs('elicitation.url'));
      else expect(await asked).toMatchObject(lacks('elicitation/create'));
    });

    test('a subscriber is notified of updates, and everybody of changed lists', async () => {
      const subscription = client.subscribe('note:///1');
      await subscription.ready;
      await client.callTool('touch');
      expect(await subscription.next()).toMatchObject({ value: { uri: 'note:///1' } });
      await subscription.return();
      await client.callTool('change');
      for (const list of ['tools', 'resources', 'prompts']) expect(await heard.take()).toEqual({ changed: list });
    });

    test('the server remembers a client, and middleware sees what it asks for', async () => {
      expect(await textOf('remember', { name: 'Ada' })).toBe('nobody, then Ada');
      expect(await textOf('remember', { name: 'Eve' })).toBe('Ada, then Eve');
      expect(await textOf('methods')).toMatch(/tools\/call$/);
    });

    test('what a client may not use does not exist for it, and nothing of another client does', async () => {
      const admin = await open({ name: 'admin' });
      const names = async (of: Client): Promise<readonly string[]> => (await of.tools().all()).map(({ name }) => name);
      expect(await names(admin)).toContain('secret');
      expect((await admin.callTool('secret')).text).toBe('the secret');
      expect((await admin.callTool('remember', { name: 'Mia' })).text).toBe('nobody, then Mia');
      expect(await names(client)).not.toContain('secret');
      await expect(client.callTool('secret')).rejects.toMatchObject({ code: -32602 });
      expect(await admin.callTool('sample')).toMatchObject(needs('sampling'));
      await admin.close();
    });

    test('a method that the revision does not have is an error before anything is sent', async () => {
      const judged = wire.judged;
      await expect(client.request('server/discover', {})).rejects.toThrow(NotExpressibleError);
      expect(wire.judged).toBe(judged);
    });
  });
});
