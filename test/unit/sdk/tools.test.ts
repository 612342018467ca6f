import { data, Server, text as textBlock, ToolError } from '@mcp-gen/sdk';
import { connect } from '@mcp-gen/sdk/client';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { covers } from '../../support/covers.js';
import { REVISION_IDS } from '../../support/schemas.js';
import { openClient, reportingServer } from './support.js';
import { serveUntilEnd } from '../../support/untilEnd.js';

const info = { name: 'test', version: '1.0.0' };

const text = (said: string): object => ({ content: [{ type: 'text', text: said }] });

/** A server with a tool for each way to answer. */
function toolServer(): Server {
  const server = new Server(info, { onError: () => {} });
  const input = z.object({ city: z.string() });
  server.tool('forecast', { description: 'The weather', input }, ({ city }) => `Sunny in ${city}`);
  server.tool('refuse', {}, () => {
    throw new ToolError('Not today');
  });
  server.tool('break', {}, () => {
    throw new Error('password: 1234');
  });
  return server;
}

describe.each(REVISION_IDS)('in revision %s', (revision) => {
  test('a tool is listed and called', async () => {
    const client = await openClient(toolServer(), { revision });
    const { tools } = (await client.request('tools/list')) as { tools: { name: string }[] };
    expect(tools.map(({ name }) => name)).toEqual(['forecast', 'refuse', 'break']);
    expect(tools[0]).toMatchObject({
      description: 'The weather',
      inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    });
    expect(await client.request('tools/call', { name: 'forecast', arguments: { city: 'Oslo' } })).toEqual(
      text('Sunny in Oslo'),
    );
  });

  test('what a tool says of a failure reaches the model, and nothing else does', async () => {
    covers('schema-tool-errors');
    const client = await openClient(toolServer(), { revision });
    expect(await client.request('tools/call', { name: 'refuse' })).toEqual({ ...text('Not today'), isError: true });
    expect(await client.request('tools/call', { name: 'break' })).toEqual({
      ...text('Tool "break" failed with an internal error'),
      isError: true,
    });
  });

  test('an unknown tool is an error of the protocol', async () => {
    const client = await openClient(toolServer(), { revision });
    await expect(client.request('tools/call', { name: 'none' })).rejects.toMatchObject({ code: -32602 });
  });

  test("arguments that do not fit are refused, by the model's result where the revision says so", async () => {
    covers('tools-inputs-validated');
    const client = await openClient(toolServer(), { revision });
    const called = client.request('tools/call', { name: 'forecast', arguments: { city: 1 } });
    if (revision < '2025-11-25') await expect(called).rejects.toMatchObject({ code: -32602 });
    else expect(await called).toMatchObject({ isError: true });
  });
});

describe('a name', () => {
  const named = (...names: readonly string[]): Server => {
    const server = new Server(info);
    for (const name of names) server.tool(name, {}, () => `I am ${name}`);
    return server;
  };

  /** Registers tools, and returns what was reported. */
  const reported = (...names: readonly string[]): readonly string[] => {
    const { server, errors } = reportingServer();
    for (const name of names) server.tool(name, {}, () => '');
    return errors.map(String);
  };

  test('is of letters, digits, underscores, hyphens and dots, up to 128 of them', async () => {
    covers('tools-name-length', 'tools-name-characters');
    const names = ['A.b_c-9', 'x', 'y'.repeat(128)];
    expect(reported(...names)).toEqual([]);
    const client = await openClient(named(...names));
    expect(await client.request('tools/list')).toMatchObject({ tools: names.map((name) => ({ name })) });
  });

  test.each(['y'.repeat(129), 'a b', 'a,b', 'ns/tool', 'ä', 'a\n', '查询天气'])(
    'of other kinds, %j, is reported',
    (name) => {
      covers('tools-name-length', 'tools-name-no-others');
      expect(reported('x', name, 'y z')).toEqual([
        expect.stringContaining(`The tool name ${JSON.stringify(name)} may be refused by clients and models`),
      ]);
    },
  );

  test.each(['查询天气', 'ns/tool', ' a', 'a\nb'])('of other kinds, %j, can be called in both eras', async (name) => {
    const server = new Server(info, { onError: () => undefined });
    server.tool(name, {}, () => `I am ${name}`);
    const { url } = await serveUntilEnd(server);
    for (const revision of ['2025-11-25', '2026-07-28'] as const) {
      const client = await connect(url, { revisions: [revision] });
      expect((await client.tools().all()).map((tool) => tool.name)).toEqual([name]);
      expect((await client.callTool(name)).text).toBe(`I am ${name}`);
      await client.close();
    }
  });

  test('is not empty', () => {
    expect(() => named('')).toThrow(new TypeError('Invalid tool name "": expected a non-empty string'));
  });

  test('in capitals is another one', async () => {
    covers('tools-name-case');
    const client = await openClient(named('do', 'Do'));
    expect(await client.request('tools/call', { name: 'Do' })).toEqual(text('I am Do'));
    expect(await client.request('tools/call', { name: 'do' })).toEqual(text('I am do'));
  });
});

describe('an author is told', () => {
  test.each([
    ['nothing', () => undefined, /Tool "nothing" failed: .*The handler returned nothing: return a string/],
    ['late', () => ({ data: Promise.resolve(1) }), /Tool "late" failed: .*Promise at \/data.*await it/],
    ['large', () => ({ size: 1n }), /Tool "large" failed: .*bigint at \/size/],
  ])('which handler returned %s, and what to return', async (name, handler, message) => {
    const { server, errors } = reportingServer();
    server.tool(name, {}, handler as never);
    const client = await openClient(server);
    expect(await client.request('tools/call', { name })).toMatchObject({ isError: true });
    expect(errors.map(String)).toEqual([expect.stringMatching(message)]);
  });

  test('what was wrong with a tool when it is registered', () => {
    const server = new Server(info);
    expect(() => server.tool('a', { input: z.string() as never }, () => '')).toThrow(/the input of tool a.*object/);
    expect(() => server.tool('a', {}, undefined as never)).toThrow(
      'Invalid handler for the tool a: expected a function',
    );
  });

  test('what a tool returned that its output schema does not allow', async () => {
    covers('tools-output-conforms');
    const { server, errors } = reportingServer();
    server.tool('sum', { output: z.object({ sum: z.number() }) }, () => ({ sum: 'many' }) as never);
    const client = await openClient(server);
    expect(await client.request('tools/call', { name: 'sum' })).toMatchObject({ isError: true });
    expect(errors.map(String)).toEqual([expect.stringMatching(/sum.*output schema.*\/sum/s)]);
  });
});

test('a tool gives structured content, checked, with its text for older clients', async () => {
  covers('tools-output-conforms', 'tools-structured-text');
  const server = new Server(info);
  server.tool('sum', { input: z.object({ a: z.number() }), output: z.object({ sum: z.number() }) }, ({ a }) => ({
    sum: a + 1,
  }));
  const client = await openClient(server);
  const { tools } = (await client.request('tools/list')) as { tools: [{ outputSchema: object }] };
  expect(tools[0].outputSchema).toMatchObject({ properties: { sum: { type: 'number' } } });
  expect(await client.request('tools/call', { name: 'sum', arguments: { a: 1 } })).toEqual({
    content: [{ type: 'text', text: '{"sum":2}' }],
    structuredContent: { sum: 2 },
  });
});

describe('what the output schema of a tool leaves out', () => {
  const person = z.object({ type: z.string(), text: z.string() });

  test('goes out neither as structured content nor as text, and data are data whatever they look like', async () => {
    const server = new Server(info);
    server.tool('person', { output: person }, () => ({ type: 'text', text: 'Ada', password: 'hunter2' }) as never);
    const client = await openClient(server);
    const left = { type: 'text', text: 'Ada' };
    expect(await client.request('tools/call', { name: 'person' })).toEqual({
      ...text(JSON.stringify(left)),
      structuredContent: left,
    });
  });

  test('but a handler that gives the whole result chooses the text', async () => {
    const server = new Server(info);
    server.tool('person', { output: person }, () => ({
      content: [textBlock('A person')],
      structuredContent: { type: 'a', text: 'b' },
    }));
    const client = await openClient(server);
    expect(await client.request('tools/call', { name: 'person' })).toEqual({
      ...text('A person'),
      structuredContent: { type: 'a', text: 'b' },
    });
  });
});

describe('data that look like content', () => {
  const list = z.object({ title: z.string().optional(), content: z.array(z.string()) });
  const answered = async (server: Server): Promise<unknown> =>
    (await openClient(server)).request('tools/call', { name: 'list' });

  const titled = { title: 'Shopping', content: [] };
  const filled = { ...titled, content: ['milk'] };
  const plainly = (server: Server, value: object): unknown => server.tool('list', {}, () => value);
  const checked = (server: Server, value: object): unknown =>
    server.tool('list', { output: list }, () => value as never);
  const marked = (server: Server, value: object): unknown => server.tool('list', {}, () => data(value));

  test.each<[value: object, where: string, register: typeof plainly]>([
    [titled, 'the tool has an output schema', checked],
    [filled, 'the tool has an output schema', checked],
    [{ content: ['milk'] }, 'the tool has an output schema', checked],
    [{ content: [] }, 'the tool has an output schema', checked],
    [titled, 'it has none, since results have no such key', plainly],
    [filled, 'it has none, since results have no such key', plainly],
    [{ content: [] }, 'it is said to be', marked],
    [{ content: ['milk'] }, 'it is said to be', marked],
    [{ content: [{ type: 'text', text: 'milk' }] }, 'it is said to be', marked],
    [{ type: 'text', text: 'milk' }, 'it is said to be', marked],
  ])('%j is structured content where %s', async (value, _where, register) => {
    const server = new Server(info);
    register(server, value);
    expect(await answered(server)).toEqual({ ...text(JSON.stringify(value)), structuredContent: value });
  });

  test.each<[unknown]>([[[{ type: 'text', text: 'milk' }]], ['milk'], [[]]])(
    '%j is its text, in revisions whose structured content is an object',
    async (value) => {
      const server = new Server(info);
      server.tool('list', {}, () => data(value));
      expect(await answered(server)).toEqual(text(JSON.stringify(value)));
    },
  );

  test('are checked by the output schema, and have its type', async () => {
    const server = new Server(info, { onError: () => {} });
    const whole = z.object({ content: z.array(z.string()), structuredContent: z.number() });
    const value = { content: ['milk'], structuredContent: 1 };
    server.tool('list', { output: whole }, () => data(value));
    // @ts-expect-error -- not what the schema describes
    server.tool('wrong', { output: whole }, () => data({ content: 1 }));
    expect(await answered(server)).toEqual({ ...text(JSON.stringify(value)), structuredContent: value });
    const client = await openClient(server);
    expect(await client.request('tools/call', { name: 'wrong' })).toMatchObject({ isError: true });
  });

  test('may say what a model reads if the output schema does not allow them', async () => {
    const output = { type: 'object', properties: { a: { type: 'integer' } } } as const;
    const server = new Server(info);
    // @ts-expect-error -- not what the schema describes
    server.tool('list', { output }, () => data({ a: 'x' }, (issues) => new ToolError(`Got\n${issues}`)));
    expect(await answered(server)).toEqual({
      ...text('Got\n/a: expected integer, got string'),
      isError: true,
    });
  });
});

test.each(REVISION_IDS)(
  'text: false leaves out the text where revision %s has structured content',
  async (revision) => {
    const server = new Server(info);
    server.tool('sum', { text: false, output: z.object({ sum: z.number() }) }, () => ({ sum: 1 }));
    server.tool('free', { text: false }, () => ({ sum: 1 }));
    server.tool('list', { text: false }, () => [1]);
    server.tool('own', { text: false }, () => ({ content: [textBlock('One')], structuredContent: { sum: 1 } }));
    const client = await openClient(server, { revision });
    const called = (name: string): Promise<unknown> => client.request('tools/call', { name });
    const alone = { content: [], structuredContent: { sum: 1 } };
    const expected = revision < '2025-06-18' ? { ...alone, ...text('{"sum":1}') } : alone;
    expect(await called('sum')).toEqual(expected);
    expect(await called('free')).toEqual(expected);
    expect(await called('list')).toMatchObject(text('[1]'));
    expect(await called('own')).toMatchObject(text('One'));
  },
);

test('a handler writes literals as they are, and its types are those of its schemas', async () => {
  const server = new Server(info);
  const mood = z.object({ mood: z.enum(['good', 'bad']), tags: z.array(z.enum(['a', 'b'])).optional() });
  const plain = { type: 'object', properties: { mood: { enum: ['good', 'bad'] } }, required: ['mood'] } as const;
  server.tool('whole', { output: mood }, () => ({
    content: [{ type: 'text', text: 'Good' }],
    structuredContent: { mood: 'good' },
  }));
  server.tool('later', { input: z.object({ ask: z.boolean() }), output: mood }, async ({ ask }) => {
    await Promise.resolve();
    return ask ? { content: [{ type: 'text', text: 'Why?' }], isError: true } : { mood: 'good', tags: ['a'] };
  });
  server.tool('plain', { output: plain }, async (_, { revision }) =>
    Promise.resolve({ mood: revision ? 'good' : 'bad' }),
  );
  server.tool('free', {}, () => ({ content: [{ type: 'text', text: 'Good' }] }));
  // @ts-expect-error -- a value that the schema does not have
  server.tool('wrong', { output: mood }, () => ({ mood: 'mixed' }));
  // @ts-expect-error -- nor has this one
  server.tool('wrong-later', { output: plain }, () => Promise.resolve({ mood: 'mixed' }));
  // @ts-expect-error -- no kind of content
  server.tool('wrong-content', { output: mood }, () => ({ content: [{ type: 'txt', text: 'Good' }] }));
  // @ts-expect-error -- no argument of the tool
  server.tool('wrong-argument', { input: z.object({ a: z.string() }) }, ({ b }) => String(b));
  // @ts-expect-error -- a shape is not a schema: wrap it
  expect(() => server.tool('shape', { input: { city: z.string() } }, () => '')).toThrow('Wrap it: z.object({ city:');
  const client = await openClient(server);
  const called = (name: string, given: object = {}): Promise<unknown> =>
    client.request('tools/call', { name, arguments: given });
  expect(await called('whole')).toEqual({ ...text('Good'), structuredContent: { mood: 'good' } });
  expect(await called('later', { ask: true })).toEqual({ ...text('Why?'), isError: true });
  expect(await called('later', { ask: false })).toMatchObject({ structuredContent: { mood: 'good', tags: ['a'] } });
  expect(await called('plain')).toMatchObject({ structuredContent: { mood: 'good' } });
  expect(await called('free')).toEqual(text('Good'));
});
