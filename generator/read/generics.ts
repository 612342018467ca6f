/** Finds the generic types of a schema. */

import { ts } from 'ts-morph';

/** Returns the names of the generic types that files declare, and of their parameters. */
export function genericNames(texts: readonly string[]): ReadonlySet<string> {
  const statements = texts.flatMap((text) => ts.createSourceFile('names.ts', text, ts.ScriptTarget.ESNext).statements);
  return new Set(
    statements.flatMap((statement) => {
      if (!ts.isInterfaceDeclaration(statement) && !ts.isTypeAliasDeclaration(statement)) return [];
      const parameters = (statement.typeParameters ?? []).map(({ name }) => name.text);
      return parameters.length === 0 ? [] : [statement.name.text, ...parameters];
    }),
  );
}
