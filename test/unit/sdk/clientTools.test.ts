/** What a client makes of what tools claim and return. */

import { Ledger } from '@mcp-gen/runtime';
import type { CallToolResult } from '@mcp-gen/protocol/author';
import { describe, expect, test } from 'vitest';
import { KnownTools } from '../../../sdk/src/client/knownTools.js';
import type { SupportedRevision } from '../../../sdk/src/revisions.js';
import { createMockServer } from '../../../sdk/src/testing/mockServer.js';
import { covers } from '../../support/covers.js';
import { converse } from './clientSupport.js';
import { NEWEST_SESSION } from '../../support/schemas.js';
import { aborted } from '../../support/aborted.js';
import { connectUntilEnd } from '../../support/untilEnd.js';

const FORECAST = {
  name: 'forecast',
  inputSchema: { type: 'object' },
  outputSchema: {
    type: 'object',
    properties: { degrees: { type: 'number' }, sky: { enum: ['clear', 'cloudy'] } },
    required: ['degrees'],
  },
};

/** A server whose tool returns what it is called with, and how often it was asked for a list. */
async function open(tools: readonly object[] = [FORECAST], revision: SupportedRevision = NEWEST_SESSION) {
  const counts = { lists: 0 };
  const connected = await converse(
    {
      listTools: () => {
        counts.lists++;
        return { tools };
      },
      callTool: ({ arguments: result }: { readonly arguments: object }) => ({ content: [], ...result }),
    },
    {},
    { revision, capabilities: { tools: { listChanged: true } } },
  );
  return { ...connected, counts };
}

describe('structured content', () => {
  test('is checked by the output schema of the tool', async () => {
    covers('tools-output-validated');
    const { client } = await open();
    const wrong = { structuredContent: { degrees: 'cold', sky: 'green' } };
    await client.tools().all();
    await expect(client.callTool('forecast', wrong)).rejects.toMatchObject({
      name: 'InvalidMessageError',
      method: 'tools/call',
      message: expect.stringMatching(
        /^The result of the tool forecast does not match its output schema: .*\/degrees.*/s,
      ),
      issues: expect.arrayContaining([expect.objectContaining({ pointer: '/sky' })]),
    });
    const right = { structuredContent: { degrees: -3, sky: 'clear' } };
    expect(await client.callTool('forecast', right)).toMatchObject(right);
  });

  test('of a tool that was not listed is checked, too: the list is read for that, once', async () => {
    const { client, counts } = await open();
    const wrong = { structuredContent: { degrees: 'cold' } };
    const calls = [client.callTool('forecast', wrong), client.callTool('forecast', wrong)];
    const outcomes = await Promise.allSettled(calls);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await client.callTool('another', wrong)).toMatchObject(wrong);
    expect(counts.lists).toBe(1);
  });

  describe('of a tool that was not listed, whose list does not come', () => {
    const calls = { lists: 0, cancelled: 0 };
    const slow = (): ReturnType<typeof converse> => {
      Object.assign(calls, { lists: 0, cancelled: 0 });
      return converse(
        {
          listTools: async (_: unknown, { signal }: { readonly signal: AbortSignal }) => {
            if (++calls.lists > 1) return { tools: [FORECAST] };
            return aborted(signal, () => calls.cancelled++);
          },
          callTool: () => ({ content: [], structuredContent: { degrees: 1 } }),
        },
        {},
        { capabilities: { tools: {} } },
      );
    };

    test('is waited for no longer than the timeout of the call, and the list is cancelled', async () => {
      const { client, errors } = await slow();
      const started = performance.now();
      await expect(client.callTool('forecast', {}, { timeout: 100 })).rejects.toMatchObject({
        name: 'RequestTimeoutError',
        method: 'tools/call',
        timeout: 100,
      });
      expect(performance.now() - started).toBeLessThan(5_000);
      await expect.poll(() => calls).toEqual({ lists: 1, cancelled: 1 });
      expect(errors.empty()).toEqual([]);
      expect(await client.callTool('forecast', {})).toMatchObject({ structuredContent: { degrees: 1 } });
      expect(calls.lists).toBe(2);
    });

    test('is waited for until the signal of the call aborts', async () => {
      const { client } = await slow();
      const controller = new AbortController();
      const call = client.callTool('forecast', {}, { signal: controller.signal });
      setTimeout(() => controller.abort(new Error('enough')), 50);
      await expect(call).rejects.toThrow('enough');
      await expect.poll(() => calls.cancelled).toBe(1);
    });

    test('is cancelled for nobody as long as another call waits', async () => {
      const { client } = await slow();
      const controller = new AbortController();
      const short = client.callTool('forecast', {}, { timeout: 50 });
      const long = client.callTool('forecast', {}, { signal: controller.signal });
      await expect(short).rejects.toMatchObject({ name: 'RequestTimeoutError' });
      expect(calls).toEqual({ lists: 1, cancelled: 0 });
      controller.abort(new Error('enough'));
      await expect(long).rejects.toThrow('enough');
    });
  });

  test('is checked as soon as the compiler of schemas can be loaded', async () => {
    const errors: unknown[] = [];
    let loads = 0;
    const tools = new KnownTools({
      compile: () =>
        ++loads === 1
          ? Promise.reject(new TypeError('Cannot load'))
          : Promise.resolve(() => [{ pointer: '', expected: 'a', actual: 'b', message: 'wrong' }]),
      report: (error) => errors.push(error),
      list: () => Promise.resolve(),
      quota: new Ledger().connection('test'),
    });
    const type = { type: 'object' } as const;
    tools.reading(NEWEST_SESSION)([{ name: 'forecast', inputSchema: type, outputSchema: type }]);
    const result: CallToolResult = { resultType: 'complete', content: [], structuredContent: {} };
    expect(await tools.check('forecast', result, NEWEST_SESSION)).toBeUndefined();
    expect(errors).toMatchObject([{ message: 'Cannot load' }]);
    await expect(tools.check('forecast', result, NEWEST_SESSION)).rejects.toThrow('wrong');
    await expect(tools.check('forecast', result, NEWEST_SESSION)).rejects.toThrow('wrong');
    expect(loads).toBe(2);
    expect(errors).toHaveLength(1);
    tools.forget();
  });

  test('is not checked beyond 8 MiB of output schemas, which is reported once for each list', async () => {
    const errors: unknown[] = [];
    const tools = new KnownTools({
      compile: () => Promise.resolve(() => [{ pointer: '', expected: 'a', actual: 'b', message: 'wrong' }]),
      report: (error) => errors.push(error),
      list: () => Promise.resolve(),
      quota: new Ledger().connection('test'),
    });
    const inputSchema = { type: 'object' } as const;
    const described = (name: string, size: number) => ({
      name,
      inputSchema,
      outputSchema: { ...inputSchema, description: 'x'.repeat(size) },
    });
    const result: CallToolResult = { resultType: 'complete', content: [], structuredContent: {} };
    const learn = (...sizes: number[]): void =>
      tools.reading(NEWEST_SESSION)(sizes.map((size, index) => described(String(index), size)));
    learn(5_000_000);
    learn(6_000_000);
    await expect(tools.check('0', result, NEWEST_SESSION)).rejects.toThrow('wrong');
    expect(errors).toEqual([]);
    learn(6_000_000, 3_000_000, 1);
    learn(6_000_000, 3_000_000, 1);
    expect(errors).toMatchObject([{ message: expect.stringContaining('results of the tool 1 and of later tools') }]);
    await expect(tools.check('0', result, NEWEST_SESSION)).rejects.toThrow('wrong');
    expect(await tools.check('1', result, NEWEST_SESSION)).toBeUndefined();
    tools.forget();
    learn(1, 3_000_000);
    await expect(tools.check('1', result, NEWEST_SESSION)).rejects.toThrow('wrong');
    tools.forget();
  });

  test('needs no list where there is none', async () => {
    const { client, counts } = await open();
    await client.callTool('forecast', {});
    await client.callTool('forecast', { isError: true, structuredContent: {} });
    expect(counts.lists).toBe(0);
  });

  test('passes without a list, which is reported once', async () => {
    const server = createMockServer({ 'tools/call': { content: [], structuredContent: { degrees: 'cold' } } });
    const errors: unknown[] = [];
    const client = await connectUntilEnd(server.target, { onError: (error) => errors.push(error) });
    for (let i = 0; i < 2; i++) expect((await client.callTool('forecast')).structuredContent).toBeDefined();
    expect(errors).toMatchObject([{ message: expect.stringContaining('tools/list') }]);
  });

  test('may be missing where the tool failed, and nowhere else', async () => {
    const { client } = await open();
    await client.tools().all();
    await expect(client.callTool('forecast', {})).rejects.toThrow('The tool forecast returned no structured content');
    expect(await client.callTool('forecast', { isError: true })).toMatchObject({ isError: true });
  });

  test('is not checked by lists that are out of date', async () => {
    const tools: object[] = [FORECAST];
    const { client, session } = await open(tools);
    await client.tools().all();
    await session().notify('notifications/tools/list_changed');
    await client.ping();
    tools[0] = { name: 'forecast', inputSchema: { type: 'object' } };
    const any = { structuredContent: { degrees: 'cold' } };
    expect(await client.callTool('forecast', any)).toMatchObject(any);
  });

  test('is no longer checked when the tool no longer says what it returns', async () => {
    const tools: object[] = [FORECAST];
    const { client } = await open(tools);
    await client.tools().all();
    tools[0] = { name: 'forecast', inputSchema: { type: 'object' } };
    await client.tools().all();
    expect(await client.callTool('forecast', {})).toMatchObject({ structuredContent: undefined });
  });

  test('is not checked in revisions whose tools have no output schema, whatever stands there', async () => {
    const { client, counts } = await open([{ ...FORECAST, outputSchema: 7 }], '2025-03-26');
    await client.tools().all();
    expect(await client.callTool('forecast', {})).toMatchObject({ isError: false });
    expect(await client.callTool('another', { structuredContent: {} })).toMatchObject({ isError: false });
    expect(counts.lists).toBe(1);
  });

  const UNSUPPORTED = [
    [
      'an external reference',
      '2026-07-28',
      { type: 'object', $ref: 'https://example.org/s' },
      /^The result of the tool forecast cannot be checked: the output schema of the tool forecast: "https:\/\/example.org\/s" is an external reference.* Read it unchecked: client\.request\('tools\/call', params\)$/,
    ],
    [
      'a nested one',
      '2026-07-28',
      { type: 'object', properties: { a: { items: { $dynamicRef: '//b' } } } },
      /external reference/,
    ],
    [
      'an unsupported dialect',
      '2025-11-25',
      { $schema: 'https://example.org/dialect', type: 'object' },
      /Unsupported dialect "https:\/\/example\.org\/dialect"/,
    ],
  ] as const;

  test.each(UNSUPPORTED)('is refused where the schema has %s, since %s', async (_, since, outputSchema, message) => {
    covers('base-schema-dialect-refused', 'base-schema-reference-refused');
    for (const revision of (['2025-11-25', '2026-07-28'] as const).filter((id) => id >= since)) {
      const { client, errors } = await open([{ ...FORECAST, outputSchema }], revision);
      expect(client.revision).toBe(revision);
      for (const name of ['forecast', 'forecast']) {
        await expect(client.callTool(name, { structuredContent: {} })).rejects.toMatchObject({
          name: 'InvalidMessageError',
          message: expect.stringMatching(message) as unknown,
        });
      }
      const params = { name: 'forecast', arguments: { structuredContent: {} } };
      expect(await client.request('tools/call', params)).toMatchObject({ structuredContent: {} });
      expect(await client.callTool('forecast', { isError: true })).toMatchObject({ isError: true });
      expect(errors.empty()).toEqual([]);
    }
  });

  test.each(UNSUPPORTED)(
    'passes in revisions before where the schema has %s, which is reported once: %s',
    async (_, since, outputSchema) => {
      for (const revision of (['2025-06-18', '2025-11-25'] as const).filter((id) => id < since)) {
        const { client, errors } = await open([{ ...FORECAST, outputSchema }], revision);
        for (const structuredContent of [{}, { degrees: 7 }]) {
          expect(await client.callTool('forecast', { structuredContent })).toMatchObject({ structuredContent });
        }
        expect(errors.empty()).toMatchObject([
          { name: 'SchemaError', message: expect.stringContaining('the output schema of the tool forecast') },
        ]);
      }
    },
  );

  test('passes where the schema cannot be used for another reason, which is reported once', async () => {
    const outputSchema = { type: 'object', properties: { a: { pattern: '(?<=a)b' } } };
    const { client, errors } = await open([{ ...FORECAST, outputSchema }]);
    await client.tools().all();
    await client.callTool('forecast', { structuredContent: {} });
    await client.callTool('forecast', { structuredContent: {} });
    expect(errors.empty()).toMatchObject([
      { message: expect.stringContaining('the output schema of the tool forecast') },
    ]);
  });
});

describe('what a tool claims of itself', () => {
  const annotations = { readOnlyHint: true, title: 'Forecast' };
  const tools = [{ ...FORECAST, annotations }];

  test('is marked as such', async () => {
    covers('tools-annotations-untrusted', 'discovery-info-no-security');
    const { client } = await open(tools);
    const [tool] = await client.tools().all();
    expect(tool).toMatchObject({ name: 'forecast', untrustedAnnotations: annotations });
    expect(tool?.annotations).toBeUndefined();
  });

  test('is used if the server is trusted', async () => {
    covers('tools-annotations-untrusted');
    const { client } = await converse({ listTools: () => ({ tools }) }, { trusted: true });
    const [tool] = await client.tools().all();
    expect(tool).toMatchObject({ name: 'forecast', annotations });
    expect(tool?.untrustedAnnotations).toBeUndefined();
  });
});
