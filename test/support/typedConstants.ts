/** The exported constants of a type, found in the syntax of the packages, with their values. */

import ts from 'typescript';
import { HANDWRITTEN } from '../../scripts/packages.mjs';
import { modulesIn } from '../architecture/modules.js';
import { readProjectFile } from './schemas.js';

/** A constant whose declaration states its type. */
export interface TypedConstant<Value> {
  readonly path: string;
  readonly name: string;
  /** The first type argument: `ServerOptions` of `OptionTable<ServerOptions>`. */
  readonly argument: string;
  readonly value: Value;
}

/** The syntax of all modules of the packages. */
export const sources: readonly ts.SourceFile[] = HANDWRITTEN.flatMap(modulesIn).map(({ path }) =>
  ts.createSourceFile(path, readProjectFile(path), ts.ScriptTarget.ES2022, true),
);

/**
 * Returns the constants at the top of modules that are declared with a type, in the order of their files.
 *
 * @throws {Error} if a module does not export one: nothing outside of it could check it then.
 */
export async function typedConstants<Value>(type: string): Promise<readonly TypedConstant<Value>[]> {
  const found = sources.flatMap((source) => declarationsIn(source, type));
  return Promise.all(
    found.map(async ({ path, name, argument }) => {
      const { href } = new URL(`../../${path}`, import.meta.url);
      const module = (await import(/* @vite-ignore */ href)) as { readonly [name: string]: Value | undefined };
      const value = module[name];
      if (value === undefined) throw new Error(`${path} must export ${name}`);
      return { path, name, argument, value };
    }),
  );
}

function declarationsIn(source: ts.SourceFile, type: string): readonly Omit<TypedConstant<never>, 'value'>[] {
  const declared = source.statements
    .filter(ts.isVariableStatement)
    .flatMap((each) => each.declarationList.declarations);
  return declared.flatMap(({ name, type: given }) => {
    if (!given || !ts.isTypeReferenceNode(given) || given.typeName.getText() !== type) return [];
    const [argument] = given.typeArguments ?? [];
    const of = argument && ts.isTypeReferenceNode(argument) ? argument.typeName.getText() : '';
    return [{ path: source.fileName, name: name.getText(), argument: of }];
  });
}
