/** What a client and a server of different packages say to each other: every feature once, in each revision, over each transport. */

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { Answers, ReceivedNotification, TestClient } from '../support/clients/client.js';
import { useServer } from '../support/servers.js';
import { ROOT, SESSION_IDS } from '../support/schemas.js';
import { coversFor, type Pair } from './pair.js';
import { shareClient } from './sharedClient.js';

/** Folders that exist: a client may offer no others. */
const FOLDERS = [join(ROOT, 'test'), tmpdir()].map((path) => pathToFileURL(path).href);

const said = (text: string): unknown => [{ type: 'text', text }];

const unexpected = (): never => {
  throw new Error('The test does not answer this request');
};

/** Describes the cases of a pair, as tests. */
export function describeFeatures({ connect, server, ours, resourceNotFound = -32002 }: Pair): void {
  const coversOurs = coversFor(ours);

  describe.each(Object.entries(server))('over %s', (way, start) => {
    const reach = useServer(start);

    describe.each(SESSION_IDS)('in revision %s', (revision) => {
      const share = shareClient(connect, reach, revision, {
        'sampling/createMessage': unexpected,
        'roots/list': () => ({ roots: FOLDERS.map((uri) => ({ uri })) }),
        ...(revision >= '2025-06-18' && { 'elicitation/create': unexpected }),
      });

      const open = async (answers?: Answers): Promise<TestClient> => {
        const client = await (way === 'stdio'
          ? share(answers)
          : connect(reach(), { revision, ...(answers && { answers }) }));
        onTestFinished(() => expect(client.errors.empty()).toEqual([]));
        return client;
      };

      const callTool = async (client: TestClient, name: string, given: { [name: string]: unknown } = {}) => {
        const { content } = (await client.callTool({ name, arguments: given })) as { readonly content: unknown };
        return content;
      };

      /** The next notifications, which may come on a connection of their own. */
      const next = async ({ notifications }: TestClient, count: number) => {
        const heard: ReceivedNotification[] = [];
        while (heard.length < count) heard.push(await notifications.take());
        return heard;
      };

      test('the server introduces itself, with its capabilities', async () => {
        coversOurs({
          server: [
            'completion-capability',
            'lifecycle-server-introduces-itself',
            'logging-capability',
            'ping-answered',
            'prompts-capability',
            'resources-capability',
            'tools-capability',
          ],
        });
        const client = await open();
        expect(client.revision).toBe(revision);
        expect(client.server).toEqual({
          name: 'everything',
          version: '1.0.0',
          capabilities: {
            tools: { listChanged: true },
            resources: { subscribe: true, listChanged: true },
            prompts: { listChanged: true },
            logging: {},
            // A server that does not know which revision was negotiated declares them always.
            ...((ours === 'client' || revision !== '2024-11-05') && { completions: {} }),
          },
        });
        expect(client.instructions).toBe('Ask for anything.');
        expect(await client.ping()).toEqual({});
      });

      test('tools are listed and called; an unknown one is an error', async () => {
        const client = await open();
        const { tools } = await client.listTools();
        expect(tools).toContainEqual({ name: 'echo', inputSchema: { type: 'object' } });
        expect(await callTool(client, 'echo', { text: 'Grüße 🌍\u2028' })).toEqual(said('Grüße 🌍\u2028'));
        await expect(callTool(client, 'nothing')).rejects.toMatchObject({ code: -32602 });
      });

      test('resources are listed page by page, described by templates, and read', async () => {
        const client = await open();
        const pages: (readonly string[])[] = [];
        let cursor: string | undefined;
        do {
          const { resources, nextCursor } = await client.listResources(cursor === undefined ? undefined : { cursor });
          pages.push(resources.map(({ name }) => name));
          cursor = nextCursor;
        } while (cursor !== undefined);
        expect(pages).toEqual(
          client.readsAllPages ? [['attic', 'cellar', 'kitchen']] : [['attic', 'cellar'], ['kitchen']],
        );
        expect(await client.listResourceTemplates()).toMatchObject({
          resourceTemplates: [{ uriTemplate: 'note:///{room}', name: 'note' }],
        });
        const uri = 'note:///attic';
        expect(await client.readResource({ uri })).toMatchObject({
          contents: [
            { uri, mimeType: 'text/plain', text: 'a note in note:///attic' },
            { uri, blob: 'AAEC' },
          ],
        });
        const missing = { uri: 'note:///moon' };
        await expect(client.readResource(missing)).rejects.toMatchObject({ code: resourceNotFound, data: missing });
      });

      test('a subscriber is notified of updates until it unsubscribes; list changes reach everyone', async () => {
        coversOurs({ server: ['prompts-list-changed', 'resources-list-changed', 'tools-list-changed'] });
        const client = await open();
        const uri = 'note:///attic';
        const changes = ['resources', 'tools', 'prompts'].map((kind) => ({
          method: `notifications/${kind}/list_changed`,
        }));

        expect(await client.subscribe({ uri })).toEqual({});
        await callTool(client, 'touch', { uri });
        const updated = { method: 'notifications/resources/updated', params: { uri } };
        const heard = await next(client, 4);
        expect(heard).toContainEqual(expect.objectContaining(updated));
        expect(heard.filter((each) => each.method !== updated.method)).toMatchObject(changes);

        expect(await client.unsubscribe({ uri })).toEqual({});
        await callTool(client, 'touch', { uri });
        expect(await next(client, 3)).toMatchObject(changes);
      });

      test('prompts are listed and filled in, and their arguments completed', async () => {
        const client = await open();
        expect(await client.listPrompts()).toMatchObject({
          prompts: [{ name: 'tidy', arguments: [{ name: 'room', required: true }] }],
        });
        expect(await client.getPrompt({ name: 'tidy', arguments: { room: 'attic' } })).toMatchObject({
          messages: [{ role: 'user', content: { type: 'text', text: 'Tidy the attic.' } }],
        });
        const argument = { name: 'room', value: 'c' };
        expect(await client.complete({ ref: { type: 'ref/prompt', name: 'tidy' }, argument })).toMatchObject({
          completion: { values: ['cellar'], hasMore: false },
        });
      });

      test('the log has what is severe enough', async () => {
        const client = await open();
        expect(await client.setLevel({ level: 'critical' })).toEqual({});
        await callTool(client, 'log');
        expect(await next(client, 3)).toMatchObject(
          ['critical', 'alert', 'emergency'].map((level) => ({
            params: { level, logger: 'everything', data: `at ${level}` },
          })),
        );
      });

      test('a handler asks the client for a message of its model', async () => {
        coversOurs({ client: ['sampling-capability'] });
        const asked = vi.fn<(params: unknown) => object>(() => ({
          role: 'assistant',
          model: 'oracle',
          content: { type: 'text', text: 'Because.' },
        }));
        const client = await open({ 'sampling/createMessage': asked });
        expect(await callTool(client, 'sample', { text: 'Why?' })).toEqual(said('oracle: Because.'));
        const messages = [{ role: 'user', content: { type: 'text', text: 'Why?' } }];
        expect(asked.mock.calls.map(([params]) => params)).toMatchObject([{ messages, maxTokens: 10 }]);
      });

      test('a handler asks the client for its roots, and is notified of changes', async () => {
        coversOurs({ client: ['roots-capability', 'roots-list-changed'], server: ['roots-changes-handled'] });
        const client = await open({ 'roots/list': () => ({ roots: FOLDERS.map((uri) => ({ uri })) }) });
        expect(await callTool(client, 'roots')).toEqual(said(FOLDERS.join(' ')));
        await client.rootsListChanged();
        expect(await next(client, 1)).toMatchObject([{ params: { data: 'the roots have changed' } }]);
      });

      if (revision >= '2025-06-18') {
        test.each([
          { answer: { action: 'accept', content: { room: 'attic' } }, text: 'accept: attic' },
          { answer: { action: 'decline' }, text: 'decline' },
        ])('a handler asks the user, who answers with $answer.action', async ({ answer, text }) => {
          coversOurs({
            client: ['elicitation-capability'],
            server: ['elicitation-message', 'elicitation-form-params'],
          });
          const asked = vi.fn<(params: unknown) => object>(() => answer);
          const client = await open({ 'elicitation/create': asked });
          expect(await callTool(client, 'elicit', { message: 'Which one?' })).toEqual(said(text));
          const requestedSchema = { type: 'object', properties: { room: { type: 'string' } }, required: ['room'] };
          expect(asked.mock.calls.map(([params]) => params)).toMatchObject([
            { message: 'Which one?', requestedSchema },
          ]);
        });
      }

      if (revision >= '2025-11-25') {
        test('a handler sends the user to a page, and tells when that is done', async () => {
          coversOurs({ server: ['elicitation-url-params', 'elicitation-complete-id'] });
          const asked = vi.fn<(params: unknown) => object>(() => ({ action: 'accept' }));
          const client = await open({ 'elicitation/create': asked });
          const page = {
            mode: 'url',
            url: 'https://example.com/attic',
            elicitationId: 'visit',
            message: 'Look there.',
          };
          expect(await callTool(client, 'visit', { url: page.url })).toEqual(said('accept'));
          expect(asked.mock.calls.map(([params]) => params)).toMatchObject([page]);
          expect(await next(client, 1)).toMatchObject([
            { method: 'notifications/elicitation/complete', params: { elicitationId: page.elicitationId } },
          ]);
        });
      }

      test('progress is reported to a caller that asks for it', async () => {
        // The server asks a question before it answers: the official clients drop reports that they read in one chunk with the answer.
        const client = await open({ 'roots/list': () => ({ roots: [] }) });
        const reports: unknown[] = [];
        const call = { name: 'count', arguments: { to: 3 } };
        const { content } = (await client.callTool(call, { onProgress: (report) => reports.push(report) })) as {
          readonly content: unknown;
        };
        expect(content).toEqual(said('counted to 3'));
        expect(reports).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
      });

      test('a cancelled request stops its handler, and the conversation goes on', async () => {
        coversOurs({ server: ['cancellation-stops-work'] });
        const client = await open();
        const controller = new AbortController();
        const call = client.callTool({ name: 'wait' }, { signal: controller.signal });
        expect(await next(client, 1)).toMatchObject([{ params: { data: 'waiting' } }]);
        controller.abort(new Error('changed my mind'));
        await expect(call).rejects.toThrow('changed my mind');
        const [{ text }] = (await callTool(client, 'stopped')) as [{ readonly text: string }];
        expect(text).toContain('changed my mind');
        // What a handler says then belongs to a call that is over: our client has left the stream on which the other server says it.
        if (ours === 'server') expect(await next(client, 1)).toMatchObject([{ params: { data: text } }]);
      });
    });
  });
}
