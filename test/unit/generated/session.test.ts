/** The runtime on real revisions: what they accept of an introduction, and which of them it speaks. */

import { connectSession, memoryPair, serve, type Session } from '@mcp-gen/runtime';
import { expect, test, vi } from 'vitest';
import { GENERATED } from '../../support/generated.js';
import { nonEmpty } from '../../support/nonEmpty.js';
import { REVISIONS, type RevisionId } from '../../support/schemas.js';
import { converse, info } from './converse.js';
import { covers } from '../../support/covers.js';

const handler = (): object => ({});

test.each<[RevisionId, string[], object]>([
  ['2025-06-18', ['subscribe', 'listTools'], { resources: { subscribe: true }, tools: {} }],
  ['2025-11-25', ['subscribe', 'listTools'], { resources: { subscribe: true }, tools: {} }],
  ['2025-11-25', ['getTask'], { tasks: {} }],
  ['2025-11-25', ['listTasks', 'cancelTask'], { tasks: { list: {}, cancel: {} } }],
  [
    '2025-11-25',
    ['unsubscribe', 'getTask', 'cancelTask', 'setLevel'],
    { resources: { subscribe: true }, tasks: { cancel: {} }, logging: {} },
  ],
])('in %s a server of %j declares %j', async (id, names, declared) => {
  covers('logging-capability', 'resources-capability', 'tools-capability');
  const session = await converse(id, Object.fromEntries(names.map((name) => [name, handler])));
  expect(session.peer.capabilities).toEqual(declared);
});

test('a client declares its roots, sampling and elicitation, and the server hears when its roots change', async () => {
  covers('elicitation-capability', 'roots-capability', 'sampling-capability');
  const changed = vi.fn();
  const callTool = (_: unknown, { peer }: { peer: { capabilities: object } }) => ({
    content: [],
    _meta: { ...peer.capabilities },
  });
  const server = { callTool, rootsListChanged: changed };
  const handlers = { listRoots: handler, createMessage: handler, elicit: handler };
  const plain = await converse('2025-11-25', server, handlers);
  expect(await plain.request('tools/call', { name: 'any' })).toEqual({
    content: [],
    _meta: { roots: {}, sampling: {}, elicitation: {} },
  });
  const session = await converse('2025-11-25', server, handlers, { roots: { listChanged: true } });
  await session.notify('notifications/roots/list_changed');
  expect(await session.request('tools/call', { name: 'any' })).toMatchObject({
    _meta: { roots: { listChanged: true } },
  });
  expect(changed).toHaveBeenCalledOnce();
});

test('a server without tasks answers a call that asks for one like any other', async () => {
  covers('tasks-augmentation-ignored');
  const session = await converse('2025-11-25', { callTool: () => ({ content: [] }) });
  expect(await session.request('tools/call', { name: 'any', task: { ttl: 1 } })).toEqual({ content: [] });
});

test('a client that lists its tasks is asked for them, and one that does not is not', async () => {
  const callTool = async (_: unknown, { ask }: { ask: (key: string, request: object) => Promise<object> }) => ({
    content: [],
    _meta: { heard: await ask('tasks', { method: 'tasks/list', params: undefined }) },
  });
  const call = (session: Session) => session.request('tools/call', { name: 'any' });
  const answered = await converse('2025-11-25', { callTool }, { listTasks: () => ({ tasks: [] }) });
  expect(await call(answered)).toMatchObject({ _meta: { heard: { tasks: [] } } });
  const unanswered = await converse('2025-11-25', { callTool }, { getTask: handler });
  await expect(call(unanswered)).rejects.toThrow('tasks.list');
});

const stateless = nonEmpty(REVISIONS.filter(({ era }) => era === 'stateless'));
test.each(stateless)('revision $revision needs no session, on either side', async ({ revision: id }) => {
  const revisions = [GENERATED[id].revision];
  const [near, far] = memoryPair();
  const listTools = (): object => ({ tools: [], ttlMs: 0, cacheScope: 'private' });
  const server = serve({ listTools }, { transport: far, serverInfo: info, revisions });
  const session = await connectSession(near, { clientInfo: info, revisions });
  expect([session.revision, session.id, session.peer.name]).toEqual([id, undefined, info.name]);
  expect(await session.request('tools/list', {})).toMatchObject({ resultType: 'complete', tools: [] });
  expect(() => session.batch(() => undefined)).toThrow(
    new TypeError(`Revision ${id} does not support batches: send the messages one by one`),
  );
  await session.close();
  await server.close();
});
