/** Malformed messages over real stdio, from a hostile server to our client: its callers are told, and it lives on. */

import { revision as v2024_11_05 } from '@mcp-gen/protocol/2024-11-05';
import { ClientStub, revision as v2025_03_26 } from '@mcp-gen/protocol/2025-03-26';
import { ErrorCode } from '@mcp-gen/runtime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { connectOurs, type OurClient } from '../support/ourClient.js';
import { HOSTILE, isRunning } from '../support/programs.js';
import {
  bytesOf,
  deepArray,
  deepObject,
  MEBIBYTE,
  notification,
  notUtf8,
  pong,
  refused,
  request,
  rpc,
} from '../support/rpc.js';
import type { RequirementId } from '../../conformance/src/requirements/index.js';
import { covers } from '../support/covers.js';

const { ParseError, InvalidRequest, MethodNotFound } = ErrorCode;

const REVISIONS = [v2024_11_05, v2025_03_26];
const OLDER = v2024_11_05.id;
const NEWER = v2025_03_26.id;

/** A call that makes the hostile server say something, as often as `times` says. */
const send = (messages: readonly unknown[], times = 1) => ({
  name: 'send',
  arguments: { bytes: Buffer.concat(messages.map(bytesOf)).toString('base64'), times },
});

const good = rpc({ id: '$id', result: { content: [] } });

interface ClientCase {
  readonly title: string;
  /** What the server says to a call; `$id` is the call's id. */
  readonly say: readonly unknown[];
  /** What the caller is told instead of the result. */
  readonly rejects?: object;
  /** What the server is answered. */
  readonly answers?: readonly unknown[];
  /** What the client reports, since nobody waits for it. */
  readonly reports?: readonly object[];
  readonly only?: string;
  /** What it shows that the specification requires. */
  readonly shows?: readonly RequirementId[];
}

const unreadable = { name: 'JsonRpcError', code: InvalidRequest };
const notJson = { name: 'JsonRpcError', code: ParseError };

/** What a server says in an open conversation. Where no more is told, the caller has its result and nothing else happens. */
const CLIENT_CASES: readonly ClientCase[] = [
  { title: 'a result', say: [good] },
  { title: 'the result twice', say: [good, good] },
  {
    title: 'the result behind a line of text',
    say: ['hello', good],
    reports: [notJson],
  },
  {
    title: 'the result behind bytes that are not UTF-8',
    say: [notUtf8('{<bad>}'), good],
    reports: [notJson],
  },
  { title: 'the result behind null', say: ['null', good], reports: [unreadable] },
  {
    title: 'an error',
    say: [rpc({ id: '$id', error: { code: 7, message: 'no', data: [1] } })],
    rejects: { code: 7, message: 'no', data: [1] },
  },

  ...[{ content: null }, { content: 7 }, { content: [{ type: 'nothing' }] }, { content: [], isError: 'yes' }].map(
    (result) => ({
      title: `the wrong result ${JSON.stringify(result)}`,
      say: [rpc({ id: '$id', result })],
      rejects: { name: 'InvalidMessageError', method: 'tools/call' },
      shows: ['tools-results-validated'] as const,
    }),
  ),
  ...[null, [], 'done'].map((result) => ({
    title: `the wrong result ${JSON.stringify(result)}`,
    say: [rpc({ id: '$id', result })],
    rejects: unreadable,
  })),
  ...[null, 'no', {}, { code: 1 }, { message: '' }].map((error) => ({
    title: `the wrong error ${JSON.stringify(error)}`,
    say: [rpc({ id: '$id', error })],
    rejects: unreadable,
    shows: ['base-error-shape'] as const,
  })),
  ...[1.5, 'x', null].map((code) => ({
    title: `an error with the code ${JSON.stringify(code)}`,
    say: [rpc({ id: '$id', error: { code, message: '' } })],
    rejects: unreadable,
    shows: ['base-error-code-integer'] as const,
  })),
  {
    title: 'a result and an error',
    say: [{ ...good, error: { code: 1, message: '' } }],
    rejects: unreadable,
    shows: ['base-response-one-outcome'],
  },
  { title: 'no version of JSON-RPC', say: [{ ...good, jsonrpc: undefined }], rejects: unreadable },

  ...[null, 1.5, {}, 2 ** 53, 'nobody', 12_345].map((id) => ({
    title: `the result behind one with the id ${JSON.stringify(id)}`,
    say: [{ ...good, id }, good],
    reports: [unreadable],
  })),
  {
    title: 'the result behind an error without an id',
    say: [rpc({ id: null, error: { code: ParseError, message: 'what?' } }), good],
    reports: [{ name: 'JsonRpcError', code: ParseError, message: 'what?' }],
  },
  {
    title: 'the result behind an error without even the field id',
    say: [rpc({ error: { code: ParseError, message: 'what?' } }), good],
    reports: [{ name: 'JsonRpcError', code: ParseError, message: 'what?' }],
  },

  ...['nothing', 'initialize', 'tools/list', 'sampling/createMessage', 'roots/list'].map((method) => ({
    title: `the result behind the request ${method}`,
    say: [request(1, method, {}), good],
    answers: [refused(MethodNotFound, 1)],
    shows: method === 'roots/list' ? (['base-error-id', 'roots-unsupported'] as const) : (['base-error-id'] as const),
  })),
  {
    title: 'the result behind a ping',
    say: [request('p', 'ping'), good],
    answers: [pong('p')],
    shows: ['base-response-id', 'ping-answered'],
  },
  {
    title: 'the result behind a ping with the id null',
    say: [request(null, 'ping'), good],
    answers: [refused(InvalidRequest)],
  },

  { title: 'the result in an array', say: [[good], good], answers: [refused(InvalidRequest)], only: OLDER },
  { title: 'the result in an array', say: [[good]], only: NEWER, shows: ['base-batch-received'] },
  { title: 'the result behind an empty array', say: [[], good], answers: [refused(InvalidRequest)] },
  {
    title: 'the result behind an array of requests',
    say: [[request(1, 'ping'), request(2, 'nothing')], good],
    answers: [[pong(1), refused(MethodNotFound, 2)]],
    only: NEWER,
    shows: ['base-batch-received'],
  },
  {
    title: 'the result behind an array of a request and a response',
    say: [[request(1, 'ping'), good], good],
    answers: [refused(InvalidRequest)],
    only: NEWER,
  },

  {
    title: 'the result behind an unknown notification',
    say: [notification('notifications/nothing'), good],
    reports: [{ message: expect.stringContaining('has no such notification of servers') as string }],
  },
  ...[
    { method: 'notifications/message', params: { level: 'loud', data: '' } },
    { method: 'notifications/progress', params: { progressToken: '$id', progress: 'much' } },
    { method: 'notifications/cancelled', params: { requestId: null } },
    { method: 'notifications/resources/updated', params: undefined },
  ].map(({ method, params }) => ({
    title: `the result behind ${method} with ${JSON.stringify(params)}`,
    say: [notification(method, params), good],
    reports: [{ name: 'InvalidMessageError', method }],
    ...(method === 'notifications/message' && { shows: ['logging-validated'] as const }),
  })),

  {
    title: 'a result with a key __proto__',
    say: ['{"jsonrpc":"2.0","id":"$id","result":{"content":[],"__proto__":{"polluted":1}},"__proto__":{"id":7}}'],
  },
  {
    title: 'a result without end',
    say: [`{"jsonrpc":"2.0","id":"$id","result":{"content":[],"_meta":${deepObject}}}`],
  },
  {
    title: 'content without end',
    say: [`{"jsonrpc":"2.0","id":"$id","result":{"content":${deepArray}}}`],
    rejects: { name: 'InvalidMessageError' },
  },
  {
    title: 'the result behind a request without end',
    say: [`{"jsonrpc":"2.0","id":1,"method":"nothing","params":${deepObject}}`, good],
    answers: [refused(MethodNotFound, 1)],
  },
];

describe.each(REVISIONS)('a client of revision $id lives on after', (revision) => {
  let client: OurClient;
  let server: ClientStub;
  beforeAll(async () => {
    client = await connectOurs([HOSTILE], { revisions: [revision] });
    server = new ClientStub(client.session);
  });
  afterAll(() => client.session.close());

  test.each(CLIENT_CASES.filter(({ only = revision.id }) => only === revision.id))(
    '$title',
    async ({ say, rejects, answers = [], reports = [], shows = [] }) => {
      covers(...shows);
      const calling = server.callTool(send(say));
      if (rejects) await expect(calling).rejects.toMatchObject(rejects);
      else expect(await calling).toMatchObject({ content: [] });

      const { _meta } = await server.listResources();
      expect(_meta?.['heard']).toEqual(answers);
      for (const report of reports) expect(await client.errors.take()).toMatchObject(report);
      expect(client.errors.empty()).toEqual([]);
      expect(await server.ping()).toEqual({});
      expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
    },
  );
});

test.each([
  {
    title: 'a message has too many values',
    call: send([Buffer.from(`[${'{},'.repeat(600_000)}0]\n`)]),
    reason: 'message-too-large',
  },
  { title: 'too many lines are not messages', call: send([Buffer.from('x\n')], 2_000), reason: 'transport-error' },
  { title: 'a message is too large', call: send([Buffer.alloc(MEBIBYTE, 'x')], 70), reason: 'message-too-large' },
  { title: 'the server exits', call: { name: 'exit' }, reason: 'process-exit' },
  { title: 'the server closes its output', call: { name: 'close' }, reason: 'end-of-input' },
])('every caller is told that $title', async ({ call, reason }) => {
  const { session, pid } = await connectOurs([HOSTILE], { revisions: REVISIONS });
  const server = new ClientStub(session);
  const told = { name: 'ConnectionClosedError', reason };
  await Promise.all([
    expect(server.callTool({ name: 'nothing' })).rejects.toMatchObject(told),
    expect(server.callTool(call)).rejects.toMatchObject(told),
  ]);
  expect(await session.closed).toMatchObject(told);
  await expect(server.ping()).rejects.toMatchObject(told);
  expect(isRunning(pid)).toBe(false);
});

const introduction = { protocolVersion: NEWER, capabilities: {}, serverInfo: { name: 'hostile', version: '1.0.0' } };

const hostile = (...opening: readonly unknown[]): readonly string[] => [
  HOSTILE,
  JSON.stringify([opening.map((message) => bytesOf(message).toString().trimEnd())]),
];

test.each([
  { title: 'says nothing', program: hostile(), told: { name: 'RequestTimeoutError', method: 'initialize' } },
  { title: 'exits', program: ['--eval', 'process.exit(3)'], told: { reason: 'process-exit' } },
  { title: 'answers null', program: hostile(rpc({ id: '$id', result: null })), told: unreadable },
  {
    title: 'answers an error',
    program: hostile(rpc({ id: '$id', error: { code: 7, message: 'no' } })),
    told: { code: 7 },
  },
  ...[{ protocolVersion: undefined }, { protocolVersion: 7 }, { capabilities: null }, { serverInfo: {} }].map(
    (wrong) => ({
      title: `answers with ${JSON.stringify(wrong)}`,
      program: hostile(rpc({ id: '$id', result: { ...introduction, ...wrong } })),
      told: { name: 'InvalidMessageError', method: 'initialize' },
    }),
  ),
])('connecting fails when the server $title', async ({ program, told }) => {
  covers('lifecycle-error-timeout');
  await expect(connectOurs(program, { revisions: REVISIONS, initializeTimeout: 500 })).rejects.toMatchObject(told);
});

test('connecting succeeds after lines that are not messages', async () => {
  const program = hostile('Starting ...', '', '{}', rpc({ id: '$id', result: introduction }));
  const { session, errors } = await connectOurs(program, { revisions: REVISIONS });
  onTestFinished(() => session.close());
  expect(session.peer.name).toBe('hostile');
  expect(errors.empty()).toMatchObject([notJson]);
});
