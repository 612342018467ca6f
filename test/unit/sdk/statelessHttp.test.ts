/** Requests that stand alone, over HTTP (specification, 2026-07-28: Streamable HTTP). */

import { once } from 'node:events';
import { JsonRpcError, Server } from '@mcp-gen/sdk';
import { createHandler, type HttpOptions } from '@mcp-gen/sdk/http';
import { describe, expect, test } from 'vitest';
import { covers } from '../../support/covers.js';
import { Mailbox } from '../../support/mailbox.js';
import { POST_HEADERS, rawRequest } from '../../support/rawHttp.js';
import { headersOf, metaWith, postAlone, STATELESS, type AnyResult } from '../../support/standAlone.js';
import { head, openSocket } from '../runtime/httpSupport.js';
import { request } from '../runtime/support.js';
import { endless } from '../../support/leftovers/endless.js';
import { serveUntilEnd, untilEnd } from '../../support/untilEnd.js';
import { aborted } from '../../support/aborted.js';

const NAME = { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] } as const;

async function startServer(options: HttpOptions = {}, revisions?: readonly (typeof STATELESS)[]) {
  const errors: unknown[] = [];
  const onError = (error: unknown): void => void errors.push(error);
  const server = new Server({ name: 'weather', version: '1.0.0' }, { onError, ...(revisions && { revisions }) });
  const stopped = new Mailbox<unknown>();
  const begun = new Mailbox<string>();
  const region = { type: 'string', 'x-mcp-header': 'Region' };
  const input = {
    type: 'object',
    properties: {
      region,
      place: { type: 'object', properties: { zone: { type: 'integer', 'x-mcp-header': 'Zone' } } },
      text: { type: 'string' },
    },
  } as const;
  server.tool('echo', { input }, (args) => JSON.stringify(args));
  server.tool('ask', {}, async (_, { elicit }) => (await elicit('who', { message: 'Who?', schema: NAME })).action);
  server.tool('steps', {}, (_, { progress }) => {
    progress(1, 2);
    progress(2, 2);
    return 'done';
  });
  server.tool('wait', {}, (_, { signal }) => {
    begun.put('wait');
    return aborted(signal, () => stopped.put(signal.reason));
  });
  server.resource('a://b%20c', {}, 'text');
  const service = await serveUntilEnd(server, { shutdownTimeout: 50, ...options });
  return { ...service, server, stopped, begun, errors };
}

interface Sending {
  readonly id?: string | number;
  readonly headers?: object;
  readonly signal?: AbortSignal;
  readonly fetch?: (request: Request) => Promise<Response>;
}

/** Sends a request, and resolves as soon as the answer begins. */
function send(
  url: string,
  method: string,
  params: { readonly [name: string]: unknown },
  { id = 1, headers, signal, fetch = globalThis.fetch }: Sending,
): Promise<Response> {
  const body = JSON.stringify(request(id, method, { ...params, _meta: metaWith() }));
  const init = { method: 'POST', headers: { ...headersOf(method, params), ...headers }, body };
  return fetch(new Request(url, { ...init, ...(signal && { signal }) }));
}

const encoded = (text: string): string => `=?base64?${Buffer.from(text).toString('base64')}?=`;

describe('headers', () => {
  test.each<[string, Record<string, string | undefined>]>([
    ['a missing revision', { 'mcp-protocol-version': undefined }],
    ['another revision', { 'mcp-protocol-version': '2025-11-25' }],
    ['a missing method', { 'mcp-method': undefined }],
    ['another method', { 'mcp-method': 'tools/list' }],
    ['the method in capitals', { 'mcp-method': 'TOOLS/CALL' }],
    ['a missing name', { 'mcp-name': undefined }],
    ['another name', { 'mcp-name': 'ask' }],
    ['a name that cannot be decoded', { 'mcp-name': '=?base64?ZWNobw?=' }],
    ['a name with a wrong alphabet', { 'mcp-name': '=?base64?ZWN!bw==?=' }],
    ['a missing parameter', { 'mcp-param-region': undefined }],
    ['another parameter', { 'mcp-param-region': 'us' }],
    ['a parameter that the body does not have', { 'mcp-param-zone': '5' }],
    ['a parameter that cannot be decoded', { 'mcp-param-region': '=?base64?ZXU?=' }],
    ['characters that are not ASCII', { 'mcp-param-region': 'e\u00fc' }],
  ])('with %s are refused', async (_, headers) => {
    covers('headers-version-mismatch', 'headers-version-missing', 'headers-mismatch', 'headers-mismatch-status');
    covers('headers-mismatch-code', 'headers-param-validated', 'headers-param-mismatch', 'headers-param-missing');
    covers('headers-param-invalid');
    const { url } = await startServer();
    const all = { 'mcp-param-region': 'eu', ...headers };
    const answer = await postAlone(url, 'tools/call', { name: 'echo', arguments: { region: 'eu' } }, { headers: all });
    expect([answer.status, answer.json.error?.code]).toEqual([400, -32020]);
  });

  test('without a revision are refused by a server without sessions, too', async () => {
    covers('headers-version-missing');
    const { url } = await startServer({}, [STATELESS]);
    const headers = { 'mcp-protocol-version': undefined };
    for (const claims of [{}, { version: '2025-03-26' }]) {
      const answer = await postAlone(url, 'tools/list', {}, { headers, claims });
      expect([answer.status, answer.json.error?.code]).toEqual([400, -32020]);
    }
    expect((await rawRequest(url, { body: request(1, 'tools/list') })).status).toBe(400);
  });

  test.each<[string, object, Record<string, string>]>([
    ['encoded', { region: 'süd' }, { 'mcp-param-region': encoded('süd') }],
    ['plain, though encoded is possible', { region: 'eu' }, { 'mcp-param-region': encoded('eu') }],
    ['numbers', { place: { zone: 42 } }, { 'mcp-param-zone': '42.0' }],
    ['absent', { text: 'x' }, {}],
    ['half encoded, which is a value like any other', { region: '=?base64?eu' }, { 'mcp-param-region': '=?base64?eu' }],
  ])('repeat parameters: %s', async (_, args, headers) => {
    covers('headers-value-decoded', 'headers-value-compared', 'headers-integers', 'headers-param-absent');
    const { url } = await startServer();
    const answer = await postAlone(url, 'tools/call', { name: 'echo', arguments: args }, { headers });
    expect([answer.status, answer.json.result?.content?.[0]?.text]).toEqual([200, JSON.stringify(args)]);
  });

  test.each(['0x2a', '0b101010', '', '4_2', '+42', '42.', 'Infinity'])(
    'repeat numbers in decimal: %j',
    async (zone) => {
      covers('headers-param-invalid');
      const { url } = await startServer();
      const params = { name: 'echo', arguments: { place: { zone: 42 } } };
      const answer = await postAlone(url, 'tools/call', params, { headers: { 'mcp-param-zone': zone } });
      expect([answer.status, answer.json.error?.code]).toEqual([400, -32020]);
    },
  );

  test('may have any case and spaces around their values; a name may be encoded', async () => {
    covers('headers-case');
    const { url } = await startServer();
    const headers = { 'mcp-name': undefined, 'MCP-NAME': `  ${encoded('steps')} ` };
    expect((await postAlone(url, 'tools/call', { name: 'steps' }, { headers })).status).toBe(200);
    expect((await postAlone(url, 'resources/read', { uri: 'a://b%20c' })).json.error).toBeUndefined();
  });

  test('of a session are ignored', async () => {
    covers('http-alone-no-sessions', 'http-alone-no-resuming');
    const { url } = await startServer();
    const headers = { 'mcp-session-id': 'none', 'last-event-id': '1' };
    const answer = await postAlone(url, 'tools/list', {}, { headers });
    expect([answer.status, answer.headers['mcp-session-id']]).toEqual([200, undefined]);
  });
});

describe('statuses', () => {
  test.each<[string, string, object, number, number]>([
    ['an unknown method', 'acme/none', {}, 404, -32601],
    ['a method of earlier revisions', 'ping', {}, 404, -32601],
    ['missing metadata', 'tools/list', { _meta: undefined }, 400, -32602],
    ['an unknown tool', 'tools/call', { name: 'none' }, 200, -32602],
    ['more than the client has', 'tools/call', { name: 'ask', _meta: metaWith({ capabilities: {} }) }, 400, -32021],
  ])('of %s', async (_, method, params, status, code) => {
    covers('base-error-id-readable', 'headers-method-unknown', 'base-meta-missing-status');
    covers('base-capability-missing-status');
    const { url } = await startServer();
    const body = request('its id', method, { _meta: metaWith(), ...params });
    const answer = await rawRequest(url, { headers: headersOf(method, params), body });
    expect(answer).toMatchObject({ status, json: { id: 'its id', error: { code } } });
  });

  test.each([
    ['client info that is not an object', { 'io.modelcontextprotocol/clientInfo': 'me' }],
    ['client info without a name', { 'io.modelcontextprotocol/clientInfo': { version: '1' } }],
    ['capabilities that are not an object', { 'io.modelcontextprotocol/clientCapabilities': 'all' }],
    ['a capability that is not an object', { 'io.modelcontextprotocol/clientCapabilities': { roots: 7 } }],
    ['a level that there is not', { 'io.modelcontextprotocol/logLevel': 'loud' }],
  ])('of metadata with %s is 400, with error -32602', async (_, meta) => {
    covers('base-meta-missing-status');
    const { url } = await startServer();
    const answer = await postAlone(url, 'tools/list', { _meta: { ...metaWith(), ...meta } });
    expect([answer.status, answer.json.error?.code]).toEqual([400, -32602]);
  });

  test('of params with a fault that is not one of metadata is 200', async () => {
    const { url } = await startServer();
    const answer = await postAlone(url, 'tools/list', { cursor: 7 });
    expect([answer.status, answer.json.error?.code]).toEqual([200, -32602]);
  });

  test.each([
    { issues: [{ path: ['a'] }] },
    { issues: [{ pointer: 7 }] },
    { issues: ['too long', null] },
    { issues: null },
    { issues: 'two' },
    { issues: {} },
    'too long',
    null,
  ])('of an error of a handler with data of its own, %j, is 200', async (data) => {
    const { url, server, errors } = await startServer();
    server.tool('picky', {}, () => {
      throw new JsonRpcError(-32602, 'no', data);
    });
    const answer = await postAlone(url, 'tools/call', { name: 'picky' });
    expect([answer.status, answer.json.error]).toEqual([200, { code: -32602, message: 'no', data }]);
    expect(errors).toEqual([]);
  });

  test.each([
    ['a request', { jsonrpc: '2.0', id: 7, method: 'tools/list' }, 7],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, null],
    ['a response', { jsonrpc: '2.0', id: 7, result: {} }, null],
    ['a batch', [{ jsonrpc: '2.0', id: 7, method: 'ping' }], null],
  ])('of %s in a session, with a header that names a revision that nobody serves', async (_, body, id) => {
    covers('http-version-refused');
    const { url } = await startServer();
    const headers = { 'mcp-session-id': 'x', 'mcp-protocol-version': '1999-01-01' };
    const { status, json } = await rawRequest(url, { headers, body });
    expect([status, json]).toMatchObject([
      400,
      { error: { code: -32022, data: { requested: '1999-01-01', supported: expect.arrayContaining(['2025-11-25']) } } },
    ]);
    expect((json as { readonly id?: unknown }).id ?? null).toBe(id);
  });

  test('of a revision that nobody serves', async () => {
    covers('headers-version-unsupported');
    const { url } = await startServer();
    const headers = { 'mcp-protocol-version': 'v999.0.0' };
    const answer = await postAlone(url, 'tools/list', {}, { headers, claims: { version: 'v999.0.0' } });
    const data = { requested: 'v999.0.0', supported: expect.arrayContaining([STATELESS, '2025-11-25']) as unknown };
    expect([answer.status, answer.json.error]).toMatchObject([400, { code: -32022, data }]);
  });

  test.each(['GET', 'DELETE'])('of %s is 405', async (method) => {
    covers('http-alone-no-streams');
    const { url } = await startServer();
    const headers = { 'mcp-protocol-version': STATELESS, accept: 'text/event-stream' };
    expect((await rawRequest(url, { method, headers })).status).toBe(405);
    const alone = await startServer({}, [STATELESS]);
    expect((await rawRequest(alone.url, { method, headers: { accept: 'text/event-stream' } })).status).toBe(405);
  });

  test.each<[string, unknown, number]>([
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: metaWith() } }], 400],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, 400],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, 202],
    ['a notification that cannot be one', { jsonrpc: '2.0', method: 5 }, 400],
    ['no message', { hello: 'world' }, 400],
  ])('of %s', async (_, body, status) => {
    covers('http-alone-body', 'http-alone-accepted', 'http-alone-not-accepted');
    const { url } = await startServer();
    const answer = await rawRequest(url, { headers: headersOf('tools/list'), body });
    expect([answer.status, answer.headers['mcp-session-id']]).toEqual([status, undefined]);
    if (status === 202) expect(answer.text).toBe('');
  });
});

describe('answers', () => {
  test('are JSON, or events where something comes first', async () => {
    covers('http-alone-answer-kind', 'http-alone-unbuffered', 'http-alone-stream-ends', 'http-alone-stream-related');
    covers('http-alone-endpoint');
    const { url } = await startServer();
    const plain = await postAlone(url, 'tools/call', { name: 'steps' });
    expect(plain.headers['content-type']).toBe('application/json');
    const streamed = await postAlone(url, 'tools/call', { name: 'steps' }, { claims: { progressToken: 'p' } });
    expect(streamed.headers).toMatchObject({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
    const events = streamed.text.split('\n\n').filter((event) => event !== '');
    expect(events.map((event) => (JSON.parse(event.replace('data: ', '')) as { method?: string }).method)).toEqual([
      'notifications/progress',
      'notifications/progress',
      undefined,
    ]);
    expect(streamed.text).not.toContain('id: ');
  });

  test('that take long are cancelled when the client closes the connection', async () => {
    covers('http-alone-disconnect', 'http-alone-work-stopped', 'http-alone-nothing-after', 'cancellation-disconnect');
    const { url, stopped, begun } = await startServer();
    const abort = new AbortController();
    const sent = send(url, 'tools/call', { name: 'wait' }, { signal: abort.signal });
    const rejected = expect(sent).rejects.toMatchObject({ name: 'AbortError' });
    await begun.take();
    abort.abort();
    await rejected;
    expect(await stopped.take()).toMatchObject({ name: 'ConnectionClosedError' });
  });

  test('of a cancelled request have nothing more, on platforms with fetch too', async () => {
    covers('http-alone-nothing-after');
    const server = new Server({ name: 'slow', version: '1.0.0' });
    const begun = new Mailbox<string>();
    server.tool('wait', {}, (_, { signal }) => {
      begun.put('wait');
      return aborted(signal);
    });
    const wait = (streamAfter: number, { signal }: AbortController): Promise<Response> => {
      const { fetch } = untilEnd(createHandler(server, { streams: { streamAfter } }));
      return send('http://127.0.0.1/mcp', 'tools/call', { name: 'wait' }, { signal, fetch });
    };
    const [streamed, pending] = [new AbortController(), new AbortController()];
    const response = await wait(1, streamed);
    expect(response.status).toBe(200);
    const text = response.text().catch((error: unknown) => error);
    streamed.abort(new Error('gone'));
    expect(['', streamed.signal.reason]).toContain(await text);
    await begun.take();
    const answer = wait(0, pending);
    await begun.take();
    pending.abort();
    expect((await answer).status).toBe(400);
  });

  test('of handlers that ignore the abort of their request do not delay closing', async () => {
    const { url, server, begun, close } = await startServer({ shutdownTimeout: 600_000 });
    const gone = new Mailbox<string>();
    server.tool('stuck', {}, (_, { signal }) => {
      signal.addEventListener('abort', () => gone.put('gone'));
      begun.put('stuck');
      return endless();
    });
    const abort = new AbortController();
    const sent = send(url, 'tools/call', { name: 'stuck' }, { signal: abort.signal }).catch(() => undefined);
    await begun.take();
    abort.abort();
    await gone.take();
    await expect(close()).resolves.toBeUndefined();
    await sent;
  });

  test.each([
    ['a request', { id: 'late', method: 'tools/call', params: { name: 'steps', _meta: metaWith() } }],
    ['a notification', { method: 'notifications/cancelled', params: { requestId: 1, _meta: metaWith() } }],
  ])('to messages that are complete only after the server was closed are refusals: %s', async (_, message) => {
    const arrived = new Mailbox<string>();
    const authenticate = (http: { readonly url: string }): undefined => {
      arrived.put(http.url);
    };
    const { url, close, errors } = await startServer({ authenticate });
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    const headers = headersOf(message.method, { name: 'steps' });
    const socket = await openSocket(url);
    socket.write(`${head({ ...POST_HEADERS, ...headers, 'content-length': body.length })}${body.slice(0, 9)}`);
    await arrived.take();
    const closed = close();
    const answered = once(socket.setEncoding('utf8'), 'data');
    socket.write(body.slice(9));
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 503 /);
    await closed;
    expect(errors).toEqual([]);
  });

  /** Listens to changes of tools. Returns what reads the next part of the answer, and what reads the rest. */
  async function listenTo(url: string, id: string, headers = {}) {
    const params = { notifications: { toolsListChanged: true } };
    const response = await send(url, 'subscriptions/listen', params, { id, headers });
    const reader = (response.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    const next = async (): Promise<string | undefined> => (await reader.read()).value;
    expect(await next()).toContain('notifications/subscriptions/acknowledged');
    const rest = async (): Promise<string> => {
      let text = '';
      for (let part = await next(); part !== undefined; part = await next()) text += part;
      return text;
    };
    return { next, rest };
  }

  test('to listening begin at once, and end in good order when the server closes', async () => {
    covers('listening-response-last', 'base-meta-subscription', 'cancellation-of-listening');
    const { url, server, close } = await startServer();
    const { next, rest } = await listenTo(url, 'L');
    server.tool('new', {}, () => '');
    expect(await next()).toContain('"io.modelcontextprotocol/subscriptionId":"L"');
    await close();
    const end = await rest();
    expect(end).toContain('"resultType":"complete"');
    // Servers cancel over stdio only: a client that stops at the first message would take this end for a failure.
    expect(end.match(/data: \{/g)).toHaveLength(1);
  });

  test('to listening end in good order where its caller has the most of what others need', async () => {
    const { url, server } = await startServer({ limits: { handlerLimit: 3 }, trustProxy: true });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const [oldest, second] = [
      await listenTo(url, 'L1', from('192.0.2.1')),
      await listenTo(url, 'L2', from('192.0.2.1')),
      await listenTo(url, 'L3', from('192.0.2.1')),
    ];
    const newcomer = await listenTo(url, 'N', from('198.51.100.1'));
    const end = await oldest.rest();
    expect(end).toMatch(/"id":"L1".*"resultType":"complete"|"resultType":"complete".*"id":"L1"/);
    expect(end).not.toContain('"error"');
    // All others are told of changes.
    server.tool('new', {}, () => '');
    expect(await second.next()).toContain('list_changed');
    expect(await newcomer.next()).toContain('list_changed');
  });
});

describe('both eras on one endpoint', () => {
  test('are told apart by how the client opens', async () => {
    const { url } = await startServer();
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const opened = await rawRequest(url, { body: request(1, 'initialize', params) });
    expect(opened.headers['mcp-session-id']).toEqual(expect.any(String));
    expect((await postAlone(url, 'tools/list')).status).toBe(200);
  });

  test.each<[string, HttpOptions]>([
    ['with sessions', {}],
    ['without sessions', { sessions: 'none' }],
  ])('a body that claims one revision and a header that claims another are refused, %s', async (_, options) => {
    const { url } = await startServer(options);
    const headers = { 'mcp-protocol-version': '2025-06-18' };
    expect((await postAlone(url, 'tools/list', {}, { headers })).json.error?.code).toBe(-32020);
    const none = { 'mcp-protocol-version': undefined };
    expect((await postAlone(url, 'tools/list', {}, { headers: none })).json.error?.code).toBe(-32020);
  });

  test('a server that answers each message of a session on its own serves both', async () => {
    const { url } = await startServer({ sessions: 'none' });
    expect((await postAlone(url, 'tools/list')).status).toBe(200);
    const discovered = await postAlone(url, 'server/discover');
    expect(discovered.json.result?.['capabilities']).toMatchObject({ tools: { listChanged: true }, logging: {} });
    const headers = { 'mcp-protocol-version': '2025-06-18' };
    expect((await rawRequest(url, { headers, body: request(1, 'tools/list') })).status).toBe(200);
  });
});

describe('the state of a request', () => {
  const authenticate = (http: { header(name: string): string | undefined }): { id: string } => ({
    id: http.header('authorization') ?? 'nobody',
  });

  test('is refused for another caller, another tool, or other arguments', async () => {
    covers('rounds-state-caller', 'rounds-state-request', 'rounds-state-refused');
    const { url } = await startServer({ authenticate });
    const as = (authorization: string) => ({ headers: { authorization } });
    const asked = (await postAlone(url, 'tools/call', { name: 'ask' }, as('alice'))).json.result as AnyResult;
    const { requestState } = asked;
    const again = { requestState, inputResponses: { who: { action: 'decline' } } };
    const repeat = (more: object, caller: string) =>
      postAlone(url, 'tools/call', { name: 'ask', ...again, ...more }, as(caller));
    const refused = { status: 400, json: { error: { code: -32602 } } };
    expect(await repeat({}, 'bob')).toMatchObject(refused);
    expect(await repeat({ arguments: { x: 1 } }, 'alice')).toMatchObject(refused);
    expect(await repeat({ requestState: `${requestState}x` }, 'alice')).toMatchObject(refused);
    expect((await repeat({}, 'alice')).json.result?.content?.[0]?.text).toBe('decline');
  });

  test('is opened by every process that has the same key', async () => {
    covers('base-connection-free');
    const keys = ['a secret of at least 32 characters'];
    const [one, other] = [await startServer({ requestState: { keys } }), await startServer({ requestState: { keys } })];
    const { requestState } = (await postAlone(one.url, 'tools/call', { name: 'ask' })).json.result as AnyResult;
    const again = { name: 'ask', requestState, inputResponses: { who: { action: 'cancel' } } };
    expect((await postAlone(other.url, 'tools/call', again)).json.result?.content?.[0]?.text).toBe('cancel');
    const stranger = await startServer();
    expect((await postAlone(stranger.url, 'tools/call', again)).json.error?.code).toBe(-32602);
  });
});

test('a handler for platforms with Request and Response serves it as well', async () => {
  const server = new Server({ name: 'fetched', version: '1.0.0' });
  server.tool('echo', {}, () => 'hello');
  const { fetch } = untilEnd(createHandler(server));
  const response = await send('http://localhost/mcp', 'tools/call', { name: 'echo' }, { id: 1, fetch });
  expect(await response.json()).toMatchObject({ id: 1, result: { content: [{ text: 'hello' }] } });
});

test.each([
  ['an array', { type: 'array', items: { type: 'string' }, 'x-mcp-header': 'A' }],
  ['a number', { type: 'number', 'x-mcp-header': 'A' }],
  ['a name with a space', { type: 'string', 'x-mcp-header': 'A B' }],
  ['an empty name', { type: 'string', 'x-mcp-header': '' }],
  ['a name with a line break', { type: 'string', 'x-mcp-header': 'A\r\nB' }],
  ['items', { type: 'array', items: { properties: { b: { type: 'string', 'x-mcp-header': 'B' } } } }],
  ['a definition, which only a reference leads to', { $defs: { a: { type: 'string', 'x-mcp-header': 'A' } } }],
  ['a condition', { if: { properties: { b: { type: 'string', 'x-mcp-header': 'B' } } } }],
  [
    'one name twice, in other letters',
    { properties: { b: { type: 'string', 'x-mcp-header': 'B' }, c: { type: 'string', 'x-mcp-header': 'b' } } },
  ],
  ['a choice of schemas', { oneOf: [{ type: 'string', 'x-mcp-header': 'A' }] }],
])('a parameter that no header can repeat is a mistake of the author: %s', (_, property) => {
  covers('headers-annotation-not-empty', 'headers-annotation-token', 'headers-annotation-control');
  covers('headers-annotation-unique', 'headers-annotation-types', 'headers-annotation-reachable');
  covers('headers-annotation-path');
  const server = new Server({ name: 'wrong', version: '1.0.0' });
  const input = { type: 'object', properties: { a: property } } as const;
  expect(() => server.tool('wrong', { input: input as never }, () => '')).toThrow(/x-mcp-header/);
});
