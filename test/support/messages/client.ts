/** Clients: their options and targets, connections, requests, and what servers answer. */

import { record, replay, testClient, createMockServer } from '@mcp-gen/sdk/testing';
import { RequestCancelledError } from '@mcp-gen/runtime';
import { Server } from '@mcp-gen/sdk';
import { connect, type Client, type ClientOptions, type Target } from '@mcp-gen/sdk/client';
import { conversionsFor } from '@mcp-gen/sdk/conversions';
import { inProcess } from '@mcp-gen/sdk/testing';
import { tasks } from '@mcp-gen/sdk/tasks';
import { tasks as clientTasks } from '@mcp-gen/sdk/tasks/client';
import { skills } from '@mcp-gen/sdk/skills';
import { callFor } from '@mcp-gen/sdk/bindings';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { temporaryFolder } from '../temporaryFolder.js';
import { clientOf, info, mockClient, until, type Cases } from './cases.js';

const refuse = (target: unknown, options: object = {}): Promise<Client> =>
  connect(target as Target, options as ClientOptions);
const server = (): Server => {
  const made = new Server(info);
  made.tool('forecast', {}, () => 'Sunny');
  return made;
};
const program = (code: string): readonly [string, ...string[]] => [process.execPath, '-e', code];
/** Nothing is written to stderr. */
const QUIET: ClientOptions = { stderr: 'pipe', onError: () => undefined };
const TOOL = { name: 'forecast', inputSchema: { type: 'object' } };
const CALLED = { content: [], structuredContent: { celsius: 'cold' } };

export const CLIENT: Cases = {
  'no target': () => refuse(undefined),
  'an empty command line': () => refuse(' '),
  'a command line with a pipe': () => refuse('node server.js | tee log'),
  'a command line with a variable': () => refuse('node $SERVER'),
  'a command line that sets a variable': () => refuse('KEY=1 node server.js'),
  'an unclosed quote': () => refuse('node "server.js'),
  'a URL without a scheme': () => refuse('localhost:3000/mcp'),
  'a URL with another scheme': () => refuse('ftp://example.com/mcp'),
  'an unknown option': () => refuse('node server.js', { timeOut: 5 }),
  'a negative timeout': () => refuse('node server.js', { timeout: -1 }),
  'headers for a command': () => refuse('node server.js', { headers: {} }),
  'variables for a URL': () => refuse('https://example.com/mcp', { env: {} }),
  'a signal that is not a function': () => refuse('node server.js', { onLog: 'log' }),
  'an auth option without a method': () => refuse('https://example.com/mcp', { auth: 'token' }),
  'middleware that is not an array': () => refuse('node server.js', { middleware: 'log' }),
  'an unsupported revision': () => refuse('node server.js', { revisions: ['2023-01-01'] }),
  'elicitation without functions': () => refuse('node server.js', { elicitation: {} }),
  'an unknown extension name': () => refuse('node server.js', { capabilities: { extensions: { search: {} } } }),

  'a program that does not exist': () => connect(['mcp-gen-does-not-exist']),
  'a program that exits at once': () => connect(program('console.error("No key"); process.exit(3)'), QUIET),
  'a program that is not a server': () => connect(program('console.log("Hello"); process.exit(0)'), QUIET),
  'a program that does not respond': () =>
    connect(program('setInterval(() => {}, 1000)'), { timeout: 300, discoverTimeout: 100 }),
  'no common revision': () => testClient(new Server(info, { revisions: ['2024-11-05'] }), { revision: '2025-06-18' }),
  'a call after the client was closed': async () => {
    const client = await clientOf(server());
    await client.close();
    return client.callTool('forecast');
  },
  'a connection that breaks': async () => {
    const mock = createMockServer({
      'tools/list': () => {
        mock.close();
      },
    });
    const client = await connect(mock.target, { onError: () => undefined });
    return client.tools().all();
  },

  'an unknown tool': async () => (await clientOf(server())).callTool('forcast'),
  'invalid arguments of a tool': async () => {
    const made = new Server(info);
    const input = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;
    made.tool('forecast', { input }, ({ city }) => city);
    return (await clientOf(made, { revision: '2025-06-18' })).callTool('forecast', { town: 'Oslo' });
  },
  'an unknown resource': async () => {
    const made = new Server(info);
    made.resource('notes://1', {}, 'Buy milk');
    return (await clientOf(made)).readResource('notes://2');
  },
  'an unknown prompt': async () => {
    const made = new Server(info);
    made.prompt('review', {}, () => 'Review this');
    return (await clientOf(made)).getPrompt('revue');
  },
  'a method without its capability': async () => (await clientOf(server())).getPrompt('review'),
  'params that are invalid': async () => (await clientOf(server())).request('tools/call', { name: 5 as never }),
  'a request that times out': async () =>
    (await mockClient({ 'tools/call': () => new Promise(() => undefined), 'tools/list': { tools: [] } })).callTool(
      'forecast',
      {},
      { timeout: 50 },
    ),
  'a timeout that is not a number': async () => (await clientOf(server())).callTool('forecast', {}, { timeout: NaN }),
  'an unknown option of a call': async () =>
    (await clientOf(server())).callTool('forecast', {}, { timeOut: 5 } as never),
  'a result that is invalid': async () =>
    (await mockClient({ 'tools/list': { tools: [] }, 'tools/call': { content: 'Sunny' } })).callTool('forecast'),
  'structured content that does not match': async () =>
    (
      await mockClient({
        'tools/list': {
          tools: [{ ...TOOL, outputSchema: { type: 'object', properties: { celsius: { type: 'number' } } } }],
        },
        'tools/call': CALLED,
      })
    ).callTool('forecast'),
  'a list that repeats a cursor': async () =>
    (await mockClient({ 'tools/list': { tools: [TOOL], nextCursor: 'again' } })).tools().all(),
  'a list with too many pages': async () => {
    let page = 0;
    const client = await mockClient({ 'tools/list': () => ({ tools: [TOOL], nextCursor: String(page++) }) });
    return client.tools({ limit: 3 }).all();
  },
  'a method that the revision does not have': async () =>
    (await clientOf(server(), { revision: '2024-11-05' })).request('tasks/list' as never, {} as never),
  'a value that a revision cannot express': async () => {
    const { toRevision } = await conversionsFor('2024-11-05');
    const context = { protocolVersion: '2024-11-05', clientCapabilities: {} };
    const message = { role: 'assistant', model: 'm', content: { type: 'tool_use', id: '1', name: 'a', input: {} } };
    return toRevision('sampling/createMessage', 'result', message, context);
  },
  'roots that were not declared': async () => (await clientOf(server())).setRoots(['.']),
  'a cancelled request, in its handler': async () => {
    const made = new Server(info);
    let reason: unknown;
    made.tool('slow', {}, (_, { signal }) => {
      signal.addEventListener('abort', () => (reason = signal.reason as unknown));
      return new Promise<string>(() => undefined);
    });
    const client = await clientOf(made, { revision: '2025-06-18' });
    const aborting = new AbortController();
    const call = client.callTool('slow', {}, { signal: aborting.signal }).catch(() => undefined);
    setTimeout(() => aborting.abort(new Error('The user closed the tab')), 20);
    await call;
    return until(() => reason);
  },
  'a cancelled request without a reason': () => new RequestCancelledError(),
  'a task that is cancelled': async () => {
    const made = new Server(info, { extensions: [tasks()] });
    made.tool('report', { task: 'required' }, () => new Promise<string>(() => undefined));
    const client = await clientOf(made, { extensions: [clientTasks()] });
    const task = await client.extension(clientTasks)?.start('report');
    await task?.cancel();
    return task?.result();
  },
  'a stored task without an id': async () => {
    const made = new Server(info, { extensions: [tasks()] });
    const client = await clientOf(made, { extensions: [clientTasks()] });
    return client.extension(clientTasks)?.resume({ id: undefined, tool: 'report' });
  },

  'skills of a server without a folder': () => Promise.resolve(new Server(info, { extensions: [skills()] })),
  'a skill whose files changed': async () => {
    const uri = 'skill://refunds/SKILL.md';
    const digest = `sha256:${'0'.repeat(64)}`;
    const skill = {
      uri,
      frontmatter: { name: 'refunds', description: 'Refunds' },
      resources: [{ uri, digest, size: 4 }],
    };
    const capabilities = { resources: {}, extensions: { 'io.modelcontextprotocol/skills': {} } };
    const answers = { 'resources/read': { contents: [{ uri, text: 'abcd' }] } };
    const client = await connect(createMockServer(answers, { capabilities }).target, { extensions: [skills()] });
    onTestFinished(() => client.close());
    return client.extension(skills)?.load(skill);
  },
  'a tool that was not reviewed': async () =>
    callFor(await clientOf(server()), { lockVersion: 1, servers: {} } as never, 'weather'),
  'a session that differs from its recording': async () => {
    const path = join(await temporaryFolder(), 'session.jsonl');
    const recorded = await connect(record(inProcess(server())(), path), { revisions: ['2025-06-18'] });
    await recorded.callTool('forecast');
    await recorded.close();
    const player = replay(path);
    const client = await connect(player, { revisions: ['2025-06-18'], onError: () => undefined });
    await client.callTool('other').catch(() => undefined);
    await client.close();
    return player.finished;
  },
  'a recording that does not exist': () => replay('/mcp-gen/none.jsonl'),
};
