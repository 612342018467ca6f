/** What a client and a server of different packages say to each other in 2026-07-28: every feature once, over each transport. */

import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Answers, TestClient } from '../support/clients/client.js';
import { Mailbox } from '../support/mailbox.js';
import { useServer, type Start } from '../support/servers.js';
import type { Pair } from './pair.js';

const REVISION = '2026-07-28';

const FOLDER = pathToFileURL(tmpdir()).href;

const said = (text: string): object => ({ content: [{ type: 'text', text }] });

const inRoom = (): object => ({ action: 'accept', content: { room: 'attic' } });

/** Answers what the model is asked, with the question. */
const repeat = (params: unknown): object => {
  const { messages } = params as { readonly messages: readonly { readonly content: { readonly text: string } }[] };
  const text = `You ask: ${messages[0]?.content.text}`;
  return { role: 'assistant', model: 'oracle', content: { type: 'text', text } };
};

const ALL: Answers = {
  'elicitation/create': inRoom,
  'sampling/createMessage': repeat,
  'roots/list': () => ({ roots: [{ uri: FOLDER }] }),
};

/** Describes the cases of a pair, as tests. */
export function describeStatelessFeatures({ connect, server }: Pick<Pair, 'connect' | 'server'>): void {
  describe.each(Object.entries(server))('over %s', (_way, start: Start) => {
    const reach = useServer(start);

    const open = async (answers?: Answers): Promise<TestClient> => {
      const client = await connect(reach(), { revision: REVISION, ...(answers && { answers }) });
      onTestFinished(() => expect(client.errors.empty()).toEqual([]));
      return client;
    };

    const call = (client: TestClient, name: string, given: { [name: string]: unknown } = {}): Promise<object> =>
      client.callTool({ name, arguments: given });

    test('the server says what it is and has, without a session', async () => {
      const client = await open();
      expect(client.revision).toBe(REVISION);
      expect(client.sessionId).toBeUndefined();
      expect(client.instructions).toBe('Ask for anything.');
      expect(client.server).toMatchObject({
        name: 'stateless',
        version: '1.0.0',
        capabilities: {
          tools: { listChanged: true },
          resources: { subscribe: true, listChanged: true },
          prompts: { listChanged: true },
          completions: {},
        },
      });
    });

    test('tools are listed and called; failures are results, and an unknown tool is an error', async () => {
      const client = await open();
      const { tools } = await client.listTools();
      expect(tools).toContainEqual(expect.objectContaining({ name: 'echo' }));
      const given = { text: 'Grüße 🌍\u2028' };
      expect(await call(client, 'echo', given)).toMatchObject({ structuredContent: given });
      expect(await call(client, 'fail')).toMatchObject({ isError: true, ...said('It failed') });
      expect(await call(client, 'echo', { text: 1 })).toMatchObject({ isError: true });
      await expect(call(client, 'nothing')).rejects.toMatchObject({ code: -32602 });
    });

    test.each(['north', 'Grüße', ' padded ', '', '=?base64?bm9ydGg=?='])(
      'a parameter that a header repeats arrives: %j',
      async (region) => {
        const client = await open();
        await client.listTools();
        expect(await call(client, 'place', { region })).toMatchObject(said(`in ${region}`));
      },
    );

    test('resources are listed, described by templates, and read; a missing one is an error', async () => {
      const client = await open();
      const { resources } = await client.listResources();
      expect(resources.map(({ name }) => name)).toEqual(['attic', 'cellar', 'kitchen', 'secret']);
      expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [{ name: 'note' }] });
      const uri = 'note:///attic';
      expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, text: `a note in ${uri}` }] });
      const missing = { uri: 'note:///moon' };
      await expect(client.readResource(missing)).rejects.toMatchObject({ code: -32602, data: missing });
    });

    test('prompts are listed and filled in, and their arguments completed', async () => {
      const client = await open();
      expect(await client.listPrompts()).toMatchObject({ prompts: [{ name: 'tidy' }, { name: 'ask' }] });
      expect(await client.getPrompt({ name: 'tidy', arguments: { room: 'attic' } })).toMatchObject({
        messages: [{ role: 'user', content: { type: 'text', text: 'Tidy the attic.' } }],
      });
      const argument = { name: 'room', value: 'c' };
      expect(await client.complete({ ref: { type: 'ref/prompt', name: 'tidy' }, argument })).toMatchObject({
        completion: { values: ['cellar'] },
      });
    });

    test.each([
      { answer: inRoom(), text: 'accept: attic' },
      { answer: { action: 'decline' }, text: 'decline' },
      { answer: { action: 'cancel' }, text: 'cancel' },
    ])('a tool asks the user, who answers with $answer.action', async ({ answer, text }) => {
      const asked = vi.fn<(params: unknown) => object>(() => answer);
      const client = await open({ 'elicitation/create': asked });
      expect(await call(client, 'elicit')).toMatchObject(said(text));
      const requestedSchema = { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] };
      expect(asked.mock.calls.map(([params]) => params)).toMatchObject([{ message: 'Which room?', requestedSchema }]);
    });

    test('a tool sends the user to a page', async () => {
      const asked = vi.fn<(params: unknown) => object>(() => ({ action: 'accept' }));
      const client = await open({ 'elicitation/create': asked });
      expect(await call(client, 'visit')).toMatchObject(said('accept'));
      expect(asked.mock.calls.map(([params]) => params)).toMatchObject([
        { mode: 'url', url: 'https://example.com/attic', message: 'Look there.' },
      ]);
    });

    test('a tool asks the model', async () => {
      const client = await open({ 'sampling/createMessage': repeat });
      expect(await call(client, 'sample')).toMatchObject(said('oracle: You ask: Why?'));
    });

    test('a tool asks several things at once, and another one that follows from the answers', async () => {
      const client = await open(ALL);
      expect(await call(client, 'both')).toMatchObject(said('1, You ask: What is in the attic?'));
    });

    test('a prompt and a resource ask the user', async () => {
      const client = await open(ALL);
      expect(await client.getPrompt({ name: 'ask', arguments: {} })).toMatchObject({
        messages: [{ content: { text: 'Tidy the attic.' } }],
      });
      expect(await client.readResource({ uri: 'note:///secret' })).toMatchObject({
        contents: [{ text: 'a note for attic' }],
      });
    });

    test('a client that cannot answer is not asked: the call is refused, and says what it needs', async () => {
      const client = await open();
      await expect(call(client, 'sample')).rejects.toMatchObject({
        code: -32021,
        data: { requiredCapabilities: { sampling: {} } },
      });
    });

    test('progress is reported to a caller that asks for it', async () => {
      const client = await open({ 'roots/list': () => ({ roots: [] }) });
      const reports: object[] = [];
      const params = { name: 'count', arguments: { to: 3 } };
      const result = await client.callTool(params, { onProgress: (report) => reports.push(report) });
      expect(result).toMatchObject(said('counted to 3'));
      // The official client reports, too, that it answers a question.
      const ofServer = reports.filter((report) => !('message' in report));
      expect(ofServer).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    });

    test('a call whose request names a level gets the log from there on', async () => {
      const client = await open();
      await client.setLevel({ level: 'critical' });
      expect(await call(client, 'log')).toMatchObject(said('logged'));
      expect(await client.notifications.take(({ method }) => method === 'notifications/message')).toMatchObject({
        params: { level: 'critical', logger: 'stateless', data: 'at critical' },
      });
      expect(client.notifications.empty()).toEqual([]);
    });

    test('a cancelled call stops its handler, and the next call is answered', async () => {
      const client = await open();
      const id = crypto.randomUUID();
      const controller = new AbortController();
      const params = { name: 'wait', arguments: { id } };
      const begun = new Mailbox<object>();
      const waiting = client.callTool(params, { signal: controller.signal, onProgress: begun.put });
      await begun.take();
      controller.abort(new Error('changed my mind'));
      await expect(waiting).rejects.toThrow('changed my mind');
      expect(await call(client, 'waited', { id })).toMatchObject(said('cancelled'));
    });

    test('who listens is told of updates and of lists that change, until they stop', async () => {
      const client = await open();
      const uri = 'note:///attic';
      await client.subscribe({ uri });
      await call(client, 'touch');
      const methods = ['resources/updated', 'resources/list_changed', 'tools/list_changed', 'prompts/list_changed'];
      for (const expected of methods) {
        const { params } = await client.notifications.take(({ method }) => method === `notifications/${expected}`);
        if (expected === 'resources/updated') expect(params).toMatchObject({ uri });
      }
      await client.unsubscribe({ uri });
      expect(await call(client, 'touch')).toMatchObject(said('touched'));
      expect(client.notifications.empty()).not.toContainEqual(
        expect.objectContaining({ method: 'notifications/resources/updated' }),
      );
    });
  });
}
