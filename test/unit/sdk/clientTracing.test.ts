/** Spans of a client, and how they join those of a server: with a small tracer that works as OpenTelemetry's does. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { Server, tracing, type TracePropagation, type Tracer } from '@mcp-gen/sdk';
import { clientTracing, connect, type ClientOptions } from '@mcp-gen/sdk/client';
import { memoryPair } from '@mcp-gen/runtime';
import { inProcess } from '@mcp-gen/sdk/testing';
import { describe, expect, test } from 'vitest';
import { converse } from './clientSupport.js';
import { connectUntilEnd, serveUntilEnd } from '../../support/untilEnd.js';

interface Recorded {
  readonly name: string;
  readonly kind: number;
  readonly id: string;
  readonly parent: string | undefined;
  readonly attributes: Record<string, string>;
  readonly errors: string[];
  status: number | undefined;
  isEnded: boolean;
}

/** The context that a message travels in: the span, and baggage. */
interface TestContext {
  readonly traceparent: string | undefined;
  readonly baggage: string | undefined;
}

const NOTHING: TestContext = { traceparent: undefined, baggage: undefined };

/** A tracer and its propagation, which share the active context. */
function openTelemetry(side: string) {
  const active = new AsyncLocalStorage<TestContext>();
  const spans: Recorded[] = [];
  const current = (): TestContext => active.getStore() ?? NOTHING;
  const tracer: Tracer = {
    startActiveSpan: (name, { kind, attributes }, run) => {
      const id = `${side}-${spans.length + 1}`;
      const span: Recorded = {
        name,
        kind,
        id,
        parent: current().traceparent,
        attributes: { ...attributes },
        errors: [],
        status: undefined,
        isEnded: false,
      };
      spans.push(span);
      return active.run({ ...current(), traceparent: id }, () =>
        run({
          setAttribute: (key, value) => (span.attributes[key] = value),
          recordException: ({ message }) => span.errors.push(message),
          setStatus: ({ code }) => (span.status = code),
          end: () => (span.isEnded = true),
        }),
      );
    },
  };
  const propagation: TracePropagation<TestContext> = {
    context: { active: current, with: (context, run) => active.run(context, run) },
    propagation: {
      inject: (context, carrier) => {
        for (const [key, value] of Object.entries(context))
          if (value !== undefined) Object.assign(carrier, { [key]: value });
      },
      extract: (context, carrier) => ({ ...context, ...carrier }),
    },
  };
  return { tracer, propagation, spans, active };
}

/** A client and a server that are both traced. The client answers forms. */
async function traced(options: ClientOptions = {}) {
  const [ours, theirs] = [openTelemetry('client'), openTelemetry('server')];
  const server = new Server({ name: 'weather', version: '1.0.0' }, { onError: () => {} });
  server.tool('forecast', {}, (_, { meta }) => JSON.stringify({ ...meta, inside: theirs.active.getStore() }));
  server.tool('broken', {}, () => {
    throw new Error('broken');
  });
  server.tool('ask', {}, async (_, { elicit, log }) => {
    log.info('asking');
    const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
    return (await elicit('who', { message: 'Who?', schema })).action;
  });
  server.use(tracing(theirs.tracer, { propagation: theirs.propagation }));
  const middleware = [clientTracing(ours.tracer, { propagation: ours.propagation })];
  const elicitation: ClientOptions['elicitation'] = {
    form: (asked) => {
      forms.push(asked);
      return { action: 'decline' };
    },
  };
  const forms: object[] = [];
  const given: ClientOptions = { middleware, elicitation, logLevel: 'info', ...options };
  const client = await connectUntilEnd(inProcess(server), given);
  return { client, server, ours, theirs, forms };
}

describe('a call of a tool', () => {
  test('is a span of the client, and the parent of the span of the server', async () => {
    const { client, ours, theirs } = await traced();
    const text = await ours.active.run({ ...NOTHING, baggage: 'user=1' }, async () => {
      const result = await client.callTool('forecast');
      return result.text;
    });
    expect(ours.spans).toEqual([
      {
        name: 'tools/call forecast',
        kind: 2,
        id: 'client-1',
        parent: undefined,
        attributes: {
          'mcp.method.name': 'tools/call',
          'mcp.protocol.version': '2026-07-28',
          'gen_ai.operation.name': 'execute_tool',
          'gen_ai.tool.name': 'forecast',
        },
        errors: [],
        status: undefined,
        isEnded: true,
      },
    ]);
    expect(theirs.spans).toMatchObject([{ name: 'tools/call forecast', kind: 1, parent: 'client-1', isEnded: true }]);
    const own = (key: string, value: unknown): unknown =>
      key.startsWith('io.modelcontextprotocol/') ? undefined : value;
    expect(JSON.parse(text, own)).toEqual({
      traceparent: 'client-1',
      baggage: 'user=1',
      inside: { traceparent: 'server-1', baggage: 'user=1' },
    });
  });

  test('keeps the metadata that it has', async () => {
    const { client } = await traced();
    const params = { name: 'forecast', _meta: { 'com.example/a': 1 } };
    const { content } = (await client.request('tools/call', params)) as unknown as { content: [{ text: string }] };
    expect(JSON.parse(content[0].text)).toMatchObject({ 'com.example/a': 1, traceparent: 'client-1' });
    expect(params._meta).toEqual({ 'com.example/a': 1 });
  });

  test('that fails is a span that says so', async () => {
    const { client, ours } = await traced();
    await client.callTool('broken');
    await expect(client.callTool('unknown')).rejects.toThrow('Unknown tool');
    const [failed, refused] = ours.spans.map(({ attributes, status }) => ({ attributes, status }));
    expect(failed).toMatchObject({ status: 2, attributes: { 'error.type': 'tool_error' } });
    expect(refused).toMatchObject({
      status: 2,
      attributes: { 'error.type': '-32602', 'rpc.response.status_code': '-32602' },
    });
  });
});

test('what a server asks continues its trace', async () => {
  const { tracer, propagation, spans } = openTelemetry('client');
  const { client } = await converse(
    {
      callTool: async (_: unknown, { ask }: { ask: (key: string, question: object) => Promise<unknown> }) => {
        await ask('roots', { method: 'roots/list', params: { _meta: { traceparent: 'elsewhere' } } });
        return { content: [] };
      },
    },
    { roots: [], middleware: [clientTracing(tracer, { propagation })] },
  );
  await client.callTool('ask');
  expect(spans).toMatchObject([
    { name: 'tools/call ask', kind: 2, parent: undefined },
    { name: 'roots/list', kind: 1, parent: 'elsewhere' },
  ]);
});

describe('what a traced server sends', () => {
  const FORM = 'elicitation/create';

  /** The spans of a side, each with the name of its parent. */
  const tree = (spans: readonly Recorded[], all: readonly Recorded[]): readonly unknown[] =>
    spans.map(({ name, kind, parent, isEnded }) => [name, kind, all.find(({ id }) => id === parent)?.name, isEnded]);

  test('is a span, and the parent of the span of the client', async () => {
    const { client, server, ours, theirs, forms } = await traced({ revisions: ['2025-11-25'] });
    await client.callTool('ask');
    server.tool('late', {}, () => '');
    await expect.poll(() => ours.spans.at(-1)?.name).toBe('notifications/tools/list_changed');
    const all = [...ours.spans, ...theirs.spans];
    const call = 'tools/call ask';
    expect(tree(theirs.spans, all).slice(-4)).toEqual([
      [call, 1, call, true],
      ['notifications/message', 2, call, true],
      [FORM, 2, call, true],
      ['notifications/tools/list_changed', 2, undefined, true],
    ]);
    expect(tree(ours.spans, all).slice(-4)).toEqual([
      [call, 2, undefined, true],
      ['notifications/message', 1, 'notifications/message', true],
      [FORM, 1, FORM, true],
      ['notifications/tools/list_changed', 1, 'notifications/tools/list_changed', true],
    ]);
    const { attributes, id } = theirs.spans.find(({ name }) => name === FORM) ?? expect.fail('no span');
    expect(attributes).toEqual({ 'mcp.method.name': FORM, 'mcp.protocol.version': '2025-11-25' });
    expect(forms).toMatchObject([{ _meta: { traceparent: id } }]);
  });

  test('is not a span if it is a question in a result, and the span of each run of the handler ends', async () => {
    const { client, theirs, forms } = await traced({ revisions: ['2026-07-28'] });
    expect((await client.callTool('ask')).text).toBe('decline');
    expect(forms).toMatchObject([{ message: 'Who?' }]);
    expect(forms[0]).not.toHaveProperty('_meta');
    const ofCalls = () => theirs.spans.flatMap(({ name, isEnded }) => (name === 'tools/call ask' ? [isEnded] : []));
    await expect.poll(ofCalls).toEqual([true, true]);
    expect(theirs.spans.filter(({ name }) => name === FORM)).toEqual([]);
  });

  test('is a span that says so if it fails', async () => {
    const { client, theirs } = await traced({ revisions: ['2025-11-25'], elicitation: undefined });
    await client.callTool('ask');
    const { status, attributes, errors } = theirs.spans.find(({ name }) => name === FORM) ?? expect.fail('no span');
    expect(status).toBe(2);
    expect(attributes['error.type']).toBe('AskError');
    expect(errors[0]).toContain('elicitation.form');
  });
});

test('without propagation, nothing is added to messages', async () => {
  const { tracer } = openTelemetry('client');
  const handlers = { callTool: ({ _meta }: { _meta?: object }) => ({ content: [], structuredContent: { _meta } }) };
  const { client } = await converse(handlers, { middleware: [clientTracing(tracer)] });
  expect((await client.callTool('any')).structuredContent).toEqual({});
});

test.each([false, true])('spans have the session id only with the option sessionId: %s', async (sessionId) => {
  const near = openTelemetry('client');
  const far = openTelemetry('server');
  const server = new Server({ name: 'test', version: '1.0.0' });
  server.use(tracing(far.tracer, { sessionId }));
  server.tool('any', {}, () => '');
  const { url } = await serveUntilEnd(server);
  const client = await connectUntilEnd(url, {
    revisions: ['2025-11-25'],
    middleware: [clientTracing(near.tracer, { sessionId })],
  });
  await client.callTool('any');
  const named = (spans: readonly Recorded[]): readonly unknown[] =>
    spans.filter(({ name }) => name === 'tools/call any').map(({ attributes }) => attributes['mcp.session.id']);
  const expected = sessionId ? expect.stringMatching(/^[\da-f-]{36}$/) : undefined;
  expect([named(near.spans), named(far.spans)]).toEqual([[expected], [expected]]);
});

test('an unknown option is refused', () => {
  const { tracer } = openTelemetry('client');
  expect(() => clientTracing(tracer, { propagator: {} } as object)).toThrow('Unknown option "propagator"');
  expect(() => tracing(tracer, { propagator: {} } as object)).toThrow('Unknown option "propagator"');
});

describe('a tracer that fails', () => {
  const fails = (): never => {
    throw new Error('Out of order');
  };
  const broken = { setAttribute: fails, recordException: fails, setStatus: fails, end: fails };
  const working = { setAttribute: () => {}, recordException: () => {}, setStatus: () => {}, end: () => {} };
  const propagation: TracePropagation<object> = {
    context: { active: () => ({}), with: (_, run) => run() },
    propagation: { inject: () => {}, extract: () => ({}) },
  };

  test.each<[when: string, tracer: Tracer, propagation: TracePropagation<object>]>([
    ['before a span', { startActiveSpan: fails }, propagation],
    ['in a span', { startActiveSpan: (_name, _options, run) => run(broken) }, propagation],
    ['after the start of a span', { startActiveSpan: (_name, _options, run) => (run(working), fails()) }, propagation],
    [
      'with a promise of its own',
      { startActiveSpan: (_name, _options, run) => Promise.resolve(run(working)).then(fails) as never },
      propagation,
    ],
    [
      'to propagate',
      { startActiveSpan: (_name, _options, run) => run(working) },
      { ...propagation, propagation: { inject: fails, extract: fails } },
    ],
    [
      'to activate a context',
      { startActiveSpan: (_name, _options, run) => run(broken) },
      { ...propagation, context: { active: () => ({}), with: fails } },
    ],
  ])('%s does not disturb messages, and is reported once on each side', async (_, tracer, propagation) => {
    const [near, far] = memoryPair();
    const [ours, theirs]: [unknown[], unknown[]] = [[], []];
    let runs = 0;
    const server = new Server({ name: 'weather', version: '1.0.0' }, { onError: (error) => theirs.push(error) });
    server.tool('forecast', {}, () => `Sunny ${++runs}`);
    server.use(tracing(tracer, { propagation }));
    const running = server.serve({ transport: far });
    const client = await connect(near, {
      middleware: [clientTracing(tracer, { propagation })],
      onError: (error) => ours.push(error),
    });
    expect((await client.callTool('forecast')).text).toBe('Sunny 1');
    await expect(client.callTool('unknown')).rejects.toMatchObject({ code: -32602 });
    await client.close();
    await running.close();
    for (const errors of [ours, theirs])
      expect(errors).toEqual([
        expect.objectContaining({
          message: 'The tracer has failed. Its further errors are not reported',
          cause: expect.objectContaining({ message: 'Out of order' }) as unknown,
        }),
      ]);
  });
});
