/** The comparison sees a difference of one character, however deep and however harmless it looks to an assignment. */

import { describe, expect, test } from 'vitest';
import { deriveDefinitions } from '../support/compileText.js';
import { readProjectFile, schemaText } from '../support/schemas.js';
import { compareTypes, type Difference } from './compareTypes.js';
import { typesOfJsonSchema, typesOfModule } from './counterparts.js';
import { unexplained } from './knownDifferences.js';

const REVISION = '2025-11-25';
const GENERATED = readProjectFile(`generated/${REVISION}/types.ts`);

type Mutation = readonly [what: string, definition: string, before: string, after: string, kind: Difference['kind']];

// prettier-ignore
const MUTATIONS: readonly Mutation[] = [
  ['a property that is no longer optional', 'CancelledNotificationParams', 'reason?:', 'reason:', 'narrower'],
  ['a property that became optional', 'TextContent', 'text:', 'text?:', 'wider'],
  ['a required property that is gone', 'Root', 'uri: string;', '', 'wider'],
  ['an optional property that is gone', 'Root', 'name?: string;', '', 'different'],
  ['an optional property that is new', 'Root', 'uri: string;', 'uri: string; icon?: string;', 'different'],
  ['a number for a string', 'Root', 'uri: string;', 'uri: number;', 'different'],
  ['unknown for a string', 'Root', 'uri: string;', 'uri: unknown;', 'wider'],
  ['any for a string', 'Root', 'uri: string;', 'uri: any;', 'wider'],
  ['a property that became readonly', 'Root', 'uri: string;', 'readonly uri: string;', 'different'],
  ['one of a list', 'ListRootsResult', 'roots: Root[]', 'roots: Root', 'different'],
  ['another literal', 'TextContent', `'text'`, `'txt'`, 'different'],
  ['a literal that is gone', 'LoggingLevel', `| 'notice'`, '', 'narrower'],
  ['a member that is gone from a union', 'ContentBlock', '| AudioContent', '', 'narrower'],
  ['a member that is gone from a union, and that another one includes', 'ClientResult', '| ListRootsResult', '', 'different'],
  ['null as a member of a union', 'ProgressToken', 'string | number', 'string | number | null', 'wider'],
  ['another type of values by name', 'GetPromptRequestParams', '[key: string]: string', '[key: string]: number', 'different'],
  ['values by name of which nothing is known', 'GetPromptRequestParams', '[key: string]: string', '[key: string]: unknown', 'different'],
  ['something five levels deep', 'ClientCapabilities', 'createMessage?:', 'createMessages?:', 'different'],
  ['a part of an intersection that is gone', 'CancelTaskResult', 'Result & Task', 'Result', 'wider'],
];

describe(`in the generated types of ${REVISION}`, () => {
  const definitions = deriveDefinitions(schemaText(REVISION), REVISION);
  const names = Object.keys(definitions);

  const compare = async (...mutation: readonly [definition: string, before: string, after: string]) => {
    const found = compareTypes(mutated(GENERATED, ...mutation), await typesOfJsonSchema(definitions), names);
    return unexplained('schema.json', REVISION, found).map((text) => text.split('\n')[0]);
  };

  test.each(MUTATIONS)('%s', async (_, definition, before, after, kind) => {
    expect(await compare(definition, before, after)).toEqual([`${definition} is ${kind}`]);
  });

  test('a correction that is lost', async () => {
    expect(await compare('JSONRPCErrorResponse', 'RequestId | null', 'RequestId')).toEqual([
      'JSONRPCErrorResponse is not wider: remove it from knownDifferences.ts',
      'URLElicitationRequiredError is not wider: remove it from knownDifferences.ts',
    ]);
  });
});

describe('between two modules', () => {
  const compare = (ours: string, theirs: string) => compareTypes(ours, typesOfModule(theirs, ['A']), ['A']);

  // prettier-ignore
  test.each([
    ['undefined and absence', 'export interface A { a?: string }', 'export interface A { a?: string | undefined }', ['A is narrower']],
    ['an interface and its own writing out', 'interface B { b: 1 } export interface A extends B { a: 2 }', 'export interface A { a: 2; b: 1 }', []],
    ['a type that refers to itself', 'export interface A { a?: A[] }', 'export interface A { a?: A[] }', []],
    ['an open object', 'export interface A { a: 1; [key: string]: unknown }', 'export interface A { a: 1 }', []],
    ['a record of anything', 'export type A = Record<string, unknown>', 'export type A = object', []],
    ['a record of strings', 'export type A = Record<string, string>', 'export type A = object', ['A is different']],
    ['an object and unknown', 'export type A = object', 'export type A = unknown', ['A is narrower']],
    ['an open union', `export type A = 'a' | (string & {})`, 'export type A = string', []],
    ['a branded string', `export type A = string & { brand: 1 }`, 'export type A = string', ['A is narrower']],
    ['a type that ours lacks', 'export type B = 1', 'export type A = 1', ['A is missing']],
    ['a type that theirs lacks', 'export type A = 1', 'export type B = 1', ['A is missing']],
  ])('%s', (_, ours, theirs, kinds) => {
    expect(compare(ours, theirs).map(({ text }) => text.split('\n')[0])).toEqual(kinds);
  });

  test('a difference is told in full', () => {
    const [difference] = compare('export interface A { a: string; b?: 1 }', 'export interface A { a: number }');
    expect(difference?.text.split('\n')).toEqual([
      'A is different',
      '  from generated to counterpart:',
      `    Types of property 'a' are incompatible.`,
      `      Type 'string' is not assignable to type 'number'.`,
      '  from counterpart to generated:',
      `    Types of property 'a' are incompatible.`,
      `      Type 'number' is not assignable to type 'string'.`,
      '  only generated: a: string',
      '  only generated: b?: 1 | undefined',
      '  only counterpart: a: number',
    ]);
  });

  test('a module that does not compile is an error', () => {
    expect(() => compare('export type A = B;', 'export type A = 1')).toThrow(/B/);
  });
});

/** A text in which one place of one declaration is changed. */
function mutated(text: string, definition: string, before: string, after: string): string {
  const [start = ''] = new RegExp(`^export (interface|type) ${definition}\\b`, 'm').exec(text) ?? [];
  const [head = '', ...rest] = text.split(start);
  const [declaration = '', ...others] = rest.join(start).split('\n/**\n');
  if (declaration.split(before).length !== 2) throw new Error(`${definition} does not have ${before} exactly once`);
  return head + start + [declaration.replace(before, () => after), ...others].join('\n/**\n');
}
