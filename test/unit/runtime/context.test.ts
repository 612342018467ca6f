import { expect, test } from 'vitest';
import type { HandlerContext } from '../../../runtime/src/codegen/v1.js';
import type { Message, SendOptions, Transport } from '../../../runtime/src/index.js';
import { Peer } from '../../../runtime/src/peer/peer.js';
import { clientInfo, older } from './fixture.js';
import { deferred, failure, openPeer, request, result, serverProfile, type TestHandler } from './support.js';
import { covers } from '../../support/covers.js';
import { endless } from '../../support/leftovers/endless.js';

const places = { method: 'places/list', params: {} } as const;

test('a handler sees the conversation and the metadata of its request', async () => {
  const seen: object[] = [];
  const say: TestHandler = (_params, { revision, peer, meta }) => {
    seen.push({ revision, peer, meta });
    return { text: '' };
  };
  const { wire } = await openPeer({ say });
  wire.say(request(1, 'words/say', { text: '', _meta: { trace: 'x' } }));
  wire.say(request(2, 'words/say', { text: '' }));
  await wire.settled();
  const common = { revision: older.id, peer: { ...clientInfo, capabilities: { places: {} } } };
  expect(seen).toEqual([
    { ...common, meta: { trace: 'x' } },
    { ...common, meta: undefined },
  ]);
});

test('a question is a request to the other side, and its answer the result', async () => {
  const say: TestHandler = async (_params, { ask }) => ({ text: JSON.stringify(await ask('where', places)) });
  const { wire } = await openPeer({ say });
  wire.say(request('mine', 'words/say', { text: '' }));
  expect(await wire.next()).toEqual({ jsonrpc: '2.0', id: 0, method: 'places/list', params: {} });
  wire.say(result(0, { home: 1 }));
  expect(await wire.next()).toEqual(result('mine', { text: '{"home":1}' }));
});

test('several questions are asked at once, and answered by their keys', async () => {
  const say: TestHandler = async (_params, { ask }) => {
    const answers = await ask({ first: places, second: { method: 'places/name', params: { uri: 'a:b' } } });
    return { text: JSON.stringify(answers) };
  };
  const { wire } = await openPeer({ say });
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toMatchObject({ id: 0, method: 'places/list' });
  expect(await wire.next()).toMatchObject({ id: 1, method: 'places/name' });
  wire.say(result(1, { text: 'b' }));
  wire.say(result(0, { a: 1 }));
  expect(await wire.next()).toEqual(result(1, { text: '{"first":{"a":1},"second":{"text":"b"}}' }));
});

test('when one of several questions fails the others are withdrawn', async () => {
  const say: TestHandler = (_params, { ask }) => ask({ first: places, second: places });
  const { wire } = await openPeer({ say });
  wire.say(request(1, 'words/say', { text: '' }));
  await wire.next();
  await wire.next();
  wire.say(failure(1, -7, 'not here'));
  expect(await wire.settled()).toEqual([
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 0, reason: 'not here' } },
    failure(1, -7, 'not here'),
  ]);
});

test('a question that the other side cannot answer fails in the handler, unsent', async () => {
  covers(
    'lifecycle-capabilities-binding',
    'lifecycle-capabilities-respected',
    'lifecycle-error-capability',
    'roots-asked-if-declared',
  );
  const refused = deferred<unknown>();
  const say: TestHandler = async (_params, { ask }) => {
    await ask('where', places).catch(refused.resolve);
    return { text: 'anyway' };
  };
  const { wire } = await openPeer({ say }, { clientCapabilities: {} });
  wire.say(request(1, 'words/say', { text: '' }));
  expect(await wire.next()).toEqual(result(1, { text: 'anyway' }));
  expect(await refused.promise).toMatchObject({ code: -32601, message: expect.stringContaining('capability places') });
});

test('a notification handler may ask, too', async () => {
  const answer = deferred<unknown>();
  const noted: TestHandler = async (_params, { ask }) => answer.resolve(await ask('where', places));
  const { wire } = await openPeer({ noted });
  wire.say({ jsonrpc: '2.0', method: 'notifications/noted', params: { text: '' } });
  expect(await wire.next()).toMatchObject({ id: 0, method: 'places/list' });
  wire.say(result(0, { home: 1 }));
  expect(await answer.promise).toEqual({ home: 1 });
});

test('what a handler sends is marked as belonging to its request', async () => {
  const sent: [method: unknown, relatesTo: unknown][] = [];
  let deliver!: (value: unknown) => void;
  const transport: Transport = {
    start: ({ message }) => void (deliver = message),
    send: (message: Message | readonly Message[], options?: SendOptions) =>
      void sent.push([(message as { method?: string }).method ?? 'answer', options?.relatesTo]),
    close: () => {},
  };
  const controller = new AbortController();
  const say: TestHandler = (_params, { progress, notify, ask, signal }) => {
    progress({ progress: 1 });
    void notify('notifications/told', { text: '' });
    signal.addEventListener('abort', () => controller.abort());
    ask('where', places).catch(() => {});
    return endless();
  };
  const profile = serverProfile({ say });
  const peer = new Peer(transport, profile);
  peer.adopt(profile, { ...clientInfo, capabilities: { places: {} } });
  await peer.start();
  deliver(request('r', 'words/say', { text: '', _meta: { progressToken: 1 } }));
  deliver({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'r' } });
  void peer.notify('notifications/told', { text: '' });
  expect(controller.signal.aborted).toBe(true);
  expect(sent).toEqual([
    ['notifications/progress', 'r'],
    ['notifications/told', 'r'],
    ['places/list', 'r'],
    ['notifications/cancelled', 'r'],
    ['notifications/told', undefined],
  ]);
  await peer.close();
});

test('two requests at once have contexts of their own', async () => {
  const contexts: HandlerContext[] = [];
  const say: TestHandler = (_params, context) => {
    contexts.push(context);
    return endless();
  };
  const { wire } = await openPeer({ say });
  wire.say(request(1, 'words/say', { text: '' }));
  wire.say(request(2, 'words/say', { text: '' }));
  wire.say({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  await wire.settled();
  expect(contexts.map(({ signal }) => signal.aborted)).toEqual([true, false]);
});
