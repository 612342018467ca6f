/**
 * One server program in every mode: over stdio, over HTTP in each way, in workerd and in Deno, and in memory; called by the official
 * clients and by ours. All see the same, except for what a mode cannot do.
 */

import { describe, expect } from 'vitest';
import { server } from '../fixtures/everythingSdkServer.mjs';
import type { OpenOptions, TestClient } from '../support/clients/client.js';
import type { MemoryAddress } from '../support/clients/memory.js';
import { connectOfficialV1 } from '../support/clients/officialV1.js';
import { connectOfficialV2 } from '../support/clients/officialV2.js';
import { connectSdkClient } from '../support/clients/sdk.js';
import { startDeno, startWorkerd, WORKERD_MISSING } from '../support/fetchPlatforms.js';
import { DENO } from '../support/installedPlatforms.js';
import { testUnless } from '../support/omissions.js';
import { SESSION_IDS } from '../support/schemas.js';
import { SDK_SERVER, SDK_SERVER_WITHOUT_SESSIONS, useServer, type Start } from '../support/servers.js';

interface Mode {
  readonly start: Start<MemoryAddress>;
  /** Why the mode cannot be run here. Default: it can. */
  readonly missing?: string | undefined;
  /** Whether the server keeps state between messages. Without it, the server cannot ask the client, and clients cannot subscribe. */
  readonly stateful: boolean;
  /** Whether clients are given the id of a session. */
  readonly hasSessionId: boolean;
}

const inMemory: Start<MemoryAddress> = () =>
  Promise.resolve({
    address: { over: 'memory', serve: (transport) => server.serve({ transport }) },
    stop: () => Promise.resolve(),
  });

const MODES: { readonly [name: string]: Mode } = {
  stdio: { start: SDK_SERVER.stdio, stateful: true, hasSessionId: false },
  'Streamable HTTP': { start: SDK_SERVER['HTTP, in JSON'], stateful: true, hasSessionId: true },
  'Streamable HTTP without sessions': { start: SDK_SERVER_WITHOUT_SESSIONS, stateful: false, hasSessionId: false },
  'HTTP with SSE': { start: SDK_SERVER['HTTP with SSE'], stateful: true, hasSessionId: false },
  'Streamable HTTP without sessions, in workerd': {
    start: startWorkerd,
    missing: WORKERD_MISSING,
    stateful: false,
    hasSessionId: false,
  },
  'Streamable HTTP, in Deno': { start: startDeno, missing: DENO.missing, stateful: true, hasSessionId: true },
  'in memory': { start: inMemory, stateful: true, hasSessionId: false },
};

const CLIENTS = {
  'the official client of version 1': connectOfficialV1,
  'the official client of version 2': connectOfficialV2,
  'our client': connectSdkClient,
};

const said = (text: string): object => ({ content: [{ type: 'text', text }] });

const changed = (list: string): object => ({ method: `notifications/${list}/list_changed` });

describe.each(Object.entries(MODES))('%s', (_mode, { start, missing, stateful, hasSessionId }) => {
  const reach = useServer(missing === undefined ? start : inMemory);
  // A message without a session names its revision in a header, which the oldest revision does not have.
  const revisions = stateful ? SESSION_IDS : SESSION_IDS.slice(1);

  describe.each(Object.entries(CLIENTS))('%s', (_client, connect) => {
    const open = (answers: OpenOptions['answers'] = {}, revision = '2025-11-25'): Promise<TestClient> =>
      connect(reach(), { answers, revision });

    testUnless(missing, 'is told what the server has', async () => {
      const { server, revision, sessionId, errors } = await open();
      expect(revision).toBe('2025-11-25');
      expect(sessionId === undefined).toBe(!hasSessionId);
      expect(server).toEqual({
        name: 'everything',
        version: '1.0.0',
        capabilities: stateful
          ? {
              tools: { listChanged: true },
              resources: { subscribe: true, listChanged: true },
              prompts: { listChanged: true },
              logging: {},
              completions: {},
            }
          : { tools: {}, resources: {}, prompts: {}, completions: {} },
      });
      expect(errors.empty()).toEqual([]);
    });

    testUnless(missing, 'calls tools, reads resources, and fills in prompts', async () => {
      const client = await open();
      expect((await client.listTools()).tools).toContainEqual({ name: 'echo', inputSchema: { type: 'object' } });
      const texts = ['Grüße 🌍\u2028', ...Array.from({ length: 20 }, (_, at) => `call ${at}`)];
      const calls = texts.map((text) => client.callTool({ name: 'echo', arguments: { text } }));
      expect(await Promise.all(calls)).toMatchObject(texts.map(said));
      await expect(client.callTool({ name: 'nothing' })).rejects.toMatchObject({ code: -32602 });

      const uri = 'note:///attic';
      expect((await client.listResources()).resources).toContainEqual({ name: 'attic', uri });
      expect(await client.listResourceTemplates()).toMatchObject({ resourceTemplates: [{ name: 'note' }] });
      expect(await client.readResource({ uri })).toMatchObject({
        contents: [{ text: `a note in ${uri}` }, { blob: 'AAEC' }],
      });

      expect(await client.listPrompts()).toMatchObject({ prompts: [{ name: 'tidy' }] });
      expect(await client.getPrompt({ name: 'tidy', arguments: { room: 'attic' } })).toMatchObject({
        messages: [{ role: 'user', content: { text: 'Tidy the attic.' } }],
      });
      const ref = { type: 'ref/prompt', name: 'tidy' } as const;
      expect(await client.complete({ ref, argument: { name: 'room', value: 'c' } })).toMatchObject({
        completion: { values: ['cellar'] },
      });
      expect(client.errors.empty()).toEqual([]);
    });

    testUnless(missing, 'is told of progress', async () => {
      const client = await open({ 'roots/list': () => ({ roots: [] }) });
      const reports: object[] = [];
      const call = client.callTool(
        { name: 'count', arguments: { to: 3 } },
        { onProgress: (report) => reports.push(report) },
      );
      expect(await call).toMatchObject(said('counted to 3'));
      expect(reports).toEqual([1, 2, 3].map((progress) => ({ progress, total: 3 })));
    });

    const uri = 'note:///cellar';
    if (stateful) {
      testUnless(missing, 'subscribes to a resource, and is told of changes', async () => {
        const client = await open();
        await client.subscribe({ uri });
        await client.callTool({ name: 'touch', arguments: { uri } });
        const updated = { method: 'notifications/resources/updated', params: { uri } };
        for (const expected of [updated, ...['resources', 'tools', 'prompts'].map(changed)]) {
          const { method } = expected as { method: string };
          expect(await client.notifications.take((each) => each.method === method)).toMatchObject(expected);
        }
        await client.unsubscribe({ uri });
        await client.callTool({ name: 'touch', arguments: { uri } });
        await client.notifications.take(({ method }) => method === 'notifications/prompts/list_changed');
        expect(client.notifications.empty()).not.toContainEqual(expect.objectContaining(updated));
      });

      testUnless(missing, 'answers what a tool asks', async () => {
        const client = await open({
          'elicitation/create': () => ({ action: 'accept', content: { room: 'attic' } }),
          'sampling/createMessage': () => ({
            role: 'assistant',
            model: 'oracle',
            content: { type: 'text', text: 'Because.' },
          }),
        });
        const elicited = await client.callTool({ name: 'elicit', arguments: { message: 'Which one?' } });
        expect(elicited).toMatchObject(said('accept: attic'));
        const sampled = await client.callTool({ name: 'sample', arguments: { text: 'Why?' } });
        expect(sampled).toMatchObject(said('oracle: Because.'));
      });
    } else {
      testUnless(missing, 'cannot subscribe', async () => {
        const client = await open();
        await expect(client.subscribe({ uri })).rejects.toThrow(/subscribe|not found/);
        expect(await client.callTool({ name: 'touch', arguments: { uri } })).toMatchObject(said('touched'));
        expect(client.notifications.empty()).toEqual([]);
      });

      testUnless(missing, 'is not asked: the tool fails, and says why', async () => {
        const client = await open({ 'elicitation/create': () => ({ action: 'accept', content: { room: 'attic' } }) });
        const elicited = await client.callTool({ name: 'elicit', arguments: { message: 'Which one?' } });
        expect(elicited).toMatchObject({
          isError: true,
          content: [{ text: expect.stringContaining('Clients cannot be asked without a session') as unknown }],
        });
      });
    }

    testUnless(missing, 'speaks each revision', async () => {
      const clients = await Promise.all(revisions.map((revision) => open({}, revision)));
      expect(clients.map(({ revision }) => revision)).toEqual(revisions);
      const calls = clients.map((client) => client.callTool({ name: 'echo', arguments: { text: client.revision } }));
      expect(await Promise.all(calls)).toMatchObject(revisions.map(said));
    });
  });
});
