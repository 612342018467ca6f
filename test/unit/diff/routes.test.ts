/** How applications reach what a revision adds and the sdk has no interface for. */

import { describe, expect, test } from 'vitest';
import { compareProtocols, type Report } from '../../../generator/diff/compareProtocols.js';
import { formatHtml } from '../../../generator/diff/formatHtml.js';
import { formatMarkdown } from '../../../generator/diff/formatMarkdown.js';
import { formatText } from '../../../generator/diff/formatText.js';
import type { Support } from '../../../generator/diff/routes.js';
import { readSupport } from '../../../generator/read/tables.js';
import { compileText } from '../../support/compileText.js';
import { REVISION_IDS, schemaText } from '../../support/schemas.js';
import { protocolOf } from './exchange.js';

const SUPPORT = { revisions: new Set(['2031-01-01']) };

/** A schema with one message that each side sends, of both kinds. */
function schema(method: string): string {
  const message = (name: string, end: string): string =>
    `export interface ${name} { method: '${method}/${end}'; params?: { a?: string } }`;
  return [
    message('AskRequest', 'ask'),
    message('AnswerRequest', 'answer'),
    message('TellNotification', 'tell'),
    message('HearNotification', 'hear'),
    'export interface AskResult {} export interface AnswerResult {}',
    'export type ClientRequest = AskRequest; export type ServerRequest = AnswerRequest;',
    'export type ClientNotification = TellNotification; export type ServerNotification = HearNotification;',
    'export type RequestId = string;',
  ].join('\n');
}

const NOTHING = protocolOf('export type RequestId = string;');

function routes(text: string, support: Support = SUPPORT, side?: 'client' | 'server'): readonly string[] {
  return compared(text, support, side).routes.map(({ kind, name, side, use }) => `${kind} ${name}, ${side}: ${use}`);
}

function compared(text: string, support: Support | undefined = SUPPORT, side?: 'client' | 'server'): Report {
  return compareProtocols(
    { name: 'a', protocol: NOTHING },
    { name: 'b', protocol: protocolOf(text) },
    { support, side },
  );
}

const SERVER = [
  'request x/ask, server: server.method("x/ask", handler)',
  'request x/answer, server: context.ask(key, request("x/answer", params))',
  'notification x/tell, server: server.onNotification("x/tell", handler)',
  'notification x/hear, server: context.notify("x/hear", params)',
];

test('a new message has a route on each side', () => {
  const CLIENT = [
    'request x/ask, client: client.request("x/ask", params)',
    'request x/answer, client: connect(target, { methods: { "x/answer": handler } })',
    'notification x/tell, client: client.notify("x/tell", params)',
    'notification x/hear, client: client.onNotification("x/hear", listener)',
  ];
  expect(routes(schema('x'))).toEqual(SERVER.flatMap((line, index) => [line, CLIENT[index]]));
  expect(routes(schema('x'), SUPPORT, 'server')).toEqual(SERVER);
});

test('a notification that a filter of streams selects is announced for its list', () => {
  const text = `
    export interface ListHatsRequest { method: 'hats/list'; params?: {} }
    export interface ListHatsResult { hats: string[] }
    export interface HatListChangedNotification { method: 'notifications/hats/list_changed'; params?: {} }
    export interface SubscriptionFilter { hatsListChanged?: boolean }
    export type ClientRequest = ListHatsRequest; export type ServerNotification = HatListChangedNotification;
    export type RequestId = string;`;
  const line = 'notification notifications/hats/list_changed, server: ';
  expect(routes(text)).toContain(`${line}server.listChanged("hats/list")`);
  expect(routes(text.replace('hatsListChanged', 'hats'))).toContain(
    `${line}context.notify("notifications/hats/list_changed", params)`,
  );
});

test('a notification that a filter of streams selects, and that is about no list, is sent to all who follow it', () => {
  const text = `
    export interface HatLostNotification { method: 'notifications/hats/lost'; params?: {} }
    export interface SubscriptionFilter { hatsLost?: boolean }
    export type ServerNotification = HatLostNotification;
    export type RequestId = string;`;
  const line = 'notification notifications/hats/lost, server: ';
  expect(routes(text)).toContain(`${line}server.notify("notifications/hats/lost", params)`);
});

test('what is supported, not new, or managed by the runtime has none', () => {
  const sdk = { methods: ['x/ask', 'x/answer', 'x/tell', 'x/hear'], features: [], runtime: [] };
  expect(routes(schema('x'), { ...SUPPORT, sdk })).toEqual([]);
  const protocol = protocolOf(schema('x'));
  expect(compareProtocols({ name: 'a', protocol }, { name: 'b', protocol }, { support: SUPPORT }).routes).toEqual([]);
  expect(routes(schema('x').replaceAll('x/ask', 'ping')).filter((route) => route.includes('ping'))).toEqual([]);
});

test('only requests of clients have routes in an extension, with a generated table', () => {
  const { requests, notifications, ...others } = protocolOf(schema('x'));
  const extension = 'com.example/x';
  const protocol = {
    ...others,
    requests: requests.map((each) => ({ ...each, extension })),
    notifications: notifications.map((each) => ({ ...each, extension })),
  };
  const report = compareProtocols({ name: 'a', protocol: NOTHING }, { name: 'b', protocol }, { support: SUPPORT });
  expect(report.routes.map(({ name, use }) => [name, use])).toEqual([
    ['x/ask', 'server.methods(table, { "x/ask": handler })'],
    ['x/ask', 'client.request("x/ask", params, { table })'],
  ]);
});

test('without knowledge of the sdk there are none', () => {
  const report = compareProtocols({ name: 'a', protocol: NOTHING }, { name: 'b', protocol: protocolOf(schema('x')) });
  expect(report.routes).toEqual([]);
});

test('error codes and capabilities pass through, unless mcp-gen knows the revision', () => {
  const text = `export const DISK_FULL = -32050;
    export interface ServerCapabilities { disks?: {} } export interface ClientCapabilities { screens?: {} }`;
  expect(routes(text)).toEqual([
    'error DiskFull, server: throw new JsonRpcError(-32050, message)',
    'error DiskFull, client: error.code === -32050',
    'capability screens, client: the option `capabilities`',
    'capability disks, server: the option `capabilities`',
  ]);
  expect(routes(text, { ...SUPPORT, revisions: new Set(['']) })).toEqual([]);
});

describe('a report', () => {
  const report = compared(schema('x'));

  test('ends with a section of them, before the reasons', () => {
    expect(formatText(report)).toContain(
      [
        'Default routes of @mcp-gen/sdk',
        '  x/ask: request',
        '    server: server.method("x/ask", handler)',
        '    client: client.request("x/ask", params)',
      ].join('\n'),
    );
    expect(formatMarkdown(report)).toContain('| `x/ask`<br>request | `server: server.method("x/ask", handler)` |');
    expect(formatHtml(report)).toContain('Default routes of @mcp-gen/sdk');
  });

  test('shows odd names as they are written in code', () => {
    const [, odd = ''] = /(server: server\.method\(.*)/.exec(formatText(compared(schema('a\\u001b"`|b')))) ?? [];
    expect(odd).not.toContain('\u001b');
    expect(odd).toContain('\\"');
  });

  test('of two revisions of mcp-gen has none', async () => {
    const support = await readSupport();
    const protocols = REVISION_IDS.map((id) => compileText(schemaText(id), id));
    for (const [index, protocol] of protocols.slice(1).entries()) {
      const was = protocols[index] ?? protocol;
      expect(compareProtocols({ name: 'a', protocol: was }, { name: 'b', protocol }, { support }).routes).toEqual([]);
    }
  });
});
