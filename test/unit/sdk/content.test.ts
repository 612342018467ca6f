import { afterEach, describe, expect, expectTypeOf, test, vi } from 'vitest';
import { isCallToolResult, isGetPromptResult, isReadResourceResult } from '@mcp-gen/protocol/2026-07-28';
import { toBase64 } from '../../../sdk/src/content/resourceContents.js';
import {
  audio,
  embedded,
  image,
  toPromptResult,
  resourceLink,
  toResourceResult,
  text,
  toToolResult,
  type PromptReturn,
  type ResourceReturn,
  type ToolReturn,
} from '../../../sdk/src/content/index.js';

/** What the newest revision adds to every result. */
const MARKS = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };

const BYTES = Uint8Array.of(0, 255, 128);

describe('builders', () => {
  test.each([
    [text('Hello'), { type: 'text', text: 'Hello' }],
    [image(BYTES, 'image/png'), { type: 'image', data: 'AP+A', mimeType: 'image/png' }],
    [image('AP+A', 'image/png'), { type: 'image', data: 'AP+A', mimeType: 'image/png' }],
    [audio(BYTES, 'audio/wav'), { type: 'audio', data: 'AP+A', mimeType: 'audio/wav' }],
    [
      resourceLink({ uri: 'note:1', name: 'one', size: 3 }, { priority: 0 }),
      { type: 'resource_link', uri: 'note:1', name: 'one', size: 3, annotations: { priority: 0 } },
    ],
    [embedded('note:1', 'Hi'), { type: 'resource', resource: { uri: 'note:1', mimeType: 'text/plain', text: 'Hi' } }],
    [
      embedded('note:1', BYTES),
      { type: 'resource', resource: { uri: 'note:1', mimeType: 'application/octet-stream', blob: 'AP+A' } },
    ],
    [
      embedded('note:1', { blob: BYTES, mimeType: 'image/png' }),
      { type: 'resource', resource: { uri: 'note:1', mimeType: 'image/png', blob: 'AP+A' } },
    ],
    [text('', {}), { type: 'text', text: '' }],
    [
      text('', { audience: 'user', priority: 1, lastModified: new Date(0), meta: { a: 1 } }),
      {
        type: 'text',
        text: '',
        annotations: { audience: ['user'], priority: 1, lastModified: '1970-01-01T00:00:00.000Z' },
        _meta: { a: 1 },
      },
    ],
    [
      text('', { audience: ['assistant', 'user'], lastModified: '2025-01-12' }),
      { type: 'text', text: '', annotations: { audience: ['assistant', 'user'], lastModified: '2025-01-12' } },
    ],
  ])('make %j', (built, block) => {
    expect(built).toEqual(block);
    expect(isCallToolResult({ ...MARKS, ...toToolResult(built) })).toBe(true);
  });

  test('refuse what annotations cannot say', () => {
    expect(() => text('', { priority: 2 })).toThrow('Invalid priority 2: expected a number from 0 to 1');
    expect(() => text('', { priority: NaN })).toThrow('Invalid priority NaN');
    expect(() => text('', { lastModified: new Date('x') })).toThrow('lastModified is an invalid Date');
  });
});

describe('base64', () => {
  afterEach(() => vi.unstubAllGlobals());

  test.each([0, 1, 2, 3, 32_768, 100_001])('of %i bytes is the same with and without Buffer', (length) => {
    const bytes = new Uint8Array(length + 1).map((_, index) => (index * 31) % 256).subarray(1);
    const expected = Buffer.from(bytes).toString('base64');
    expect(toBase64(bytes)).toBe(expected);
    vi.stubGlobal('Buffer', undefined);
    expect(toBase64(bytes)).toBe(expected);
  });
});

describe('the result of a tool', () => {
  const complete = (content: unknown[], rest = {}) => ({ content, ...rest });
  const data = (value: unknown) => complete([text(JSON.stringify(value))], { structuredContent: value });

  test.each([
    ['Hello', complete([text('Hello')])],
    ['', complete([text('')])],
    [text('Hello'), complete([text('Hello')])],
    [['see', image('', 'image/png')], complete([text('see'), image('', 'image/png')])],
    [{ content: [text('x')], isError: true }, complete([text('x')], { isError: true })],
    [{ content: [], structuredContent: 5 }, complete([], { structuredContent: 5 })],
    [{ content: 'x' }, data({ content: 'x' })],
    [{ type: 'text', body: 'x' }, data({ type: 'text', body: 'x' })],
    [['a', 'b'], data(['a', 'b'])],
    [[], data([])],
    [{}, data({})],
    [5, data(5)],
    [false, data(false)],
    [null, data(null)],
    [{ at: new Date(0) }, data({ at: '1970-01-01T00:00:00.000Z' })],
    [{ a: 1, b: undefined }, data({ a: 1 })],
    [-0, data(0)],
    [new URL('note:1'), data('note:1')],
  ])('for %j', (returned, result) => {
    expect(toToolResult(returned)).toStrictEqual(result);
    expect(isCallToolResult({ ...MARKS, ...toToolResult(returned) })).toBe(true);
  });

  test('keeps data the object that they are, where JSON says all of them', () => {
    const rows = [{ id: 1, tags: ['a'] }];
    expect(toToolResult(rows).structuredContent).toBe(rows);
    const twice = { a: rows, b: rows };
    expect(toToolResult(twice).structuredContent).toBe(twice);
  });

  const cycle: { self?: unknown } = {};
  cycle.self = [cycle];
  let deep: unknown = 1;
  for (let depth = 0; depth < 5_000; depth++) deep = [deep];
  class Bytes extends Uint16Array {}

  test.each([
    ['nothing', undefined, "returned nothing: return a string, content, or data; ''"],
    ['a function', () => 1, 'returned a function, which is not JSON-serializable'],
    ['a symbol', { a: Symbol('x') }, 'returned a symbol at /a'],
    [
      'a bigint',
      { a: [1n] },
      'returned a bigint at /a/0, which is not JSON-serializable: return Number(value) or String(value)',
    ],
    ['a symbol after an object', { a: { b: [1] }, c: Symbol('x') }, 'returned a symbol at /c, which'],
    ['not a number', { 'a/b~': NaN }, 'returned NaN at /a~1b~0'],
    ['a cycle', cycle, 'an object that contains itself at /self/0'],
    ['great depth', deep, 'more than 500 objects deep'],
    ['a hole', [1, , 2], 'an array with holes'], // oxlint-disable-line no-sparse-arrays
    ['undefined in a list', [undefined], 'returned nothing at /0'],
    [
      'a map',
      { a: new Map() },
      'an object of the class Map at /a, which is not JSON-serializable: return Object.fromEntries(map)',
    ],
    ['a promise', { a: Promise.resolve(1) }, 'await it'],
    ['an error', new Error('x'), 'nothing: throw it'],
    ['bytes', new Uint8Array(1), 'image(), audio(), or embedded()'],
    ['numbers of a class', new Bytes(1), 'the class Bytes'],
    [
      'bytes of Node',
      { a: Buffer.from('x') },
      'the class Buffer at /a, which is not JSON-serializable: return image()',
    ],
    // Libraries replace the class of Node by their own.
    ['a response', new Response('x'), `the class ${Response.name} without properties`],
    ['an iterator', { a: new Map().keys() }, 'without properties at /a'],
    ['a generator', (async function* () {})(), 'without properties'],
    ['what says it is a bigint', { toJSON: () => 1n }, 'a bigint'],
    ['a block and a number', [text('x'), 5], 'item 1 is a number: return strings and content blocks'],
    [
      'other content',
      { content: [{ type: 'paragraph' }] },
      'item 0 is not a content block (unknown type "paragraph"): use text',
    ],
    [
      'a type with a mistake',
      { content: [text('x'), { type: 'txt', text: 'y' }] },
      'item 1 is not a content block (unknown type "txt", did you mean "text"?)',
    ],
    [
      'a type with a mistake in an array',
      [text('x'), { type: 'imag', data: 'y' }],
      'item 1 is an object (unknown type "imag", did you mean "image"?)',
    ],
    [
      'a block without its text',
      { content: [{ type: 'text' }] },
      'item 0 is not a content block (type "text" without its properties)',
    ],
  ])('is an error for %s', (_, returned, message) => {
    expect(() => toToolResult(returned)).toThrow(expect.objectContaining({ name: 'ReturnValueError' }));
    expect(() => toToolResult(returned)).toThrow(message);
  });
});

describe('the result of a resource', () => {
  const complete = (contents: unknown[], rest = {}) => {
    return { contents, ...rest };
  };
  const start = { uri: 'note:1', mimeType: 'text/markdown' };

  test.each([
    ['Hi', complete([{ ...start, text: 'Hi' }])],
    [BYTES, complete([{ ...start, blob: 'AP+A' }])],
    [{ text: 'Hi', mimeType: 'text/plain' }, complete([{ uri: 'note:1', mimeType: 'text/plain', text: 'Hi' }])],
    [{ blob: 'AP+A', uri: 'note:2' }, complete([{ ...start, uri: 'note:2', blob: 'AP+A' }])],
    [
      ['a', { uri: 'note:2', text: 'b' }],
      complete([
        { ...start, text: 'a' },
        { ...start, uri: 'note:2', text: 'b' },
      ]),
    ],
    [[], complete([])],
    [
      { contents: ['a'], ttlMs: 5, cacheScope: 'public' },
      complete([{ ...start, text: 'a' }], { ttlMs: 5, cacheScope: 'public' }),
    ],
  ])('for %j', (returned, result) => {
    expect(toResourceResult(returned, 'note:1', 'text/markdown')).toStrictEqual(result);
    expect(isReadResourceResult({ ...MARKS, ...toResourceResult(returned, 'note:1') })).toBe(true);
  });

  test('has the media type of any text or any bytes where no other is known', () => {
    const [text, bytes] = ['text/plain', 'application/octet-stream'];
    expect(toResourceResult(['x', BYTES, { text: 'y' }, { blob: 'AP+A' }], 'note:1').contents).toStrictEqual([
      { uri: 'note:1', mimeType: text, text: 'x' },
      { uri: 'note:1', mimeType: bytes, blob: 'AP+A' },
      { uri: 'note:1', mimeType: text, text: 'y' },
      { uri: 'note:1', mimeType: bytes, blob: 'AP+A' },
    ]);
  });

  test.each([
    [undefined, 'returned nothing'],
    [null, 'Invalid contents of a resource: expected a string, a Uint8Array, { text }, or { blob }, not null'],
    [5, 'not a number'],
    [{ a: 1 }, '{ text }, or { blob }, not an object'],
    [{ text: 5 }, 'For data, use JSON.stringify(data)'],
    [[['a']], 'an array inside an array'],
  ])('is an error for %j', (returned, message) => {
    expect(() => toResourceResult(returned, 'note:1')).toThrow(message);
  });
});

describe('the result of a prompt', () => {
  const user = { role: 'user', content: text('Hi') };

  test.each([
    ['Hi', { messages: [user] }],
    [user, { messages: [user] }],
    [{ role: 'assistant', content: 'Hello' }, { messages: [{ role: 'assistant', content: text('Hello') }] }],
    [['Hi', user], { messages: [user, user] }],
    [
      { description: 'Greets', messages: 'Hi' },
      { description: 'Greets', messages: [user] },
    ],
    [
      { messages: [], _meta: { a: 1 } },
      { messages: [], _meta: { a: 1 } },
    ],
  ])('for %j', (returned, result) => {
    expect(toPromptResult(returned)).toStrictEqual(result);
    expect(isGetPromptResult({ ...MARKS, ...toPromptResult(returned) })).toBe(true);
  });

  test.each([
    [undefined, 'returned nothing: return a string or messages'],
    [[5], 'returned a number'],
    [{ role: 'system', content: 'x' }, 'returned an object'],
    [{ role: 'user', content: { type: 'video' } }, 'returned an object'],
    [text('x'), 'returned an object'],
  ])('is an error for %j', (returned, message) => {
    expect(() => toPromptResult(returned)).toThrow(message);
  });
});

test('handlers may return what has no index signature, and nothing that JSON has not', () => {
  interface Weather {
    city: string;
  }
  expectTypeOf<Weather>().toExtend<ToolReturn>();
  expectTypeOf<undefined>().not.toExtend<ToolReturn>();
  expectTypeOf<readonly Weather[]>().toExtend<ToolReturn>();
  expectTypeOf<Date>().toExtend<ToolReturn>();
  expectTypeOf<object>().toExtend<ToolReturn>();
  expectTypeOf<Record<string, unknown>>().toExtend<ToolReturn>();
  expectTypeOf<{ readonly [name: string]: number }>().toExtend<ToolReturn>();
  expectTypeOf<{ readonly optional?: string }>().toExtend<ToolReturn>();
  expectTypeOf<Promise<string>>().not.toExtend<ToolReturn>();
  expectTypeOf<Map<string, number>>().not.toExtend<ToolReturn>();
  expectTypeOf<Set<string>>().not.toExtend<ToolReturn>();
  expectTypeOf<Uint8Array>().not.toExtend<ToolReturn>();
  expectTypeOf<bigint>().not.toExtend<ToolReturn>();
  expectTypeOf<Uint8Array>().toExtend<ResourceReturn>();
  expectTypeOf<number>().not.toExtend<ResourceReturn>();
  expectTypeOf<{ role: 'user'; content: string }[]>().toExtend<PromptReturn>();
  expect(toToolResult({ city: 'Oslo' } satisfies Weather).structuredContent).toEqual({ city: 'Oslo' });
});
