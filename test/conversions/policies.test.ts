/** How conversions treat what one side cannot express: one row for each policy. */

import { expect, test } from 'vitest';
import {
  NotExpressibleError,
  conversionsFor,
  type Facts,
  type Method,
  type MessagePart,
  type RevisionId,
} from '@mcp-gen/sdk/conversions';

interface Row {
  readonly revision: RevisionId;
  readonly method: Method;
  readonly part?: MessagePart;
  readonly given: unknown;
  readonly want: unknown;
  /** The pointers of what is lost. */
  readonly lost?: readonly string[];
}

const ID = '01234567-89ab-4def-8123-456789abcdef';
const FACTS: Facts = {
  protocolVersion: '2025-06-18',
  clientCapabilities: { roots: {} },
  clientInfo: { name: 'client', version: '1' },
  newId: () => ID,
};
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2025-06-18',
  'io.modelcontextprotocol/clientCapabilities': { roots: {} },
  'io.modelcontextprotocol/clientInfo': { name: 'client', version: '1' },
};

const text = { type: 'text', text: 'hello' };
const link = {
  type: 'resource_link',
  name: 'a',
  title: 'The page',
  uri: 'https://example.org/a',
  annotations: { priority: 1 },
};
const audio = { type: 'audio', data: 'AAAA', mimeType: 'audio/wav' };
const called = (...content: unknown[]) => ({ resultType: 'complete', content });
const spoken = (content: unknown) => ({ role: 'user', content, model: 'm' });
const asked = (properties: object) => ({ message: 'Which?', requestedSchema: { type: 'object', properties } });
const listed = (tool: object) => ({
  resultType: 'complete',
  ttlMs: 1,
  cacheScope: 'public',
  tools: [{ name: 't', ...tool }],
});

const TO_REVISION: readonly Row[] = [
  {
    revision: '2025-03-26',
    method: 'tools/call',
    given: called(text, link),
    want: called(text, { type: 'text', text: 'The page: https://example.org/a', annotations: { priority: 1 } }),
    lost: ['/content/1'],
  },
  {
    revision: '2024-11-05',
    method: 'tools/call',
    given: called(audio),
    want: called({ type: 'resource', resource: { uri: `urn:uuid:${ID}`, mimeType: 'audio/wav', blob: 'AAAA' } }),
    lost: ['/content/0'],
  },
  {
    revision: '2024-11-05',
    method: 'prompts/get',
    given: { resultType: 'complete', messages: [{ role: 'user', content: { ...link, title: undefined } }] },
    want: {
      resultType: 'complete',
      messages: [
        { role: 'user', content: { type: 'text', text: 'a: https://example.org/a', annotations: { priority: 1 } } },
      ],
    },
    lost: ['/messages/0/content'],
  },
  {
    revision: '2025-11-25',
    method: 'tools/call',
    given: { ...called(text), structuredContent: [1] },
    want: called(text),
    lost: ['/structuredContent'],
  },
  {
    revision: '2025-06-18',
    method: 'tools/list',
    given: listed({
      inputSchema: { type: 'object', properties: { a: true, b: false, c: {} }, required: ['a'] },
      outputSchema: { type: 'array' },
    }),
    want: listed({ inputSchema: { type: 'object', properties: { a: {}, b: { not: {} }, c: {} }, required: ['a'] } }),
    lost: ['/tools/0/outputSchema'],
  },
  {
    revision: '2025-06-18',
    method: 'tools/list',
    given: listed({ inputSchema: { type: 'object' }, outputSchema: { type: 'object', properties: { a: true } } }),
    want: listed({ inputSchema: { type: 'object' }, outputSchema: { type: 'object', properties: { a: {} } } }),
  },
  {
    revision: '2025-03-26',
    method: 'sampling/createMessage',
    given: spoken([audio]),
    want: spoken(audio),
  },
  {
    revision: '2025-06-18',
    method: 'elicitation/create',
    part: 'params',
    given: asked({ size: { type: 'string', title: 'Size', oneOf: [{ const: 's', title: 'Small' }] } }),
    want: asked({ size: { type: 'string', title: 'Size', enum: ['s'], enumNames: ['Small'] } }),
  },
  {
    revision: '2025-11-25',
    method: 'elicitation/create',
    part: 'params',
    given: { mode: 'url', message: 'Here', url: 'https://example.org' },
    want: { mode: 'url', message: 'Here', url: 'https://example.org', elicitationId: ID },
  },
  {
    revision: '2025-11-25',
    method: 'tools/call',
    part: 'params',
    given: { name: 't', _meta: { ...ENVELOPE, 'io.modelcontextprotocol/logLevel': 'debug' } },
    want: { name: 't' },
    lost: ['/_meta/io.modelcontextprotocol~1logLevel'],
  },
  {
    revision: '2025-11-25',
    method: 'tools/call',
    part: 'params',
    given: { name: 't', _meta: { ...ENVELOPE, progressToken: 1, 'io.modelcontextprotocol/related-task': {} } },
    want: { name: 't', _meta: { progressToken: 1, 'io.modelcontextprotocol/related-task': {} } },
  },
  { revision: '2025-11-25', method: 'tools/call', part: 'params', given: { name: 't' }, want: { name: 't' } },
  { revision: '2025-06-18', method: 'roots/list', part: 'params', given: undefined, want: undefined },
];

const TO_AUTHOR: readonly Row[] = [
  {
    revision: '2025-06-18',
    method: 'tools/call',
    part: 'params',
    // A session has said who asks, and nobody says it otherwise.
    given: { name: 't', _meta: { progressToken: 1, 'io.modelcontextprotocol/protocolVersion': 'mine' } },
    want: { name: 't', _meta: { progressToken: 1, ...ENVELOPE } },
  },
  { revision: '2025-06-18', method: 'tools/list', part: 'params', given: undefined, want: { _meta: ENVELOPE } },
  {
    revision: '2025-06-18',
    method: 'tools/list',
    given: { tools: [] },
    want: { tools: [], resultType: 'complete', ttlMs: 0, cacheScope: 'private' },
  },
  {
    revision: '2025-06-18',
    method: 'completion/complete',
    given: { completion: { values: Array.from({ length: 101 }, String), total: 101 } },
    want: {
      resultType: 'complete',
      completion: { values: Array.from({ length: 100 }, String), total: 101, hasMore: true },
    },
    lost: ['/completion/values'],
  },
];

const REFUSED: readonly (Omit<Row, 'want' | 'lost'> & { readonly direction?: 'toAuthor'; readonly says: string })[] = [
  {
    revision: '2025-11-25',
    method: 'tools/call',
    given: { resultType: 'input_required', inputRequests: {} },
    says: 'Revision 2025-11-25 cannot express a result that asks for input (result of tools/call)',
  },
  {
    revision: '2025-11-25',
    method: 'resources/read',
    given: { resultType: 'complete', parts: [], ttlMs: 0, cacheScope: 'private' },
    says: 'Revision 2025-11-25 cannot express a result without contents (result of resources/read): it requires contents',
  },
  {
    revision: '2025-06-18',
    method: 'sampling/createMessage',
    given: spoken([text, text]),
    says: 'several blocks at /content ',
  },
  { revision: '2025-06-18', method: 'sampling/createMessage', given: spoken([]), says: 'without a block at /content ' },
  {
    revision: '2025-06-18',
    method: 'sampling/createMessage',
    given: spoken([{ type: 'tool_use', id: '1', name: 't', input: {} }]),
    says: 'a tool use at /content/0 ',
  },
  { revision: '2024-11-05', method: 'sampling/createMessage', given: spoken(audio), says: 'audio at /content ' },
  {
    revision: '2025-06-18',
    method: 'elicitation/create',
    part: 'params',
    given: { mode: 'url', message: 'Here', url: 'https://example.org' },
    says: 'a page to visit at /mode ',
  },
  {
    revision: '2025-06-18',
    method: 'elicitation/create',
    part: 'params',
    given: asked({ 'a/b': { type: 'array', items: { type: 'string', enum: ['x'] } } }),
    says: 'at /requestedSchema/properties/a~1b ',
  },
  {
    revision: '2025-06-18',
    method: 'elicitation/create',
    given: { action: 'accept', content: { a: ['x'] } },
    says: 'several values at /content/a ',
  },
  { revision: '2025-03-26', method: 'tasks/get', given: {}, says: 'it does not have the method' },
  {
    revision: '2026-07-28',
    method: 'ping',
    part: 'params',
    given: undefined,
    says: 'it does not have the method',
  },
  {
    revision: '2025-11-25',
    method: 'tools/call',
    direction: 'toAuthor',
    given: { task: {} },
    says: 'a created task (result of ',
  },
  {
    revision: '2025-11-25',
    method: 'notifications/cancelled',
    part: 'params',
    direction: 'toAuthor',
    given: { reason: 'none' },
    says: 'a cancellation without a request id',
  },
];

test.each(TO_REVISION)(
  'to $revision: $method $given',
  async ({ revision, method, part = 'result', given, want, lost = [] }) => {
    const { value, losses } = (await conversionsFor(revision)).toRevision(method, part, given, FACTS);
    expect(value).toEqual(want);
    expect(losses.map(({ pointer }) => pointer)).toEqual(lost);
  },
);

test.each(TO_AUTHOR)(
  'to authors: $method $given',
  async ({ revision, method, part = 'result', given, want, lost = [] }) => {
    const { value, losses } = (await conversionsFor(revision)).toAuthor(method, part, given, FACTS);
    expect(value).toEqual(want);
    expect(losses.map(({ pointer }) => pointer)).toEqual(lost);
  },
);

test.each(REFUSED)(
  '$revision, $method: $says',
  async ({ revision, method, part = 'result', direction, given, says }) => {
    const converter = await conversionsFor(revision);
    const convert = () => converter[direction ?? 'toRevision'](method, part, given, FACTS);
    expect(convert).toThrow(NotExpressibleError);
    expect(convert).toThrow(says);
  },
);

test('ids are random where none are given', async () => {
  const { toRevision } = await conversionsFor('2024-11-05');
  const facts: Facts = { protocolVersion: '2024-11-05', clientCapabilities: {} };
  const uriOf = () =>
    JSON.stringify(toRevision('tools/call', 'result', called(audio), facts).value).match(/urn:uuid:[\da-f-]{36}/)?.[0];
  expect(uriOf()).toBeDefined();
  expect(uriOf()).not.toBe(uriOf());
});
