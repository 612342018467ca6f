import { expect, test } from 'vitest';
import type { RequestEntry, Revision } from '../../../runtime/src/codegen/v1.js';
import {
  connectSession,
  memoryPair,
  serve,
  type ConnectOptions,
  type ServeTransportOptions,
  type Session,
} from '../../../runtime/src/index.js';
import { declares } from '../../../runtime/src/peer/profile.js';
import { acceptedCapabilities, declareCapabilities } from '../../../runtime/src/session/capabilities.js';
import { clientInfo, newer, older, serverInfo } from './fixture.js';
import type { TestHandler } from './support.js';
import { covers } from '../../support/covers.js';

/** A client and a server in one process. */
function converse(
  handlers: object,
  { server, client }: { server?: Partial<ServeTransportOptions>; client?: Partial<ConnectOptions> } = {},
): Promise<Session> {
  const [near, far] = memoryPair();
  serve(handlers, { serverInfo, revisions: [older, newer], transport: near, ...server });
  return connectSession(far, { clientInfo, revisions: [older, newer], ...client });
}

const handler = (): object => ({});
const unexpected = (pointer: string): never => expect.unreachable(`refused ${pointer}`);

const derived: [handlers: string[], given: object | undefined, declared: object][] = [
  [[], undefined, {}],
  [['doPlain'], undefined, {}],
  [['say'], undefined, { words: {} }],
  [['watchPage'], undefined, { pages: { watch: true } }],
  [['readPage', 'watchPage'], undefined, { pages: { watch: true } }],
  [['watchPage', 'readPage', 'say'], undefined, { pages: { watch: true }, words: {} }],
  [['say'], { words: { loud: true }, extra: { a: 1 } }, { words: { loud: true }, extra: { a: 1 } }],
  [['watchPage'], { pages: { changed: true } }, { pages: { watch: true, changed: true } }],
  [['watchPage'], { pages: { watch: false } }, { pages: { watch: false } }],
];

test.each(derived)('handlers %j with %j declare %j', async (names, given, declared) => {
  const handlers = Object.fromEntries(names.map((name) => [name, handler]));
  const session = await converse(handlers, { server: { ...(given && { capabilities: given as never }) } });
  expect(session.peer.capabilities).toEqual(declared);
});

test.each([
  [true, { a: { b: { c: true } } }],
  [false, { a: { b: { c: {} } } }],
])('a deep path ends in true where the revision accepts that (%s), else in an object', (accepts, declared) => {
  const entry = older.server.requests['words/say'] as RequestEntry;
  expect(declareCapabilities([{ ...entry, capability: 'a.b.c' }], () => accepts, {}, unexpected)).toEqual(declared);
});

const isBroken = (value: unknown): boolean =>
  value === 'broken' || (typeof value === 'object' && value !== null && Object.values(value).some(isBroken));

test.each<[given: object, declared: object, accepted: object, refused: string[]]>([
  [{ a: 'fine' }, {}, { a: 'fine' }, []],
  [{ a: 'broken', b: 1 }, {}, { b: 1 }, ['/capabilities/a']],
  [{ a: { 'b/c': 'broken', d: 1 } }, {}, { a: { d: 1 } }, ['/capabilities/a/b~1c']],
  [{ a: { b: 'broken' } }, { a: { c: true } }, { a: { c: true } }, ['/capabilities/a/b']],
  [{ a: { b: { c: 'broken' } } }, { a: { b: true } }, { a: { b: true } }, ['/capabilities/a/b']],
  [{ a: 'broken' }, { a: { c: true } }, { a: { c: true } }, ['/capabilities/a']],
  [{ a: ['broken'], b: 'broken' }, {}, {}, ['/capabilities/a', '/capabilities/b']],
])('of %j in addition to %j, a revision accepts %j', (given, declared, accepted, expected) => {
  const refused: string[] = [];
  const accepts = (value: object): boolean => !isBroken(value);
  const found = acceptedCapabilities(given as never, accepts, (pointer) => refused.push(pointer), declared as never);
  expect(found).toEqual(accepted);
  expect(refused).toEqual(expected);
});

test('capabilities of which a revision accepts none are unchanged', () => {
  expect(acceptedCapabilities({ a: 1 }, () => false, unexpected)).toEqual({ a: 1 });
});

test('a server omits a capability that a revision does not accept, if it handles that', async () => {
  const refused: string[] = [];
  const server = {
    capabilities: { words: 7, pages: { watch: true } },
    invalidCapability: (pointer: string, revision: string) => void refused.push(`${revision} ${pointer}`),
  };
  const session = await converse({}, { server });
  expect(session.peer.capabilities).toEqual({ pages: { watch: true } });
  expect(refused).toEqual([older, newer].map(({ id }) => `${id} /capabilities/words`));
});

test('an extension is declared under its identifier, as an object in any revision', () => {
  const entry = older.server.requests['words/say'] as RequestEntry;
  const capability = 'extensions.com.example/words';
  const declared = declareCapabilities([{ ...entry, capability }], () => true, {}, unexpected);
  expect(declared).toEqual({ extensions: { 'com.example/words': {} } });
  expect(declares(declared, capability)).toBe(true);
  expect(declares(declared, 'extensions.com.example/other')).toBe(false);
});

test('a method that needs no capability in one revision declares none there', async () => {
  const { name, params, result } = older.server.requests['words/say'] as RequestEntry;
  const free: Revision = {
    ...older,
    server: {
      ...older.server,
      requests: { ...older.server.requests, 'words/say': { name, params, result } },
    },
  };
  const said = { server: { revisions: [free, newer] } };
  const inFree = await converse({ say: handler }, { ...said, client: { revisions: [free] } });
  expect(inFree.peer.capabilities).toEqual({});
  const inNewer = await converse({ say: handler }, { ...said, client: { revisions: [newer] } });
  expect(inNewer.peer.capabilities).toEqual({ words: {} });
});

test('a client declares what its handlers make true, and the server sees it', async () => {
  const doPlain: TestHandler = (_params, { peer }) => peer;
  const client = { handlers: { listPlaces: handler }, capabilities: { places: { moved: true } } };
  const session = await converse({ doPlain }, { client });
  expect(await session.request('plain/do')).toEqual({ ...clientInfo, capabilities: { places: { moved: true } } });
});

test.each([
  ['words/say', 'words'],
  ['pages/watch', 'pages.watch'],
])('%s is not sent to a server without %s', async (method, capability) => {
  covers('lifecycle-capabilities-binding', 'lifecycle-capabilities-respected', 'lifecycle-error-capability');
  const session = await converse({ readPage: handler });
  const refused = session.request(method, { text: '', uri: 'a:b' });
  await expect(refused).rejects.toMatchObject({
    code: -32601,
    message: expect.stringContaining(`capability ${capability},`),
  });
});

test('what is declared false is not declared', async () => {
  const session = await converse({ watchPage: handler }, { server: { capabilities: { pages: { watch: false } } } });
  await expect(session.request('pages/watch', { uri: 'a:b' })).rejects.toMatchObject({ code: -32601 });
});

test('a declared method without a handler is answered with an error', async () => {
  const session = await converse({}, { server: { capabilities: { words: {} } } });
  await expect(session.request('words/say', { text: '' })).rejects.toMatchObject({
    code: -32601,
    message: 'Method not found: words/say',
  });
});

test('a notification is sent if this side has declared its capability', async () => {
  covers('lifecycle-capabilities-binding', 'lifecycle-capabilities-respected');
  const heard: unknown[] = [];
  const handlers = { moved: (params: unknown) => heard.push(params), doPlain: handler };
  const silent = await converse(handlers);
  await expect(silent.notify('notifications/moved')).rejects.toThrow(/capability places\.moved, which this side/);
  const open = await converse(handlers, { client: { capabilities: { places: { moved: true } } } });
  await open.notify('notifications/moved', { far: true });
  await open.request('plain/do');
  expect(heard).toEqual([{ far: true }]);
});
