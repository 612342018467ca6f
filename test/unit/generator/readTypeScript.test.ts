import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../../generator/model/declarations.js';
import { SchemaProblems } from '../../../generator/problems.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

const primitive = (name: string) => ({ kind: 'primitive', name });
const reference = (name: string) => ({ kind: 'reference', name });
const literal = (value: string | number | boolean) => ({ kind: 'literal', value });
const property = (name: string, type: object, optional = false) => ({ name, optional, type });
const object = (...properties: object[]) => ({ kind: 'object', properties });

describe('types', () => {
  test.each([
    ['string', primitive('string')],
    ['number', primitive('number')],
    ['boolean', primitive('boolean')],
    ['null', primitive('null')],
    ['unknown', primitive('unknown')],
    ['any', primitive('any')],
    ['object', primitive('object')],
    ["'text'", literal('text')],
    ['"it\'s"', literal("it's")],
    ['`text`', literal('text')],
    ["'a\\n\\u2028'", literal('a\n\u2028')],
    ['12', literal(12)],
    ['-0.5', literal(-0.5)],
    ['0x10', literal(16)],
    ['(string)', primitive('string')],
    ['string[]', { kind: 'array', element: primitive('string') }],
    ['Array<B>', { kind: 'array', element: reference('B') }],
    ['B[][]', { kind: 'array', element: { kind: 'array', element: reference('B') } }],
    ['(B | C)[]', { kind: 'array', element: { kind: 'union', members: [reference('B'), reference('C')] } }],
    ["| 'a' | 'b'", { kind: 'union', members: [literal('a'), literal('b')] }],
    ['string | null', { kind: 'union', members: [primitive('string'), primitive('null')] }],
    [
      'B & { c: string }',
      { kind: 'intersection', members: [reference('B'), object(property('c', primitive('string')))] },
    ],
    ['{}', object()],
    ['{ b: B; c?: C }', object(property('b', reference('B')), property('c', reference('C'), true))],
    ['{ [key: string]: B }', { ...object(), index: reference('B') }],
    ['{ b: B; [key: string]: unknown }', { ...object(property('b', reference('B'))), index: primitive('unknown') }],
    ['Record<string, unknown>', { kind: 'record' }],
    ['typeof B', { kind: 'typeof', name: 'B' }],
    ['B', reference('B')],
    ['true', literal(true)],
    ['never', primitive('never')],
    ['readonly string[]', { kind: 'array', element: primitive('string') }],
    ['ReadonlyArray<B>', { kind: 'array', element: reference('B') }],
    ['Readonly<B>', reference('B')],
    ['{ readonly b: B }', object(property('b', reference('B')))],
    ["{ ['b']: B }", object(property('b', reference('B')))],
    ['{ b: B | undefined }', object(property('b', reference('B'), true))],
    [
      '{ b: (B | C | undefined) }',
      object(property('b', { kind: 'union', members: [reference('B'), reference('C')] }, true)),
    ],
    ['{ b: never }', object(property('b', primitive('never'), true))],
    ['Record<string, B>', { ...object(), index: reference('B') }],
    ["Record<'b' | 'c', B>", object(property('b', reference('B')), property('c', reference('B')))],
    ["Record<'b', B | undefined>", object(property('b', reference('B'), true))],
  ])('%s', (text, type) => {
    expect(read(`export type A = ${text};`)).toEqual([{ kind: 'alias', name: 'A', type }]);
  });
});

describe('types that are computed from others', () => {
  const B = "interface B extends D { b: string; c?: number } type D = { d: 'x' } & { e: 1 };";
  const R = "interface R { b: string; [key: string]: unknown } interface P extends Pick<R, 'b'> {}";
  const S = 'interface S extends R { [key: string]: string; s: string }';
  const T = 'interface T { t: T & U } interface U { t: U & T }';
  const T_AND_U = { kind: 'intersection', members: [reference('T'), reference('U')] };
  const U_AND_T = { kind: 'intersection', members: [reference('U'), reference('T')] };
  const KEYS = "type Keys = 'b' | 'd'; enum Names { B = 'b' } const KEY = 'b'; interface O extends Omit<B, 'c'> {}";
  const b = property('b', primitive('string'));
  const c = property('c', primitive('number'), true);
  const d = property('d', literal('x'));
  const e = property('e', literal(1));
  const open = { index: primitive('unknown') };
  test.each<[string, object]>([
    ['Partial<B>', object(...[d, e, b, c].map((each) => ({ ...each, optional: true })))],
    ['Required<B>', object(...[d, e, b, c].map((each) => ({ ...each, optional: false })))],
    ["Pick<B, 'b' | 'e'>", object(e, b)],
    ["Omit<B, 'c'>", object(d, e, b)],
    ['Omit<B, Keys>', object(e, c)],
    ['Pick<B, Names>', object(b)],
    ['Pick<B, typeof KEY>', object(b)],
    ["Partial<Pick<B, 'b'>>", object({ ...b, optional: true })],
    ['Partial<R>', { ...object({ ...b, optional: true }), ...open }],
    ["Pick<R, 'b'>", object(b)],
    ["Omit<{ b: string } & { b?: string; x: 1 }, 'x'>", object(b)],
    [
      "Pick<{ x: string | 7 } & { x: 'a' | number | null }, 'x'>",
      object(property('x', { kind: 'union', members: [literal(7), literal('a')] })),
    ],
    ["Pick<{ x: string | number } & { x?: string }, 'x'>", object(property('x', primitive('string')))],
    ["Pick<{ x: string } & { x: string | number }, 'x'>", object(property('x', primitive('string')))],
    ["Pick<{ x: string } & { x: Keys }, 'x'>", object(property('x', reference('Keys')))],
    ["Pick<{ x: unknown } & { x: D[] }, 'x'>", object(property('x', { kind: 'array', element: reference('D') }))],
    ["Pick<{ x: D[] } & { x: D[] }, 'x'>", object(property('x', { kind: 'array', element: reference('D') }))],
    [
      "Pick<{ x: B } & { x: R }, 'x'>",
      object(property('x', { kind: 'intersection', members: [reference('B'), reference('R')] })),
    ],
    [
      "Partial<{ x: 'a' } & { [key: string]: string }>",
      { ...object(property('x', literal('a'), true)), index: primitive('string') },
    ],
    [
      'Partial<S>',
      { ...object({ ...b, optional: true }, property('s', primitive('string'), true)), index: primitive('string') },
    ],
    ['Partial<T & U>', object(property('t', { kind: 'intersection', members: [T_AND_U, U_AND_T] }, true))],
    ["Pick<P, 'b'>", object(b)],
    ['Required<O>', object(d, e, b)],
    ["Pick<{ x: typeof KEY } & { x: 'b' | 'c' }, 'x'>", object(property('x', { kind: 'typeof', name: 'KEY' }))],
    ['Partial<P>', object({ ...b, optional: true })],
    ['keyof D', { kind: 'union', members: [literal('d'), literal('e')] }],
    ['Record<keyof D, string>', object(property('d', primitive('string')), property('e', primitive('string')))],
    ['keyof {}', primitive('never')],
    ['Record<keyof {}, string>', object()],
    ['Omit<B, keyof {}>', object(d, e, b, c)],
    ["B['b']", primitive('string')],
    ["B['d'][]", { kind: 'array', element: literal('x') }],
    ['Names.B', literal('b')],
    ['{ [KEY]: B; [Names.B]?: B }', object(property('b', reference('B')), property('b', reference('B'), true))],
    ['Array<Partial<D>>', { kind: 'array', element: object({ ...d, optional: true }, { ...e, optional: true }) }],
  ])('%s', (text, type) => {
    expect(read(`${B} ${R} ${S} ${T} ${KEYS} export type A = ${text};`)).toContainEqual({
      kind: 'alias',
      name: 'A',
      type,
    });
  });

  test.each([
    ['export type A = Partial<B>;', '1:25  B is not declared'],
    ['export type A = Partial<string>;', '1:17  This type is computed from one that is not an object'],
    ["type X = 'x'; export type A = Pick<X, 'a'>;", '1:31  This type is computed from one that is not an object'],
    ["type X = 'x'; export type A = X['a'];", '1:31  This type is computed from one that is not an object'],
    [
      "type X = { a: 1 } & string; export type A = Pick<X, 'a'>;",
      '1:45  This type is computed from one that is not an object',
    ],
    ['interface B { b: 1 } export type A = Pick<B, B>;', '1:38  The keys are not a finite set of strings'],
    ["interface B { b: 1 } export type A = Pick<B, 'b' | string>;", '1:38  The keys are not a finite set of strings'],
    ["export interface B { a: Omit<B, 'b'> }", '1:25  This type is computed from itself'],
    ["interface B {} export type A = B['c'];", '1:32  Unknown property "c"'],
    ['interface B {} export type A = Omit<B, string>;', '1:32  The keys are not a finite set of strings'],
    ["interface B { b: 1 } export type A = Pick<B, 'b' | 'c'>;", '1:38  Unknown property "c" to pick'],
    [
      "interface R { [key: string]: 1 } export type A = Omit<R, 'b'>;",
      '1:50  Omit cannot be applied to a type with an index signature',
    ],
    [
      'interface R { [key: string]: 1 } export type A = keyof R;',
      '1:50  keyof cannot be applied to a type with an index signature',
    ],
    [
      "interface R { b: 1; [key: string]: 1 } interface B extends Omit<R, 'b'> {}",
      '1:60  Omit cannot be applied to a type with an index signature',
    ],
    [
      "interface R { b: 1; [key: string]: 1 } interface B extends Pick<R, 'c'> {}",
      '1:60  Unknown property "c" to pick',
    ],
    [
      "type R = Record<string, unknown>; interface B extends Omit<R, 'b'> {}",
      '1:55  Omit cannot be applied to a type with an index signature',
    ],
    [
      "export type A = Omit<{ x: 'a' } & { x: 'b' }, 'y'>;",
      '1:22  Types of the property "x" in this intersection cannot be combined',
    ],
    [
      "export type A = Omit<{ x: string[] } & { x: 'b' }, 'y'>;",
      '1:22  Types of the property "x" in this intersection cannot be combined',
    ],
    [
      'export type A = Partial<{ [key: string]: string } & { [key: string]: number }>;',
      '1:25  Index signatures in this intersection cannot be combined',
    ],
    ['export type A = Record<number, string>;', '1:17  The keys are not a finite set of strings'],
    ['export interface A { [KEY]: string }', '1:22  [KEY] is not a known key'],
    ['const KEY = 1; export interface A { [KEY]: string }', '1:37  [KEY] is not a known key'],
  ])('%s is refused', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });
});

describe('imports', () => {
  const known = readTypeScript("export interface Tool { name: 'x' } export const KEY = 'key';", 'core.ts');
  const readWith = (text: string) => readTypeScript(text, 'schema.ts', known);

  test('names of the files that a file extends are known, under another name too', () => {
    const text = [
      "import type { Tool as Instrument, Tool } from './core.js';",
      "import { KEY as K } from '@other/package';",
      'export interface A extends Tool { [K]: Instrument; b: typeof K }',
      "export declare const NAME: Instrument['name'];",
      'export { A };',
    ].join('\n');
    expect(readWith(text)).toMatchObject([
      {
        name: 'A',
        bases: [{ name: 'Tool' }],
        properties: [
          { name: 'key', type: { name: 'Tool' } },
          { name: 'b', type: { kind: 'typeof', name: 'KEY' } },
        ],
      },
      { kind: 'constant', name: 'NAME', value: 'x' },
    ]);
  });

  test.each([
    ["import type { Gone } from './core.js';", '1:15  Gone is imported from "./core.js", which is not available'],
    ["import * as core from './core.js';", '1:13  Only named imports are supported'],
    ["import core from './core.js';", '1:8  Only named imports are supported'],
    [
      "export { Tool } from './core.js';",
      "1:1  Unknown statement: export { Tool } from './core.js'; (ExportDeclaration)",
    ],
    [
      'export declare const NAME: string;',
      '1:22  Unknown declaration, the type of a constant must be one literal: NAME: string (VariableDeclaration)',
    ],
  ])('%s is refused', (text, problem) => {
    const error = refusal(text, known);
    expect(error.message).toBe(`schema.ts:${problem}`);
  });

  test('without a file to import from, the remedy says how to name one', () => {
    expect(refusal("import type { Tool } from './core.js';").problems).toMatchObject([
      {
        message: 'Tool is imported from "./core.js", which is not available',
        remedy: expect.stringContaining('--extension') as unknown,
      },
    ]);
  });
});

describe('declarations', () => {
  const empty = { kind: 'interface', name: 'A', bases: [], properties: [] };
  const b = property('b', primitive('string'));
  test.each<[string, object[]]>([
    ['interface A {}', [empty]],
    ['export interface A {}', [empty]],
    ['interface A { b: string }', [{ ...empty, properties: [b] }]],
    ['interface A { b?: string }', [{ ...empty, properties: [{ ...b, optional: true }] }]],
    ['interface A { "b": string }', [{ ...empty, properties: [b] }]],
    ["interface A { 'io.x/y': string }", [{ ...empty, properties: [{ ...b, name: 'io.x/y' }] }]],
    ['interface A { default: string }', [{ ...empty, properties: [{ ...b, name: 'default' }] }]],
    ['interface A { [key: string]: unknown }', [{ ...empty, index: primitive('unknown') }]],
    ['interface A extends B, C {}', [{ ...empty, bases: [{ name: 'B' }, { name: 'C' }] }]],
    [
      "interface A extends Omit<B, 'c'> {}",
      [{ ...empty, bases: [{ name: 'B', filter: { kind: 'omit', keys: ['c'] } }] }],
    ],
    [
      "interface A extends Pick<B, 'c' | 'd'> {}",
      [{ ...empty, bases: [{ name: 'B', filter: { kind: 'pick', keys: ['c', 'd'] } }] }],
    ],
    ["export const A = 'text';", [{ kind: 'constant', name: 'A', value: 'text' }]],
    ["export const A = 'text' as const;", [{ kind: 'constant', name: 'A', value: 'text' }]],
    ['export const A = true;', [{ kind: 'constant', name: 'A', value: true }]],
    ['export declare const A = 1;', [{ kind: 'constant', name: 'A', value: 1 }]],
    ["export declare const A: 'text';", [{ kind: 'constant', name: 'A', value: 'text' }]],
    [
      "export enum A { B = 'b', C = 'c' }",
      [{ kind: 'alias', name: 'A', type: { kind: 'union', members: [literal('b'), literal('c')] } }],
    ],
    [
      'enum A { B, C, D = 7, E }',
      [{ kind: 'alias', name: 'A', type: { kind: 'union', members: [0, 1, 7, 8].map(literal) } }],
    ],
    ['export const A = -32700;', [{ kind: 'constant', name: 'A', value: -32700 }]],
    [
      'export const A = 1, B = 2;',
      [
        { kind: 'constant', name: 'A', value: 1 },
        { kind: 'constant', name: 'B', value: 2 },
      ],
    ],
    [
      'type A = string; interface B {}',
      [
        { kind: 'alias', name: 'A', type: primitive('string') },
        { ...empty, name: 'B' },
      ],
    ],
    ['// nothing\n;', []],
  ])('%s', (text, declarations) => {
    expect(read(text)).toEqual(declarations);
  });
});

describe('docs', () => {
  const tag = (name: string, text = '') => ({ name, text });
  test.each<[string, string, object[]]>([
    ['', '', []],
    ['// no doc', '', []],
    ['/* no doc */', '', []],
    ['/** One line. */', 'One line.', []],
    ['/**\n * Two\n * lines.\n */', 'Two\nlines.', []],
    ['/**\r\n * Two\r\n * lines.\r\n */', 'Two\nlines.', []],
    ['/** First. */ /** Second. */', 'First.\nSecond.', []],
    ['/** Text.\n * @format uri\n */', 'Text.', [tag('format', 'uri')]],
    ['/** @minimum 0\n * @maximum 1 */', '', [tag('minimum', '0'), tag('maximum', '1')]],
    ['/** @TJS-type number */', '', [tag('TJS-type', 'number')]],
    ['/** @TJS-ignore */', '', [tag('TJS-ignore')]],
    ['/** @deprecated */', '', [tag('deprecated')]],
    ['/** @see https://example.org/a#b */', '', [tag('see', 'https://example.org/a#b')]],
    ['/** See {@link B}. */', 'See {@link B}.', []],
    ['/** See {@link B | the b}. */', 'See {@link Bthe b}.', []],
    ['/** See {@link B the b}. */', 'See {@link Bthe b}.', []],
    ['/** See {@linkcode B}, {@linkplain B}. */', 'See {@link B}, {@link B}.', []],
    ['/** See {@link https://example.org}. */', 'See {@link https://example.org}.', []],
    ['/** @example {@link B} */', '', [tag('example', '{@link B}')]],
  ])('%j', (comment, text, tags) => {
    const [declaration] = readTypeScript(`${comment}\nexport interface A {\n${comment}\nb: string }`, 'schema.ts');
    expect(declaration?.docs).toEqual({ text, tags });
    expect(declaration?.kind === 'interface' && declaration.properties[0]?.docs).toEqual({ text, tags });
  });
});

test('every part knows its place, after its comments', () => {
  const text = ['/** Doc. */', 'export interface A extends B {', '  /** Doc. */', '  c?: (D | E[])[];', '}'].join('\n');
  expect(places(readTypeScript(text, 'schema.ts'))).toEqual([
    '2:28 B',
    '4:8 D',
    '4:12 E',
    '4:12 array',
    '4:8 union',
    '4:7 array',
    '4:3 c',
    '2:1 A',
  ]);
});

describe('whatever is not in the grammar is refused where it stands', () => {
  test.each([
    // Statements.
    ['enum E {}', '1:1  Unknown enum without members: enum E {} (EnumDeclaration)'],
    ['enum E { A = 1 + 2 }', '1:10  Unknown enum member, its value must be a literal: A = 1 + 2 (EnumMember)'],
    ["enum E { A = 'a', B }", '1:19  Unknown enum member, its value must be a literal: B (EnumMember)'],
    ['export class C {}', '1:1  Unknown statement: export class C {} (ClassDeclaration)'],
    ["export * from './a';", "1:1  Unknown statement: export * from './a'; (ExportDeclaration)"],
    ['export default interface A {}', '1:1  Unknown statement: export default interface A {} (InterfaceDeclaration)'],
    ['export = a;', '1:1  Unknown statement: export = a; (ExportAssignment)'],
    ['namespace N {}', '1:1  Unknown statement: namespace N {} (ModuleDeclaration)'],
    ['function f() {}', '1:1  Unknown statement: function f() {} (FunctionDeclaration)'],
    ["'use strict';", "1:1  Unknown statement: 'use strict'; (ExpressionStatement)"],
    // Constants.
    ['export const a = 1 + 2;', '1:14  Unknown declaration: a = 1 + 2 (VariableDeclaration)'],
    [
      "export const a = { b: 'x' } as const;",
      "1:14  Unknown declaration: a = { b: 'x' } as const (VariableDeclaration)",
    ],
    ["export const a: string = 'x';", "1:14  Unknown declaration: a: string = 'x' (VariableDeclaration)"],
    ['export const a = 1e999;', '1:14  Unknown declaration: a = 1e999 (VariableDeclaration)'],
    ['export const { a } = b;', '1:14  Unknown declaration: { a } = b (VariableDeclaration)'],
    ['export let a = 1;', '1:12  Unknown declaration: a = 1 (VariableDeclaration)'],
    // Generics and bases.
    ['export interface A<T> {}', '1:20  Unknown type parameter: T (TypeParameter)'],
    ['export type A<T> = string;', '1:15  Unknown type parameter: T (TypeParameter)'],
    ['export interface A extends Partial<B> {}', '1:28  Unknown base: Partial<B> (ExpressionWithTypeArguments)'],
    ['export interface A extends Omit<B, C> {}', '1:28  Unknown base: Omit<B, C> (ExpressionWithTypeArguments)'],
    // Members.
    ['export interface A { a?(): void }', '1:22  Unknown member: a?(): void (MethodSignature)'],
    ['export interface A { (): void }', '1:22  Unknown member: (): void (CallSignature)'],
    ['export interface A { get a(): string }', '1:22  Unknown member: get a(): string (GetAccessor)'],
    ['export interface A { 1: string }', '1:22  Unknown property name: 1 (NumericLiteral)'],
    ['export interface A { a }', '1:22  Unknown property without a type: a (PropertySignature)'],
    [
      'export interface A { [key: number]: string }',
      '1:22  Unknown index signature: [key: number]: string (IndexSignature)',
    ],
    ['export interface A { [a: string]: B; [b: string]: C }', '1:38  Unknown member: [b: string]: C (IndexSignature)'],
    // Types.
    ['export type A = () => void;', '1:17  Unknown type: () => void (FunctionType)'],
    ['export type A = [string, number];', '1:17  Unknown type: [string, number] (TupleType)'],
    ['export type A = B extends C ? D : E;', '1:17  Unknown type: B extends C ? D : E (ConditionalType)'],
    ["export type A = { [K in 'a']: string };", "1:17  Unknown type: { [K in 'a']: string } (MappedType)"],
    ['export type A = `a${string}`;', '1:17  Unknown type: `a${string}` (TemplateLiteralType)'],
    ['export type A = string | undefined;', '1:26  Unknown type: undefined (UndefinedKeyword)'],
    ['export type A = bigint;', '1:17  Unknown type: bigint (BigIntKeyword)'],
    ['export type A = 1n;', '1:17  Unknown type: 1n (LiteralType)'],
    ['export type A = 1e999;', '1:17  Unknown type: 1e999 (LiteralType)'],
    ['export type A = Map<string, B>;', '1:17  Unknown type: Map<string, B> (TypeReference)'],
    ['export type A = B.C;', '1:17  Unknown type: B.C (TypeReference)'],
    ["export type A = import('a').B;", "1:17  Unknown type: import('a').B (ImportType)"],
    ['export interface A { a: this }', '1:25  Unknown type: this (ThisType)'],
  ])('%s', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test.each([
    ['export interface A {', "1:21  Syntax error: '}' expected."],
    ['export type A = ;', '1:17  Syntax error: Type expected.'],
    ["export type A = 'a", '1:19  Syntax error: Unterminated string literal.'],
  ])('a syntax error: %s', (text, problem) => {
    expect(problemsOf(text)).toEqual([problem]);
  });

  test('all problems are reported at once, in the order of the file, each with a remedy', () => {
    const text = [
      'export interface A {',
      '  a: () => void;',
      '  b: [string]; c: bigint;',
      '}',
      'class B {}',
      'export interface C<T> { d?(): T }',
    ].join('\n');
    const problems = [
      '2:6  Unknown type: () => void (FunctionType)',
      '3:6  Unknown type: [string] (TupleType)',
      '3:19  Unknown type: bigint (BigIntKeyword)',
      '5:1  Unknown statement: class B {} (ClassDeclaration)',
      '6:20  Unknown type parameter: T (TypeParameter)',
      '6:25  Unknown member: d?(): T (MethodSignature)',
    ];
    const error = refusal(text);
    expect(error.message).toBe(problems.map((problem) => `schema.ts:${problem}`).join('\n'));
    expect(error.problems.map(({ remedy }) => remedy)).toEqual(
      [
        /^JSON has no functions/,
        /Tuples are not supported/,
        /^JSON has no bigint/,
        /^The grammar is: /,
        /^Generic types/,
        /^The grammar is: /,
      ].map((remedy) => expect.stringMatching(remedy) as unknown),
    );
  });

  test('a long construct is shown by the start of its first line', () => {
    const problem = `1:17  Unknown type: [${'string, '.repeat(7)}str... (TupleType)`;
    expect(problemsOf(`export type A = [${'string, '.repeat(20)}\nstring];`)).toEqual([problem]);
  });
});

function refusal(text: string, known: readonly Declaration[] = []): SchemaProblems {
  try {
    readTypeScript(text, 'schema.ts', known);
  } catch (error) {
    if (error instanceof SchemaProblems) return error;
    throw error;
  }
  throw new Error(`Accepted: ${text}`);
}

function problemsOf(text: string): readonly string[] {
  return refusal(text).message.replaceAll('schema.ts:', '').split('\n');
}

/** The declarations without docs and places. */
function read(text: string): unknown {
  const hidden = new Set(['docs', 'place']);
  return JSON.parse(
    JSON.stringify(readTypeScript(text, 'schema.ts'), (key, value: unknown) => (hidden.has(key) ? undefined : value)),
  );
}

/** The place of each part, the innermost first. */
function places(declarations: readonly Declaration[]): readonly string[] {
  const found: string[] = [];
  JSON.stringify(
    declarations,
    function (this: { name?: string; kind?: string }, key, value: { line: number; column: number }) {
      if (key === 'place') found.push(`${value.line}:${value.column} ${this.name ?? this.kind}`);
      return value;
    },
  );
  return found;
}
