/** URIs with spaces and characters beyond ASCII: those that another program made are passed on as they are, and our own are encoded. */

import * as Method from '@mcp-gen/protocol/registry/methods';
import { memoryPair, MetaKey, type Transport } from '@mcp-gen/runtime';
import { embedded, resourceLink, Server, text } from '@mcp-gen/sdk';
import type { Client } from '@mcp-gen/sdk/client';
import { describe, expect, test } from 'vitest';
import { isStateless } from '../../../sdk/src/era.js';
import { SUPPORTED_REVISIONS, type SupportedRevision } from '../../../sdk/src/revisions.js';
import { REVISION_IDS } from '../../support/schemas.js';
import { notification, Wire } from '../runtime/support.js';
import { urlElicitation } from '../../../sdk/src/server/urlElicitation.js';
import { throughBridge } from './bridgeSupport.js';
import { introduce } from './clientSupport.js';
import { openClient, reportingServer } from './support.js';
import { connectUntilEnd, testClientUntilEnd } from '../../support/untilEnd.js';

/** What servers of the field list as URIs. */
const FOREIGN = [
  'file:///文档.txt',
  'file:///Müller.txt',
  'file:///my doc.txt',
  'notes://日本語/メモ',
  'my-resource',
  'C:\\data\\a.txt',
  'file:///50%.txt',
];
const TEMPLATE = 'C:\\Müller und {Söhne}';

interface Asked {
  readonly id: unknown;
  readonly method: string;
  readonly params: { readonly uri?: string; readonly ref?: object; readonly notifications?: object };
}

/** A server of another program. Lists the URIs, and returns each request that names one in a result. */
function foreignServer(revision: SupportedRevision): { target: () => Transport; asked: Asked[] } {
  const asked: Asked[] = [];
  const held = isStateless(revision) ? { resultType: 'complete', ttlMs: 0, cacheScope: 'private' } : {};
  const link = { type: 'resource_link', name: 'link', uri: FOREIGN[0] };
  const answers: { readonly [method: string]: (params: Asked['params']) => object | undefined } = {
    'resources/list': () => ({ resources: FOREIGN.map((uri) => ({ uri, name: uri })) }),
    'resources/templates/list': () => ({ resourceTemplates: [{ uriTemplate: TEMPLATE, name: 'template' }] }),
    'resources/read': ({ uri }) => ({ contents: [{ uri, text: `the text of ${uri}` }] }),
    'resources/subscribe': () => ({}),
    'resources/unsubscribe': () => ({}),
    'completion/complete': () => ({ completion: { values: ['ß'] } }),
    'tools/list': () => ({ tools: [{ name: 'link', inputSchema: { type: 'object' } }] }),
    'tools/call': () => ({
      content: revision < '2025-06-18' ? [{ type: 'resource', resource: { uri: FOREIGN[0], text: '' } }] : [link],
    }),
  };
  const answer = async (wire: Wire): Promise<void> => {
    await introduce(wire, { resources: { subscribe: true }, completions: {}, tools: {} }, revision);
    for (;;) {
      const request = (await wire.next()) as Asked;
      asked.push(request);
      if (request.method === Method.subscriptionsListen) wire.say(acknowledgement(request));
      const result = answers[request.method]?.(request.params);
      if (result !== undefined) wire.say({ jsonrpc: '2.0', id: request.id, result: { ...held, ...result } });
    }
  };
  const target = (): Transport => {
    const [near, far] = memoryPair();
    void answer(new Wire(far));
    return near;
  };
  return { target, asked };
}

function acknowledgement({ id, params: { notifications } }: Asked): object {
  const _meta = { [MetaKey.SubscriptionId]: id };
  return notification(Method.notificationsSubscriptionsAcknowledged, { notifications, _meta });
}

async function direct(target: () => Transport): Promise<Client> {
  return connectUntilEnd(target);
}

describe.each(SUPPORTED_REVISIONS)('a server of revision %s', (revision) => {
  const other: SupportedRevision = isStateless(revision) ? '2025-11-25' : '2026-07-28';

  test.each([
    ['a client', direct],
    [
      'a client behind a bridge, which speaks another revision',
      (target: () => Transport) => throughBridge(target, other),
    ],
  ])('%s is asked for what it has listed, exactly as it has listed it', async (_, open) => {
    const { target, asked } = foreignServer(revision);
    const client = await open(target);
    expect((await client.resources().all()).map(({ uri }) => uri)).toEqual(FOREIGN);
    expect((await client.resourceTemplates().all()).map(({ uriTemplate }) => uriTemplate)).toEqual([TEMPLATE]);
    for (const uri of FOREIGN) {
      const { contents } = await client.readResource(uri);
      expect(contents).toMatchObject([{ uri, text: `the text of ${uri}` }]);
      client.subscribe(uri);
    }
    await client.complete({ type: 'ref/resource', uri: TEMPLATE }, 'Söhne', '');
    expect((await client.callTool('link')).content).toMatchObject([
      revision < '2025-06-18' ? { resource: { uri: FOREIGN[0] } } : { uri: FOREIGN[0] },
    ]);
    const sent = (method: string) => asked.filter((each) => each.method === method).map(({ params }) => params);
    expect(sent('resources/read').map(({ uri }) => uri)).toEqual(FOREIGN);
    expect(sent('completion/complete')).toMatchObject([{ ref: { uri: TEMPLATE } }]);
    if (!isStateless(revision)) expect(sent('resources/subscribe').map(({ uri }) => uri)).toEqual(FOREIGN);
    else
      await expect
        .poll(() => JSON.stringify(sent('subscriptions/listen').at(-1)))
        .toContain(JSON.stringify(FOREIGN.at(-1)));
  });
});

describe.each(REVISION_IDS)('our server in revision %s', (revision) => {
  test('encodes what an application names', async () => {
    const server = new Server({ name: 'test', version: '1.0.0' });
    server.resource('file:///my 文档.txt', {}, 'the document');
    server.tool('link', {}, () => [resourceLink({ uri: 'file:///文档.txt', name: 'link' })]);
    server.tool('raw', {}, () => ({ type: 'resource', resource: { uri: 'notes://my note', text: 'note' } }));
    server.tool('embedded', {}, () => ({ content: [embedded('notes://日本', 'note')] }));
    server.prompt('with', {}, () => [{ role: 'user', content: embedded('notes://日本', 'note') }]);
    server.resourceTemplate('notes://{name}/ä b', {}, ({ name }) => ({ uri: `notes://${name}/ä b`, text: name }));
    const client = await openClient(server, { revision });
    const uri = 'file:///my%20%E6%96%87%E6%A1%A3.txt';
    expect(await client.request('resources/list')).toMatchObject({ resources: [{ uri }] });
    for (const spelling of [uri, 'file:///my 文档.txt']) {
      expect(await client.request('resources/read', { uri: spelling })).toMatchObject({ contents: [{ uri }] });
    }
    expect(await client.request('resources/read', { uri: 'notes://x/ä b' })).toMatchObject({
      contents: [{ uri: 'notes://x/%C3%A4%20b', text: 'x' }],
    });
    const content = async (name: string) => (await client.request('tools/call', { name })) as { content: unknown };
    const link = 'file:///%E6%96%87%E6%A1%A3.txt';
    const note = 'notes://%E6%97%A5%E6%9C%AC';
    expect(JSON.stringify(await content('link'))).toContain(link);
    expect(await content('raw')).toMatchObject({ content: [{ resource: { uri: 'notes://my%20note' } }] });
    expect(await content('embedded')).toMatchObject({ content: [{ resource: { uri: note } }] });
    expect(await client.request('prompts/get', { name: 'with' })).toMatchObject({
      messages: [{ content: { resource: { uri: note } } }],
    });
  });

  test('says which tool has returned what cannot be a URI', async () => {
    const { server, errors } = reportingServer();
    server.tool('raw', {}, () => [text('See'), { type: 'resource', resource: { uri: 'my-resource', text: 'note' } }]);
    const client = await openClient(server, { revision });
    expect(await client.request('tools/call', { name: 'raw' })).toMatchObject({ isError: true });
    expect(errors.map(String)).toEqual([expect.stringMatching(/"raw".*"my-resource" has no scheme/)]);
  });
});

test('the page that a user should visit may have a path of any characters', () => {
  const { url } = urlElicitation({ message: 'Sign in', url: 'https://example.org/登录 now?a=%20' });
  expect(url).toBe('https://example.org/%E7%99%BB%E5%BD%95%20now?a=%20');
});

test.each(SUPPORTED_REVISIONS)(
  'our client of %s is notified of updates of our server, whatever the spelling that it follows',
  async (revision) => {
    const server = new Server({ name: 'test', version: '1.0.0' });
    server.resource('file:///my 文档.txt', {}, 'the document');
    const client = await testClientUntilEnd(server, { revision });
    for (const spelling of ['file:///my 文档.txt', 'file:///my%20%E6%96%87%E6%A1%A3.txt']) {
      const updates = client.subscribe(spelling);
      await updates.ready;
      server.resourceUpdated('file:///my 文档.txt');
      for await (const update of updates) {
        expect(update.uri).toBe('file:///my%20%E6%96%87%E6%A1%A3.txt');
        break;
      }
    }
  },
);

test.each(['file:///a "b" <c>.txt', 'file:///100%.txt', 'file:///a\\b|c^d`e.txt', 'file:///{.txt'])(
  'a resource that is registered as %j is the one that links to it name',
  async (uri) => {
    const server = new Server({ name: 'own', version: '1.0.0' });
    const updates: unknown[] = [];
    server.resource(uri, { name: 'own' }, 'its text');
    server.tool('link', {}, () => [resourceLink({ uri, name: 'own' })]);
    const client = await testClientUntilEnd(server);
    const [listed] = await client.resources().all();
    const [link] = (await client.callTool('link')).content as readonly { readonly uri: string }[];
    expect(link?.uri).toBe(listed?.uri);
    expect((await client.readResource(link?.uri ?? '')).contents).toMatchObject([{ text: 'its text' }]);
    const subscription = client.subscribe(link?.uri ?? '');
    await subscription.ready;
    server.resourceUpdated(uri);
    updates.push((await subscription.next()).value);
    expect(updates).toMatchObject([{ uri: link?.uri }]);
  },
);

test('a resource with variables is a template', () => {
  const server = new Server({ name: 'own', version: '1.0.0' });
  expect(() => server.resource('note:///{id}', {}, '')).toThrow(
    'The URI "note:///{id}" has variables: use server.resourceTemplate(uriTemplate, options, handler)',
  );
});
