/** Metrics with OpenTelemetry's names, on the client and on the server, whose attributes have few values. */

import { JsonRpcError, memoryPair } from '@mcp-gen/runtime';
import { metrics, Server, ToolError, type Meter, type MetricAttributes } from '@mcp-gen/sdk';
import { clientMetrics, connect, type ClientOptions } from '@mcp-gen/sdk/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { REVISION_IDS, type RevisionId } from '../../support/schemas.js';
import { openWire, reportingServer } from './support.js';
import { connectUntilEnd, untilEnd } from '../../support/untilEnd.js';

interface Measurement {
  readonly name: string;
  readonly value: number;
  readonly attributes: MetricAttributes;
}

/** A meter that keeps everything. */
function recorder() {
  const all: Measurement[] = [];
  const instruments: { [name: string]: object } = {};
  const keep = (name: string, options: object) => {
    instruments[name] = options;
    return (value: number, attributes: MetricAttributes) => void all.push({ name, value, attributes });
  };
  const meter: Meter = {
    createHistogram: (name, options) => ({ record: keep(name, options) }),
    createCounter: (name, options) => ({ add: keep(name, options) }),
  };
  const of = (name: string, method?: string): readonly MetricAttributes[] =>
    all
      .filter((each) => each.name === name && (method === undefined || each.attributes['mcp.method.name'] === method))
      .map(({ attributes }) => attributes);
  return { meter, all, instruments, of };
}

const info = { name: 'weather', version: '1.0.0' };

function weather(meter: Meter): Server {
  const server = new Server(info, { onError: () => {} });
  server.use(metrics(meter));
  server.tool('forecast', {}, () => 'Sunny');
  server.tool('failing', {}, () => {
    throw new ToolError('Sorry');
  });
  server.tool('refusing', {}, () => {
    throw new JsonRpcError(4_711, 'No');
  });
  server.tool('ask', {}, async (_, { elicit }) => {
    const schema = { type: 'object', properties: { name: { type: 'string' } } } as const;
    return (await elicit('who', { message: 'Who?', schema })).action;
  });
  server.prompt('review', {}, () => 'Review this');
  server.method('acme/search', {}, () => ({}));
  return server;
}

async function measured(revision?: RevisionId, options: ClientOptions = {}) {
  const [near, far] = memoryPair();
  const [ours, theirs] = [recorder(), recorder()];
  const running = untilEnd(weather(theirs.meter).serve({ transport: far }));
  const client = await connectUntilEnd(near, {
    middleware: [clientMetrics(ours.meter)],
    elicitation: { form: () => ({ action: 'decline' }) },
    onError: () => {},
    ...(revision !== undefined && { revisions: [revision] }),
    ...options,
  });
  const close = async (): Promise<void> => {
    await client.close();
    await running.close();
  };
  return { client, ours, theirs, close };
}

const SERVER = 'mcp.server.operation.duration';
const CLIENT = 'mcp.client.operation.duration';

describe.each(REVISION_IDS)('in %s', (revision) => {
  test('a call of a tool is measured on both sides', async () => {
    const { client, ours, theirs } = await measured(revision);
    await client.callTool('forecast');
    const attributes = {
      'mcp.method.name': 'tools/call',
      'mcp.protocol.version': revision,
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'forecast',
    };
    expect(theirs.of(SERVER, 'tools/call')).toEqual([attributes]);
    expect(ours.of(CLIENT, 'tools/call')).toEqual([attributes]);
    for (const { value } of [...ours.all, ...theirs.all]) expect(value).toBeLessThan(10);
    expect([...ours.all, ...theirs.all].every(({ value }) => value > 0)).toBe(true);
  });

  test('sessions are measured when they end, if the revision has them', async () => {
    const { ours, theirs, close } = await measured(revision);
    expect(theirs.of('mcp.server.session.duration')).toEqual([]);
    await close();
    const sessions = revision === REVISION_IDS.at(-1) ? [] : [{ 'mcp.protocol.version': revision }];
    expect(theirs.of('mcp.server.session.duration')).toEqual(sessions);
    expect(ours.of('mcp.client.session.duration')).toEqual(sessions);
  });
});

test('the instruments have the names, units, and buckets of the conventions', () => {
  const { meter, instruments } = recorder();
  metrics(meter);
  const buckets = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 60, 120, 300];
  const histogram = expect.objectContaining({ unit: 's', advice: { explicitBucketBoundaries: buckets } }) as unknown;
  const counter = expect.objectContaining({ unit: '{request}' }) as unknown;
  expect(instruments).toEqual({
    'mcp.server.operation.duration': histogram,
    'mcp.client.operation.duration': histogram,
    'mcp.server.session.duration': histogram,
    'mcp.server.request.refusals': counter,
    'mcp.client.request.refusals': counter,
  });
});

test('what fails has an error type', async () => {
  const { client, ours, theirs } = await measured();
  await client.callTool('failing');
  await client.callTool('refusing').catch(() => undefined);
  await client.getPrompt('review');
  const revision = { 'mcp.protocol.version': client.revision };
  const call = { 'mcp.method.name': 'tools/call', ...revision, 'gen_ai.operation.name': 'execute_tool' };
  const refused = { 'error.type': '4711', 'rpc.response.status_code': '4711' };
  expect(theirs.of(SERVER)).toEqual([
    { ...call, 'gen_ai.tool.name': 'failing', 'error.type': 'tool_error' },
    { ...call, 'gen_ai.tool.name': 'refusing', ...refused },
    { 'mcp.method.name': 'prompts/get', ...revision, 'gen_ai.prompt.name': 'review' },
  ]);
  expect(theirs.of('mcp.server.request.refusals')).toEqual([
    { 'mcp.method.name': 'tools/call', ...revision, ...refused },
  ]);
  expect(ours.of('mcp.client.request.refusals')).toEqual(theirs.of('mcp.server.request.refusals'));
  // A client does not know whether a tool that has never succeeded exists.
  expect(ours.of(CLIENT, 'tools/call').map((each) => each['gen_ai.tool.name'])).toEqual([undefined, undefined]);
});

test('an internal error is not a refusal', async () => {
  const { meter, of } = recorder();
  const server = new Server(info, { onError: () => {} });
  server.use(metrics(meter));
  server.resource('a://b', {}, () => {
    throw new RangeError('broken');
  });
  const wire = await openWire(server);
  expect(await wire.ask(1, 'resources/read', { uri: 'a://b' })).toMatchObject({ error: { code: -32603 } });
  expect(of(SERVER, 'resources/read')).toMatchObject([{ 'error.type': 'RangeError' }]);
  expect(of('mcp.server.request.refusals')).toEqual([]);
});

test('a limit refuses with the code of internal errors', async () => {
  const { meter, of } = recorder();
  const server = new Server(info, { rateLimits: { toolCalls: { perSecond: 1, burst: 1 } }, onError: () => {} });
  server.use(metrics(meter));
  server.tool('forecast', {}, () => 'Sunny');
  const wire = await openWire(server);
  for (const id of [1, 2]) await wire.ask(id, 'tools/call', { name: 'forecast' });
  expect(of('mcp.server.request.refusals')).toMatchObject([{ 'error.type': '-32603' }]);
});

test('names that a client makes up are not values of attributes', async () => {
  const { meter, of, all } = recorder();
  const server = weather(meter);
  const wire = await openWire(server);
  for (let id = 1; id <= 20; id++) {
    await wire.ask(id, 'tools/call', { name: `made-up-${id}` });
    await wire.ask(id + 100, `made-up/${id}`, {});
    await wire.ask(id + 200, 'resources/read', { uri: `made-up://${id}` });
  }
  await wire.ask(300, 'acme/search', {});
  expect(JSON.stringify(all)).not.toContain('made-up');
  expect(of(SERVER, '_OTHER')).toHaveLength(20);
  expect(of(SERVER, 'acme/search')).toHaveLength(1);
  expect(of('mcp.server.request.refusals', 'tools/call')[0]).toMatchObject({ 'error.type': '-32602' });
  expect(of('mcp.server.request.refusals', '_OTHER')[0]).toMatchObject({ 'error.type': '-32601' });
});

test('error codes that the other side makes up have few values', async () => {
  const { meter, of } = recorder();
  const server = new Server(info);
  server.use(metrics(meter));
  let code = 1_000;
  server.tool('refusing', {}, () => {
    throw new JsonRpcError(code++, 'No');
  });
  const wire = await openWire(server);
  for (let id = 1; id <= 80; id++) await wire.ask(id, 'tools/call', { name: 'refusing' });
  const types = of(SERVER, 'tools/call').map((each) => each['error.type']);
  expect(new Set(types).size).toBe(51);
  expect(types.at(-1)).toBe('_OTHER');
});

test('questions are measured as messages of a client, where they are messages', async () => {
  const session = await measured('2025-11-25');
  await session.client.callTool('ask');
  expect(session.theirs.of(CLIENT)).toMatchObject([{ 'mcp.method.name': 'elicitation/create' }]);
  expect(session.ours.of(SERVER)).toMatchObject([{ 'mcp.method.name': 'elicitation/create' }]);
  const stateless = await measured('2026-07-28');
  await stateless.client.callTool('ask');
  expect(stateless.theirs.of(CLIENT)).toEqual([]);
  // The abandoned run, and the one with the answer.
  expect(stateless.theirs.of(SERVER, 'tools/call')).toHaveLength(2);
});

describe('a meter that fails', () => {
  const fails = (): never => {
    throw new Error('Out of order');
  };
  const meter: Meter = { createHistogram: () => ({ record: fails }), createCounter: () => ({ add: fails }) };

  test.each(REVISION_IDS)(
    'does not disturb messages and sessions, and is reported once on each side: %s',
    async (revision) => {
      const rejections: unknown[] = [];
      const keep = (error: unknown): void => void rejections.push(error);
      process.on('unhandledRejection', keep);
      onTestFinished(() => void process.off('unhandledRejection', keep));
      const [near, far] = memoryPair();
      const ours: unknown[] = [];
      const { server, errors: theirs } = reportingServer();
      server.use(metrics(meter));
      server.tool('forecast', {}, () => 'Sunny');
      const running = server.serve({ transport: far });
      const client = await connect(near, {
        middleware: [clientMetrics(meter)],
        revisions: [revision],
        onError: (error) => ours.push(error),
      });
      expect((await client.callTool('forecast')).text).toBe('Sunny');
      await expect(client.callTool('unknown')).rejects.toMatchObject({ code: -32602 });
      await client.close();
      await running.close();
      await new Promise(setImmediate);
      expect(rejections).toEqual([]);
      for (const errors of [ours, theirs])
        expect(errors).toEqual([
          expect.objectContaining({
            message: 'The meter has failed. Its further errors are not reported',
            cause: expect.objectContaining({ message: 'Out of order' }) as unknown,
          }),
        ]);
    },
  );
});
