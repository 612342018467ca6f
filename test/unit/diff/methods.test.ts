/** What counts as a change of a method or of the protocol, and which side it breaks. */

import { describe, expect, test } from 'vitest';
import { schemaText } from '../../support/schemas.js';
import { describeChange } from '../../../generator/diff/changes.js';
import type { Protocol } from '../../../generator/model/protocol.js';
import { compare, exchange, methodLines, protocolOf } from './exchange.js';

const nothing = protocolOf('export interface Unused {}');

function messages(senders: { readonly [union: string]: string }, more = ''): Protocol {
  const unions = Object.entries(senders).map(([union, member]) => `export type ${union} = ${member};`);
  return protocolOf(`
    export interface GoRequest { method: 'go'; params?: Nothing }
    export interface Nothing {}
    export interface GoResult { a: string }
    export interface OnNotification { method: 'on'; params?: Nothing }
    ${unions.join('\n')}
    ${more}`);
}

const request = messages({ ClientRequest: 'GoRequest', ServerNotification: 'OnNotification' });

describe('methods that come and go', () => {
  test('come', () => {
    expect(methodLines(nothing, request)).toEqual([
      'go + new, sent by client | old server',
      'on + new, sent by server',
    ]);
  });

  test('come behind a capability', () => {
    expect(methodLines(nothing, withCapability(request, 'going'))[0]).toBe('go + new, sent by client');
  });

  test('go', () => {
    expect(methodLines(request, nothing)).toEqual([
      'go - no longer sent by client | new server',
      'on - no longer sent by server | old client',
    ]);
  });

  test('are sent by another side', () => {
    const other = messages({ ServerRequest: 'GoRequest', ServerNotification: 'OnNotification' });
    expect(methodLines(request, other)).toEqual([
      'go - no longer sent by client | new server',
      'go + new, sent by server | old client',
    ]);
  });
});

describe('capabilities', () => {
  const [a, b] = [withCapability(request, 'a'), withCapability(request, 'b')];

  test.each([
    [request, a, 'none → a | new server'],
    [a, request, 'a → none | old server'],
    [a, b, 'a → b | old server | new server'],
  ])('%#', (was, is, line) => {
    expect(methodLines(was, is)).toContain(`go ~ capability: ${line}`);
  });

  test('of a notification, its sender declares them', () => {
    expect(methodLines(request, a)).toContain('on ~ capability: none → a');
  });
});

test('the definition of the whole response says what may answer', () => {
  const response =
    'export interface GoResultResponse { result: GoResult | Later } export interface Later { b: string }';
  const is = messages({ ClientRequest: 'GoRequest', ServerNotification: 'OnNotification' }, response);
  expect(methodLines(request, is)).toEqual(['go ~ result: also Later | old client']);
});

test('a method reports the definitions that it carries, and which side they break there', () => {
  const more = (member: string) => `export interface Part { ${member} }`;
  const uses = { params: 'a?: Part', result: 'b?: Part' };
  const report = compare(exchange({ ...uses, more: more('') }), exchange({ ...uses, more: more('c: string') }));
  expect(report.methods).toMatchObject([
    {
      method: 'ask',
      status: 'changed',
      senders: ['client'],
      changes: [],
      through: [
        { definition: 'Part', part: 'params', breaks: ['new server'] },
        { definition: 'Part', part: 'result', breaks: ['new client'] },
      ],
    },
  ]);
});

describe('the protocol', () => {
  test.each([
    [{ era: 'session' }, { era: 'stateless' }, '~ era: session → stateless', 4],
    [{ batching: false }, { batching: true }, '+ batches: allowed now', 2],
    [{ batching: true }, { batching: false }, '- batches: no longer allowed', 2],
  ] as const)('%j → %j', (was, is, line, broken) => {
    const { protocol } = compare({ ...nothing, ...was }, { ...nothing, ...is });
    expect(protocol.map(describeChange)).toEqual([line]);
    expect(protocol[0]?.breaks).toHaveLength(broken);
  });
});

test('2024-11-05 → 2025-03-26', () => {
  const [was, is] = ['2024-11-05', '2025-03-26'].map((revision) => protocolOf(schemaText(revision)));
  if (!was || !is) throw new Error('Two revisions are needed');
  const { added, removed, definitions } = compare(was, is);
  expect(added).toEqual([
    'JSONRPCBatchRequest',
    'JSONRPCBatchResponse',
    'ToolAnnotations',
    'Annotations',
    'AudioContent',
  ]);
  expect(removed).toEqual(['Annotated']);
  expect(
    definitions.map((group) => `${group.definitions.join(' ')}: ${group.changes.map(describeChange).join('; ')}`),
  ).toEqual([
    'LATEST_PROTOCOL_VERSION: ~ 2024-11-05 → 2025-03-26',
    'JSONRPCMessage: ~ also JSONRPCBatchRequest; ~ also JSONRPCBatchResponse',
    'ServerCapabilities: + completions?: object',
    'ProgressNotification: + params.message?: string',
    'Resource ResourceTemplate EmbeddedResource TextContent ImageContent: ' +
      '~ annotations: { audience?, priority? } → Annotations, the same values',
    'PromptMessage SamplingMessage: ~ content: also AudioContent',
    'CallToolResult: ~ content[]: also AudioContent',
    'Tool: + annotations?: ToolAnnotations',
    'CreateMessageResult: ~ content: also AudioContent',
  ]);
});

function withCapability(protocol: Protocol, capability: string): Protocol {
  const { requests, notifications } = protocol;
  return {
    ...protocol,
    requests: requests.map((message) => ({ ...message, capability })),
    notifications: notifications.map((message) => ({ ...message, capability })),
  };
}
