/** Malformed messages over real stdio, from a hostile client to a server of ours: each is answered, and the server lives on. */

import { revision as v2024_11_05 } from '@mcp-gen/protocol/2024-11-05';
import { revision as v2025_03_26 } from '@mcp-gen/protocol/2025-03-26';
import { ErrorCode } from '@mcp-gen/runtime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { EVERYTHING } from '../support/programs.js';
import { RawClient } from '../support/rawClient.js';
import {
  deepArray,
  deepObject,
  MEBIBYTE,
  misshapen,
  notification,
  notUtf8,
  pong,
  refused,
  request,
  rpc,
} from '../support/rpc.js';
import type { RequirementId } from '../../conformance/src/requirements/index.js';
import { covers } from '../support/covers.js';

const { ParseError, InvalidRequest, MethodNotFound, InternalError } = ErrorCode;

const REVISIONS = [v2024_11_05, v2025_03_26];
const OLDER = v2024_11_05.id;
const NEWER = v2025_03_26.id;

const call = (id: unknown, name: string, given?: object): object =>
  request(id, 'tools/call', { name, arguments: given });

interface ServerCase {
  readonly title: string;
  readonly say: readonly unknown[];
  readonly answers: readonly unknown[];
  /** The only revision in which it is so. */
  readonly only?: string;
  /** What it shows that the specification requires. */
  readonly shows?: readonly RequirementId[];
}

const one = (title: string, message: unknown, ...answers: readonly unknown[]): ServerCase => ({
  title,
  say: [message],
  answers,
});

const showing = (shows: readonly RequirementId[], ...cases: readonly ServerCase[]): readonly ServerCase[] =>
  cases.map((each) => ({ ...each, shows }));

/** What a client says in an open conversation, and everything that the server answers to it. */
const SERVER_CASES: readonly ServerCase[] = [
  ...showing(
    ['base-error-id-unreadable'],
    one('half a message', '{"jsonrpc":"2.0","id":1,', refused(ParseError)),
    one('a line of text', 'hello', refused(ParseError)),
    one('a line of zero bytes', '\0\0', refused(ParseError)),
  ),
  one('an empty line', ''),
  one('a line of white space', ' \t \r'),
  one('a line that ends as on Windows', '{"jsonrpc":"2.0","id":1,"method":"ping"}\r', pong(1)),
  ...showing(['transports-utf8'], one('bytes that are not UTF-8', notUtf8('<bad>'), refused(ParseError))),
  one(
    'bytes that are not UTF-8 within a string',
    notUtf8('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"text":"<bad>"}}}'),
    refused(ParseError),
  ),
  one('bytes that are not UTF-8 between values', notUtf8('{"jsonrpc":<bad>"2.0"}'), refused(ParseError)),
  ...showing(
    ['base-json-rpc'],
    one('null', 'null', refused(InvalidRequest)),
    one('a number', '7', refused(InvalidRequest)),
    one('a string', '"ping"', refused(InvalidRequest)),
    one('an empty object', {}, refused(InvalidRequest)),
  ),

  { ...one('an empty array', [], refused(InvalidRequest)), only: OLDER },
  { ...one('an array of a request', [request(1, 'ping')], refused(InvalidRequest)), only: OLDER },
  { ...one('an array of arrays without end', deepArray, refused(InvalidRequest)), only: OLDER },
  { ...one('an empty array', [], refused(InvalidRequest)), only: NEWER },
  ...showing(
    ['base-batch-received'],
    { ...one('an array of requests', [request(1, 'ping'), request(2, 'ping')], [pong(1), pong(2)]), only: NEWER },
    { ...one('an array of notifications', [notification('notifications/nothing', {})]), only: NEWER },
  ),
  { ...one('an array of numbers', [1, 2], [refused(InvalidRequest), refused(InvalidRequest)]), only: NEWER },
  {
    ...one(
      'an array with a broken request',
      [request(1, 'ping'), request(1.5, 'ping'), request(2, 'nothing')],
      [pong(1), refused(InvalidRequest), refused(MethodNotFound, 2)],
    ),
    only: NEWER,
  },
  {
    ...one('an array with initialize', [request(1, 'initialize', {})], [refused(InvalidRequest, 1)]),
    only: NEWER,
  },
  {
    ...one('an array of a request and a response', [request(1, 'ping'), pong(1)], refused(InvalidRequest)),
    only: NEWER,
  },
  { ...one('an array of many', Array(1_000).fill(request(1, 'ping')), refused(InvalidRequest)), only: NEWER },
  { ...one('an array of arrays without end', deepArray, [refused(InvalidRequest)]), only: NEWER },

  ...showing(['base-request-id-null'], one('the id null', request(null, 'ping'), refused(InvalidRequest))),
  ...showing(
    ['base-request-id-type'],
    ...[1.5, {}, [], true, 2 ** 53, -(2 ** 53)].map((id) =>
      one(`the id ${JSON.stringify(id)}`, request(id, 'ping'), refused(InvalidRequest)),
    ),
  ),
  one('an infinite id', '{"jsonrpc":"2.0","id":1e400,"method":"ping"}', refused(InvalidRequest)),
  ...showing(['ping-answered'], one('a ping', request(1, 'ping'), pong(1))),
  ...[0, -1, 2 ** 53 - 1, '', '\u2028"\\', '__proto__', 'x'.repeat(MEBIBYTE)].map((id) =>
    one(`the unusual but valid id ${JSON.stringify(id).slice(0, 20)}`, request(id, 'ping'), pong(id)),
  ),
  {
    title: 'an id that a running request has',
    say: [call(1, 'wait'), request(1, 'ping'), notification('notifications/cancelled', { requestId: 1 })],
    answers: [
      notification('notifications/message', expect.objectContaining({ data: 'waiting' })),
      refused(InvalidRequest, 1),
      notification(
        'notifications/message',
        expect.objectContaining({ data: expect.stringContaining('was cancelled') as string }),
      ),
    ],
  },
  { title: 'an id that is free again', say: [request(1, 'ping'), request(1, 'ping')], answers: [pong(1), pong(1)] },

  ...showing(
    ['base-json-rpc'],
    one('no version of JSON-RPC', { id: 1, method: 'ping' }, refused(InvalidRequest, 1)),
    one('another version of JSON-RPC', { jsonrpc: '1.0', id: 1, method: 'ping' }, refused(InvalidRequest, 1)),
  ),
  one('no method', rpc({ id: 1 }), refused(InvalidRequest, 1)),
  one('no method, but params', rpc({ id: 1, params: {} }), refused(InvalidRequest, 1)),
  ...[7, null, {}].map((method) =>
    one(`the method ${JSON.stringify(method)}`, request(1, method), refused(InvalidRequest, 1)),
  ),
  ...['', 'nothing/such', 'tools', '__proto__', 'constructor', 'toString', 'sampling/createMessage'].map((method) =>
    one(`the unknown method "${method}"`, request(1, method), refused(MethodNotFound, 1)),
  ),
  one('initialize again', request(1, 'initialize', {}), misshapen(1)),
  one(
    'initialize again, as it should have been',
    request(1, 'initialize', {
      protocolVersion: NEWER,
      capabilities: {},
      clientInfo: { name: 'raw', version: '1.0.0' },
    }),
    refused(InvalidRequest, 1),
  ),

  ...[null, [], ['echo'], 'echo', 7].map((params) =>
    one(`the params ${JSON.stringify(params)}`, request(1, 'tools/call', params), refused(InvalidRequest, 1)),
  ),
  ...[
    { method: 'tools/call', params: undefined },
    { method: 'tools/call', params: {} },
    { method: 'tools/call', params: { name: 7 } },
    { method: 'tools/call', params: { name: 'echo', arguments: [] } },
    { method: 'tools/call', params: { name: 'echo', _meta: { progressToken: {} } } },
    { method: 'tools/list', params: { cursor: 7 } },
    { method: 'resources/read', params: { uri: null } },
    { method: 'prompts/get', params: { name: 'tidy', arguments: { room: 7 } } },
  ].map(({ method, params }) =>
    one(`${method} with ${JSON.stringify(params)}`, request(1, method, params), misshapen(1)),
  ),
  ...showing(
    ['logging-level'],
    one('a level that there is not', request(1, 'logging/setLevel', { level: 'loud' }), misshapen(1)),
  ),
  ...showing(
    ['completion-inputs-validated', 'completion-validated'],
    one(
      'a reference to nothing',
      request(1, 'completion/complete', { ref: { type: 'ref/nothing' }, argument: { name: '', value: '' } }),
      misshapen(1),
    ),
  ),
  ...showing(
    ['schema-error-message'],
    one('a method without end', request(1, 'x'.repeat(MEBIBYTE)), refused(MethodNotFound, 1)),
    one('a name without end', request(1, 'tools/call', { name: ['x'.repeat(MEBIBYTE)] }), misshapen(1)),
    one('a level without end', request(1, 'logging/setLevel', { level: 'x\n'.repeat(MEBIBYTE) }), misshapen(1)),
    one('arguments without end', request(1, 'tools/call', { arguments: Array(1_000).fill('x') }), misshapen(1)),
  ),

  one('a request that is a response too', rpc({ id: 1, method: 'ping', result: {} }), refused(InvalidRequest, 1)),
  one('a result that nobody asked for', pong(1)),
  one('a result of null', rpc({ id: 1, result: null })),
  one('an error that nobody asked for', rpc({ id: 1, error: { code: 1, message: '' } })),
  one('an error without an id', rpc({ id: null, error: { code: 1, message: '' } })),
  one('an error that is a text', rpc({ id: 1, error: 'no' })),
  one('a result and an error', rpc({ id: 1, result: {}, error: { code: 1, message: '' } })),

  ...showing(
    ['base-notification-unanswered'],
    one('an unknown notification', notification('notifications/nothing', {})),
    one('a notification that is a request elsewhere', notification('tools/list')),
    one('a notification with params of an array', notification('notifications/cancelled', [1])),
  ),
  ...showing(
    ['base-notification-unanswered', 'cancellation-unknown-ignored'],
    one('a cancellation of nothing', notification('notifications/cancelled', { requestId: 12_345 })),
  ),
  ...showing(
    ['base-notification-unanswered', 'cancellation-malformed-ignored'],
    one('a cancellation of an object', notification('notifications/cancelled', { requestId: {} })),
  ),
  one('progress of nothing', notification('notifications/progress', { progressToken: 'x', progress: 1 })),
  one('progress as a string', notification('notifications/progress', { progressToken: 0, progress: 'much' })),

  one(
    'a key __proto__',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mirror","arguments":{"__proto__":{"polluted":1}}}}`,
    rpc({ id: 1, result: { content: [], _meta: { given: JSON.parse('{"__proto__":{"polluted":1}}') as unknown } } }),
  ),
  one(
    'keys that JSON-RPC does not know',
    { ...request(1, 'ping'), __proto: 1, hasOwnProperty: 1, then: 1, toJSON: 1 },
    pong(1),
  ),
  one(
    'params without end',
    `{"jsonrpc":"2.0","id":1,"method":"nothing","params":${deepObject}}`,
    refused(MethodNotFound, 1),
  ),
  one(
    'params without end, which the handler gives back',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"mirror","arguments":${deepObject}}}`,
    refused(InternalError, 1),
  ),
  one('an id without end', `{"jsonrpc":"2.0","id":${deepArray},"method":"ping"}`, refused(InvalidRequest)),
  one(
    'a notification without end',
    `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":${deepArray}}}`,
  ),
  one('a message of 70 MiB', 'x'.repeat(70 * MEBIBYTE), refused(InvalidRequest)),
];

describe.each(REVISIONS)('a server of revision $id lives on after', ({ id: revision }) => {
  const client = new RawClient([EVERYTHING]);
  beforeAll(async () => {
    expect(await client.open(revision)).toMatchObject({ protocolVersion: revision });
  });

  test.each(SERVER_CASES.filter(({ only = revision }) => only === revision))(
    '$title',
    async ({ say, answers, shows = [] }) => {
      covers(...shows);
      expect(await client.hear(say, answers.length)).toEqual(answers);
    },
  );

  // After all of that, it ends without a stack trace when its input ends.
  afterAll(async () => {
    const { code, stderr } = await client.close();
    expect(code).toBe(0);
    expect(stderr).toContain('The other side sent an invalid response: a response must not have both');
    expect(stderr).not.toMatch(/\n\s+at /);
  });
});

const introduction = { protocolVersion: NEWER, capabilities: {}, clientInfo: { name: 'raw', version: '1.0.0' } };

/** What a client says before it has opened the conversation. */
const EARLY_CASES: readonly ServerCase[] = [
  // Errors of the newest revision that is served have no id where it could not be read.
  one('a line of text', 'hello', { ...refused(ParseError), id: undefined }),
  one('a ping', request(1, 'ping'), pong(1)),
  one('a request', request(1, 'tools/list'), refused(InvalidRequest, 1)),
  one('an unknown request', request(1, 'nothing'), refused(InvalidRequest, 1)),
  one('a notification', notification('notifications/initialized')),
  one('a response', pong(1)),
  // The newest revision that is served has no batches.
  one('initialize in an array', [request(1, 'initialize', introduction)], {
    ...refused(InvalidRequest),
    id: undefined,
  }),
  one('initialize without params', request(1, 'initialize'), misshapen(1)),
  one(
    'initialize with a version that is a number',
    request(1, 'initialize', { ...introduction, protocolVersion: 20250326 }),
    misshapen(1),
  ),
  ...Object.entries({ capabilities: [], clientInfo: { name: 'raw' } }).map(([key, value]) =>
    one(
      `initialize with ${key} of ${JSON.stringify(value)}`,
      request(1, 'initialize', { ...introduction, [key]: value }),
      misshapen(1),
    ),
  ),
];

test.each(EARLY_CASES)('a server can still be opened after $title', async ({ say, answers }) => {
  covers('lifecycle-initialize-first');
  const client = new RawClient([EVERYTHING]);
  onTestFinished(async () => {
    await client.close();
  });
  expect(await client.hear(say, answers.length)).toEqual(answers);
  expect(await client.open(NEWER)).toMatchObject({ protocolVersion: NEWER });
  expect(await client.hear([call(1, 'echo', { text: 'hello' })], 1)).toEqual([
    rpc({ id: 1, result: { content: [{ type: 'text', text: 'hello' }] } }),
  ]);
});
