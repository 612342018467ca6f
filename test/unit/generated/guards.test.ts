/** The guards of both revisions accept and refuse what the specification says, on messages picked by hand. */

import type { MethodTable, Revision } from '@mcp-gen/runtime/codegen/v1';
import * as v20241105 from '@mcp-gen/protocol/2024-11-05';
import * as v20250326 from '@mcp-gen/protocol/2025-03-26';
import { describe, expect, test } from 'vitest';
import { CONTENT, NOTIFICATION_PARAMS, PARAMS, replaceAt } from './messages.js';
import { covers } from '../../support/covers.js';
import { nonEmpty } from '../../support/nonEmpty.js';

const toolResult = (...content: unknown[]) => ({ content });

describe.each([
  { generated: v20241105, hasAudio: false },
  { generated: v20250326, hasAudio: true },
])('revision $generated.revision.id', ({ generated, hasAudio }) => {
  const requests = entries(generated.revision, 'requests');
  const notifications = entries(generated.revision, 'notifications');

  describe.each(requests)('params of %s', (method, { params }) => {
    const given = PARAMS[method] ?? {};
    test.each<[string, unknown, boolean]>([
      ['as they are', given, true],
      ['unknown keys', { ...given, 'x-other': [1] }, true],
      ['a text as progress token', { ...given, _meta: { progressToken: 'a' } }, true],
      ['an integer as progress token', { ...given, _meta: { progressToken: 7 } }, true],
      ['unknown keys in _meta', { ...given, _meta: { 'example.org/a': null } }, true],
      ['a fraction as progress token', { ...given, _meta: { progressToken: 0.5 } }, false],
      ['null as progress token', { ...given, _meta: { progressToken: null } }, false],
      ['an array as _meta', { ...given, _meta: [] }, false],
      ['null as _meta', { ...given, _meta: null }, false],
      ['an array', [], false],
      ['null', null, false],
      ['a text', 'text', false],
      ['nothing', undefined, Object.keys(given).length === 0],
    ])('%s', (_, value, accepted) => {
      expect(params(value)).toBe(accepted);
    });
  });

  test.each(notifications)('params of %s', (method, { params }) => {
    const given = NOTIFICATION_PARAMS[method] ?? {};
    const values = [given, { ...given, _meta: { any: 1 } }, { ...given, _meta: [] }, [], null, undefined];
    const mayBeLeftOut = Object.keys(given).length === 0;
    expect(values.map((value) => params(value))).toEqual([true, true, false, false, false, mayBeLeftOut]);
  });

  test.each<[string, unknown, boolean]>([
    ['no content', toolResult(), true],
    ['text', toolResult(CONTENT.text), true],
    ['an image', toolResult(CONTENT.image), true],
    ['a text resource', toolResult(CONTENT.textResource), true],
    ['a binary resource', toolResult(CONTENT.blobResource), true],
    ['annotations', toolResult(CONTENT.annotated), true],
    ['several blocks', toolResult(CONTENT.text, CONTENT.image), true],
    ['audio', toolResult(CONTENT.audio), hasAudio],
    ['an error', { ...toolResult(CONTENT.text), isError: true }, true],
    ['unknown keys', { ...toolResult({ ...CONTENT.text, more: 1 }), more: 1 }, true],
    ["bad base64, which is not the guard's matter", toolResult({ ...CONTENT.image, data: '?' }), true],
    ['a bad address, which is not either', toolResult(replaceAt(CONTENT.textResource, '/resource/uri', '?')), true],
    ['no content at all', {}, false],
    ['an object as content', { content: {} }, false],
    ['a block of an unknown type', toolResult({ type: 'video' }), false],
    ['a block without a type', toolResult({ text: 'hello' }), false],
    ['a block of another type', toolResult({ ...CONTENT.text, type: 'image' }), false],
    ['a resource without contents', toolResult(replaceAt(CONTENT.textResource, '/resource/text', undefined)), false],
    ['an array as a block', toolResult([]), false],
    ['null as a block', toolResult(null), false],
    ['one wrong block among good ones', toolResult(CONTENT.text, CONTENT.text, {}), false],
    ['a priority beyond its bounds', toolResult(replaceAt(CONTENT.annotated, '/annotations/priority', 1.01)), false],
    ['an unknown audience', toolResult(replaceAt(CONTENT.annotated, '/annotations/audience', ['all'])), false],
    ['a text as isError', { ...toolResult(), isError: 'true' }, false],
  ])('a tool result with %s', (_, value, accepted) => {
    expect(generated.isCallToolResult(value)).toBe(accepted);
  });

  test.each<[string, unknown, boolean]>([
    ['an integer', 1, true],
    ['zero', 0, true],
    ['a negative integer', -1, true],
    ['a text', 'a', true],
    ['an empty text', '', true],
    ['an integral value with a fraction of zero', 1.0, true],
    ['a fraction', 1.5, false],
    ['null', null, false],
    ['infinity', JSON.parse('1e999'), false],
    ['a boolean', true, false],
    ['an array', [1], false],
  ])('%s as an id', (_, id, accepted) => {
    covers('base-request-id-null', 'base-request-id-type');
    expect(generated.isRequestId(id)).toBe(accepted);
    expect(generated.isJSONRPCRequest({ jsonrpc: '2.0', id, method: 'ping' })).toBe(accepted);
  });

  test.each<[string, unknown, boolean]>([
    ['a request', { jsonrpc: '2.0', id: 1, method: 'ping' }, true],
    ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized' }, true],
    ['a response', { jsonrpc: '2.0', id: 1, result: {} }, true],
    ['an error', { jsonrpc: '2.0', id: 1, error: { code: -32600, message: 'no', data: null } }, true],
    ['another version', { jsonrpc: '1.0', id: 1, method: 'ping' }, false],
    ['no version', { id: 1, method: 'ping' }, false],
    ['a result that is not an object', { jsonrpc: '2.0', id: 1, result: 1 }, false],
    ['a fraction as a code', { jsonrpc: '2.0', id: 1, error: { code: 0.5, message: 'no' } }, false],
    ['a number as a method', { jsonrpc: '2.0', id: 1, method: 1 }, false],
    ['null', null, false],
    ['a batch', [{ jsonrpc: '2.0', id: 1, method: 'ping' }], hasAudio],
  ])('%s as a message', (_, value, accepted) => {
    expect(generated.isJSONRPCMessage(value)).toBe(accepted);
  });
});

test('infinity is not valid progress', () => {
  const params = { progressToken: 1, progress: JSON.parse('1e999') as number };
  expect(v20250326.isProgressNotificationParams(params)).toBe(false);
  expect(v20250326.isProgressNotificationParams({ ...params, progress: 0.5, total: -1.5 })).toBe(true);
});

type Entry = MethodTable['requests'][string] | MethodTable['notifications'][string];

/** The entries of both sides. */
function entries({ server, client }: Revision, kind: 'requests' | 'notifications'): [string, Entry][] {
  return [...nonEmpty(Object.entries<Entry>({ ...server[kind], ...client[kind] }))];
}
