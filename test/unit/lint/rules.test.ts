/** Each rule finds its fault at the right place, and nothing in a schema that is nearly the same. */

import { describe, expect, test } from 'vitest';
import { RULES, type RuleId } from '../../../generator/lint/lintRules.js';
import type { SchemaFiles } from '../../../generator/lint/subject.js';
import { findingsIn, OLDER, schemaWith, type Beside, type Parts } from './lint.js';

/** A schema, with what is beside it. */
type Schema = Parts & Beside;

interface Case {
  readonly rule: RuleId;
  /** The place of the finding. */
  readonly at: string;
  readonly wrong: Schema;
  readonly right: Schema;
}

/** A definition that the schema refers to. */
const used = (members: string): Schema => ({
  more: `export interface Thing {
      ${members}
    }
    export interface Holder { thing: Thing }
    export interface MoreResult extends Result { holder: Holder }
    export interface MoreRequest { method: 'more'; params?: RequestParams }`,
  clientRequest: 'AskRequest | MoreRequest',
  serverResult: 'AskResult | MoreResult',
});

const field = (docs: string, property: string): Schema =>
  used(`/**
       * ${docs}
       */
      ${property}`);

const list = (params: string, result: string, notification: string, more = ''): Schema => ({
  more: `export interface ListThingsRequest { method: 'things/list'; params?: ${params} }
    export interface ListThingsResult extends ${result} { things: string[] }
    export interface ThingsListChangedNotification { method: 'notifications/things/list_changed'; params?: NotificationParams }
    export interface Paged extends PaginatedRequestParams { filter?: string }
    ${more}`,
  clientRequest: 'AskRequest | ListThingsRequest',
  serverResult: 'AskResult | ListThingsResult',
  serverNotification: notification,
});

const CHANGED = 'ToldNotification | ThingsListChangedNotification';

const message = (docs: string, serverNotification: string): Schema => ({
  more: `/** ${docs} */
    export interface MovedNotification { method: 'notifications/moved'; params?: NotificationParams }
    export type ClientNotification = MovedNotification;`,
  serverNotification,
});

const request = (text: string, name = 'MoreRequest'): Schema => ({
  more: text,
  clientRequest: `AskRequest | ${name}`,
});

const code = (codes: string): Schema => ({ codes });

const CASES: readonly Case[] = [
  {
    rule: 'message-without-union',
    at: 'MoreRequest',
    wrong: { more: `export interface MoreRequest { method: 'more'; params?: RequestParams }` },
    right: request(`export interface MoreRequest { method: 'more'; params?: RequestParams }`),
  },
  {
    rule: 'message-in-wrong-union',
    at: 'MovedNotification',
    wrong: message('Sent by the server when it moves.', 'ToldNotification'),
    right: message('Sent by the server when it moves.', 'ToldNotification | MovedNotification'),
  },
  {
    rule: 'message-in-wrong-union',
    at: 'MovedNotification',
    wrong: message('On stdio, the server also sends this notification.', 'ToldNotification'),
    right: message('Follows a request that was sent by the server.', 'ToldNotification'),
  },
  {
    rule: 'message-in-wrong-union',
    at: 'MovedNotification',
    wrong: message('Sent by server.', 'ToldNotification'),
    right: message('Sent by client.', 'ToldNotification'),
  },
  {
    rule: 'method-unlike-kind',
    at: 'MoreRequest',
    wrong: request(`export interface MoreRequest { method: 'notifications/more'; params?: RequestParams }`),
    right: request(`export interface MoreRequest { method: 'more'; params?: RequestParams }`),
  },
  {
    rule: 'method-unlike-name',
    at: 'MoreRequest',
    wrong: request(`export interface MoreRequest { method: 'other/thing'; params?: RequestParams }`),
    right: request(`export interface MoreRequest { method: 'others/moreThings'; params?: RequestParams }`),
  },
  {
    rule: 'request-without-result',
    at: 'MoreRequest',
    wrong: request(`export interface MoreRequest { method: 'more'; params?: RequestParams }`),
    right: request(`export interface MoreRequest { method: 'more'; params?: RequestParams }
      export type MoreResult = Result;`),
  },
  {
    rule: 'result-not-in-union',
    at: 'MoreResult',
    wrong: { ...used(''), serverResult: 'AskResult' },
    right: used(''),
  },
  {
    rule: 'result-unreturned',
    at: 'OtherResult',
    wrong: { more: 'export interface OtherResult extends Result { a: string }' },
    right: {
      ...used(''),
      more: `export interface OtherResult extends Result { a: string }
        export interface MoreResult extends OtherResult { b: string }
        export interface MoreRequest { method: 'more'; params?: RequestParams }`,
    },
  },
  {
    rule: 'params-unused',
    at: 'OtherRequestParams',
    wrong: { more: 'export interface OtherRequestParams extends RequestParams { a: string }' },
    right: request(`export interface OtherRequestParams extends RequestParams { a: string }
      export interface MoreRequest { method: 'more'; params: OtherRequestParams }`),
  },
  {
    rule: 'params-inline',
    at: 'MoreRequest.params',
    wrong: request(`export interface MoreRequest { method: 'more'; params: { a: string } }`),
    right: request(`export interface MoreRequest { method: 'more'; params: MoreRequestParams }
      export interface MoreRequestParams extends RequestParams { a: string }`),
  },
  {
    rule: 'params-without-base',
    at: 'MoreRequestParams',
    wrong: request(`export interface MoreRequest { method: 'more'; params: MoreRequestParams }
      export interface MoreRequestParams { a: string }`),
    right: request(`export interface MoreRequest { method: 'more'; params: MoreRequestParams }
      export interface Base extends RequestParams { b: string }
      export interface MoreRequestParams extends Base { a: string }`),
  },
  {
    rule: 'definition-unreferenced',
    at: 'Other',
    wrong: { more: 'export interface Other { a: string }' },
    right: { more: `export interface Other { a: string } export interface OtherError { data: Other }` },
  },
  {
    rule: 'definition-duplicated',
    at: 'Other',
    wrong: { more: 'export interface One { a: string; b: string } export interface Other { b: string; a: string }' },
    right: { more: 'export interface One { a: string; b: string } export interface Other extends One { c: string }' },
  },
  {
    rule: 'property-restated',
    at: 'Other.a',
    wrong: { more: 'export interface One { a: string } export interface Other extends One { a: string; b: string }' },
    right: { more: `export interface One { a: string } export interface Other extends One { a: 'x'; b: string }` },
  },
  {
    rule: 'name-differs-in-case',
    at: 'Thing.userid',
    wrong: used('userId: string; userid: string'),
    right: used('userId: string; useId: string'),
  },
  {
    rule: 'name-style',
    at: 'Thing.user_id',
    wrong: used('user_id: string'),
    right: used('userId: string; _meta?: RequestParams'),
  },
  {
    rule: 'name-style',
    at: 'Thing.mode',
    wrong: used(`mode: 'input_required' | 'allDone'`),
    right: used(`mode: 'input_required' | 'all_done' | 'done'`),
  },
  {
    rule: 'name-reserved',
    at: 'Error',
    wrong: { more: 'export interface Error { a: string }' },
    right: { more: '/** @internal */ export interface Error { a: string }' },
  },
  { rule: 'name-reserved', at: 'Thing.from', wrong: used('from: string'), right: used('source: string') },
  {
    rule: 'name-changed-meaning',
    at: 'Thing',
    wrong: { ...used('a: string; b: string'), older: schemaWith(used('c: string; d: string')) },
    right: { ...used('a: string; b: string'), older: schemaWith(used('a: string; d: string')) },
  },
  {
    rule: 'optional-but-required-in-docs',
    at: 'Thing.a',
    wrong: field('The name. MUST be present.', 'a?: string'),
    right: field('The name. MUST be present if the title is missing.', 'a?: string'),
  },
  {
    rule: 'optional-but-required-in-docs',
    at: 'Thing.required',
    wrong: field('Required.', 'required?: boolean'),
    right: field('Whether this argument must be provided.', 'required?: boolean'),
  },
  {
    rule: 'required-but-optional-in-docs',
    at: 'Thing.a',
    wrong: field('The name. May be omitted.', 'a: string'),
    right: field('The name of an optional capability.', 'a: string'),
  },
  {
    rule: 'limit-only-in-docs',
    at: 'Thing.a',
    wrong: field('The names. Must not exceed 100 items.', 'a: string[]'),
    right: field('The names. Must not exceed 100 items.\n * @maxItems 100', 'a: string[]'),
  },
  {
    rule: 'limit-only-in-docs',
    at: 'Thing.a',
    wrong: field('The share, between 0 and 1.', 'a: number'),
    right: field('The share, between the two sides.', 'a: number'),
  },
  {
    rule: 'limit-only-in-docs',
    at: 'Thing.a',
    wrong: field('The name: at most 64 characters.', 'a: string'),
    right: field('MUST match the ID of the request.', 'a: string'),
  },
  {
    rule: 'default-only-in-docs',
    at: 'Thing.a',
    wrong: field('Whether it is one.\n *\n * Default: true', 'a?: boolean'),
    right: field('Whether it is one.\n * @default true', 'a?: boolean'),
  },
  {
    rule: 'default-only-in-docs',
    at: 'Thing.a',
    wrong: field('Defaults to "none".', 'a?: string'),
    right: field('Defaults to the name of the tool.', 'a?: string'),
  },
  {
    rule: 'values-only-in-docs',
    at: 'Thing.a',
    wrong: field('One of "light" or "dark".', 'a: string'),
    right: field('One of the themes, for example "light" or "dark".', 'a: string'),
  },
  {
    rule: 'value-not-in-type',
    at: 'Thing.a',
    wrong: field('The answer:\n * - "accept": yes\n * - "decline": no\n', `a: 'accept' | 'reject'`),
    right: field('The answer:\n * - "accept": yes\n * - "reject": no\n', `a: 'accept' | 'reject'`),
  },
  {
    rule: 'format-missing',
    at: 'Thing.uri',
    wrong: used('uri: string'),
    right: field('\n * @format uri', 'uri: string'),
  },
  {
    rule: 'format-missing',
    at: 'Thing.changed',
    wrong: field('An ISO 8601 timestamp.', 'changed: string'),
    right: field('An ISO 8601 timestamp.\n * @format date-time', 'changed: string'),
  },
  {
    rule: 'format-unknown',
    at: 'Thing.a',
    wrong: field('\n * @format zip-code', 'a: string'),
    right: field('\n * @format date', 'a: string'),
  },
  {
    rule: 'integer-in-json-schema',
    at: 'Thing.a',
    wrong: field('A fraction.', 'a: number'),
    right: field('A fraction.\n * @TJS-type number', 'a: number'),
  },
  {
    rule: 'integer-in-json-schema',
    at: 'Thing.minimum',
    wrong: used(`type: 'number' | 'integer'; minimum?: number`),
    right: used(`type: 'string'; minimum?: number`),
  },
  {
    rule: 'number-for-integer',
    at: 'Thing.a',
    wrong: field('An integer.\n * @TJS-type number', 'a: number'),
    right: field('An integer.', 'a: number'),
  },
  {
    rule: 'null-not-in-json-schema',
    at: 'Thing.a',
    wrong: used('a: string | null'),
    right: field('\n * @nullable', 'a: string | null'),
  },
  {
    rule: 'null-or-absent',
    at: 'Thing.a',
    wrong: field('\n * @nullable', 'a?: string | null'),
    right: field('With null, it is removed.\n * @nullable', 'a?: string | null'),
  },
  {
    rule: 'union-without-tag',
    at: 'Either',
    wrong: {
      more: 'export interface One { a: string } export interface Two { b: string } export type Either = One | Two;',
    },
    right: {
      more: `export interface One { kind: 'a' } export interface Two { kind: 'b' } export type Either = One | Two | One[] | string;`,
    },
  },
  {
    rule: 'object-open-unlike-siblings',
    at: 'Either',
    wrong: {
      more: `export interface One { kind: 'a'; [key: string]: unknown } export interface Two { kind: 'b' } export type Either = One | Two;`,
    },
    right: {
      more: `export interface One { kind: 'a' } export interface Two { kind: 'b' } export type Either = One | Two;`,
    },
  },
  {
    rule: 'object-without-values',
    at: 'Thing.a',
    wrong: used('a: object'),
    right: used('a: { [key: string]: unknown }'),
  },
  {
    rule: 'list-without-pages',
    at: 'things/list',
    wrong: list('RequestParams', 'Result', CHANGED),
    right: list('Paged', 'PaginatedResult', CHANGED),
  },
  {
    rule: 'list-without-pages',
    at: 'things/list',
    wrong: list('Paged', 'Result', CHANGED),
    right: list('Paged', 'PaginatedResult', CHANGED),
  },
  {
    rule: 'list-without-change',
    at: 'things/list',
    wrong: list('Paged', 'PaginatedResult', 'ToldNotification'),
    right: list('Paged', 'PaginatedResult', CHANGED),
  },
  {
    rule: 'capability-not-declared',
    at: 'Thing.a',
    wrong: field('Needs the `asking.often` capability.', 'a: string'),
    right: {
      ...field('Needs the `asking.often` capability.', 'a: string'),
      capabilities: 'asking?: { often?: boolean }',
    },
  },
  {
    rule: 'error-code-reserved',
    at: 'Busy',
    wrong: code('export const BUSY = -32003;'),
    right: code('export const BUSY = -32050;'),
  },
  {
    rule: 'error-code-reserved',
    at: 'Busy',
    wrong: code('export const BUSY = -32500;'),
    right: code('export const PARSE_ERROR = -32700;'),
  },
  {
    rule: 'error-code-doubled',
    at: 'Full',
    wrong: code('export const BUSY = -32050; export const FULL = -32050;'),
    right: code('export const BUSY = -32050; export const FULL = -32051;'),
  },
  {
    rule: 'error-code-not-declared',
    at: 'Thing.a',
    wrong: { ...field('Else, the error -32051.', 'a: string'), ...code('export const BUSY = -32050;') },
    right: { ...field('Else, the error -32050.', 'a: string'), ...code('export const BUSY = -32050;') },
  },
  {
    rule: 'error-without-type',
    at: 'FULL',
    wrong: code(
      'export const BUSY = -32050; export const FULL = -32051; export interface BusyError { code: typeof BUSY }',
    ),
    right:
      code(`export const BUSY = -32050; export const FULL = -32051; export interface BusyError { code: typeof BUSY }
      export interface FullError { code: typeof FULL }`),
  },
  {
    rule: 'meta-key-without-prefix',
    at: 'trace',
    wrong: used('_meta?: { trace: string }'),
    right: used(`_meta?: { 'com.example/trace': string }`),
  },
  {
    rule: 'deprecated-without-remedy',
    at: 'Thing.a',
    wrong: field('\n * @deprecated', 'a: string'),
    right: field('\n * @deprecated Use b.', 'a: string'),
  },
  {
    rule: 'deprecated-without-tag',
    at: 'Thing.a',
    wrong: field('This field is deprecated.', 'a: string'),
    right: field('Whether deprecated tools are listed.', 'a: boolean'),
  },
  {
    rule: 'comment-not-in-docs',
    at: 'Thing.a',
    wrong: used('/* The name of the thing, for people. */ a: string'),
    right: used('/** The name of the thing, for people. */ a: string'),
  },
  {
    rule: 'link-broken',
    at: 'Thing.a',
    wrong: field('See {@link Gone}.', 'a: string'),
    right: field('See {@link Holder} and {@link https://example.com | the page}.', 'a: string'),
  },
  {
    rule: 'revision-name',
    at: 'LATEST_PROTOCOL_VERSION',
    wrong: {
      more: `export const LATEST_PROTOCOL_VERSION = '${OLDER}';`,
      older: schemaWith(),
    },
    right: { more: `export const LATEST_PROTOCOL_VERSION = '2099-06-01';`, older: schemaWith() },
  },
  {
    rule: 'breaking-change',
    at: 'required-field-added',
    wrong: { ...used('a: string; b: string'), older: schemaWith(used('a: string')) },
    right: { ...used('a: string; b?: string'), older: schemaWith(used('a: string')) },
  },
  {
    rule: 'json-schema-differs',
    at: 'Thing',
    wrong: { ...used('a: string'), files: { jsonSchema: { definitions: {} } } },
    right: used('a: string'),
  },
  {
    rule: 'example-invalid',
    at: 'Thing',
    wrong: { ...used('a: string'), files: exampleOf({ a: 1 }) },
    right: { ...used('a: string'), files: exampleOf({ a: '1' }) },
  },
  {
    rule: 'message-without-envelope',
    at: 'Plain',
    wrong: request(`export interface JSONRPCRequest { jsonrpc: '2.0'; id: string }
      export interface Plain { params?: RequestParams }
      export interface MoreRequest extends Plain { method: 'more' }`),
    right: request(`export interface JSONRPCRequest { jsonrpc: '2.0'; id: string }
      export interface Plain extends JSONRPCRequest { params?: RequestParams }
      export interface MoreRequest extends Plain { method: 'more' }`),
  },
  {
    rule: 'request-without-result',
    at: 'MoreRequest',
    wrong: { ...used(''), more: `${used('').more} export interface AskResultResponse { result: AskResult }` },
    right: {
      ...used(''),
      more: `${used('').more} export interface AskResultResponse { result: AskResult }
        export interface MoreResultResponse { result: MoreResult }`,
    },
  },
  {
    rule: 'params-optional',
    at: 'MoreRequest.params',
    wrong: request(`export interface MoreRequest { method: 'more'; params?: MoreRequestParams }
      export interface MoreRequestParams extends RequestParams { a: string }`),
    right: request(`export interface MoreRequest { method: 'more'; params?: MoreRequestParams }
      export interface MoreRequestParams extends RequestParams { a?: string }`),
  },
  {
    rule: 'definition-duplicated',
    at: 'Other',
    wrong: {
      more: `export interface One { a: string; b: string; c: string; d: string }
        export interface Other { a: string; b: string; c: string; d: string; e: string }`,
    },
    right: {
      more: `export interface One { a: string; b: string; c: string; d: string }
        export interface Other { a: string; b: string; c: string; d: string; e: string }
        export type Either = One | Other;`,
    },
  },
  {
    rule: 'definition-empty',
    at: 'Other',
    wrong: { more: 'export interface One { a: string } export interface Other extends One {}' },
    right: { more: 'export interface One { a: string } export type Other = One;' },
  },
  {
    rule: 'type-repeated',
    at: 'One.a',
    wrong: {
      more: 'export interface One { a: { b: string } } export interface Two { a: { b: string } } export interface Six { a: { b: string } }',
    },
    right: {
      more: 'export interface One { a: { b: string } } export interface Two { a: { b: string } } export interface Six { a: { c: string } }',
    },
  },
  {
    rule: 'name-unlike-siblings',
    at: 'FourSet',
    wrong: { more: kinds('FourSet') },
    right: { more: kinds('FourMap') },
  },
  {
    rule: 'removed-without-deprecation',
    at: 'Thing.b',
    wrong: { ...used('a: string'), older: schemaWith(used('a: string; b: string')) },
    right: { ...used('a: string'), older: schemaWith(used('a: string;\n/** @deprecated Use a. */\nb: string')) },
  },
  {
    rule: 'removed-without-deprecation',
    at: 'Thing.a',
    wrong: { ...used(`a: 'x' | 'z'`), older: schemaWith(used(`a: 'x' | 'y'`)) },
    right: { ...used(`a: 'x' | 'y' | 'z'`), older: schemaWith(used(`a: 'x' | 'y'`)) },
  },
  {
    rule: 'removed-without-deprecation',
    at: 'Busy',
    wrong: { older: schemaWith(code('export const BUSY = -32050;')) },
    right: { older: schemaWith(code('/** @deprecated Since it means nothing. */ export const BUSY = -32050;')) },
  },
  {
    rule: 'limit-only-in-docs',
    at: 'Thing.a',
    wrong: field('The names. At most 100.', 'a: string[]'),
    right: field('The names. At most 100 are shown.', 'a: string[]'),
  },
  {
    rule: 'error-code-not-declared',
    at: 'Thing.a',
    wrong: { ...field('The error -32051.', 'a: string'), ...code('export const BUSY = -32050;') },
    right: { ...field('The errors from -32099 to -32051.', 'a: string'), ...code('export const BUSY = -32050;') },
  },
  {
    rule: 'removed-without-deprecation',
    at: 'more',
    wrong: { older: schemaWith(used('')) },
    right: { ...used(''), older: schemaWith(used('')) },
  },
  {
    rule: 'error-code-doubled',
    at: 'FullError',
    wrong: code(`export const BUSY = -32050; export interface BusyError { code: typeof BUSY }
      export interface FullError { code: typeof BUSY }`),
    right: code(`export const BUSY = -32050; export interface BusyError { code: typeof BUSY }
      export interface FullError extends BusyError { data: string }`),
  },
];

/** Types of one property in several definitions. */
function kinds(last: string): string {
  const types = ['OneMap', 'TwoMap', 'SixMap', last];
  return types
    .map(
      (type, index) => `export interface ${type} { k${index}: string } export interface Of${index} { kinds: ${type} }`,
    )
    .join('\n');
}

/** An example of a thing, whose `a` must be a string. */
function exampleOf(value: { readonly a: unknown }): SchemaFiles {
  const issue = { pointer: '/a', expected: 'a string', actual: 'a number', message: '/a: expected a string' };
  return {
    examples: [{ definition: 'Thing', file: 'one.json', value }],
    explain: (_, { a }: { a?: unknown } = {}) => (typeof a === 'string' ? [] : [issue]),
  } as SchemaFiles;
}

function placesOf(rule: RuleId, { older, files, ...parts }: Schema): readonly string[] {
  const beside = { ...(older !== undefined && { older }), ...(files && { files }) };
  const found = findingsIn(schemaWith(parts), beside).filter((finding) => finding.rule === rule);
  return found.map(({ at }) => at);
}

test('a schema without faults has no findings', () => {
  expect(findingsIn(schemaWith())).toEqual([]);
});

test.each(CASES.map((each, index) => ({ ...each, name: `${each.rule} (${index})` })))(
  '$name',
  ({ rule, at, wrong, right }) => {
    expect(placesOf(rule, wrong)).toContain(at);
    expect(placesOf(rule, right)).not.toContain(at);
  },
);

test('a type that is repeated is told with the definitions that repeat it', () => {
  const more = ['One', 'Two', 'Six'].map((name) => `export interface ${name} { a: { b: string } }`).join('\n');
  const messages = findingsIn(schemaWith({ more })).filter(({ rule }) => rule === 'type-repeated');
  expect(messages.map(({ message: text }) => text)).toEqual([
    '3 definitions write out the same property a: One, Two, Six',
  ]);
});

describe('the table', () => {
  test('has each rule', () => {
    expect(RULES.filter((id) => !CASES.some(({ rule }) => rule === id))).toEqual([]);
  });
});
