/** What `--verbose` says of messages, one after another on a connection. */

import { expect, test } from 'vitest';
import type { Side } from '@mcp-gen/sdk/testing';
import { explainedRevisions, WireCheck } from '../../talk/src/wireCheck.js';

const revisions = await explainedRevisions();
const info = { name: 'x', version: '1' };

/** A connection whose client and server have agreed on a revision with sessions. */
function opened(revision: string, offered = revision): WireCheck {
  const check = new WireCheck(revisions);
  const params = { protocolVersion: offered, capabilities: {}, clientInfo: info };
  expect(check.findings('client', { jsonrpc: '2.0', id: 1, method: 'initialize', params })).toEqual([]);
  const result = { protocolVersion: revision, capabilities: {}, serverInfo: info };
  expect(check.findings('server', { jsonrpc: '2.0', id: 1, result })).toEqual([]);
  return check;
}

const request = (id: unknown, method: unknown, params = {}): object => ({ jsonrpc: '2.0', id, method, params });
const META = {
  _meta: {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
    'io.modelcontextprotocol/clientInfo': info,
  },
};

test.each<[name: string, from: Side, message: unknown, findings: readonly string[]]>([
  ['a valid request', 'client', request(2, 'tools/list'), []],
  [
    'a method that the other side sends',
    'server',
    request(2, 'tools/list'),
    ['/method: expected a method that a server sends, got "tools/list"'],
  ],
  ['a method that is not a string', 'server', request(2, 7), ['/method: expected string, got 7']],
  ['a response to nothing', 'server', { jsonrpc: '2.0', id: 9, result: 5 }, ['/result: expected object, got 5']],
  [
    'an error without a code',
    'server',
    { jsonrpc: '2.0', id: 9, error: { message: 'x' } },
    ['/error/code: expected integer, got nothing'],
  ],
  ['a number', 'server', 5, ['expected object, got 5']],
  ['a batch', 'client', [request(2, 'ping'), request(null, 'ping')], ['/1/id: expected string or integer, got null']],
  ['an empty batch', 'client', [], ['expected at least 1 message, got an empty batch']],
])('%s', (_, from, message, findings) => {
  expect(opened('2025-03-26').findings(from, message)).toEqual(findings);
});

test('a result is checked as that of its request, once, and by the revision of the session', () => {
  const check = opened('2024-11-05', '2025-11-25');
  check.findings('client', request(2, 'tools/list'));
  check.findings('server', request(2, 'roots/list'));
  expect(check.findings('server', { jsonrpc: '2.0', id: 2, result: { tools: 1 } })).toEqual([
    '/result/tools: expected array, got 1',
  ]);
  expect(check.findings('client', { jsonrpc: '2.0', id: 2, result: { tools: 1 } })).toEqual([
    '/result/roots: expected array, got nothing',
  ]);
  expect(check.findings('server', { jsonrpc: '2.0', id: 2, result: { tools: 1 } })).toEqual([]);
  // A method of the revision that the client has offered, and the server has not chosen.
  expect(check.findings('server', request(3, 'elicitation/create'))).toEqual([
    '/method: expected a method of this revision, got "elicitation/create"',
  ]);
});

test('without a session, each request has its revision, and its response the same', () => {
  const check = new WireCheck(revisions);
  expect(check.findings('client', request(1, 'tools/list', META))).toEqual([]);
  expect(check.findings('server', { jsonrpc: '2.0', id: 1, result: { tools: [] } })).not.toEqual([]);
  // Nothing is known of a revision that does not exist, nor of what comes before one is named.
  expect(check.findings('client', request(2, 'initialize', { protocolVersion: '1999-01-01' }))).toEqual([]);
  expect(check.findings('server', request(3, 'nothing'))).toEqual([]);
});

test('what only senders must keep is told apart', () => {
  const check = opened('2025-11-25');
  const params = { name: 'p' };
  check.findings('client', request(2, 'prompts/get', params));
  const content = { type: 'image', mimeType: 'image/png', data: 'not base64!' };
  const result = { messages: [{ role: 'user', content }] };
  const [line, ...more] = check.findings('server', { jsonrpc: '2.0', id: 2, result });
  expect(line).toMatch(/^\/result\/messages\/0\/content\/data: .* \(receivers accept it\)$/);
  expect(more).toEqual([]);
});

test('requests without responses, and very long ids, are not kept without end', () => {
  const check = opened('2025-11-25');
  for (let id = 0; id <= 10_000; id++) check.findings('client', request(`r${id}`, 'tools/list'));
  const wrong = (id: string): readonly string[] =>
    check.findings('server', { jsonrpc: '2.0', id, result: { tools: 1 } });
  expect(wrong('r0')).toEqual([]);
  expect(wrong('r1')).toHaveLength(1);
  const long = 'x'.repeat(300);
  check.findings('client', request(long, 'tools/list'));
  expect(wrong(long)).toEqual([]);
});
