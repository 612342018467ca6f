/** A view and a host, without windows: what each tells the other, in which order, and what a host refuses. */

import { connectView, portPair, type View, type ViewOptions } from '@mcp-gen/apps/view';
import { ViewSession, type AppServer, type ViewAuditEntry, type ViewSessionOptions } from '@mcp-gen/apps/host';
import type { Tool } from '@mcp-gen/protocol/author';
import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { isBoundedJson } from '../../apps/src/host/limits.js';
import { passTime } from '../support/clock.js';

const APP = { name: 'chart', version: '1.0.0' };
const TOOL = { name: 'show', inputSchema: { type: 'object' as const }, _meta: { ui: { resourceUri: 'ui://chart' } } };
const TOOLS = [
  TOOL,
  { ...TOOL, name: 'refresh', _meta: { ui: { visibility: ['app'] } } },
  { ...TOOL, name: 'delete', _meta: { ui: { visibility: ['model'] } } },
  { ...TOOL, name: 'odd', _meta: { ui: { visibility: 7 } } },
];
const RESULT = { content: [{ type: 'text' as const, text: 'two' }], structuredContent: { n: 2 } };

/** The same as a server without sessions sends it. */
const COMPLETE = { ...RESULT, resultType: 'complete' };

/** A server that records calls. */
function serverOf(calls: unknown[] = []): AppServer {
  return {
    tools: () => Readable.from(TOOLS),
    callTool: (name, args) => {
      calls.push([name, args]);
      return Promise.resolve({ ...RESULT, resultType: 'complete' });
    },
    readResource: (uri) =>
      Promise.resolve({ contents: [{ uri, text: 'text' }], resultType: 'complete', ttlMs: 0, cacheScope: 'private' }),
  };
}

interface Setup {
  readonly session: ViewSession;
  readonly audit: ViewAuditEntry[];
  readonly closed: string[];
  /** Errors of the host. */
  readonly errors: unknown[];
  /** Sends anything to the host, as a page may. */
  readonly post: (message: unknown) => void;
  readonly received: unknown[];
  readonly view: (options?: ViewOptions) => Promise<View>;
}

function setUp(options: Partial<ViewSessionOptions> = {}): Setup {
  const [own, other] = portPair();
  const audit: ViewAuditEntry[] = [];
  const closed: string[] = [];
  const errors: unknown[] = [];
  const received: unknown[] = [];
  const session = new ViewSession(own, {
    server: serverOf(),
    tool: TOOL,
    host: { name: 'host', version: '1.0.0' },
    consent: () => true,
    onAudit: (entry) => audit.push(entry),
    onClose: (reason) => closed.push(reason),
    onError: (error) => errors.push(error),
    ...options,
  });
  onTestFinished(() => session.close('The test has ended'));
  other.listen((message) => received.push(message));
  const view = async (viewOptions?: ViewOptions): Promise<View> => {
    const connected = await connectView(APP, { port: other, ...viewOptions });
    onTestFinished(() => connected.close());
    return connected;
  };
  return { session, audit, closed, errors, received, view, post: (message) => other.send(message as object) };
}

/** Lets everything happen that has been sent. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

test('a view is told its input and its result when it is initialized, and in this order, however early the host knows them', async () => {
  const { session, received, view } = setUp({ context: { theme: 'dark', locale: 'de-AT' } });
  session.sendPartialInput({ city: 'V' });
  session.sendInput({ city: 'Vienna' });
  session.sendResult(COMPLETE);
  const connected = await view();
  await settled();
  expect(received.map((message) => (message as { method?: string }).method)).toEqual([
    undefined,
    'ui/notifications/tool-input',
    'ui/notifications/tool-result',
  ]);
  const told: unknown[] = [];
  connected.onResult((result) => told.push(result));
  connected.onInput((input) => told.push(input));
  connected.onPartialInput((input) => told.push(input));
  expect(told).toEqual([RESULT, { city: 'Vienna' }]);
  expect(connected.host).toEqual({ name: 'host', version: '1.0.0' });
  expect(connected.context).toEqual({ theme: 'dark', locale: 'de-AT', toolInfo: { tool: TOOL } });
});

test('input and result come once, and a result not before the input', () => {
  const { session } = setUp();
  expect(() => session.sendResult(COMPLETE)).toThrow('does not have the arguments');
  session.sendInput({});
  expect(() => session.sendInput({})).toThrow('already has the arguments');
  session.sendCancelled('user action');
  expect(() => session.sendResult(COMPLETE)).toThrow('already ended');
});

test('a page that is loaded once more is told everything again', async () => {
  const { session, view } = setUp();
  session.sendInput({ n: 1 });
  const first = await view();
  await settled();
  first.close();
  const told: unknown[] = [];
  (await view()).onInput((input) => told.push(input));
  await settled();
  expect(told).toEqual([{ n: 1 }]);
});

test('changes of the context are merged', async () => {
  const { session, view } = setUp({ context: { theme: 'dark', locale: 'de' } });
  const connected = await view();
  const themes: unknown[] = [];
  const stop = connected.onContext(({ theme }) => themes.push(theme));
  session.updateContext({ theme: 'light' });
  await settled();
  stop();
  session.updateContext({ theme: 'dark' });
  await settled();
  expect(themes).toEqual(['dark', 'light']);
  expect(connected.context.locale).toBe('de');
});

test('a view calls tools of its server that are for views, and no others', async () => {
  const calls: unknown[] = [];
  const asked: unknown[] = [];
  const { view, audit } = setUp({ server: serverOf(calls), consent: (request) => (asked.push(request.kind), true) });
  const connected = await view();
  expect(await connected.callTool('refresh', { n: 1 })).toEqual(RESULT);
  for (const name of ['delete', 'odd', 'absent', '__proto__']) {
    await expect(connected.callTool(name)).rejects.toThrow(`The view cannot call a tool "${name}"`);
  }
  expect(calls).toEqual([['refresh', { n: 1 }]]);
  expect(asked).toEqual(['tool']);
  expect(audit.filter(({ action }) => action === 'tools/call').map(({ outcome, detail }) => [outcome, detail])).toEqual(
    [
      ['done', 'refresh'],
      ['denied', 'delete'],
      ['denied', 'odd'],
      ['denied', 'absent'],
      ['denied', '__proto__'],
    ],
  );
});

test('a view that calls often has its server list its tools from time to time, and again if that fails', async () => {
  const server = serverOf();
  const outcomes = [new Error('Not now'), TOOLS, TOOLS];
  let lists = 0;
  const tools = (): AsyncIterable<Tool> => {
    const outcome = outcomes[lists++];
    if (!Array.isArray(outcome)) throw outcome ?? new Error('Too many lists');
    return Readable.from(outcome);
  };
  const { view, errors } = setUp({ server: { ...server, tools } });
  const connected = await view();
  await expect(connected.callTool('refresh')).rejects.toThrow('Internal error');
  for (const name of ['refresh', 'refresh', 'refresh']) await connected.callTool(name);
  await expect(connected.callTool('absent')).rejects.toThrow('The view cannot call a tool "absent"');
  expect(lists).toBe(2);
  passTime(5_000);
  await Promise.all([connected.callTool('refresh'), connected.callTool('refresh')]);
  expect(lists).toBe(3);
  expect(errors.map(String)).toEqual(['Error: Not now']);
});

test('what the user does not allow is not done', async () => {
  const done: unknown[] = [];
  const services = {
    openLink: (url: URL) => void done.push(url.href),
    sendMessage: (content: unknown) => void done.push(content),
    downloadFile: (files: unknown) => void done.push(files),
    createMessage: () => {
      done.push('sampled');
      return Promise.resolve({
        role: 'assistant' as const,
        model: 'm',
        content: { type: 'text' as const, text: 'hi' },
      });
    },
  };
  let allows = false;
  const { view, audit } = setUp({ server: serverOf(done), services, consent: () => allows });
  const connected = await view();
  const resource = { type: 'resource_link' as const, uri: 'https://example.com/a/report.csv', name: 'report' };
  const acts = [
    () => connected.callTool('refresh'),
    () => connected.openLink('https://example.com/'),
    () => connected.sendMessage('hello'),
    () => connected.downloadFile([resource]),
    () => connected.createMessage({ messages: [], maxTokens: 1 }),
  ];
  for (const act of acts) await expect(act()).rejects.toThrow('The user does not allow it');
  expect(done).toEqual([]);
  expect(audit.map(({ outcome }) => outcome)).toEqual(Array.from({ length: 5 }, () => 'denied'));
  allows = true;
  for (const act of acts) await act();
  expect(done).toEqual([
    ['refresh', {}],
    'https://example.com/',
    [{ type: 'text', text: 'hello' }],
    [{ name: 'report.csv', content: resource }],
    'sampled',
  ]);
});

test('a view cannot bring tools to the model of a host that does not declare it', async () => {
  const asked: unknown[] = [];
  const createMessage = (): Promise<never> => Promise.reject(new Error('not reached'));
  const { post, received } = setUp({ services: { createMessage }, consent: (request) => (asked.push(request), true) });
  const params = { messages: [], maxTokens: 1, tools: [] };
  post({ jsonrpc: '2.0', id: 1, method: 'sampling/createMessage', params });
  await settled();
  expect(received).toMatchObject([
    { id: 1, error: { message: 'The host does not let views bring tools to the model' } },
  ]);
  expect(asked).toEqual([]);
});

test('what the user allows too late is not done, and the question can be taken back', async () => {
  const done: unknown[] = [];
  const asked: AbortSignal[] = [];
  let allow = (): void => undefined;
  const { view, session } = setUp({
    server: serverOf(done),
    services: { openLink: (url) => void done.push(url) },
    consent: (_request, signal) => {
      asked.push(signal);
      return new Promise((resolve) => (allow = () => resolve(true)));
    },
  });
  const connected = await view();
  const controller = new AbortController();
  const cancelled = connected.callTool('refresh', {}, { signal: controller.signal });
  await settled();
  controller.abort(new Error('No longer needed'));
  await expect(cancelled).rejects.toThrow('No longer needed');
  await settled();
  allow();
  const closed = connected.openLink('https://example.com/');
  await settled();
  session.close('The host closed the view');
  allow();
  connected.close();
  await expect(closed).rejects.toThrow('The view is closed');
  await settled();
  expect(asked.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(done).toEqual([]);
});

test.each([
  ['https://example.com/a/report.csv?x=/y', 'report.csv'],
  ['https://example.com/', 'download'],
  ['https://example.com/..', 'download'],
  ['https://example.com/a/..%2F..%2Fpasswd', 'passwd'],
  ['https://example.com/a%5C..%5Cevil.exe', 'evil.exe'],
  ['https://example.com/rep\u202Efdp.exe', 'repfdp.exe'],
  ['https://example.com/%00a:b', 'ab'],
  ['https://example.com/%E0%A4%A', '%E0%A4%A'],
  [`https://example.com/${'x'.repeat(500)}.txt`, `${'x'.repeat(196)}.txt`],
])('the file %s is saved as %s', async (uri, name) => {
  const names: string[] = [];
  const { view } = setUp({
    services: { downloadFile: (files) => void names.push(...files.map((file) => file.name)) },
    consent: (request) => {
      if (request.kind === 'download') names.push(...request.files.map((file) => file.name));
      return true;
    },
  });
  const connected = await view();
  await connected.downloadFile([{ type: 'resource_link', uri, name: 'ignored' }]);
  await connected.downloadFile([{ type: 'resource', resource: { uri, text: 'x' } }]);
  expect(names).toEqual([name, name, name, name]);
  await expect(
    connected.downloadFile([{ type: 'resource_link', uri: 'file:///etc/passwd', name: 'x' }]),
  ).rejects.toThrow('Only files of the web can be linked');
});

test.each(['javascript:alert(1)', 'data:text/html,a', 'file:///etc/passwd', 'no URL'])(
  'the link %s is never opened',
  async (url) => {
    const opened: unknown[] = [];
    const asked: unknown[] = [];
    const services = { openLink: (target: URL) => void opened.push(target) };
    const { view } = setUp({ services, consent: (request) => (asked.push(request), true) });
    const connected = await view();
    await expect(connected.openLink(url)).rejects.toThrow('Only pages of the web can be opened');
    expect([opened, asked]).toEqual([[], []]);
  },
);

test('a host declares what it does, and does not know the methods of the rest', async () => {
  const { view } = setUp();
  const connected = await view();
  expect(connected.capabilities).toEqual({ serverTools: {}, serverResources: {} });
  await expect(connected.openLink('https://example.com/')).rejects.toThrow('Unknown method: ui/open-link');
  await expect(connected.createMessage({ messages: [], maxTokens: 1 })).rejects.toThrow('does not declare sampling');
  const all = setUp({
    services: {
      openLink: () => undefined,
      downloadFile: () => undefined,
      sendMessage: () => undefined,
      updateModelContext: () => undefined,
      createMessage: () => Promise.reject(new Error('no model')),
      log: () => undefined,
    },
  });
  expect(Object.keys((await all.view()).capabilities).toSorted()).toEqual([
    'downloadFile',
    'logging',
    'message',
    'openLinks',
    'sampling',
    'serverResources',
    'serverTools',
    'updateModelContext',
  ]);
});

test.each([
  [['inline', 'fullscreen'], ['fullscreen'], 'fullscreen'],
  [['inline'], ['fullscreen'], 'inline'],
  [['inline', 'fullscreen'], ['inline'], 'inline'],
] as const)('a host with the modes %j shows a view with %j in full as %s', async (modes, own, expected) => {
  const { view } = setUp({
    context: { availableDisplayModes: [...modes], displayMode: 'inline' },
    services: { requestDisplayMode: (mode) => mode },
  });
  expect(await (await view({ displayModes: own })).requestDisplayMode('fullscreen')).toBe(expected);
});

test('a view knows how it is shown, whether its host tells it or answers it, and is told of changes only', async () => {
  const context = { availableDisplayModes: ['inline' as const, 'fullscreen' as const] };
  for (const telling of [true, false]) {
    const { session, view } = setUp({
      context,
      services: {
        requestDisplayMode: (mode) => {
          if (telling) session.updateContext({ displayMode: mode, containerDimensions: { height: 100 } });
          return mode;
        },
      },
    });
    const connected = await view({ displayModes: ['inline', 'fullscreen'] });
    const modes: unknown[] = [];
    connected.onContext(({ displayMode }) => modes.push(displayMode));
    expect(await connected.requestDisplayMode('fullscreen')).toBe('fullscreen');
    expect(await connected.requestDisplayMode('pip')).toBe('fullscreen');
    expect(modes).toEqual([undefined, 'fullscreen']);
  }
});

test('what is not JSON, or too large, is refused, and nothing of it is read', async () => {
  const calls: unknown[] = [];
  const { audit, closed, post, received, errors } = setUp({
    server: serverOf(calls),
    limits: { messageSize: 1_000, refused: 5 },
  });
  const request = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'ping', params });
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const params of [new Map(), new Date(), circle, 'x'.repeat(1_000)]) post(request(params));
  await settled();
  expect([received, errors, closed]).toEqual([[], [], []]);
  expect(audit).toEqual([{ action: 'message', outcome: 'denied', detail: 'not JSON, or too large' }]);
  post(request({ n: Number.NaN }));
  await settled();
  expect(closed).toEqual(['The view was closed: not JSON, or too large']);
});

test('an array with nothing in it but a length is as large as that', () => {
  const started = performance.now();
  expect(isBoundedJson({ holes: new Array(2 ** 32 - 1) }, 4_000_000)).toBe(false);
  expect(isBoundedJson(new Array(200_000), 4_000_000)).toBe(true);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test('messages that are refused count for a minute', async () => {
  const { closed, post } = setUp({ limits: { messageSize: 1_000, refused: 3 } });
  for (let minute = 0; minute < 3; minute++) {
    for (const text of ['a', 'b']) post({ jsonrpc: '2.0', id: 1, method: text.repeat(2_000) });
    await settled();
    passTime(60_000);
  }
  expect(closed).toEqual([]);
});

test('a view that floods is closed, and others go on', async () => {
  const { closed, post, received } = setUp({ limits: { messageRate: 50, refused: 100 } });
  const other = setUp();
  for (let i = 0; i < 1_000; i++) post({ jsonrpc: '2.0', id: i, method: 'ping' });
  await settled();
  expect(closed).toEqual(['The view was closed: too many messages']);
  expect(received.length).toBeLessThanOrEqual(60);
  expect((await (await other.view()).callTool('refresh')).structuredContent).toEqual({ n: 2 });
});

test.each([
  ['a string', 'text'],
  ['no version', { id: 1, method: 'ping' }],
  ['an answer to nothing', { jsonrpc: '2.0', id: 'x', result: {} }],
  ['params that are null', { jsonrpc: '2.0', method: 'notifications/cancelled', params: null }],
  ['a name of every object', { jsonrpc: '2.0', method: 'constructor', params: {} }],
])('%s harms nothing', async (_, message) => {
  const { post, view, closed } = setUp();
  post(message);
  expect((await (await view()).callTool('refresh')).content).toEqual(RESULT.content);
  expect(closed).toEqual([]);
});

test.each([
  ['an unknown method', { method: 'ui/absent' }, -32_601],
  ['a name of every object', { method: 'toString' }, -32_601],
  ['invalid params', { method: 'ui/open-link', params: { url: 7 } }, -32_601],
  ['a call without a name', { method: 'tools/call', params: {} }, -32_602],
  ['params that are a list', { method: 'tools/call', params: [] }, -32_602],
])('%s is answered with an error', async (_, message, code) => {
  const { post, received } = setUp();
  post({ jsonrpc: '2.0', id: 7, ...message });
  await settled();
  expect(received).toEqual([expect.objectContaining({ id: 7, error: expect.objectContaining({ code }) })]);
});

test('nothing is left of a request that cannot be sent', async () => {
  const { view, received } = setUp();
  const connected = await view();
  const { signal } = new AbortController();
  const sent = received.length;
  const call = connected.callTool('refresh', { act: () => 1 }, { signal });
  await expect(call).rejects.toThrow('could not be cloned');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
  connected.close();
  await settled();
  // It does not cancel what was never sent.
  expect(received).toHaveLength(sent);
});

test('a call that the view cancels is cancelled at the server', async () => {
  let aborted = false;
  const server = {
    ...serverOf(),
    callTool: (_name: string, _args: object, { signal }: { readonly signal?: AbortSignal | undefined } = {}) =>
      new Promise<never>((_, reject) => {
        signal?.addEventListener('abort', () => {
          aborted = true;
          reject(signal.reason as Error);
        });
      }),
  };
  const { view } = setUp({ server });
  const connected = await view();
  const controller = new AbortController();
  const call = connected.callTool('refresh', {}, { signal: controller.signal });
  await settled();
  controller.abort(new Error('no longer needed'));
  await expect(call).rejects.toThrow('no longer needed');
  await settled();
  expect(aborted).toBe(true);
});

test('a change of the context while the view is initialized reaches it', async () => {
  const { session, post, received } = setUp({ context: { theme: 'light', locale: 'en' } });
  const appInfo = { name: 'a', version: '1' };
  post({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} });
  session.sendInput({});
  await settled();
  // A page that has not asked to be initialized is told nothing.
  expect(received).toEqual([]);
  post({
    jsonrpc: '2.0',
    id: 1,
    method: 'ui/initialize',
    params: { appInfo, appCapabilities: {}, protocolVersion: '1' },
  });
  await settled();
  session.updateContext({ theme: 'dark' });
  let isInitialized = false;
  void session.initialized.then(() => (isInitialized = true));
  await settled();
  expect([received.length, isInitialized]).toEqual([1, false]);
  post({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} });
  await settled();
  expect(isInitialized).toBe(true);
  expect(received.slice(1)).toMatchObject([
    { method: 'ui/notifications/tool-input' },
    { method: 'ui/notifications/host-context-changed', params: { theme: 'dark' } },
  ]);
});

test('a view that is closed before it is initialized is never initialized', async () => {
  const { session } = setUp();
  session.close('too slow');
  await expect(session.initialized).rejects.toThrow('too slow');
});

test('results of revisions without sessions reach views as those of others', async () => {
  const serverInfo = { name: 's', version: '1' };
  const _meta = { 'io.modelcontextprotocol/serverInfo': serverInfo, kept: 1 };
  const result = { ...COMPLETE, structuredContent: [1, 2], _meta };
  const { session, view, received } = setUp({
    server: {
      ...serverOf(),
      readResource: (uri) =>
        Promise.resolve({
          contents: [{ uri, text: 'text' }],
          resultType: 'complete',
          ttlMs: 5,
          cacheScope: 'private',
          _meta,
        }),
    },
  });
  session.sendInput({});
  session.sendResult(result);
  const connected = await view();
  expect(await connected.readResource('ui://chart')).toEqual({
    contents: [{ uri: 'ui://chart', text: 'text' }],
    _meta: { kept: 1 },
  });
  expect(received).toContainEqual(
    expect.objectContaining({
      method: 'ui/notifications/tool-result',
      params: { content: RESULT.content, _meta: { kept: 1 } },
    }),
  );
});

test('a view is asked before it is removed, and one that does not answer is removed nevertheless', async () => {
  const order: string[] = [];
  const polite = setUp({ onClose: () => order.push('closed') });
  await polite.view({ onTeardown: () => void order.push('saved') });
  await settled();
  await polite.session.tearDown('done');
  expect(order).toEqual(['saved', 'closed']);
  expect(polite.errors).toEqual([]);
  const silent = setUp({ limits: { teardownTimeout: 20 } });
  await silent.view({ onTeardown: () => new Promise(() => undefined) });
  await settled();
  await silent.session.tearDown('done');
  expect(silent.closed).toEqual(['done']);
});

test('a view that has nothing to keep need not know the request to end, and other errors are reported', async () => {
  for (const [code, reported] of [
    [-32_601, 0],
    [-32_603, 1],
  ] as const) {
    const { session, post, received, closed, errors } = setUp();
    post({
      jsonrpc: '2.0',
      id: 1,
      method: 'ui/initialize',
      params: { appInfo: APP, appCapabilities: {}, protocolVersion: 'any' },
    });
    post({ jsonrpc: '2.0', method: 'ui/notifications/initialized' });
    await settled();
    const torn = session.tearDown('done');
    await settled();
    post({ jsonrpc: '2.0', id: (received.at(-1) as { readonly id: string }).id, error: { code, message: 'no' } });
    await torn;
    expect([closed, errors.length]).toEqual([['done'], reported]);
  }
});

/** A view whose host is a test. Its requests are answered by method. */
async function viewOf(
  answers: { readonly [method: string]: unknown },
  errors: unknown[] = [],
): Promise<{ readonly view: View; readonly post: (message: unknown) => void; readonly received: unknown[] }> {
  const [own, other] = portPair();
  const received: unknown[] = [];
  onTestFinished(
    other.listen((value) => {
      const { id, method } = value as { readonly id?: string; readonly method?: string };
      received.push(value);
      if (id !== undefined && method !== undefined) other.send({ jsonrpc: '2.0', id, result: answers[method] });
    }),
  );
  const view = await connectView(APP, { port: own, onError: (error) => errors.push(error) });
  onTestFinished(() => view.close());
  return { view, received, post: (message) => other.send(message as object) };
}

const GREETING = { protocolVersion: '2099-01-01', hostInfo: { name: 'other', version: '2' } };

test('a host of another version that says nothing about itself is one that can do nothing', async () => {
  const { view } = await viewOf({ 'ui/initialize': GREETING });
  expect([view.host, view.capabilities, view.context]).toEqual([GREETING.hostInfo, {}, {}]);
});

test.each([
  ['no result', undefined],
  ['a string', 'text'],
  ['no host', { ...GREETING, hostInfo: undefined }],
  ['a theme that is not one', { ...GREETING, hostContext: { theme: 7 } }],
])('a view does not connect with a host that answers with %s', async (_, answer) => {
  await expect(viewOf({ 'ui/initialize': answer })).rejects.toThrow('Invalid result of ui/initialize');
});

test.each([
  ['tool-input', { arguments: 'text' }],
  ['tool-input-partial', { arguments: [] }],
  ['tool-result', { content: 'text' }],
  ['tool-result', { content: [{ type: 'text', text: 7 }] }],
  ['tool-cancelled', { reason: 7 }],
  ['host-context-changed', { theme: 'red' }],
  ['host-context-changed', null],
])('a view takes no %s with %j, and goes on', async (name, params) => {
  const errors: unknown[] = [];
  const { view, post } = await viewOf({ 'ui/initialize': GREETING, 'tools/call': RESULT }, errors);
  const told: unknown[] = [];
  view.onInput((value) => told.push(value));
  view.onPartialInput((value) => told.push(value));
  view.onResult((value) => told.push(value));
  view.onCancelled((value) => told.push(value));
  post({ jsonrpc: '2.0', method: `ui/notifications/${name}`, params });
  expect(await view.callTool('refresh')).toEqual(RESULT);
  expect([told, errors.map(String)]).toEqual([[], [`Error: Received invalid params of ui/notifications/${name}`]]);
});

test.each([
  ['tools/call', (view: View) => view.callTool('a'), { content: 7 }],
  ['resources/read', (view: View) => view.readResource('a://b'), { contents: [7] }],
  ['ui/open-link', (view: View) => view.openLink('https://example.com/'), { isError: 'no' }],
  ['ui/message', (view: View) => view.sendMessage('hello'), 'text'],
  ['ui/update-model-context', (view: View) => view.updateModelContext({}), []],
])('a view does not take a result of %s with other types', async (method, ask, result) => {
  const { view } = await viewOf({ 'ui/initialize': GREETING, [method]: result });
  await expect(ask(view)).rejects.toThrow(`Invalid result of ${method}`);
});
