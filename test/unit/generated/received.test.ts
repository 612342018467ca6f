/** What a page lets the other side say is taken as it is, and handed on. */

import { connectSession, memoryPair, pages, serve } from '@mcp-gen/runtime';
import { expect, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { GENERATED } from '../../support/generated.js';
import { request, result, Wire } from '../runtime/support.js';
import { converse, info } from './converse.js';

const REVISION = '2025-11-25';
const page = { mode: 'url', message: 'Sign in', url: 'https://example.org/sign-in' };

interface TaskPage {
  readonly tasks: readonly object[];
  readonly nextCursor?: string;
}

interface Context {
  ask(key: string, request: object): Promise<object>;
  notify(method: string, params: object): Promise<void>;
}

test.each(['2025-06-18', REVISION] as const)('in %s reserved metadata may be anything', async (revision) => {
  covers('base-meta-reserved');
  const values = [null, 7, '', ['a', null], { deep: {} }];
  const names = ['io.modelcontextprotocol/related-task', 'dev.mcp/x', 'com.mcp.tools/trace'];
  const metas = names.flatMap((name) => values.map((value) => ({ [name]: value })));
  const callTool = ({ _meta }: { _meta: object }) => ({ content: [{ type: 'text', text: '', _meta }], _meta });
  const session = await converse(revision, { callTool });
  for (const _meta of metas) {
    expect(await session.request('tools/call', { name: 'mirror', _meta })).toEqual(callTool({ _meta }));
  }
});

test.each([[{ values: [] }], [{ values: ['a'], hasMore: true }], [{ values: ['a'], total: 9 }]])(
  'a client takes the completion %j',
  async (completion) => {
    covers('completion-partial');
    const session = await converse(REVISION, { complete: () => ({ completion }) });
    const params = { ref: { type: 'ref/prompt', name: 'tidy' }, argument: { name: 'room', value: 'a' } };
    expect(await session.request('completion/complete', params)).toEqual({ completion });
  },
);

test.each(['', '../1', 'ä\n"', '{"user":1}', 'x'.repeat(10_000)])(
  'the id of an elicitation is handed on, whatever is in it (%#)',
  async (elicitationId) => {
    covers('schema-elicitation-id');
    const heard: string[] = [];
    const hear = (params: { elicitationId: string }) => {
      heard.push(params.elicitationId);
      return { action: 'accept' };
    };
    const callTool = async (_: unknown, { ask, notify }: Context) => {
      await ask('in', { method: 'elicitation/create', params: { ...page, elicitationId } });
      await notify('notifications/elicitation/complete', { elicitationId });
      return { content: [] };
    };
    const client = { elicit: hear, elicitationComplete: hear };
    const session = await converse(REVISION, { callTool }, client, { elicitation: { url: {} } });
    await session.request('tools/call', { name: 'ask' });
    expect(heard).toEqual([elicitationId, elicitationId]);
  },
);

test('a list of tasks goes on where the server says, whatever its cursors are', async () => {
  covers('tasks-list-opaque');
  const cursors = ['', ' 0', 'ä"\\', '{"page":1}', undefined];
  const asked: unknown[] = [];
  const listTasks = ({ cursor }: { cursor?: string } = {}) => {
    asked.push(cursor);
    const next = cursors[asked.length - 1];
    return { tasks: [], ...(next !== undefined && { nextCursor: next }) };
  };
  const session = await converse(REVISION, { listTasks });
  const read = [];
  for await (const { tasks } of pages((params) => session.request('tasks/list', params) as Promise<TaskPage>))
    read.push(tasks);
  expect(asked).toEqual([undefined, ...cursors.slice(0, -1)]);
  expect(read).toEqual([[], [], [], [], []]);
});

test('a question without a mode is a form, and refused if it is none', () => {
  covers('elicitation-mode-default');
  const accepts = GENERATED[REVISION].revision.client.requests['elicitation/create']?.params;
  const form = { message: 'Who?', requestedSchema: { type: 'object', properties: {} } };
  expect(accepts?.(form)).toBe(true);
  expect(accepts?.({ ...form, requestedSchema: undefined })).toBe(false);
  expect(accepts?.({ ...page, elicitationId: '1' })).toBe(true);
  expect(accepts?.({ ...page, elicitationId: '1', mode: undefined })).toBe(false);
});

const scent = { role: 'assistant', model: 'm', content: { type: 'scent' } };

test('a client refuses to sample what has content of no kind', async () => {
  covers('sampling-content-validated');
  const [near, far] = memoryPair();
  const createMessage = vi.fn();
  const session = connectSession(near, {
    clientInfo: info,
    revisions: [GENERATED[REVISION].revision],
    handlers: { createMessage },
  });
  const wire = new Wire(far);
  await wire.next();
  wire.say(result(0, { protocolVersion: REVISION, capabilities: {}, serverInfo: info }));
  await session;
  await wire.next();
  wire.say(request(1, 'sampling/createMessage', { messages: [scent], maxTokens: 1 }));
  expect(await wire.next()).toMatchObject({ id: 1, error: { code: -32602 } });
  expect(createMessage).not.toHaveBeenCalled();
});

test('a server does not get a sampled message whose content is of no kind', async () => {
  covers('sampling-content-validated');
  const [near, far] = memoryPair();
  const revisions = [GENERATED[REVISION].revision];
  const params = { messages: [], maxTokens: 1 };
  const callTool = async (_: unknown, { ask }: Context) => ask('why', { method: 'sampling/createMessage', params });
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  serve({ callTool }, { transport: near, serverInfo: info, revisions, onError });
  const wire = new Wire(far);
  const capable = { protocolVersion: REVISION, capabilities: { sampling: {} }, clientInfo: info };
  wire.say(request(1, 'initialize', capable));
  wire.say({ jsonrpc: '2.0', method: 'notifications/initialized' });
  wire.say(request(2, 'tools/call', { name: 'ask' }));
  await wire.next();
  await wire.next();
  wire.say(result(0, scent));
  expect(await wire.next()).toMatchObject({ id: 2, error: { code: -32603 } });
  expect(errors).toMatchObject([{ name: 'InvalidMessageError', method: 'sampling/createMessage' }]);
});
