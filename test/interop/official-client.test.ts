/** The official client talks to a server of ours, and uses every feature once in each revision. */

import { CreateMessageRequestSchema, ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startHttpProgram } from '../support/httpProgram.js';
import {
  connectOfficial,
  connectOfficialOverHttp,
  connectOfficialOverSse,
  type OfficialClient,
} from '../support/officialClient.js';
import { EVERYTHING } from '../support/programs.js';
import { SESSION_IDS } from '../support/schemas.js';
import { covers } from '../support/covers.js';

const WAYS = {
  stdio: (revision: string) => connectOfficial([EVERYTHING], revision),
  HTTP: async (revision: string) => {
    const { ready: url, stop } = await startHttpProgram([EVERYTHING, '--http'], (line) => line.startsWith('http'));
    onTestFinished(stop);
    return connectOfficialOverHttp(url, revision);
  },
  'HTTP with SSE': async (revision: string) => {
    const { ready: url, stop } = await startHttpProgram([EVERYTHING, '--http'], (line) => line.startsWith('http'));
    onTestFinished(stop);
    return connectOfficialOverSse(url.replace('/mcp', '/sse'), revision);
  },
};

const CASES = SESSION_IDS.flatMap((revision) => Object.entries(WAYS).map(([way, open]) => ({ revision, way, open })));

describe.each(CASES)('revision $revision over $way', ({ revision, open }) => {
  const connect = (): Promise<OfficialClient> => open(revision);

  const callTool = async ({ client }: OfficialClient, name: string, given: object = {}): Promise<unknown> => {
    const { content } = await client.callTool({ name, arguments: { ...given } });
    return content;
  };

  const said = (text: string): unknown => [{ type: 'text', text }];

  test('the server introduces itself, with the capabilities that its handlers make true', async () => {
    covers(
      'completion-capability',
      'lifecycle-server-introduces-itself',
      'logging-capability',
      'ping-answered',
      'prompts-capability',
      'resources-capability',
      'tools-capability',
    );
    const { client, version } = await connect();
    expect(version).toBe(revision);
    expect(client.getServerVersion()).toEqual({ name: 'everything', version: '1.0.0' });
    expect(client.getInstructions()).toBe('Ask for anything.');
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: true },
      resources: { subscribe: true, listChanged: true },
      prompts: { listChanged: true },
      logging: {},
      ...(revision !== '2024-11-05' && { completions: {} }),
    });
    expect(await client.ping()).toEqual({});
  });

  test('tools are listed and called; an unknown one is an error', async () => {
    const official = await connect();
    const { tools } = await official.client.listTools();
    expect(tools).toContainEqual({ name: 'echo', inputSchema: { type: 'object' } });
    expect(await callTool(official, 'echo', { text: 'Grüße 🌍\u2028' })).toEqual(said('Grüße 🌍\u2028'));
    await expect(callTool(official, 'nothing')).rejects.toMatchObject({ code: -32602 });
  });

  test('resources are listed page by page, described by templates, and read', async () => {
    const { client } = await connect();
    const first = await client.listResources();
    const second = await client.listResources({ cursor: first.nextCursor });
    expect([first, second].map(({ resources }) => resources.map(({ name }) => name))).toEqual([
      ['attic', 'cellar'],
      ['kitchen'],
    ]);
    expect(second.nextCursor).toBeUndefined();
    expect((await client.listResourceTemplates()).resourceTemplates).toEqual([
      { uriTemplate: 'note:///{room}', name: 'note' },
    ]);
    const uri = 'note:///attic';
    expect((await client.readResource({ uri })).contents).toEqual([
      { uri, mimeType: 'text/plain', text: 'a note in note:///attic' },
      { uri, blob: 'AAEC' },
    ]);
    const missing = { uri: 'note:///moon' };
    await expect(client.readResource(missing)).rejects.toMatchObject({ code: -32002, data: missing });
  });

  test('a subscriber hears of updates until it unsubscribes; list changes reach everyone', async () => {
    covers('prompts-list-changed', 'resources-list-changed', 'tools-list-changed');
    const official = await connect();
    const { client, notifications } = official;
    const uri = 'note:///attic';
    const changes = ['resources', 'tools', 'prompts'].map((kind) => ({ method: `notifications/${kind}/list_changed` }));

    expect(await client.subscribeResource({ uri })).toEqual({});
    await callTool(official, 'touch', { uri });
    expect(notifications.empty()).toMatchObject([
      { method: 'notifications/resources/updated', params: { uri } },
      ...changes,
    ]);

    expect(await client.unsubscribeResource({ uri })).toEqual({});
    await callTool(official, 'touch', { uri });
    expect(notifications.empty()).toMatchObject(changes);
  });

  test('prompts are listed and filled in, and their arguments completed', async () => {
    const { client } = await connect();
    expect((await client.listPrompts()).prompts).toEqual([
      { name: 'tidy', arguments: [{ name: 'room', required: true }] },
    ]);
    const { messages } = await client.getPrompt({ name: 'tidy', arguments: { room: 'attic' } });
    expect(messages).toEqual([{ role: 'user', content: { type: 'text', text: 'Tidy the attic.' } }]);
    const argument = { name: 'room', value: 'c' };
    const { completion } = await client.complete({ ref: { type: 'ref/prompt', name: 'tidy' }, argument });
    expect(completion).toEqual({ values: ['cellar'], hasMore: false });
  });

  test('the log has what is severe enough', async () => {
    const official = await connect();
    expect(await official.client.setLoggingLevel('critical')).toEqual({});
    await callTool(official, 'log');
    expect(official.notifications.empty().map(({ params }) => params)).toEqual(
      ['critical', 'alert', 'emergency'].map((level) => ({ level, logger: 'everything', data: `at ${level}` })),
    );
  });

  test('a handler asks the client for a message of its model, and for its roots', async () => {
    covers('roots-changes-handled');
    const official = await connect();
    const { client, notifications } = official;
    client.setRequestHandler(CreateMessageRequestSchema, ({ params }) => {
      expect(params).toEqual({ messages: [{ role: 'user', content: { type: 'text', text: 'Why?' } }], maxTokens: 10 });
      return { role: 'assistant', model: 'oracle', content: { type: 'text', text: 'Because.' } };
    });
    client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: 'file:///a' }, { uri: 'file:///b' }] }));
    expect(await callTool(official, 'sample', { text: 'Why?' })).toEqual(said('oracle: Because.'));
    expect(await callTool(official, 'roots')).toEqual(said('file:///a file:///b'));
    await client.sendRootsListChanged();
    expect((await notifications.take()).params).toMatchObject({ data: 'the roots have changed' });
  });

  test('progress is reported to a caller that asks for it', async () => {
    const { client } = await connect();
    const reports: unknown[] = [];
    const call = { name: 'count', arguments: { to: 3 } };
    const { content } = await client.callTool(call, undefined, { onprogress: (report) => reports.push(report) });
    expect(content).toEqual(said('counted to 3'));
    expect(reports).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
  });

  test('a cancelled request stops its handler, and the conversation goes on', async () => {
    covers('cancellation-stops-work');
    const official = await connect();
    const { client, notifications } = official;
    const controller = new AbortController();
    const call = client.callTool({ name: 'wait' }, undefined, { signal: controller.signal });
    expect((await notifications.take()).params).toMatchObject({ data: 'waiting' });
    controller.abort('changed my mind');
    await expect(call).rejects.toThrow('changed my mind');
    expect((await notifications.take()).params).toMatchObject({
      data: expect.stringContaining('changed my mind') as string,
    });
    expect(await client.ping()).toEqual({});
  });
});
