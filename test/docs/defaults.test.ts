/** The numbers that doc comments call defaults are those of the tables of options. */

import ts from 'typescript';
import { expect, test } from 'vitest';
import type { AnyOptionTable, OptionKind } from '@mcp-gen/runtime/options';
import { modulesIn } from '../architecture/modules.js';
import { readProjectFile } from '../support/schemas.js';

const PACKAGES = ['runtime/src', 'sdk/src', 'auth/src', 'redis/src'];

interface Declared {
  /** The module, and the names of the table and of its interface. */
  readonly place: string;
  readonly path: string;
  readonly name: string;
  readonly options: string;
  readonly isExported: boolean;
}

/** `Default 1,000`, `Default 16 Mi`, `Default 64 MiB`. */
const SAID = /\bDefault (\d(?:[\d,]*\d)?)( Mi)?/g;

const sources = PACKAGES.flatMap(modulesIn).map(({ path }) =>
  ts.createSourceFile(path, readProjectFile(path), ts.ScriptTarget.ES2022, true),
);
const tables = sources.flatMap(tablesIn);
const docs = new Map(sources.flatMap(docsIn));

test('every table of options can be read from outside of its module', () => {
  expect(tables.length).toBeGreaterThan(40);
  expect(tables.filter(({ isExported }) => !isExported).map(({ place }) => place)).toEqual([]);
});

test.each(tables)('the comments of $place say the defaults of its table', async ({ path, name, options }) => {
  const { href } = new URL(`../../${path}`, import.meta.url);
  const module = (await import(/* @vite-ignore */ href)) as { readonly [name: string]: AnyOptionTable | undefined };
  const table = module[name] ?? {};
  expect(Object.keys(table)).not.toEqual([]);
  const own = docs.get(options) ?? new Map<string, string>();
  const said = Object.entries(table).flatMap(([option]) => {
    const comment = own.get(option);
    return comment === undefined ? [] : [[option, numbersIn(comment)] as const];
  });
  const declared = said.map(([option, numbers]) => [option, declaredIn(table[option], numbers)] as const);
  expect(Object.fromEntries(said)).toEqual(Object.fromEntries(declared));
});

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

/** The tables of options of a module: constants of the type `OptionTable<Options>`. */
function tablesIn(source: ts.SourceFile): readonly Declared[] {
  return source.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap(({ name, type }) => {
      if (!type || !ts.isTypeReferenceNode(type) || type.typeName.getText() !== 'OptionTable') return [];
      const [given] = type.typeArguments ?? [];
      const options = given && ts.isTypeReferenceNode(given) ? given.typeName.getText() : '';
      const path = source.fileName;
      const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
      return [{ place: `${options} (${path})`, path, name: name.getText(), options, isExported }];
    }),
  );
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
