/** Error codes that the revision of their receiver does not have: another code is sent instead, and it is reported once. */

import { AskError, ErrorCode, JsonRpcError, request, Server } from '@mcp-gen/sdk';
import { type Client } from '@mcp-gen/sdk/client';
import { inProcess, testClient } from '@mcp-gen/sdk/testing';
import { HeaderMismatch, ResourceNotFound, UrlElicitationRequired } from '@mcp-gen/protocol/registry/errors';
import { describe, expect, test } from 'vitest';
import { RevisionCodes } from '../../../sdk/src/revisionCodes.js';
import { testClientUntilEnd } from '../../support/untilEnd.js';
import { throughBridge } from './bridgeSupport.js';

const info = { name: 'one', version: '1.0.0' };
const EARLIER = '2025-11-25';
const reportOf = (code: number): string =>
  `Error: The error code ${code} was sent as ${ErrorCode.InternalError}: revision ${EARLIER} does not have it`;

test.each<[string, number, string, number]>([
  ['of a later revision', HeaderMismatch.code, EARLIER, ErrorCode.InternalError],
  ['of the same revision', HeaderMismatch.code, HeaderMismatch.since, HeaderMismatch.code],
  ['that was removed', UrlElicitationRequired.code, HeaderMismatch.since, ErrorCode.InternalError],
  ['that another one has replaced', ResourceNotFound.code, HeaderMismatch.since, ErrorCode.InvalidParams],
  ['of an earlier and of the same revision', ResourceNotFound.code, EARLIER, ResourceNotFound.code],
  ['between two revisions', UrlElicitationRequired.code, '2025-06-18', ErrorCode.InternalError],
  ['of JSON-RPC', ErrorCode.InvalidParams, '2024-11-05', ErrorCode.InvalidParams],
  ['of an application', 42, '2024-11-05', 42],
])('a code %s', (_, code, revision, expected) => {
  const reports: unknown[] = [];
  const codes = new RevisionCodes((error) => void reports.push(error));
  const error = new JsonRpcError(code, 'Sorry', { why: 'so' });
  const sent = codes.replace(error, revision);
  codes.replace(error, revision);
  expect(sent).toMatchObject({ code: expected, message: 'Sorry', data: { why: 'so' } });
  expect(reports).toHaveLength(expected === code ? 0 : 1);
});

/** Returns a server whose tool fails with a code of the newest revision, and one that asks for the roots. */
function failing(reports: string[]): Server {
  const server = new Server(info, { onError: (error) => void reports.push(String(error)) });
  server.tool('fail', {}, () => {
    throw new JsonRpcError(HeaderMismatch.code, 'Sorry');
  });
  server.tool('ask', {}, async (_, { ask }) => {
    const error: unknown = await ask('a', request('roots/list', undefined)).catch((thrown: unknown) => thrown);
    return error instanceof AskError ? `${error.rpcCode} ${error.message}` : 'answered';
  });
  return server;
}

const refusing = {
  methods: {
    'roots/list': () => {
      throw new JsonRpcError(HeaderMismatch.code, 'Not now');
    },
  },
} as const;

const codeOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.catch((error: unknown) => (error instanceof JsonRpcError ? error.code : error));

test('a server does not send a code of an earlier revision to a client of a later one', async () => {
  const reports: string[] = [];
  const server = new Server(info, { onError: (error) => void reports.push(String(error)) });
  server.tool('fail', {}, () => {
    throw new JsonRpcError(UrlElicitationRequired.code, 'Visit us', { elicitations: [] });
  });
  server.resourceTemplate('book://{id}', {}, () => {
    throw new JsonRpcError(ResourceNotFound.code, 'No such book', { uri: 'book://1' });
  });
  const client = await testClientUntilEnd(server, { revision: HeaderMismatch.since });
  const internal = { code: ErrorCode.InternalError, message: 'Visit us', data: { elicitations: [] } };
  await expect(client.callTool('fail')).rejects.toMatchObject(internal);
  await expect(client.callTool('fail')).rejects.toMatchObject(internal);
  await expect(client.readResource('book://1')).rejects.toMatchObject({
    code: ErrorCode.InvalidParams,
    data: { uri: 'book://1' },
  });
  expect(reports).toEqual([
    `Error: The error code -32042 was sent as -32603: revision ${HeaderMismatch.since} does not have it`,
    `Error: The error code -32002 was sent as -32602: revision ${HeaderMismatch.since} does not have it`,
  ]);
});

describe('a message to a peer of an earlier revision', () => {
  test('from a server', async () => {
    const reports: string[] = [];
    const server = failing(reports);
    for (const [revision, code] of [
      [HeaderMismatch.since, HeaderMismatch.code],
      [EARLIER, ErrorCode.InternalError],
    ] as const) {
      const client = await testClient(server, { revision });
      expect(await codeOf(client.callTool('fail'))).toBe(code);
      expect(await codeOf(client.callTool('fail'))).toBe(code);
      await client.close();
    }
    expect(reports).toEqual([reportOf(HeaderMismatch.code)]);
  });

  test('from a client', async () => {
    const reports: string[] = [];
    const onError = (error: unknown): void => void reports.push(String(error));
    const client = await testClientUntilEnd(failing([]), { ...refusing, revision: EARLIER, onError });
    for (let run = 0; run < 2; run++) {
      const { text } = await client.callTool('ask');
      expect(text).toBe('-32603 The client answered with an error: Not now');
    }
    expect(reports).toEqual([reportOf(HeaderMismatch.code)]);
  });

  describe('through a bridge', () => {
    async function across(from: string, to: string): Promise<{ client: Client; reports: string[] }> {
      const reports: string[] = [];
      const revisions = [to as typeof EARLIER];
      const onError = (error: unknown): void => void reports.push(String(error));
      const options = { ...refusing, onError: () => undefined };
      const target = inProcess(failing([]));
      const client = await throughBridge(target, from as typeof EARLIER, options, { revisions, onError });
      return { client, reports };
    }

    test('from a server', async () => {
      const { client, reports } = await across(EARLIER, HeaderMismatch.since);
      expect(await codeOf(client.callTool('fail'))).toBe(ErrorCode.InternalError);
      expect(await codeOf(client.callTool('fail'))).toBe(ErrorCode.InternalError);
      expect(reports).toEqual([reportOf(HeaderMismatch.code)]);
    });

    test('from a server of the same revision, it passes', async () => {
      const { client, reports } = await across(HeaderMismatch.since, HeaderMismatch.since);
      expect(await codeOf(client.callTool('fail'))).toBe(HeaderMismatch.code);
      expect(reports).toEqual([]);
    });
  });
});
