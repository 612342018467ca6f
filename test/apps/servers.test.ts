/** Views of servers of every revision, in a host, and through a bridge. */

import { apps, isVisibleTo, viewOf } from '@mcp-gen/apps';
import { ViewSession, type AppServer } from '@mcp-gen/apps/host';
import { connectView, portPair, type View, type ViewToolResult } from '@mcp-gen/apps/view';
import { Server } from '@mcp-gen/sdk';
import { ConsentDeniedError, type ConsentQuestion } from '@mcp-gen/sdk/host';
import { toolsFor } from '@mcp-gen/sdk/models';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test } from 'vitest';
import { REVISION_IDS, type RevisionId } from '../support/schemas.js';
import { testClientUntilEnd } from '../support/untilEnd.js';
import { openHost } from '../unit/sdk/hostSupport.js';
import { throughBridge } from '../unit/sdk/bridgeSupport.js';

const INPUT = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] } as const;

function weather(revision: RevisionId): Server {
  const chart = { html: '<!doctype html><title>Chart</title>' };
  const server = new Server(
    { name: 'weather', version: '1.0.0' },
    { revisions: [revision], extensions: [apps({ chart })] },
  );
  server.tool('forecast', { input: INPUT, app: 'chart' }, ({ city }) => ({ city, degrees: [3, 5] }));
  server.tool('refresh', { input: INPUT, app: { visibility: ['app'] } }, ({ city }) => ({ city, degrees: [4, 4] }));
  return server;
}

/** Shows the view of the tool `forecast`, without windows. */
async function shown(server: AppServer): Promise<View> {
  const [own, other] = portPair();
  const tools = [];
  for await (const each of server.tools()) tools.push(each);
  const tool = tools.find(({ name }) => name === 'forecast');
  if (tool === undefined) throw new Error('The server has no tool forecast');
  const session = new ViewSession(own, {
    server,
    tool,
    host: { name: 'host', version: '1.0.0' },
    consent: () => true,
    onError: (error) => expect.fail(String(error)),
  });
  onTestFinished(() => session.close('The test has ended'));
  session.sendInput({ city: 'Oslo' });
  session.sendResult(await server.callTool('forecast', { city: 'Oslo' }));
  const view = await connectView({ name: 'chart', version: '1.0.0' }, { port: other });
  onTestFinished(() => view.close());
  return view;
}

/** What a view sees, and what its calls return. */
async function seenBy(view: View): Promise<object> {
  const result = await new Promise<ViewToolResult>((resolve) => view.onResult(resolve));
  const { contents } = await view.readResource('ui://chart');
  return { result: read(result), called: read(await view.callTool('refresh', { city: 'Oslo' })), contents };
}

const read = ({ content, structuredContent }: ViewToolResult): object => ({ content, structuredContent });

const result = (degrees: readonly number[]): object => ({
  content: [{ type: 'text', text: JSON.stringify({ city: 'Oslo', degrees }) }],
  // Revisions before 2025-06-18 do not have it, and carry it nevertheless.
  structuredContent: { city: 'Oslo', degrees },
});

const SEEN = {
  result: result([3, 5]),
  called: result([4, 4]),
  contents: [expect.objectContaining({ uri: 'ui://chart', text: '<!doctype html><title>Chart</title>' })],
};

describe.each(REVISION_IDS)('a server of revision %s', (revision) => {
  test('in a host, which does not offer to models what only views may call', async () => {
    const { host, errors } = await openHost({
      extensions: [apps()],
      servers: { weather: inProcess(weather(revision)) },
    });
    expect((await host.tools()).map(({ name }) => name)).toEqual(['weather__forecast']);
    await expect(host.callTool('weather__refresh', { city: 'Oslo' })).rejects.toThrow('weather__refresh');
    const view = await shown(host.extension(apps).server('weather'));
    expect(await seenBy(view)).toEqual(SEEN);
    expect(errors.empty()).toEqual([]);
    await expect(host.extension(apps).server('other').readResource('ui://chart')).rejects.toThrow(TypeError);
  });

  test.each(REVISION_IDS)('through a bridge, with a client of revision %s', async (client) => {
    const connected = await throughBridge(inProcess(weather(revision)), client, { extensions: [apps()] });
    const tools = await connected.tools().all();
    expect(tools.map((tool) => [viewOf(tool), isVisibleTo('model', tool)])).toEqual([
      ['ui://chart', true],
      [undefined, false],
    ]);
    expect(await seenBy(await shown(connected))).toEqual(SEEN);
  });
});

test('the filter, the consent, and the records of a host apply to calls of views', async () => {
  const questions: ConsentQuestion[] = [];
  const { host, records } = await openHost({
    extensions: [apps()],
    servers: { weather: inProcess(weather('2025-11-25')) },
    tools: { weather: { exclude: ['forecast'] } },
    consent: (question) => {
      questions.push(question);
      return questions.length === 1 ? 'allow' : 'deny';
    },
  });
  const server = host.extension(apps).server('weather');
  const names = [];
  for await (const { name } of server.tools()) names.push(name);
  expect(names).toEqual(['refresh']);
  await expect(server.callTool('forecast', { city: 'Oslo' })).rejects.toThrow('forecast');
  expect(await server.callTool('refresh', { city: 'Oslo' })).toMatchObject({ structuredContent: { city: 'Oslo' } });
  await expect(server.callTool('refresh', { city: 'Oslo' })).rejects.toThrow(ConsentDeniedError);
  expect(questions).toMatchObject([
    { kind: 'tool', server: 'weather', tool: { name: 'weather__refresh' }, arguments: { city: 'Oslo' } },
    { kind: 'tool' },
  ]);
  expect(records.empty().map(({ outcome }) => outcome)).toEqual(['ok', 'denied']);
});

test('models are not given tools that only views may call, by a client either', async () => {
  const server = weather('2026-07-28');
  const plain = await testClientUntilEnd(server, {});
  expect((await toolsFor(plain, 'anthropic')).definitions.map(({ name }) => name)).toEqual(['forecast', 'refresh']);
  const client = await testClientUntilEnd(server, { extensions: [apps()] });
  expect((await toolsFor(client, 'anthropic')).definitions.map(({ name }) => name)).toEqual(['forecast']);
});
