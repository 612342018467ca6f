/** How a client finds out whether a server opens sessions (specification, 2026-07-28: Versioning, Backward Compatibility). */

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Client, ClientOptions, Target } from '@mcp-gen/sdk/client';
import { revision as newestWithSessions } from '@mcp-gen/protocol/2025-11-25';
import { revision as newest } from '@mcp-gen/protocol/2026-07-28';
import { connectSession, JsonRpcError } from '@mcp-gen/runtime';
import { createMockServer, type MockAnswer } from '@mcp-gen/sdk/testing';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { covers } from '../../support/covers.js';
import { STATELESS } from '../../support/standAlone.js';
import { listen } from '../runtime/httpSupport.js';
import { endless } from '../../support/leftovers/endless.js';
import { connectUntilEnd } from '../../support/untilEnd.js';
import { stopClock } from '../../support/clock.js';

const INTRODUCTION = {
  protocolVersion: '2025-11-25',
  capabilities: { tools: {} },
  serverInfo: { name: 'old', version: '1' },
};
const DISCOVERED = {
  resultType: 'complete',
  supportedVersions: [STATELESS],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: 'private',
};
const unsupported = (...supported: readonly string[]): JsonRpcError =>
  new JsonRpcError(-32022, 'Unsupported protocol version', { supported, requested: STATELESS });

async function open(target: Target, options: ClientOptions = {}): Promise<Client> {
  return connectUntilEnd(target, { onError: () => undefined, ...options });
}

describe('over a connection', () => {
  const methodsOf = async (answers: { readonly [method: string]: MockAnswer }, options: ClientOptions = {}) => {
    const server = createMockServer({ initialize: INTRODUCTION, ...answers });
    const client = await open(server.target, options);
    return { revision: client.revision, methods: server.received.map(({ method }) => method) };
  };

  test('a server that says what it has is asked for nothing else', async () => {
    covers('discovery-probe', 'stdio-probe');
    expect(await methodsOf({ 'server/discover': DISCOVERED })).toEqual({
      revision: STATELESS,
      methods: ['server/discover'],
    });
  });

  test.each<[string, MockAnswer]>([
    ['that it has no such method', new JsonRpcError(-32601, 'Method not found')],
    ['that the params are wrong', new JsonRpcError(-32602, 'Invalid params')],
    ['that it was not initialized', new JsonRpcError(-32000, 'Not initialized')],
    ['something else', { tools: [] }],
    ['that it has sessions alone', unsupported('2025-11-25', '2025-06-18')],
    ['what it has, which is sessions alone', { ...DISCOVERED, supportedVersions: ['2025-06-18'] }],
  ])('a server that answers %s is asked to open a session', async (_, answer) => {
    covers('stdio-fallback-codes');
    const { revision, methods } = await methodsOf({ 'server/discover': answer });
    expect([revision, methods]).toEqual(['2025-11-25', ['server/discover', 'initialize', 'notifications/initialized']]);
  });

  test.each<[string, MockAnswer, string]>([
    ['an error that names', unsupported('2025-06-18', '2099-01-01'), '2025-06-18'],
    ['an error that names, in its order,', unsupported('2024-11-05', '2025-03-26'), '2025-03-26'],
    ['a result that names', { ...DISCOVERED, supportedVersions: ['2025-06-18'] }, '2025-06-18'],
    ['an error without', new JsonRpcError(-32601, 'Method not found'), '2025-11-25'],
  ])('a session is opened in the newest of the revisions of %s them', async (_, answer, asked) => {
    covers('versioning-retried');
    const server = createMockServer({
      'server/discover': answer,
      initialize: { ...INTRODUCTION, protocolVersion: asked },
    });
    const client = await open(server.target);
    expect(client.revision).toBe(asked);
    expect(server.received[1]).toMatchObject({ method: 'initialize', params: { protocolVersion: asked } });
  });

  test('a server that is silent is asked to open a session after some time', async () => {
    covers('stdio-probe-timeout');
    const silent = { 'server/discover': () => endless() };
    expect((await methodsOf(silent, { discoverTimeout: 20 })).revision).toBe('2025-11-25');
  });

  test('a server that takes long to start, and knows no sessions, is asked again what it has', async () => {
    const answers: MockAnswer[] = [() => endless(), DISCOVERED];
    const slow = {
      'server/discover': (...given: never[]) => {
        const answer = answers.shift();
        return typeof answer === 'function' ? (answer as (...params: never[]) => unknown)(...given) : answer;
      },
      initialize: unsupported(STATELESS),
    };
    const { revision, methods } = await methodsOf(slow, { discoverTimeout: 20 });
    expect(revision).toBe(STATELESS);
    expect(methods).toEqual(['server/discover', 'notifications/cancelled', 'initialize', 'server/discover']);
  });

  test('a server that is silent did not answer a client that could not open a session', async () => {
    const silent = { 'server/discover': () => endless() };
    const answered = methodsOf(silent, { discoverTimeout: 20, revisions: [STATELESS] });
    await expect(answered).rejects.toMatchObject({ name: 'RequestTimeoutError', method: 'server/discover' });
  });

  test('a client that could not open a session waits as long as for any other answer', async () => {
    stopClock();
    const slow = { 'server/discover': () => new Promise((resolve) => setTimeout(() => resolve(DISCOVERED), 30_000)) };
    const answered = methodsOf(slow, { revisions: [STATELESS] });
    const hurried = methodsOf(slow, { revisions: [STATELESS], timeout: 20_000 }).catch(String);
    await vi.advanceTimersByTimeAsync(30_000);
    expect((await answered).revision).toBe(STATELESS);
    expect(await hurried).toContain('within 20000 ms');
  });

  test('a server that refuses the revision and names it is asked once more', async () => {
    covers('versioning-retried');
    const answers: MockAnswer[] = [unsupported(STATELESS), DISCOVERED];
    const { revision, methods } = await methodsOf({ 'server/discover': () => answers.shift() });
    expect([revision, methods]).toEqual([STATELESS, ['server/discover', 'server/discover']]);
  });

  test.each<[string, MockAnswer, ClientOptions, number]>([
    ['has no common revision', unsupported('2099-01-01'), {}, 1],
    ['always refuses what it names', unsupported(STATELESS), {}, 2],
    ['opens sessions alone, for a client that cannot', new JsonRpcError(-32601, 'no'), { revisions: [STATELESS] }, 1],
  ])('connecting fails to a server that %s', async (_, answer, options, asked) => {
    covers('versioning-discovery-first', 'stdio-probe-modern');
    const server = createMockServer({ initialize: INTRODUCTION, 'server/discover': answer });
    await expect(open(server.target, options)).rejects.toMatchObject({ name: 'NegotiationError' });
    expect(server.received.map(({ method }) => method)).toEqual(Array.from({ length: asked }, () => 'server/discover'));
  });

  test('connecting fails without a claim about a server that names no revisions', async () => {
    const answered = methodsOf({ 'server/discover': new JsonRpcError(-32601, 'no') }, { revisions: [STATELESS] });
    await expect(answered).rejects.toThrow(
      `No common protocol version: requested ${STATELESS}, the server does not name one that it supports`,
    );
  });

  test('a client that could not open a session receives the error of a server that fails', async () => {
    const refused = new JsonRpcError(-32603, 'Try again later', { retryAfter: 5 });
    const options: ClientOptions = { revisions: [STATELESS] };
    await expect(methodsOf({ 'server/discover': refused }, options)).rejects.toMatchObject({
      name: 'JsonRpcError',
      ...{ code: -32603, message: 'Try again later', data: { retryAfter: 5 } },
    });
  });

  test.each([-32020, -32021])(
    'the error %s is that of a newer server, and no reason to open a session',
    async (code) => {
      await expect(methodsOf({ 'server/discover': new JsonRpcError(code, 'no') })).rejects.toMatchObject({ code });
    },
  );

  test('a client that has sessions alone opens one at once', async () => {
    const { methods } = await methodsOf({ 'server/discover': DISCOVERED }, { revisions: ['2025-06-18', '2025-11-25'] });
    expect(methods[0]).toBe('initialize');
  });

  const invalid = { ...INTRODUCTION, capabilities: 'none' };
  test.each<[string, MockAnswer]>([
    ['an error for its method', new JsonRpcError(-32601, 'Method not found')],
    ['an error for the revision', unsupported(STATELESS)],
    ['an error for the revision that names none', new JsonRpcError(-32022, 'Unsupported protocol version')],
    ['an invalid result', invalid],
  ])('a server that had sessions before and refuses one by %s is asked what it has', async (_, initialize) => {
    const server = createMockServer({ initialize, 'server/discover': DISCOVERED });
    const session = await connectSession(server.target(), {
      clientInfo: { name: 'test', version: '1.0.0' },
      revisions: [newest, newestWithSessions],
      era: 'session',
      onError: () => undefined,
    });
    onTestFinished(() => session.close());
    expect(session.revision).toBe(STATELESS);
    expect(server.received.map(({ method }) => method)).toEqual(['initialize', 'server/discover']);
  });

  test('a server that had sessions before and has others now is not asked anything else', async () => {
    const server = createMockServer({ initialize: unsupported('2001-01-01') });
    const connecting = connectSession(server.target(), {
      clientInfo: { name: 'test', version: '1.0.0' },
      revisions: [newest, newestWithSessions],
      era: 'session',
    });
    await expect(connecting).rejects.toMatchObject({ name: 'NegotiationError', supported: ['2001-01-01'] });
    expect(server.received.map(({ method }) => method)).toEqual(['initialize']);
  });

  test('what was found out is remembered for the next connection', async () => {
    covers('versioning-era-remembered');
    const server = createMockServer({ initialize: INTRODUCTION });
    await new Promise<void>((resolve, reject) => {
      open(server.target, { reconnect: { delay: 1, onRestored: resolve } }).then(() => server.close(), reject);
    });
    expect(server.received.map(({ method }) => method)).toEqual([
      'server/discover',
      'initialize',
      'notifications/initialized',
      'initialize',
      'notifications/initialized',
    ]);
  });
});

describe('over HTTP', () => {
  interface Posted {
    readonly id?: number;
    readonly method: string;
    readonly params: { readonly [name: string]: unknown };
  }

  /** Answers each POST as a test says; undefined answers as a server with sessions does. */
  async function serve(answer: (posted: Posted, response: ServerResponse, request: IncomingMessage) => unknown) {
    const methods: string[] = [];
    const url = await listen((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        const posted = JSON.parse(text) as Posted;
        methods.push(posted.method);
        const result = answer(posted, response, request);
        if (response.writableEnded || response.destroyed || result === undefined) return;
        if (posted.id === undefined) response.writeHead(202).end();
        else {
          response.writeHead(200, { 'content-type': 'application/json' });
          response.end(JSON.stringify({ jsonrpc: '2.0', id: posted.id, result }));
        }
      });
    });
    return { url, methods };
  }

  const refusal = (id: unknown, code: number): string =>
    JSON.stringify({ jsonrpc: '2.0', id, error: { code, message: 'no' } });

  test.each<[string, number, (id: unknown) => string]>([
    ['400 without a body', 400, () => ''],
    ['400 with a text', 400, () => 'Bad request'],
    ['400 with an error of a server with sessions', 400, () => refusal(null, -32000)],
    ['400 with the error of a missing session', 400, (id) => refusal(id, -32600)],
    ['404 with an error page', 404, () => '<html>Not found</html>'],
    ['404 for the method', 404, (id) => refusal(id, -32601)],
    ['405', 405, () => ''],
    ['406', 406, () => ''],
    ['200 with an error', 200, (id) => refusal(id, -32601)],
  ])('a server that answers %s is asked to open a session', async (_, status, body) => {
    const { url, methods } = await serve(({ id, method }, response) => {
      if (method !== 'server/discover') return INTRODUCTION;
      return void response.writeHead(status, { 'content-type': 'application/json' }).end(body(id));
    });
    expect((await open(url)).revision).toBe('2025-11-25');
    expect(methods).toEqual(['server/discover', 'initialize', 'notifications/initialized']);
  });

  test.each([401, 403, 429, 500, 502, 503])('the status %s says nothing of the age of a server', async (status) => {
    const { url, methods } = await serve((_, response) => void response.writeHead(status).end());
    await expect(open(url)).rejects.toMatchObject({ name: 'HttpStatusError', status });
    expect(methods).toEqual(['server/discover']);
  });

  test('a server that refuses the revision is asked again, in one that it names', async () => {
    covers('http-alone-fallback-body');
    let refused = 0;
    const { url } = await serve(({ id, method }, response) => {
      if (method === 'server/discover' && refused++ === 0) {
        const error = { code: -32022, message: 'no', data: { supported: [STATELESS], requested: STATELESS } };
        return void response
          .writeHead(400, { 'content-type': 'application/json' })
          .end(JSON.stringify({ jsonrpc: '2.0', id, error }));
      }
      return DISCOVERED;
    });
    expect((await open(url)).revision).toBe(STATELESS);
  });

  test('each request repeats in headers what its body says, and belongs to no session', async () => {
    covers('headers-version', 'headers-version-matches', 'http-alone-metadata-headers', 'headers-standard');
    const seen: object[] = [];
    const { url } = await serve(({ method, params }, _response, { headers }) => {
      const {
        'mcp-protocol-version': version,
        'mcp-method': said,
        'mcp-name': name,
        'mcp-session-id': session,
      } = headers;
      const { 'io.modelcontextprotocol/protocolVersion': inBody } = params['_meta'] as Record<string, unknown>;
      seen.push({ version, inBody, said, name, session });
      return method === 'server/discover' ? DISCOVERED : { resultType: 'complete', content: [] };
    });
    const client = await open(url);
    await client.callTool('échö');
    expect(seen).toEqual([
      { version: STATELESS, inBody: STATELESS, said: 'server/discover' },
      {
        version: STATELESS,
        inBody: STATELESS,
        said: 'tools/call',
        name: `=?base64?${Buffer.from('échö').toString('base64')}?=`,
      },
    ]);
  });

  test('arguments are repeated as the tool wants, also if that is found out late; tools that want the impossible are left out', async () => {
    covers('headers-params-supported', 'headers-params-sent', 'headers-tool-refused', 'headers-tool-left-out');
    covers('headers-tool-logged', 'headers-call', 'headers-mismatch-relisted');
    const tool = (name: string, property: object) => ({
      name,
      inputSchema: { type: 'object', properties: { a: property } },
    });
    const seen: (string | undefined)[] = [];
    const errors: string[] = [];
    const { url, methods } = await serve(({ id, method }, response, { headers }) => {
      if (method === 'server/discover') return DISCOVERED;
      if (method === 'tools/list') {
        const tools = [
          tool('good', { type: 'string', 'x-mcp-header': 'A' }),
          tool('bad', { type: 'number', 'x-mcp-header': 'A' }),
        ];
        return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools };
      }
      const header = headers['mcp-param-a'];
      seen.push(header as string | undefined);
      if (header !== undefined) return { resultType: 'complete', content: [] };
      return void response.writeHead(400, { 'content-type': 'application/json' }).end(refusal(id, -32020));
    });
    const client = await open(url, { onError: (error) => errors.push((error as Error).message) });
    await client.callTool('good', { a: ' x ' });
    expect(seen).toEqual([undefined, `=?base64?${Buffer.from(' x ').toString('base64')}?=`]);
    expect((await client.tools().all()).map(({ name }) => name)).toEqual(['good']);
    expect(errors[0]).toMatch(/^Left out the tool bad: .*x-mcp-header/);
    expect(methods.filter((method) => method === 'tools/call')).toHaveLength(2);
  });

  test('what only reads is asked again when its answer is lost, and a call of a tool is not', async () => {
    const ids: unknown[] = [];
    const { url, methods } = await serve(({ id, method }, response) => {
      if (method === 'server/discover') return DISCOVERED;
      ids.push(id);
      if (method === 'tools/list' && ids.length === 2) {
        return { resultType: 'complete', ttlMs: 0, cacheScope: 'private', tools: [] };
      }
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n');
      return undefined;
    });
    const client = await open(url);
    expect(await client.tools().all()).toEqual([]);
    expect(new Set(ids).size).toBe(2);
    await expect(client.callTool('pay')).rejects.toMatchObject({ name: 'ConnectionClosedError' });
    expect(methods).toEqual(['server/discover', 'tools/list', 'tools/list', 'tools/call']);
  });

  test('a call is cancelled by closing its connection', async () => {
    let closed = (): void => {};
    const gone = new Promise<void>((resolve) => (closed = resolve));
    const abort = new AbortController();
    const { url, methods } = await serve(({ method }, response) => {
      if (method === 'server/discover') return DISCOVERED;
      response.on('close', closed);
      abort.abort(new Error('enough'));
      return undefined;
    });
    const client = await open(url);
    await expect(client.callTool('slow', {}, { signal: abort.signal })).rejects.toThrow('enough');
    await gone;
    expect(methods).toEqual(['server/discover', 'tools/call']);
  });
});
