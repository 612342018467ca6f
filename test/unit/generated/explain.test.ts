/** What is said of a value that a guard refuses: where, what was expected, what came; short, whatever came. */

import type { Issue, NotificationEntry, RequestEntry, Revision } from '@mcp-gen/runtime/codegen/v1';
import { explainShape, type Shape, type Shapes } from '@mcp-gen/runtime/codegen/v1/explain';
import { describe, expect, test } from 'vitest';
import { explain as explain20241105 } from '../../../generated/2024-11-05/explain.js';
import { explain } from '../../../generated/2025-03-26/explain.js';
import type { DefinitionName } from '../../../generated/2025-03-26/shapes.js';
import { REVISION_IDS } from '../../support/schemas.js';
import { CONTENT, replaceAt } from './messages.js';

type AnyExplain = (definition: string, value: unknown) => readonly Issue[];

const CALL = { method: 'tools/call', params: { name: 'add', arguments: { a: 1 } } };
const TOOL = { content: [CONTENT.text, CONTENT.textResource, CONTENT.annotated] };
const SAMPLING = { messages: [{ role: 'user', content: CONTENT.text }], maxTokens: 10 };
const COMPLETE = { ref: { type: 'ref/prompt', name: 'greet' }, argument: { name: 'who', value: 'W' } };
const PROGRESS = { progressToken: 1, progress: 0.5 };
const CAPABLE = { experimental: { feature: {} } };

const REQUEST_METHODS = [
  'ping',
  'initialize',
  'completion/complete',
  'logging/setLevel',
  'prompts/get',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
  'resources/read',
  'resources/subscribe',
  'resources/unsubscribe',
  'tools/call',
];
const METHODS = `${REQUEST_METHODS.map((method) => `"${method}"`).join(', ')} or "tools/list"`;
const LEVELS = '"debug", "info", "notice", "warning", "error", "critical", "alert" or "emergency"';

describe('messages of 2025-03-26', () => {
  test.each<[what: string, definition: DefinitionName, value: unknown, want: string[]]>([
    ['nothing wrong', 'CallToolRequest', CALL, []],
    [
      'an array for an object',
      'CallToolRequest',
      at(CALL, '/params/arguments', [1]),
      ['/params/arguments: expected object, got array'],
    ],
    [
      'null for an object',
      'CallToolRequest',
      at(CALL, '/params/arguments', null),
      ['/params/arguments: expected object, got null'],
    ],
    [
      'an object for a text',
      'CallToolRequest',
      at(CALL, '/params/name', {}),
      ['/params/name: expected string, got object'],
    ],
    [
      'a missing text',
      'CallToolRequest',
      at(CALL, '/params/name', undefined),
      ['/params/name: expected string, got nothing'],
    ],
    [
      'a missing object',
      'CallToolRequest',
      at(CALL, '/params', undefined),
      ['/params: expected CallToolRequestParams, got nothing'],
    ],
    [
      'another method',
      'CallToolRequest',
      at(CALL, '/method', 'tools/list'),
      ['/method: expected "tools/call", got "tools/list"'],
    ],
    [
      'a missing method',
      'CallToolRequest',
      at(CALL, '/method', undefined),
      ['/method: expected "tools/call", got nothing'],
    ],
    [
      'several faults',
      'CallToolRequest',
      { method: 1, params: [] },
      ['/method: expected "tools/call", got 1', '/params: expected object, got array'],
    ],
    ['a text as the root', 'CallToolRequest', 'text', ['expected object, got "text"']],
    ['an array as the root', 'CallToolRequest', [CALL], ['expected object, got array']],
    ['null as the root', 'CallToolRequest', null, ['expected object, got null']],
    ['nothing as the root', 'CallToolRequest', undefined, ['expected object, got nothing']],
    ['an unknown level', 'SetLevelRequestParams', { level: 'loud' }, [`/level: expected ${LEVELS}, got "loud"`]],
    ['a missing level', 'SetLevelRequestParams', {}, [`/level: expected ${LEVELS}, got nothing`]],
    ['an unknown role', 'Role', 'system', ['expected "user" or "assistant", got "system"']],
    [
      'an unknown tag',
      'CallToolResult',
      at(TOOL, '/content/1/type', 'video'),
      ['/content/1/type: expected "text", "image", "audio" or "resource", got "video"'],
    ],
    [
      'a missing tag',
      'CallToolResult',
      at(TOOL, '/content/1/type', undefined),
      ['/content/1/type: expected "text", "image", "audio" or "resource", got nothing'],
    ],
    [
      'a tag that every object has',
      'CallToolResult',
      { content: [{ type: 'constructor' }] },
      ['/content/0/type: expected "text", "image", "audio" or "resource", got "constructor"'],
    ],
    ['a number as a tag', 'ClientRequest', { method: 7 }, [`/method: expected ${METHODS}, got 7`]],
    ['an array for a tagged object', 'CallToolResult', { content: [[]] }, ['/content/0: expected object, got array']],
    [
      'a fault behind a tag',
      'CallToolResult',
      at(TOOL, '/content/0/text', 1),
      ['/content/0/text: expected string, got 1'],
    ],
    [
      'a number beyond its bounds',
      'CallToolResult',
      at(TOOL, '/content/2/annotations/priority', 1.01),
      ['/content/2/annotations/priority: expected number from 0 to 1, got 1.01'],
    ],
    [
      'a string for a number in bounds',
      'Annotations',
      { priority: '1' },
      ['/priority: expected number from 0 to 1, got "1"'],
    ],
    [
      'a fraction for an integer',
      'CreateMessageRequestParams',
      { ...SAMPLING, maxTokens: 0.5 },
      ['/maxTokens: expected integer, got 0.5'],
    ],
    [
      'a number that is none',
      'ProgressNotificationParams',
      { ...PROGRESS, progress: Infinity },
      ['/progress: expected number, got Infinity'],
    ],
    [
      'a string for a number',
      'ProgressNotificationParams',
      { ...PROGRESS, progress: '1' },
      ['/progress: expected number, got "1"'],
    ],
    [
      'a fraction for a text or an integer',
      'ProgressNotificationParams',
      { ...PROGRESS, progressToken: 0.5 },
      ['/progressToken: expected string or integer, got 0.5'],
    ],
    [
      'a missing text or integer',
      'ProgressNotificationParams',
      { progress: 1 },
      ['/progressToken: expected string or integer, got nothing'],
    ],
    ['a wrong _meta', 'ProgressNotificationParams', { ...PROGRESS, _meta: [] }, ['/_meta: expected object, got array']],
    [
      'a progress token of null',
      'RequestParams',
      { _meta: { progressToken: null } },
      ['/_meta/progressToken: expected string or integer, got null'],
    ],
    [
      'a union without a tag',
      'CallToolResult',
      at(TOOL, '/content/1/resource/text', 5),
      ['/content/1/resource: expected TextResourceContents or BlobResourceContents, got object'],
    ],
    [
      'a missing union',
      'EmbeddedResource',
      { type: 'resource' },
      ['/resource: expected TextResourceContents or BlobResourceContents, got nothing'],
    ],
    [
      'no message',
      'JSONRPCMessage',
      { jsonrpc: '2.0' },
      [
        'expected JSONRPCRequest, JSONRPCNotification, JSONRPCBatchRequest, JSONRPCResponse, JSONRPCError or JSONRPCBatchResponse, got object',
      ],
    ],
    ['an empty batch', 'JSONRPCBatchRequest', [], ['expected at least 1 item, got 0']],
    [
      'a response among requests',
      'JSONRPCBatchRequest',
      [{ jsonrpc: '2.0', id: 1, result: {} }],
      ['/0: expected JSONRPCRequest or JSONRPCNotification, got object'],
    ],
    ['an object for an array', 'CallToolResult', { content: {} }, ['/content: expected array, got object']],
    ['a missing array', 'CallToolResult', {}, ['/content: expected array, got nothing']],
    [
      'a wrong item',
      'CompleteResult',
      { completion: { values: ['a', 1, 'b', null] } },
      ['/completion/values/1: expected string, got 1', '/completion/values/3: expected string, got null'],
    ],
    [
      'a boolean for a text',
      'CompleteRequestParams',
      at(COMPLETE, '/argument/value', false),
      ['/argument/value: expected string, got false'],
    ],
    [
      'a wrong value in a map',
      'ClientCapabilities',
      { experimental: { ...CAPABLE.experimental, 'a/b~c': 1 } },
      ['/experimental/a~1b~0c: expected object, got 1'],
    ],
    [
      'an id of null',
      'JSONRPCRequest',
      { jsonrpc: '2.0', id: null, method: 'ping' },
      ['/id: expected string or integer, got null'],
    ],
    ['an id of null in an error', 'JSONRPCError', { jsonrpc: '2.0', id: null, error: { code: 1, message: '' } }, []],
    [
      'a fraction as the id of an error',
      'JSONRPCError',
      { jsonrpc: '2.0', id: 0.5, error: { code: 1, message: '' } },
      ['/id: expected string, integer or null, got 0.5'],
    ],
    [
      'a missing value of any type',
      'LoggingMessageNotificationParams',
      { level: 'info' },
      ['/data: expected any value, got nothing'],
    ],
  ])('%s', (_, definition, value, want) => {
    expect(lines(explain(definition, value))).toEqual(want);
  });

  test('an issue has its parts', () => {
    expect(explain('CallToolRequest', at(CALL, '/params/arguments', []))).toEqual([
      {
        pointer: '/params/arguments',
        expected: 'object',
        actual: 'array',
        message: '/params/arguments: expected object, got array',
      },
    ]);
  });
});

test('each revision explains its own definitions: 2024-11-05 has no audio', () => {
  const value = { content: [CONTENT.audio] };
  expect(explain('CallToolResult', value)).toEqual([]);
  expect(lines(explain20241105('CallToolResult', value))).toEqual([
    '/content/0/type: expected "text", "image" or "resource", got "audio"',
  ]);
});

test.each(['', 'NoSuch', 'constructor', '__proto__', 'string'])('the definition %j does not exist', (name) => {
  expect(() => explain(name as DefinitionName, {})).toThrow(RangeError);
});

describe.each(REVISION_IDS)('the payloads of revision %s', (id) => {
  test('are the params and results of all messages, explained as by the table of all definitions', async () => {
    const [{ revision }, { explainPayload }, all] = await Promise.all([
      import(`../../../generated/${id}/dispatch.ts`) as Promise<{ revision: Revision }>,
      import(`../../../generated/${id}/payloads.ts`) as Promise<{ explainPayload: AnyExplain }>,
      import(`../../../generated/${id}/explain.ts`) as Promise<{ explain: AnyExplain }>,
    ]);
    const entries = [revision.server, revision.client].flatMap(({ requests, notifications, questions = {} }) =>
      [requests, notifications, questions].flatMap((table): (RequestEntry | NotificationEntry)[] =>
        Object.values(table),
      ),
    );
    const names = entries.flatMap((entry) => [entry.paramsType, ...('result' in entry ? [entry.resultType] : [])]);
    expect(names.length).toBeGreaterThan(30);
    for (const name of names as string[]) {
      for (const value of [1, {}, { _meta: 1, name: [], content: [{ type: 'text' }], capabilities: 1 }])
        expect(explainPayload(name, value), name).toEqual(all.explain(name, value));
    }
  });

  test('mention no definition that is not among them, and have no whole messages', async () => {
    const { payloads } = (await import(`../../../generated/${id}/payloads.ts`)) as { payloads: Shapes };
    const { shapes } = (await import(`../../../generated/${id}/shapes.ts`)) as { shapes: Shapes };
    const strings =
      JSON.stringify(payloads)
        .match(/"\w+"/g)
        ?.map((text) => text.slice(1, -1)) ?? [];
    expect(strings.filter((name) => name in shapes && !(name in payloads) && name !== 'Error')).toEqual([]);
    expect(Object.keys(payloads)).not.toContain('CallToolRequest');
    expect(Object.keys(payloads).length).toBeLessThan(Object.keys(shapes).length * 0.7);
  });
});

describe('shapes', () => {
  const integers: Shape = { items: 'integer' };
  test.each<[what: string, shape: Shape, value: unknown, want: string[]]>([
    ['a minimum', { number: 'integer', min: 1 }, 0, ['expected integer of at least 1, got 0']],
    ['a maximum', { number: 'number', max: 1 }, 2, ['expected number of at most 1, got 2']],
    ['bounds', { number: 'integer', min: 1, max: 9 }, 1.5, ['expected integer from 1 to 9, got 1.5']],
    ['the bounds themselves', { number: 'integer', min: 1, max: 1 }, 1, []],
    ['not a number', 'number', NaN, ['expected number, got NaN']],
    ['too few items', { items: 'any', least: 2 }, [1], ['expected at least 2 items, got 1']],
    ['too many items', { items: 'any', most: 1 }, [1, 2], ['expected at most 1 item, got 2']],
    [
      'items and their number',
      { ...integers, most: 1 },
      [1, 'a'],
      ['expected at most 1 item, got 2', '/1: expected integer, got "a"'],
    ],
    ['literals of two types', { is: ['a', 1] }, '1', ['expected "a" or 1, got "1"']],
    ['nothing but null', 'null', 0, ['expected null, got 0']],
    [
      'both of two',
      { all: [{ has: { a: 'string' } }, { has: { b: 'string' } }] },
      {},
      ['/a: expected string, got nothing', '/b: expected string, got nothing'],
    ],
    [
      'one of several under a tag',
      { tag: 't', of: { x: ['A', { has: { a: 'string' } }] } },
      { t: 'x' },
      ['expected A or object, got object'],
    ],
    ['one definition twice', { any: ['A', 'A', 'string'] }, 1, ['expected A or string, got 1']],
    [
      'keys beyond the known ones',
      { has: { a: 'any' }, may: { b: 'any' }, rest: 'integer' },
      { a: 'x', b: 'y', c: 'z' },
      ['/c: expected integer, got "z"'],
    ],
    ['a definition of an array', 'B', {}, ['expected array, got object']],
  ])('%s', (_, shape, value, want) => {
    const shapes = { Root: shape, A: { has: { n: 'integer' } }, B: integers };
    expect(lines(explainShape(shapes, 'Root', value))).toEqual(want);
  });
});

describe('hostile values', () => {
  const shapes = { Map: { rest: 'integer' }, List: { items: 'integer' }, Text: { is: ['a'] }, Open: 'object' } as const;
  const of = (definition: keyof typeof shapes, value: unknown) => explainShape(shapes, definition, value);

  test('keys with `/` and `~` are escaped, the escape itself first', () => {
    const value = JSON.parse('{ "a/b": "", "~": "", "~1": "", "": "" }') as unknown;
    expect(of('Map', value).map(({ pointer }) => pointer)).toEqual(['/a~1b', '/~0', '/~01', '/']);
  });

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a key like any other', (key) => {
    const value = JSON.parse(`{ "${key}": "x" }`) as unknown;
    expect(lines(of('Map', value))).toEqual([`/${key}: expected integer, got "x"`]);
    expect(explain('CallToolResult', { content: [], ...(value as object) })).toEqual([]);
    expect(({} as { x?: unknown }).x).toBeUndefined();
  });

  test('a long key and a long text are cut', () => {
    const long = 'k'.repeat(1_000_000);
    expect(lines(of('Map', { [long]: long }))).toEqual([
      `/${'k'.repeat(80)}...: expected integer, got "${'k'.repeat(80)}..."`,
    ]);
    expect(lines(explainShape(shapes, 'Text', long, { text: 3 }))).toEqual(['expected "a", got "kkk..."']);
    expect(lines(of('Text', 'k'.repeat(80)))).toEqual([`expected "a", got "${'k'.repeat(80)}"`]);
  });

  test('control characters and quotes are escaped', () => {
    expect(lines(of('Text', '\u0007\n"'))).toEqual(['expected "a", got "\\u0007\\n\\""']);
  });

  test('ten issues are enough, or as many as asked for', () => {
    const many = Array.from({ length: 100_000 }, () => 'x');
    expect(of('List', many)).toHaveLength(10);
    expect(of('List', many).at(-1)?.pointer).toBe('/9');
    expect(of('Map', Object.fromEntries(many.entries()))).toHaveLength(10);
    expect(explainShape(shapes, 'List', many, { issues: 1 })).toHaveLength(1);
    const calls = { content: many.map(() => ({ type: 'text', annotations: 1 })) };
    expect(explain('CallToolResult', calls)).toHaveLength(10);
  });

  test('deep values do no harm where any value will do', () => {
    let deep: unknown = [];
    for (let level = 0; level < 100_000; level++) deep = [deep];
    expect(of('Open', { deep })).toEqual([]);
    expect(explain('CallToolRequest', at(CALL, '/params/arguments', { deep }))).toEqual([]);
    expect(lines(explain('CallToolRequest', at(CALL, '/params/name', deep)))).toEqual([
      '/params/name: expected string, got array',
    ]);
    expect(lines(explain('JSONRPCMessage', deep))).toEqual([
      expect.stringMatching(/^expected JSONRPCRequest, .* got array$/),
    ]);
  });
});

function lines(issues: readonly Issue[]): readonly string[] {
  return issues.map(({ message }) => message);
}

function at(value: unknown, pointer: string, part: unknown): unknown {
  return replaceAt(value, pointer, part);
}
