/** A bridge between every two revisions. */

import type { LoggingMessageNotificationParams } from '@mcp-gen/protocol/author';
import type { ClientOptions } from '@mcp-gen/sdk/client';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { Mailbox } from '../../support/mailbox.js';
import { REVISION_IDS, type RevisionId } from '../../support/schemas.js';
import { bridged } from './bridgeSupport.js';

const PAIRS = REVISION_IDS.flatMap((client) =>
  REVISION_IDS.map((server): [RevisionId, RevisionId] => [client, server]),
);

/** Whether both sides of a bridge have forms. */
const HAS_FORMS = (revision: RevisionId): boolean => revision >= '2025-06-18';

/** A client that answers everything. */
const ANSWERING: ClientOptions = {
  elicitation: { form: () => ({ action: 'accept', content: { name: 'Ada' } }) },
  sampling: {
    model: () => ({ model: 'm', role: 'assistant', content: { type: 'text', text: 'Roses' }, stopReason: 'endTurn' }),
  },
  roots: [{ path: process.cwd(), name: 'project' }],
};

describe.each(PAIRS)('a client of %s, and a server of %s', (client, server) => {
  test('the server introduces itself as it is', async () => {
    const connected = await bridged(server, client);
    expect(connected.server).toMatchObject({
      name: 'behind',
      version: '3.2.1',
      capabilities: {
        tools: { listChanged: true },
        prompts: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        logging: {},
      },
    });
    expect(connected.instructions).toBe('Ask nicely');
  });

  test('tools, resources, prompts, and completion', async () => {
    const connected = await bridged(server, client);
    const tools = await connected.tools().all();
    expect(tools.map(({ name }) => name)).toContain('echo');
    expect((await connected.callTool('echo', { text: 'hello' })).text).toBe('hello');
    expect((await connected.resources().all()).map(({ uri }) => uri)).toEqual(['note://one']);
    expect((await connected.resourceTemplates().all()).map(({ uriTemplate }) => uriTemplate)).toEqual(['note://{id}']);
    expect(await connected.readResource('note://one')).toMatchObject({ contents: [{ text: 'first note' }] });
    await expect(connected.callTool('no-such-tool')).rejects.toThrow('Unknown tool: no-such-tool');
    await expect(connected.readResource('other://one')).rejects.toMatchObject({
      code: client < '2026-07-28' ? -32002 : -32602,
      message: 'Resource not found: other://one',
    });
    expect((await connected.prompts().all()).map(({ name }) => name)).toEqual(['greet']);
    expect(await connected.getPrompt('greet', { who: 'Ada' })).toMatchObject({
      messages: [{ content: { text: 'Greet Ada' } }],
    });
    const { values } = await connected.complete({ type: 'ref/prompt', name: 'greet' }, 'who', 'A');
    expect(values).toEqual(['Ada', 'Alan']);
  });

  test('progress and log messages of a call, at the level that is wanted', async () => {
    const logged: LoggingMessageNotificationParams[] = [];
    const connected = await bridged(server, client, { logLevel: 'info', onLog: (entry) => logged.push(entry) });
    const reports: number[] = [];
    const { text } = await connected.callTool('steps', {}, { onProgress: ({ progress }) => reports.push(progress) });
    expect(text).toBe('done 1');
    expect(reports).toEqual([1, 2, 3]);
    await connected.tools().all();
    expect(logged).toEqual([{ level: 'warning', logger: 'steps', data: 'three steps' }]);
  });

  test('cancellation', async () => {
    const calls = new Mailbox<string>();
    const connected = await bridged(server, client, {}, calls);
    const controller = new AbortController();
    const waiting = connected.callTool('wait', {}, { signal: controller.signal });
    expect(await calls.take()).toBe('waiting');
    controller.abort(new Error('No longer wanted'));
    await expect(waiting).rejects.toThrow('No longer wanted');
    expect(await calls.take()).toBe('cancelled');
  });

  test('changes of lists and of resources', async () => {
    const changed = new Mailbox<string>();
    const connected = await bridged(server, client, { onListChanged: changed.put });
    const subscription = connected.subscribe('note://one');
    await subscription.ready;
    await connected.callTool('change');
    expect(await changed.take((list) => list === 'tools')).toBe('tools');
    expect(await subscription.next()).toMatchObject({ value: { uri: 'note://one' } });
    expect((await connected.tools().all()).map(({ name }) => name)).toContain('added');
    await subscription.return();
  });

  test('questions to the client', async () => {
    const connected = await bridged(server, client, ANSWERING);
    expect((await connected.callTool('poem')).text).toBe('Roses');
    expect((await connected.callTool('where')).text).toBe(pathToFileURL(process.cwd()).href);
    const named = connected.callTool('name').then(
      ({ text }) => text,
      (error: unknown) => (error as Error).message,
    );
    expect(await named).toMatch(HAS_FORMS(client) && HAS_FORMS(server) ? /^Hello Ada$/ : /elicitation/);
  });
});
