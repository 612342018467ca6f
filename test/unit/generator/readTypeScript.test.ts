import { describe, expect, test } from 'vitest';
import type { Declaration } from '../../../generator/model/declarations.js';
import { SchemaProblems } from '../../../generator/problems.js';
import type { SchemaSource } from '../../../generator/read/sources.js';
import { readTypeScript } from '../../../generator/read/readTypeScript.js';

const primitive = (name: string) => ({ kind: 'primitive', name });
const reference = (name: string) => ({ kind: 'reference', name });
const literal = (value: string | number | boolean) => ({ kind: 'literal', value });
const property = (name: string, type: object, optional = false) => ({ name, optional, type });
const object = (...properties: object[]) => ({ kind: 'object', properties });
const array = (element: object) => ({ kind: 'array', element });
const union = (...members: object[]) => ({ kind: 'union', members });
const intersection = (...members: object[]) => ({ kind: 'intersection', members });
const alias = (type: object) => ({ kind: 'alias', name: 'A', type });
const constant = (value: unknown) => ({ kind: 'constant', name: 'A', value });
const parse = (text: string) => readTypeScript(text, 'schema.ts');

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
    ['string[]', array(primitive('string'))],
    ['Array<B>', array(reference('B'))],
    ['B[][]', array(array(reference('B')))],
    ['(B | C)[]', array(union(reference('B'), reference('C')))],
    ["| 'a' | 'b'", union(literal('a'), literal('b'))],
    ['string | null', union(primitive('string'), primitive('null'))],
    ['B & { c: string }', intersection(reference('B'), object(property('c', primitive('string'))))],
    ['{}', object()],
    ['{ b: B; c?: C }', object(property('b', reference('B')), property('c', reference('C'), true))],
    ['{ [key: string]: B }', { ...object(), index: reference('B') }],
    ['{ b: B; [key: string]: unknown }', { ...object(property('b', reference('B'))), index: primitive('unknown') }],
    ['Record<string, unknown>', { kind: 'record' }],
    ['typeof B', { kind: 'typeof', name: 'B' }],
    ['B', reference('B')],
    ['true', literal(true)],
    ['never', primitive('never')],
    ['readonly string[]', array(primitive('string'))],
    ['ReadonlyArray<B>', array(reference('B'))],
    ['Readonly<B>', reference('B')],
    ['{ readonly b: B }', object(property('b', reference('B')))],
    ["{ ['b']: B }", object(property('b', reference('B')))],
    ['{ b: B | undefined }', object(property('b', reference('B')))],
    ['{ b?: B | undefined }', object(property('b', reference('B'), true))],
    ['{ b: (B | C | undefined) }', object(property('b', union(reference('B'), reference('C'))))],
    ['{ b: never }', object(property('b', primitive('never'), true))],
    ['Record<string, B>', { ...object(), index: reference('B') }],
    ["Record<'b' | 'c', B>", object(property('b', reference('B')), property('c', reference('B')))],
    ["Record<'b', B | undefined>", object(property('b', reference('B')))],
  ])('%s', (text, type) => {
    const others = "interface B {} interface C {} declare const B: 'b';";
    expect(read(`export type A = ${text}; ${others}`)).toContainEqual(alias(type));
  });
});

describe('types that are computed from others', () => {
  const B = "interface B extends D { b: string; c?: number } type D = { d: 'x' } & { e: 1 };";
  const R = "interface R { b: string; [key: string]: unknown } interface P extends Pick<R, 'b'> {}";
  const S = 'interface S extends R { [key: string]: string; s: string }';
  const T = 'interface T { t: T & U } interface U { t: U & T }';
  const KEYS =
    "type Keys = 'b' | 'd'; enum Names { B = 'b', D = 'd' } const KEY = 'b'; interface O extends Omit<B, 'c'> {}";
  const b = property('b', primitive('string'));
  const c = property('c', primitive('number'), true);
  const d = property('d', literal('x'));
  const e = property('e', literal(1));
  const open = { index: primitive('unknown') };
  test.each<[string, object]>([
    ['Partial<B>', object(...[b, c, d, e].map((each) => ({ ...each, optional: true })))],
    ['Required<B>', object(...[b, c, d, e].map((each) => ({ ...each, optional: false })))],
    ["Pick<B, 'b' | 'e'>", object(b, e)],
    ["Omit<B, 'c'>", object(b, d, e)],
    ['Omit<B, Keys>', object(c, e)],
    ['Pick<B, Names>', object(b, d)],
    ['Pick<B, typeof KEY>', object(b)],
    ["Partial<Pick<B, 'b'>>", object({ ...b, optional: true })],
    ['Partial<R>', { ...object({ ...b, optional: true }), ...open }],
    ["Pick<R, 'b'>", object(b)],
    ["Omit<{ b: string } & { b?: string; x: 1 }, 'x'>", object(b)],
    [
      "Pick<{ x: string | 7 } & { x: 'a' | number | null }, 'x'>",
      object(property('x', union(literal(7), literal('a')))),
    ],
    ["Pick<{ x: string | number } & { x?: string }, 'x'>", object(property('x', primitive('string')))],
    ["Pick<{ x: string } & { x: string | number }, 'x'>", object(property('x', primitive('string')))],
    ["Pick<{ x: string } & { x: Keys }, 'x'>", object(property('x', union(literal('b'), literal('d'))))],
    ["Pick<{ x: unknown } & { x: D[] }, 'x'>", object(property('x', array(reference('D'))))],
    ["Pick<{ x: D[] } & { x: D[] }, 'x'>", object(property('x', array(reference('D'))))],
    ["Pick<{ x: B } & { x: R }, 'x'>", object(property('x', intersection(reference('B'), reference('R'))))],
    [
      "Partial<{ x: 'a' } & { [key: string]: string }>",
      { ...object(property('x', literal('a'), true)), index: primitive('string') },
    ],
    [
      'Partial<S>',
      { ...object({ ...b, optional: true }, property('s', primitive('string'), true)), index: primitive('string') },
    ],
    ['Partial<T & U>', object(property('t', intersection(reference('T'), reference('U')), true))],
    ["Pick<P, 'b'>", object(b)],
    ['Required<O>', object(b, d, e)],
    ["Pick<{ x: typeof KEY } & { x: 'b' | 'c' }, 'x'>", object(property('x', literal('b')))],
    ['Partial<P>', object({ ...b, optional: true })],
    ['keyof D', union(literal('d'), literal('e'))],
    ['Record<keyof D, string>', object(property('d', primitive('string')), property('e', primitive('string')))],
    ['keyof {}', primitive('never')],
    ['Record<keyof {}, string>', object()],
    ['Omit<B, keyof {}>', object(b, c, d, e)],
    ["B['b']", primitive('string')],
    ["B['d'][]", array(literal('x'))],
    ['Names.B', literal('b')],
    ['{ [KEY]: B; [Names.D]?: B }', object(property('b', reference('B')), property('d', reference('B'), true))],
    ['Array<Partial<D>>', array(object({ ...d, optional: true }, { ...e, optional: true }))],
  ])('%s', (text, type) => {
    expect(read(`${B} ${R} ${S} ${T} ${KEYS} export type A = ${text};`)).toContainEqual(alias(type));
  });

  const RECURSIVE = 'interface Tree<T> { value: T; children: Tree<T>[] }';
  test.each([
    ["export interface B { a: Omit<B, 'b'> }", "1:25  Omit<B, 'b'> contains itself"],
    [`${RECURSIVE} export type A = Tree<string>;`, '1:69  Tree<string>[] contains itself'],
    ['export type A = Record<number, string>;', '1:17  Record<number, string> is not a type of JSON values'],
    [
      'export type A = { [K in `x-${string}`]: string };',
      '1:17  { [K in `x-${string}`]: string } is not a type of JSON values',
    ],
    ["export type A = Pick<string, 'length'>;", "1:17  Pick<string, 'length'> is not a type of JSON values"],
    ['export type A = Partial<Date>;', '1:17  Partial<Date> is not a type of JSON values'],
    ["interface B { b?: string } export type A = B['b'][];", '1:44  undefined is not a type of JSON values'],
    ["interface B { b?: string } export type A = B['b'];", '1:44  undefined is not a type of JSON values'],
    ["interface B { b: bigint } export type A = B['b'];", '1:18  Unknown type: bigint (BigIntKeyword)'],
    ['const KEY = 1; export interface A { [KEY]: string }', '1:37  [KEY] is not a known key'],
  ])('%s is refused', (text, problem) => {
    expect(problemsOf(text)).toContain(problem);
  });
});

describe('types that TypeScript resolves', () => {
  const GENERIC = [
    '/** A cursor. */ type Cursor = string;',
    'interface Item { id: number }',
    'interface Page<T, M = Item> { /** The items. */ items: T[]; next?: Cursor; more?: M; by: { [key: string]: T } }',
    'interface Own<T> { item: T; rest?: this | unknown }',
    'type Maybe<T> = T | null; type Each<T> = { [Key in keyof T]: T[Key] | null };',
    'type Deep<T> = { [Key in keyof T]?: T[Key] extends object ? Deep<T[Key]> : T[Key] };',
    "type Size = 'small' | 'large'; enum Level { Low = 1 << 0, High = 1 << 1 } interface Has { size?: { a: Cursor } | null }",
  ].join(' ');
  const next = property('next', reference('Cursor'), true);
  const page = (type: object) =>
    object(
      property('items', array(type)),
      next,
      property('more', reference('Item'), true),
      property('by', { ...object(), index: type }),
    );
  test.each<[string, object]>([
    ['Page<Item>', page(reference('Item'))],
    ['Page<Size>', page(reference('Size'))],
    ['Page<Item | null>', page(union(reference('Item'), primitive('null')))],
    ['Page<{ a: Cursor }>', page(object(property('a', reference('Cursor'))))],
    ['Maybe<string>', union(primitive('string'), primitive('null'))],
    ['Each<Item>', object(property('id', union(primitive('number'), primitive('null'))))],
    ['Deep<{ a: { b: string } }>', object(property('a', object(property('b', primitive('string'), true)), true))],
    [
      "{ [Key in 'a' | 'b']?: Item }",
      object(property('a', reference('Item'), true), property('b', reference('Item'), true)),
    ],
    ['string extends unknown ? Item : never', reference('Item')],
    ["Exclude<'a' | 'b' | null, 'b'>", union(literal('a'), primitive('null'))],
    ['Extract<string | number | boolean, string | boolean>', union(primitive('string'), primitive('boolean'))],
    // TypeScript has `boolean` as two literals.
    ['Exclude<string | boolean, false>', union(primitive('string'), literal(true))],
    ['Exclude<1 | boolean | null, 1>', union(primitive('boolean'), primitive('null'))],
    ["NonNullable<Has['size']>", object(property('a', reference('Cursor')))],
    [
      "{ size: Has['size'] }",
      object(property('size', union(object(property('a', reference('Cursor'))), primitive('null')))),
    ],
    ["`${Size}-${'x' | 'y'}`", union(...['small-x', 'small-y', 'large-x', 'large-y'].map(literal))],
    ['Capitalize<Size>', union(literal('Small'), literal('Large'))],
    ['Exclude<Level, Level.Low>', literal(2)],
    ['keyof typeof Level', union(literal('Low'), literal('High'))],
    ['Own<Item>', object(property('item', reference('Item')), property('rest', primitive('unknown'), true))],
    ['Item & { level: Level }', intersection(reference('Item'), object(property('level', reference('Level'))))],
  ])('%s', (text, type) => {
    expect(read(`${GENERIC} export type A = ${text};`)).toContainEqual(alias(type));
  });

  test.each<[string, object[], object?]>([
    ["Omit<R, 'r'>", [], primitive('unknown')],
    ["Pick<R, 'x'>", [property('x', primitive('unknown'))]],
    ['Partial<Item>', [property('id', primitive('number'), true)]],
    ["Msg<'x/y', Item>", [property('method', literal('x/y')), property('params', reference('Item'))]],
    ['Page<Item>', page(reference('Item')).properties],
    ["NonNullable<Has['size']>", [property('a', reference('Cursor'))]],
  ])('interface A extends %s', (base, properties, index) => {
    const text = `${GENERIC} interface R { r: 1; [key: string]: unknown } type Msg<M, P> = { method: M; params: P };`;
    const own = property('own', primitive('string'));
    expect(read(`${text} interface A extends ${base} { own: string }`)).toContainEqual({
      kind: 'interface',
      name: 'A',
      bases: [],
      properties: [...properties, own],
      ...(index && { index }),
    });
  });

  test.each([
    ['[string, ...string[]]', 'string', [['minItems', '1']]],
    [
      '[number, number]',
      'number',
      [
        ['minItems', '2'],
        ['maxItems', '2'],
      ],
    ],
    [
      'readonly [number, number?]',
      'number',
      [
        ['minItems', '1'],
        ['maxItems', '2'],
      ],
    ],
    ['NonEmpty<string>', 'string', [['minItems', '1']]],
  ])('%s is an array of limited length', (text, name, limits) => {
    const tags = limits.map(([name = '', text = '']) => ({ name, text }));
    const all = readTypeScript(
      `interface A {\n/** Doc. */ a: ${text} } type B = ${text}; type NonEmpty<T> = [T, ...T[]];`,
      'schema.ts',
    );
    const [A, B] = all;
    const type = array({ kind: 'primitive', name });
    expect(A).toMatchObject({ properties: [{ type, docs: { text: 'Doc.', tags } }] });
    expect(B).toMatchObject({ type, docs: { text: '', tags } });
  });

  test('the elements of a tuple may have a union as their type', () => {
    const [A] = readTypeScript('type A = [string | number, ...(string | number)[]];', 'schema.ts');
    const element = union({ name: 'string' }, { name: 'number' });
    expect(A).toMatchObject({ type: { kind: 'array', element }, docs: { tags: [{ name: 'minItems', text: '1' }] } });
  });

  test('a template literal with open strings is a pattern', () => {
    const [A] = parse('interface A { a: `x.${string}/${string}` }');
    expect(A).toMatchObject({ properties: [{ type: primitive('string'), docs: { tags: [{ name: 'pattern' }] } }] });
    const [tag] = (A?.kind === 'interface' && A.properties[0]?.docs.tags) || [];
    const pattern = new RegExp(JSON.parse(tag?.text ?? '') as string, 'u');
    // The official tool leaves out strings with line breaks.
    const values = ['x.a/b', 'x./', 'x.\n/b', 'y.a/b', 'xaa/b', 'x.a'];
    expect(values.map((value) => pattern.test(value))).toEqual([true, true, false, false, false, false]);
  });

  test.each([
    ['Record<string, string>', true],
    ["Pick<B, 'b'>", true],
    ['{ [Key in string]: B }', true],
    ['{ [key: string]: string }', undefined],
    ['Readonly<{ b: B }>', undefined],
  ])('%s is mapped: %s', (text, mapped) => {
    const [, A] = parse(`interface B { b: string } type A = ${text};`);
    expect(A?.kind === 'alias' && A.type.kind === 'object' && A.type.mapped).toBe(mapped);
  });

  test('docs, tags, and places are those of the resolved properties', () => {
    const text =
      'interface B<T> {\n  /** The b.\n   * @minimum 3 */\n  b: T;\n}\ninterface A extends B<number> { a: Partial<B<string>> }';
    expect(parse(text)).toMatchObject([
      {
        properties: [
          {
            name: 'b',
            docs: { text: 'The b.', tags: [{ name: 'minimum', text: '3' }] },
            place: { line: 4, column: 3 },
          },
          { type: { properties: [{ docs: { text: 'The b.' }, place: { line: 4, column: 3 } }] } },
        ],
      },
    ]);
  });

  test('a date is a string with its format, as the official tool writes it', () => {
    const tags = [{ name: 'format', text: 'date-time' }];
    expect(parse('export type A = Date; interface B { at?: Date | undefined }')).toMatchObject([
      { type: primitive('string'), docs: { tags } },
      { properties: [{ name: 'at', type: primitive('string'), docs: { tags } }] },
    ]);
  });

  test('undefined has no meaning in an intersection with a type that excludes it', () => {
    const text = "interface B { b?: D } interface D { d: string } export type A = { a: string } & B['b'];";
    expect(read(text)).toContainEqual(alias(intersection(object(property('a', primitive('string'))), reference('D'))));
    const open = "interface B { b?: string } export type A = B['b'] & (string | undefined);";
    expect(problemsOf(open)).toContainEqual('1:44  undefined is not a type of JSON values');
  });

  test.each([
    ['[string, number]', '1:25  [string, number] is not a type of JSON values'],
    ['[string][]', '1:25  [string] has constraints that can only be stated for a property or a type'],
    ['`a-${number}`', '1:25  `a-${number}` is not a type of JSON values'],
    ['Date[]', '1:25  Date is not a type of JSON values'],
    ['Map<string, Date>', '1:25  Map is not a type of JSON values'],
    ['Maybe<Uri>', '1:31  The tag @format of Uri is lost here'],
    ["NonNullable<Has['uri']>", '2:86  The tag @format of Uri is lost here'],
  ])('%s is refused', (text, problem) => {
    const others = '\n/** @format uri */ type Uri = string; type Maybe<T> = T | null;';
    expect(problemsOf(`export interface A { a: ${text} }${others} interface Has { uri: Uri | null }`)).toEqual([
      problem,
    ]);
  });
});

describe('what TypeScript rejects is refused with its message', () => {
  test.each([
    ['export type A = Partial<B>;', "1:25  Cannot find name 'B'"],
    ['export interface A { [KEY]: string }', "1:23  Cannot find name 'KEY'"],
    [
      'const B = 1; export type A = B;',
      "1:30  'B' refers to a value, but is being used as a type here. Did you mean 'typeof B'?",
    ],
    ["interface B { b: 1 } export type A = B['c'];", "1:40  Property 'c' does not exist on type 'B'"],
    ["interface B { b: 1 } export type A = Pick<B, 'c'>;", `1:46  Type '"c"' does not satisfy the constraint '"b"'`],
    ['export interface A { a: 1; a: 1 }', "1:22  Duplicate identifier 'a'"],
    ['export type A = A | string;', "1:13  Type alias 'A' circularly references itself"],
    [
      'interface B extends A {} export interface A extends B {}',
      "1:11  Type 'B' recursively references itself as a base type",
    ],
    ["export enum E { A = 'a', B }", '1:26  Enum member must have initializer'],
    ['export interface A { [a: string]: 1; [b: string]: 1 }', "1:22  Duplicate index signature for type 'string'"],
    [
      'interface A { a: string } interface A { a: number }',
      "1:41  Subsequent property declarations must have the same type. Property 'a' must be of type 'string', but here has type 'number'",
    ],
  ])('%s', (text, problem) => {
    expect(problemsOf(text)[0]).toBe(problem);
  });
});

describe('imports', () => {
  const earlier = [{ file: 'core.ts', text: "export interface Tool { name: 'x' } export const KEY = 'key';" }];
  const readWith = (text: string) => readTypeScript(text, 'schema.ts', { earlier });

  test('names of the files that a file extends are known, under another name too', () => {
    const text = [
      "import type { Tool as Instrument, Tool } from './core.js';",
      "import { KEY as K } from '@other/package';",
      'export interface A extends Tool { [K]: Instrument; b: typeof K }',
      "export declare const NAME: Instrument['name'];",
      'interface B {} export { B };',
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
      { name: 'B' },
    ]);
  });

  test.each([
    ["import type { Gone } from './core.js';", `1:15  Module '"./core.js"' has no exported member 'Gone'`],
    ["import core from './core.js';", `1:8  Module '"core"' has no default export`],
  ])('%s is refused', (text, problem) => {
    expect(refusal(text, earlier).message).toBe(`schema.ts:${problem}`);
  });

  test('without a file to import from, the remedy says how to name one', () => {
    expect(refusal("import type { Tool } from './core.js';").problems).toMatchObject([
      {
        message: "Cannot find module './core.js' or its corresponding type declarations",
        remedy: expect.stringContaining('--extension') as unknown,
      },
    ]);
  });

  test('the names of the files that a file extends need no import', () => {
    expect(
      readWith("interface A extends Tool { b: Tool['name'] } interface B { [KEY]: Pick<Tool, 'name'> }"),
    ).toMatchObject([
      { bases: [{ name: 'Tool' }], properties: [{ type: literal('x') }] },
      { properties: [{ name: 'key', type: { properties: [{ name: 'name' }] } }] },
    ]);
  });

  test('a file may declare a name again', () => {
    expect(readWith('interface Tool { other: string } interface A { a: keyof Tool }')).toMatchObject([
      { name: 'Tool' },
      { properties: [{ type: literal('other') }] },
    ]);
  });
});

describe('modules', () => {
  const modules = [
    {
      file: 'common/base.ts',
      text: "import type { Tool } from '../schema.js'; export interface Base { tool?: Tool } interface Own {}",
    },
    { file: 'kinds.ts', text: "export enum Kind { A = 'a' } export const KEY = 'key'; export * from './common/base';" },
  ];

  test('declarations of a file and of the modules that it imports are read', () => {
    const text = [
      "import type { Base as Common } from './kinds.js';",
      "import * as kinds from './kinds';",
      "export * from './kinds.ts';",
      "export interface Tool extends Common { kind: kinds.Kind; of: Pick<kinds.Base, 'tool'>; [kinds.KEY]: typeof kinds.KEY }",
    ].join('\n');
    expect(readTypeScript(text, 'schema.ts', { modules })).toMatchObject([
      {
        name: 'Tool',
        bases: [{ name: 'Base' }],
        properties: [
          { type: reference('Kind') },
          { type: { properties: [{ type: reference('Tool'), place: { file: 'common/base.ts' } }] } },
          { name: 'key', type: { kind: 'typeof', name: 'KEY' } },
        ],
        place: { file: 'schema.ts', line: 4 },
      },
      { name: 'Base', place: { file: 'common/base.ts' } },
      { name: 'Own' },
      { name: 'Kind', place: { file: 'kinds.ts' } },
      { name: 'KEY' },
    ]);
  });

  test('problems are reported in the module that has them', () => {
    const [first] = modules;
    expect(() =>
      readTypeScript("import './common/base'; interface Tool {}", 'schema.ts', { modules: modules.slice(0, 1) }),
    ).toThrow(`${first?.file}:1:15  Module '"../schema.js"' declares 'Tool' locally, but it is not exported`);
  });
});

describe('declarations', () => {
  const empty = { kind: 'interface', name: 'A', bases: [], properties: [] };
  const b = property('b', primitive('string'));
  const B = { ...empty, name: 'B' };
  const C = { kind: 'alias', name: 'C', type: object() };
  test.each<[string, object[]]>([
    ['interface A {}', [empty]],
    [
      'interface A { b: string } interface B {} interface A extends B { c: C; b: string } type C = {}',
      [{ ...empty, bases: [{ name: 'B' }], properties: [b, property('c', reference('C'))] }, B, C],
    ],
    ['interface A<T> { t: T } type B<T> = T', []],
    ['export const A: 7 = 7;', [constant(7)]],
    ["import './schema'; export { A }; interface A {}", [empty]],
    ['export interface A {}', [empty]],
    ['interface A { b: string }', [{ ...empty, properties: [b] }]],
    ['interface A { b?: string }', [{ ...empty, properties: [{ ...b, optional: true }] }]],
    ['interface A { "b": string }', [{ ...empty, properties: [b] }]],
    ["interface A { 'io.x/y': string }", [{ ...empty, properties: [{ ...b, name: 'io.x/y' }] }]],
    ['interface A { default: string }', [{ ...empty, properties: [{ ...b, name: 'default' }] }]],
    ['interface A { [key: string]: unknown }', [{ ...empty, index: primitive('unknown') }]],
    [
      'interface A extends B, C {} interface B {} type C = {}',
      [{ ...empty, bases: [{ name: 'B' }, { name: 'C' }] }, B, C],
    ],
    [
      "interface A extends Omit<B, 'c'> {} interface B {}",
      [{ ...empty, bases: [{ name: 'B', filter: { kind: 'omit', keys: ['c'] } }] }, B],
    ],
    [
      "interface A extends Pick<B, K> {} interface B { b: string } type K = 'b'",
      [
        { ...empty, bases: [{ name: 'B', filter: { kind: 'pick', keys: ['b'] } }] },
        { ...B, properties: [b] },
        { kind: 'alias', name: 'K', type: literal('b') },
      ],
    ],
    ["export const A = 'text';", [constant('text')]],
    ["export const A = 'text' as const;", [constant('text')]],
    ['export const A = true;', [constant(true)]],
    ['export declare const A = 1;', [constant(1)]],
    ["export declare const A: 'text';", [constant('text')]],
    ["export enum A { B = 'b', C = 'c' }", [alias({ ...union(literal('b'), literal('c')), enum: true })]],
    ['enum A { B, C, D = 7, E }', [alias({ ...union(...[0, 1, 7, 8].map(literal)), enum: true })]],
    ['export const A = -32700;', [constant(-32700)]],
    ['export const A = 1, B = 2;', [constant(1), { kind: 'constant', name: 'B', value: 2 }]],
    ['type A = string; interface B {}', [alias(primitive('string')), { ...empty, name: 'B' }]],
    ['// nothing\n;', []],
  ])('%s', (text, declarations) => {
    expect(read(text)).toEqual(declarations);
  });
});

describe('docs', () => {
  const tag = (name: string, text = '') => ({ name, text });
  test.each<[string, string, object[]]>([
    ['', '', []],
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
    ['/** See {@link B | the b}. */', 'See {@link B | the b}.', []],
    ['/** See {@link B|the b}. */', 'See {@link B | the b}.', []],
    ['/** See {@link B the b}. */', 'See {@link B | the b}.', []],
    ['/** See {@link https://example.org | the page}. */', 'See {@link https://example.org | the page}.', []],
    ['/** See {@linkcode B}, {@linkplain B}. */', 'See {@link B}, {@link B}.', []],
    ['/** See {@link https://example.org}. */', 'See {@link https://example.org}.', []],
    ['/** @example {@link B} */', '', [tag('example', '{@link B}')]],
  ])('%j', (comment, text, tags) => {
    const [declaration] = parse(`${comment}\nexport interface A {\n${comment}\nb: string }`);
    expect(declaration?.docs).toEqual({ text, tags });
    expect(declaration?.kind === 'interface' && declaration.properties[0]?.docs).toEqual({ text, tags });
  });
});

test('every part knows its place, after its comments', () => {
  const text = ['/** Doc. */', 'export interface A extends B {', '  /** Doc. */', '  c?: (D | E[])[];', '}'].join('\n');
  const others = 'interface B {} interface D {} interface E {}';
  expect(places(parse(`${text}\n${others}`).slice(0, 1))).toEqual([
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
    ['export class C {}', '1:1  Unknown statement: export class C {} (ClassDeclaration)'],
    ['export default interface A {}', '1:1  Unknown statement: export default interface A {} (InterfaceDeclaration)'],
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
    ['export let a = 1;', '1:12  Unknown declaration: a = 1 (VariableDeclaration)'],
    ['export const { a } = { a: 1 };', '1:14  Unknown declaration: { a } = { a: 1 } (VariableDeclaration)'],
    // Names.
    ['export interface A {} export type { A as B };', '1:37  A is exported with the name B, which no declaration has'],
    ['interface A {} export { A, A as B };', '1:28  A is exported with the name B, which no declaration has'],
    ['interface A {} export { A as default };', '1:25  A is exported with the name default, which no declaration has'],
    ["interface A {} export * as ns from './schema.js';", '1:23  Types of the namespace ns have no names of their own'],
    // Members.
    ['export interface A { a?(): void }', '1:22  Unknown member: a?(): void (MethodSignature)'],
    ['export interface A { (): void }', '1:22  Unknown member: (): void (CallSignature)'],
    ['export interface A { get a(): string }', '1:22  Unknown member: get a(): string (GetAccessor)'],
    ['export interface A { 1: string }', '1:22  Unknown property name: 1 (NumericLiteral)'],
    [
      'export interface A { [key: number]: string }',
      '1:22  Unknown index signature: [key: number]: string (IndexSignature)',
    ],
    // Types.
    ['export type A = () => void;', '1:17  Unknown type: () => void (FunctionType)'],
    ['export type A = string | undefined;', '1:26  Unknown type: undefined (UndefinedKeyword)'],
    ['export type A = bigint;', '1:17  Unknown type: bigint (BigIntKeyword)'],
    ['export type A = 1n;', '1:17  Unknown type: 1n (LiteralType)'],
    ['export type A = 1e999;', '1:17  Unknown type: 1e999 (LiteralType)'],
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
      '  b: symbol;   c: bigint;',
      '}',
      'class B {}',
      'export interface C { d?(): string }',
    ].join('\n');
    const problems = [
      '2:6  Unknown type: () => void (FunctionType)',
      '3:6  Unknown type: symbol (SymbolKeyword)',
      '3:19  Unknown type: bigint (BigIntKeyword)',
      '5:1  Unknown statement: class B {} (ClassDeclaration)',
      '6:22  Unknown member: d?(): string (MethodSignature)',
    ];
    const error = refusal(text);
    expect(error.message).toBe(problems.map((problem) => `schema.ts:${problem}`).join('\n'));
    expect(error.problems.map(({ remedy }) => remedy)).toEqual(
      [
        /^JSON has no functions/,
        /^JSON has no symbols/,
        /^JSON has no bigint/,
        /^The grammar is: /,
        /^The grammar is: /,
      ].map((remedy) => expect.stringMatching(remedy) as unknown),
    );
  });

  test('a long construct is shown by the start of its first line', () => {
    const problem = `1:17  Unknown type: () => [${'string, '.repeat(6)}strin... (FunctionType)`;
    expect(problemsOf(`export type A = () => [${'string, '.repeat(20)}\nstring];`)).toEqual([problem]);
  });
});

function refusal(text: string, earlier: readonly SchemaSource[] = []): SchemaProblems {
  try {
    readTypeScript(text, 'schema.ts', { earlier });
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
  const hidden = new Set(['docs', 'place', 'mapped']);
  return JSON.parse(JSON.stringify(parse(text), (key, value: unknown) => (hidden.has(key) ? undefined : value)));
}

describe('a diamond of bases', () => {
  const diamond = (depth: number) =>
    [
      'interface A0 { x: string } interface B0 { x: string }',
      ...Array.from({ length: depth }, (_, n) =>
        ['A', 'B'].map((name) => `interface ${name}${n + 1} extends A${n}, B${n} {}`).join(' '),
      ),
    ].join('\n');

  test('is read if it has few layers', () => {
    expect(parse(diamond(8))).toHaveLength(18);
  });

  test('is refused at the layer with too many paths, instead of checked for minutes', () => {
    const start = performance.now();
    const [first, second] = ['A9', 'B9'].map(
      (name, index) =>
        `10:${index === 0 ? 11 : 42}  ${name} inherits along more than 1000 paths, which TypeScript follows one by one`,
    );
    expect(problemsOf(diamond(40))).toEqual([first, second]);
    expect(performance.now() - start).toBeLessThan(5000);
  });

  test('is found behind aliases', () => {
    const text = diamond(40).replaceAll(/interface (B\d+) extends (A\d+), (B\d+) \{\}/g, 'type $1 = ($2 & $3);');
    expect(problemsOf(text)[0]).toContain('inherits along more than 1000 paths');
  });
});

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
