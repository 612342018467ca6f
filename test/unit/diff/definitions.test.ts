/** What counts as a change of a definition, and which side it breaks. */

import { describe, expect, test } from 'vitest';
import { describeChange } from '../../../generator/diff/changes.js';
import type { Report } from '../../../generator/diff/compareProtocols.js';
import { compare, definitionLines, exchange, protocolOf } from './exchange.js';

describe('a result is read by the client, params by the server, what both send by both', () => {
  test.each([
    ['params', 'AskParams', 'new server'],
    ['result', 'AskResult', 'new client'],
    ['told', 'TellParams', 'new client | new server'],
  ] as const)('%s', (part, definition, readers) => {
    expect(definitionLines({}, { [part]: 'a: string' })).toEqual([`${definition} + a: string | ${readers}`]);
  });

  test('a definition in params and results is read by both, one that nothing carries by nobody', () => {
    const uses = { params: 'a?: Part', result: 'b?: Part' };
    const was = { ...uses, more: 'export interface Part {} export interface Alone {}' };
    const is = { ...uses, more: 'export interface Part { c: string } export interface Alone { c: string }' };
    expect(definitionLines(was, is)).toEqual(['Part + c: string | new client | new server', 'Alone + c: string']);
  });

  test('a definition that only one revision carries breaks nobody', () => {
    const was = { more: 'export interface Part {}' };
    const is = { params: 'a?: Part', more: 'export interface Part { c: string }' };
    expect(definitionLines(was, is)).toEqual(['AskParams + a?: Part', 'Part + c: string']);
  });
});

describe('fields', () => {
  test.each([
    ['', 'a?: string', '+ a?: string'],
    ['', 'a: string', '+ a: string | new client'],
    ['a?: string', '', '- a?: string'],
    ['a: string', '', '- a: string | old client'],
    ['a?: string', 'a: string', '~ a: required now | new client'],
    ['a: string', 'a?: string', '~ a: optional now | old client'],
    ['a: { b: string }', 'a: { b: string; c?: string }', '+ a.c?: string'],
    ['a: object', 'a: { c: string }', '+ a.c: string | new client'],
    ['a: { b: string }[]', 'a: { b?: string }[]', '~ a[].b: optional now | old client'],
    ['a: { b: string }', 'a: { b: string; [key: string]: unknown }', '~ a: an index signature is declared'],
  ])('%s → %s', (was, is, line) => {
    expect(definitionLines({ result: was }, { result: is })).toEqual([`AskResult ${line}`]);
  });
});

describe('types', () => {
  const more = `
    export interface A { kind: 'a' }
    export interface B { kind: 'b' }
    export type Both = A | B;
    export type Text = string;
    export interface One { a: string }
    export interface Two { b: string }
    export interface MaybeOne { a?: string }
    /** @minItems 1 */
    export type Some = string[];
    export interface Flags { [key: string]: boolean }
    export interface OneAndTwo { a: string; b: string }
    export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };`;

  test.each([
    ['a: string', 'a: unknown', '~ a: string → unknown, wider | old client'],
    ['a: unknown', 'a: string', '~ a: unknown → string, narrower | new client'],
    ['a: string', 'a: boolean', '~ a: string → boolean | old client | new client'],
    ['a: number', '/** @TJS-type number */ a: number', '~ a: integer → number, wider | old client'],
    ['a: string', 'a: string | number', '~ a: also integer | old client'],
    ['a: string | null', 'a: string', '~ a: no longer null | new client'],
    ["a: 'x'", "a: 'y'", '~ a: "x" → "y" | old client | new client'],
    ["a: 'x' | 'y'", "a: 'x' | 'y' | 'z'", '~ a: also "z" | old client'],
    ["a: 'x' | 'y'", "a: 'x'", '~ a: no longer "y" | new client'],
    ["a: 'x'", 'a: string', '~ a: "x" → string, wider | old client'],
    ["a: 'x' | string", "a: 'x' | 'y' | string", '~ a: also "y", among others'],
    ["a: 'x' | 'y' | string", "a: 'x' | string", '~ a: no longer "y", but others'],
    ['a: A', 'a: A | B', '~ a: also B | old client'],
    ['a: (A | B)[]', 'a: A[]', '~ a[]: no longer B | new client'],
    ['a: A', 'a: Both', '~ a: also B | old client'],
    ['a: A | B', 'a: Both', '~ a: A | B → Both, the same values'],
    ['a: { kind: "a" }', 'a: A', '~ a: { kind } → A, the same values'],
    ['a: A', 'a: B', '~ a: A → B | old client | new client'],
    ['a: One & Two', 'a: OneAndTwo', '~ a: One & Two → OneAndTwo, the same values'],
    ['a: One & Two', 'a: One', '- a.b: string | old client'],
    ['a: unknown', 'a: Json', '~ a: unknown → Json, narrower | new client'],
    ['a: object', 'a: { [key: string]: string }', '~ a[*]: unknown → string, narrower | new client'],
    ['a: One', 'a: MaybeOne', '~ a: One → MaybeOne, wider | old client'],
    ['a: MaybeOne', 'a: One', '~ a: MaybeOne → One, narrower | new client'],
    ['a: Some | boolean', 'a: Some | string[] | boolean', '~ a: also string[] | old client'],
    ['a: string[] | boolean', 'a: string[] | Some | boolean', '~ a: also Some'],
    ['a: One', 'a: Flags', '~ a: One → Flags | old client | new client'],
    ['a: { [key: string]: string }', 'a: { [key: string]: string | number }', '~ a[*]: also integer | old client'],
    ['/** @minimum 0 */ a: number', '/** @minimum 1 */ a: number', '~ a: at least 0 → at least 1 | new client'],
    ['/** @maximum 1 */ a: number', 'a: number', '~ a: at most 1 → no bounds | old client'],
    ['a: string[]', '/** @maxItems 9 */ a: string[]', '~ a: no bounds → at most 9 items | new client'],
    ['/** @format uri */ a: string', '/** @format byte */ a: string', '~ a: format uri → format byte'],
    ['a: string', '/** @default "x" */ a: string', '~ a: no default → default x'],
    ['a: string', '/** @deprecated */ a: string', '~ a: deprecated'],
    ['/** @deprecated */ a: string', 'a: string', '~ a: no longer deprecated'],
  ])('%s → %s', (was, is, line) => {
    expect(definitionLines({ result: was, more }, { result: is, more })).toEqual([`AskResult ${line}`]);
  });

  test.each([
    ['/** One. */ a: string', '/** Two. */ a: string'],
    ['a: Text', 'a: string'],
    ['a: A | B', 'a: B | A'],
    ['a: string; b?: string', 'b?: string; a: string'],
  ])('no change: %s → %s', (was, is) => {
    expect(compare(exchange({ result: was, more }), exchange({ result: is, more })).equal).toBe(true);
  });

  test('what contains itself is compared, too', () => {
    const json = (name: string) =>
      `export type ${name} = string | number | boolean | null | ${name}[] | { [key: string]: ${name} };`;
    const found = definitionLines({ result: 'a: Json', more: json('Json') }, { result: 'a: Data', more: json('Data') });
    expect(found).toEqual(['AskResult ~ a: Json → Data, the same values']);
  });
});

test('a member that others cover breaks nobody', () => {
  const more = 'export interface Open {} export interface Narrow { a: string }';
  const [line] = definitionLines({ result: 'x: Open | string', more }, { result: 'x: Open | Narrow | string', more });
  expect(line).toBe('AskResult ~ x: also Narrow');
});

test('the envelope of a message travels, whether it is stated or not', () => {
  const [plain, whole] = ['', 'extends Envelope'].map((base) =>
    protocolOf(`
      export interface Envelope { jsonrpc: '2.0'; id: string }
      export interface None {}
      export interface AskRequest ${base} { method: 'ask'; params?: None }
      export interface AskResult {}
      export type ClientRequest = AskRequest;`),
  );
  if (!plain || !whole) throw new Error('Two protocols are needed');
  const lines = (report: Report) => report.definitions.flatMap(({ changes }) => changes.map(describeChange));
  expect(lines(compare(plain, whole))).toEqual(['+ jsonrpc: "2.0", of the envelope', '+ id: string, of the envelope']);
  expect(lines(compare(whole, plain))).toEqual(['- jsonrpc: "2.0", of the envelope', '- id: string, of the envelope']);
  expect(compare(plain, whole).breaking + compare(whole, plain).breaking).toBe(0);
});

describe('a refactoring makes no noise', () => {
  const inPlace = `
    export interface AskRequest { method: 'ask'; params: {
      a: string;
      /** @format uri */
      b?: string } }
    export interface AskResult { c: string; d: string }
    export type ClientRequest = AskRequest;`;

  test('params that get a name, properties that become inherited', () => {
    const named = `
      export interface AskRequest { method: 'ask'; params: AskRequestParams }
      export interface AskRequestParams extends Base {
        /** @format uri */
        b?: string }
      export interface Base { a: string }
      export interface C { c: string }
      export interface AskResult extends C { d: string }
      export type ClientRequest = AskRequest;`;
    const { methods, definitions, added, removed } = compare(protocolOf(inPlace), protocolOf(named));
    expect({ methods, definitions, removed }).toEqual({ methods: [], definitions: [], removed: [] });
    expect(added).toEqual(['AskRequestParams', 'Base', 'C']);
  });

  test.each(['description', 'title', 'examples'])('the tag %s, which says nothing about values', (tag) => {
    const said = (text: string): string => `/** @${tag} ${text} */\na: string`;
    expect(definitionLines({ params: said('One') }, { params: said('Another') })).toEqual([]);
  });

  test('params under another name', () => {
    const [was, is] = ['First', 'Second'].map((name) =>
      protocolOf(`
        export interface AskRequest { method: 'ask'; params: ${name} }
        export interface ${name} { a: string }
        export interface AskResult {}
        export type ClientRequest = AskRequest;`),
    );
    if (!was || !is) throw new Error('Two protocols are needed');
    expect(compare(was, is)).toMatchObject({ definitions: [], methods: [], breaking: 0 });
  });

  test('and hides none', () => {
    const named = `
      export interface AskRequest { method: 'ask'; params: AskRequestParams }
      export interface AskRequestParams { a: string; b: string }
      export interface AskResult { c: string; d: string }
      export type ClientRequest = AskRequest;`;
    const { definitions } = compare(protocolOf(inPlace), protocolOf(named));
    expect(definitions).toMatchObject([
      {
        definitions: ['AskRequest'],
        changes: [
          { rule: 'field-became-required', path: 'params.b', breaks: ['new server'] },
          { rule: 'keyword-changed', path: 'params.b', was: 'format uri', is: 'no format', breaks: [] },
        ],
      },
    ]);
  });
});

describe('renames', () => {
  const uses = (name: string, body: string) => ({
    params: `ref: ${name}`,
    more: `export interface ${name} { ${body} }`,
  });

  test('the same tag is the same definition, and its uses are not a change', () => {
    const found = definitionLines(
      uses('OldRef', "type: 'ref'; uri: string"),
      uses('NewRef', "type: 'ref'; uri?: string"),
    );
    expect(found).toEqual(['NewRef ~ renamed: OldRef → NewRef', 'NewRef ~ uri: optional now | old server']);
  });

  test('the same properties under a longer name are the same definition', () => {
    const found = definitionLines(
      uses('Failure', 'code: number; text: string'),
      uses('FailureResponse', 'code: number; text: string'),
    );
    expect(found).toEqual(['FailureResponse ~ renamed: Failure → FailureResponse']);
  });

  test.each(['', 'code: number'])('less than two properties decide nothing: { %s }', (body) => {
    const report = compare(exchange(uses('Failure', body)), exchange(uses('FailureResponse', body)));
    expect(report).toMatchObject({ added: ['FailureResponse'], removed: ['Failure'] });
  });

  test('other properties under a longer name are another definition', () => {
    const was = { more: 'export interface Failure { code: number; text: string }' };
    const is = { more: 'export interface FailureResponse { code: number; reason: string }' };
    expect(compare(exchange(was), exchange(is))).toMatchObject({ added: ['FailureResponse'], removed: ['Failure'] });
  });

  test('another tag is another definition', () => {
    const report = compare(exchange(uses('OldRef', "type: 'old'")), exchange(uses('NewRef', "type: 'new'")));
    expect(report).toMatchObject({ added: ['NewRef'], removed: ['OldRef'] });
  });

  test('a tag of two candidates decides nothing', () => {
    const was = { more: "export interface X { type: 'ref' }" };
    const is = { more: "export interface Y { type: 'ref' } export interface Z { type: 'ref' }" };
    expect(compare(exchange(was), exchange(is))).toMatchObject({ added: ['Y', 'Z'], removed: ['X'] });
  });
});

test('definitions that changed alike stand together, those that break others apart', () => {
  const text = (member: string) => ({
    params: 'x?: C',
    result: 'a?: A; b?: B',
    more: ['A', 'B', 'C'].map((name) => `export interface ${name} { ${member} }`).join('\n'),
  });
  const { definitions } = compare(exchange(text('')), exchange(text('d: string')));
  expect(definitions.map((group) => group.definitions)).toEqual([['A', 'B'], ['C']]);
});

test('constants that changed', () => {
  expect(definitionLines({ more: 'export const CODE = -1;' }, { more: 'export const CODE = -2;' })).toEqual([
    'CODE ~ -1 → -2',
  ]);
});

test('an alternative definition of the same name', () => {
  const was = { result: 'a: Choice', more: 'export interface Choice { b: string }' };
  const is = {
    result: 'a: Choice',
    more: 'export type Choice = Text | Flag; export interface Text { b: string } export interface Flag { c: boolean }',
  };
  expect(definitionLines(was, is)).toEqual(['Choice ~ { b } → Text | Flag, wider | old client']);
});
