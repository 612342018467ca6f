/** What doc comments call defaults is what the tables of options say, and what sources do. The tables ask for what the types require. */

import ts from 'typescript';
import { expect, test } from 'vitest';
import type { AnyOptionTable, OptionKind } from '@mcp-gen/runtime/options';
import { codedDefaults, type CodedDefault } from '../support/codedDefaults.js';
import { sources, typedConstants } from '../support/typedConstants.js';

/** `Default 1,000`, `Default 16 Mi`, `Default 64 MiB`. */
const SAID = /\bDefault (\d(?:[\d,]*\d)?)( Mi)?/g;

/** The methods that an option must have. */
const METHODS = /\ban object with the methods? (\w+(?:, (?!or\b|and\b)\w+)*)/;

const tables = await typedConstants<AnyOptionTable>('OptionTable');
const interfaces = sources.flatMap((source) =>
  docsIn(source).map(([name, own]) => ({ path: source.fileName, name, own })),
);
const docs = new Map(interfaces.map(({ name, own }) => [name, own]));

test('the tables of options are found', () => {
  expect(tables.length).toBeGreaterThan(40);
});

test.each(tables)('the comments of $argument ($path) say the defaults of its table', ({ argument, value: table }) => {
  expect(Object.keys(table)).not.toEqual([]);
  const own = docs.get(argument) ?? new Map<string, string>();
  const said = Object.entries(table).flatMap(([option]) => {
    const comment = own.get(option);
    return comment === undefined ? [] : [[option, numbersIn(comment)] as const];
  });
  const declared = said.map(([option, numbers]) => [option, declaredIn(table[option], numbers)] as const);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(declared));
});

const members = new Map(
  sources
    .flatMap(({ statements }) => statements.filter(ts.isInterfaceDeclaration))
    .map((each) => [each.name.text, each.members] as const),
);

const withMethods = tables.flatMap(({ argument, value }) =>
  Object.entries(value).flatMap(([option, { expected }]) => {
    const [, methods] = METHODS.exec(expected) ?? [];
    const property = members.get(argument)?.find(({ name }) => name?.getText() === option);
    const types = property?.getText().match(/\b[A-Z]\w*/g) ?? [];
    const required = types.map(methodsOf).find(({ length }) => length > 0);
    return methods === undefined || required === undefined ? [] : [{ argument, option, methods, required }];
  }),
);

test('options with methods are found', () => {
  expect(withMethods.length).toBeGreaterThan(10);
});

// A method that is missing would fail only when it is called.
test.each(withMethods)('$option of $argument is an object with all methods of its type', ({ methods, required }) => {
  expect(methods.split(', ').toSorted()).toEqual(required.toSorted());
});

const coded = codedDefaults().flatMap((found) => {
  const said = saidOf(found);
  return said === undefined || found.value === undefined ? [] : [{ ...found, said }];
});

test('defaults in sources are found', () => {
  expect(coded.length).toBeGreaterThan(30);
});

test.each(coded)('the default of $property in $path is $said, as its comment says', ({ value, said }) => {
  expect(value).toBe(said);
});

/** Returns what the comment of a property says; undefined if several interfaces have its name, none of them in the same module. */
function saidOf({ path, types, property }: CodedDefault): unknown {
  const all = interfaces.filter(({ name, own }) => types.includes(name) && own.has(property));
  const here = all.filter((each) => each.path === path);
  const [found, ...others] = here.length > 0 ? here : all;
  return others.length > 0 ? undefined : valueIn(found?.own.get(property) ?? '');
}

/** Returns the value that a comment calls the default: `Default 8`, `Default true`, or a string. */
function valueIn(comment: string): unknown {
  const [number] = numbersIn(comment);
  const [, word, text] = /\bDefault:? (?:(true|false)\b|`([^`]*)`(?=[.\s]*(?:\n|\*\/|$)))/.exec(comment) ?? [];
  return number ?? (word === undefined ? text : word === 'true');
}

/** Returns the numbers that the comment of an option must say; of a group, those that it says and that are defaults. */
function declaredIn(kind: OptionKind | undefined, said: readonly number[]): readonly number[] {
  if (kind?.isNumber === true && kind.default === undefined) return said;
  if (typeof kind?.default === 'number') return [kind.default];
  const numbers = [
    ...Object.values(kind?.group ?? {}).map((each) => each.default),
    ...Object.values(kind?.default ?? {}),
  ];
  return said.filter((number) => numbers.includes(number));
}

/** The doc comments of the properties of each interface of a module. */
function docsIn(source: ts.SourceFile): readonly (readonly [string, ReadonlyMap<string, string>])[] {
  return source.statements.filter(ts.isInterfaceDeclaration).map(({ name, members }) => [
    name.text,
    new Map(
      members.map((member) => [
        member.name?.getText() ?? '',
        ts
          .getJSDocCommentsAndTags(member)
          .map((each) => each.getText())
          .join('\n'),
      ]),
    ),
  ]);
}

function numbersIn(comment: string): readonly number[] {
  const text = comment.replaceAll(/\s*\n\s*\*\s*/g, ' ');
  return [...text.matchAll(SAID)].map(([, number = '', mebi]) => {
    return Number(number.replaceAll(',', '')) * (mebi === undefined ? 1 : 2 ** 20);
  });
}

/** Returns the methods that an interface requires; none if it is not an interface. */
function methodsOf(type: string): readonly string[] {
  const own = members.get(type) ?? [];
  return own
    .filter((each) => ts.isMethodSignature(each) || (ts.isPropertySignature(each) && isFunction(each.type)))
    .filter(({ questionToken }) => questionToken === undefined)
    .map(({ name }) => name?.getText() ?? '');
}

function isFunction(type: ts.TypeNode | undefined): boolean {
  return type !== undefined && ts.isFunctionTypeNode(type);
}
