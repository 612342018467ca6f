/** The derived JSON Schema of everything that the grammar has is that of the official tool. Where it is not, the row says why. */

import { describe, expect, test } from 'vitest';
import { deriveJsonSchema } from '../../generator/json-schema/deriveJsonSchema.js';
import { officialForm } from '../../generator/pull/officialForm.js';
import { Definitions } from '../../generator/model/definitions.js';
import { compareDefinitions } from '../../generator/pull/compareDefinitions.js';
import { readTypeScript } from '../../generator/read/readTypeScript.js';
import { runOfficialTool } from '../support/officialTool.js';

const OTHERS = `
export interface Leaf { name: string; size?: number }
export interface Tree extends Leaf { children: Tree[]; [key: string]: unknown }
export type Level = 'low' | 'high' | 'mid';
export type Open = 'low' | 'high' | string;
export type Text = string;
export type Bag = { [key: string]: unknown };
export type Meta = Record<string, unknown>;
export type Either = Leaf | Tree;
export type Named = Leaf & { label: string };
export enum Priority { Low = 'low', High = 'high', Mid = 'mid' }
export enum Rank { First = 1, Second = 2, Tenth = 10 }
export const LIMIT = 5;
export const KIND = 'kind';
`;

/** Types with the same schema in every place. */
const EQUAL: { readonly [heading: string]: readonly string[] } = {
  primitives: ['string', 'number', 'boolean', 'unknown', 'any', 'object', '{}', 'null'],
  literals: [
    ...["'a'", '1', '-1', 'true', 'false', 'typeof LIMIT', 'typeof KIND', "typeof KIND | 'b'", 'typeof LIMIT | string'],
    ...["'b' | 'a'", "'b' | 'a' | null", "null | 'a'", '2 | 10 | 1', '-1 | 1', '1.5 | 1', "'a' | 1", "'a' | true"],
    ...["'a' | boolean", '1 | boolean', "'a' | true | false", 'true | null', '1 | true | null', "Leaf | 'a' | number"],
  ],
  unions: [
    ...[
      'string | number',
      'number | string',
      'boolean | string',
      'string[] | string',
      'Leaf | string',
      'string | null',
    ],
    ...['Leaf | null', 'Leaf[] | null', 'string | number | null', 'unknown | null', 'any | string', 'Leaf | unknown'],
    ...['object | string', '{} | null', 'Leaf | Tree', 'Tree | Leaf', 'Leaf | Leaf', '{ a: string } | { b: string }'],
    ...['{ a: string } | null', '{ a: string } | Leaf', '(Leaf & { a: string }) | Tree', 'string | never'],
  ],
  arrays: [
    ...['string[]', 'number[][]', '(string | number)[]', 'Array<Leaf>', 'ReadonlyArray<Leaf>', 'readonly Leaf[]'],
    ...['(Leaf | null)[]', 'null[]', "('b' | 'a')[]", 'Level[]', 'unknown[]', '(Leaf & Tree)[]', 'Readonly<string[]>'],
  ],
  objects: [
    ...[
      '{ a?: string; b: number }',
      '{ a: { b: Leaf } }',
      '{ readonly a: string }',
      '{ a: string; [key: string]: unknown }',
    ],
    ...['{ [key: string]: Leaf | null }', '{ [key: string]: Level }', '{ [key: string]: { [key: string]: number } }'],
  ],
  names: [
    ...[
      'Open',
      'Text',
      'Bag',
      'Meta',
      "Level | 'none'",
      'Level | number',
      'Text | number',
      'Text | null',
      'Bag | null',
    ],
    ...[
      'Meta | null',
      'Meta | string',
      'Bag | string',
      'Named',
      'Named | null',
      'Either',
      'Either | string',
      'Readonly<Meta>',
    ],
  ],
  intersections: [
    ...['Leaf & Tree', 'Leaf & { a: string }', '{ a: string } & { b: string }', 'Leaf & Bag', 'Leaf & Meta'],
    ...['Leaf & { a: string } & Tree', 'Named & { a: string }', 'Leaf & (Tree | { a: string })'],
  ],
  maps: [
    ...['Record<string, unknown>', 'Record<string, any>', 'Record<string, string>', 'Record<string, Leaf[]>'],
    ...['Record<string, Leaf | null>', 'Record<string, Leaf>[]', "Record<'b' | 'a', string>", 'Record<Level, number>'],
    ...['Record<string, Record<string, number>>', 'Record<Text, Leaf>', '{ [Key in string]: Leaf }'],
    ...[
      "{ [Key in 'a' | 'b']?: Leaf }",
      '{ [Key in keyof Leaf]: string }',
      '{ readonly [Key in keyof Leaf]-?: Leaf[Key] }',
    ],
  ],
  enums: ['Priority.Low'],
  utilities: [
    ...[
      'Readonly<Leaf>',
      'Readonly<{ a: string }>',
      "Pick<Leaf, 'name'>",
      "Omit<Leaf, 'name'>",
      "Pick<Tree, 'children'>",
    ],
    ...["Exclude<Level, 'low' | 'mid'>", 'Extract<Leaf | string, string>', 'NonNullable<Leaf | null>', "Leaf['name']"],
    ...["Tree['children']", "Tree['children'][number]", 'Leaf extends Tree ? string : number'],
  ],
};

/** Types with another schema for the same values, in some place, each with the reason. */
const REWRITTEN: { readonly [reason: string]: readonly string[] } = {
  'the tool refers to a union by another of its names': [
    ...[
      'Level',
      'Level | null',
      'Either | null',
      "{ a: Level }['a']",
      'keyof Leaf',
      'Capitalize<Level>',
      "`a-${'x' | 'y'}`",
      'Priority',
    ],
  ],
  'the tool has no name for what a utility type returns': [
    ...['Partial<Leaf>', 'Required<Leaf>', 'Partial<Tree>', 'Partial<Bag>', 'Readonly<Record<string, Leaf>>'],
    ...['Record<string, Leaf> | null', '(Leaf & { a: string }) | null'],
  ],
  'the tool joins an object without properties with primitives': ['Record<string, Leaf> | string'],
  'the tool says of no number of an enum that it is an integer': ['Rank.First'],
};

/** Types whose official schema contradicts TypeScript. `adopt` names such definitions. */
const CONTRADICTED: { readonly [reason: string]: readonly string[] } = {
  'the tool says that a fraction is an integer': ['1.5'],
  'the tool takes the index signature for one of numbers': ["Omit<Tree, 'children'>"],
};

describe.each(Object.entries(EQUAL))('%s', (_, types) => {
  test.each(types)('%s', async (type) => {
    expect(await differences(type)).toEqual([]);
  });
});

/** What docs have to state in addition can be stated for a property or an alias. */
test.each([
  ...['[string]', '[string, string]', '[string, string?]', '[Leaf, ...Leaf[]]', 'readonly [string, string]'],
  ...['`a.${string}/b`', '`${string}-${string}`'],
])('%s', async (type) => {
  const text = `export interface Holder { value: ${type}; maybe?: ${type} }\nexport type Draft = ${type};`;
  expect(
    await differencesIn(`${text}\nexport interface User { value: Draft; maybe: Draft | null; list: Draft[] }`),
  ).toEqual([]);
});

describe('the tag @nullable', () => {
  test.each([
    ...['string | null', 'string | number | null', 'boolean | null', 'null', 'Text | null', 'Open | null'],
    ...[
      'Leaf | null',
      'Leaf | Tree | null',
      'Leaf | string | null',
      'Leaf[] | null',
      '{ a: string } | null',
      '{} | null',
    ],
    ...["'a' | null", "'b' | 'a' | null", '1 | 2 | null', 'true | null', "Leaf | 'a' | null", 'object | null'],
    ...['Bag | null', 'Meta | null', 'Record<string, unknown> | null', 'Named | null', 'Draft'],
    'Record<string, Leaf> | null',
  ])('%s', async (type) => {
    const text = `
      export interface Holder {
        /**
         * Words.
         *
         * @nullable
         */
        value: ${type};
        /** @nullable */
        maybe?: ${type};
        /**
         * @deprecated
         * @nullable
         * @default null
         */
        tagged?: ${type};
      }
      export type Draft = Leaf | string | null;`;
    expect(await differencesIn(text)).toEqual([]);
  });
});

describe.each(Object.entries(REWRITTEN))('%s', (_, types) => {
  test.each(types)('%s', async (type) => {
    const kinds = (await differences(type)).map(({ kind }) => kind);
    expect(kinds).toContain('rewritten');
    expect(new Set(kinds)).toEqual(new Set(['rewritten']));
  });
});

describe.each(Object.entries(CONTRADICTED))('%s', (_, types) => {
  test.each(types)('%s', async (type) => {
    expect((await differences(type)).map(({ kind }) => kind)).toContain('changed');
  });
});

test.each([
  ['an intersection', 'export type Base = Leaf & { label?: string };'],
  ['an intersection with a property in two members', 'export type Base = Leaf & { name: "a"; label: string };'],
  ['an alias of an intersection', 'export type Base = Named;'],
  ['an intersection of utility types', "export type Base = Omit<Leaf, 'size'> & Partial<Named>;"],
  ['an object', 'export type Base = { a: Leaf };'],
])('an interface that extends %s', async (_, text) => {
  expect(await differencesIn(`${text}\nexport interface Draft extends Base { extra: string }`)).toEqual([]);
});

/** Compares the schemas of a type as that of a property, an alias, an index signature ... */
function differences(type: string): ReturnType<typeof differencesIn> {
  return differencesIn(`
    export interface Holder { value: ${type}; maybe?: ${type}; undefined: (${type}) | undefined; list: (${type})[] }
    export interface Map { [key: string]: ${type} }
    export type Draft = ${type};
    export interface User { value: Draft; list: Draft[]; maybe: Draft | null }`);
}

async function differencesIn(text: string): Promise<ReturnType<typeof compareDefinitions>> {
  const whole = OTHERS + text;
  const declarations = readTypeScript(whole, 'schema.ts');
  const ours: unknown = JSON.parse(deriveJsonSchema(new Definitions(declarations), 'draft-07'));
  const names = declarations.map(({ name }) => name);
  return compareDefinitions(await officialForm(runOfficialTool(whole), names, [whole]), ours);
}
