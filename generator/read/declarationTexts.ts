/** Splits the text of a schema into its declarations. */

import { ts } from 'ts-morph';

/** The text of a declaration. */
export interface DeclarationText {
  readonly name: string;
  /** With its doc comments. */
  readonly text: string;
  readonly start: number;
}

/** Returns the texts of the declarations of a schema, in its order. */
export function declarationTexts(text: string): readonly DeclarationText[] {
  const file = ts.createSourceFile('schema.ts', text, ts.ScriptTarget.Latest, true);
  return file.statements.map((statement) => {
    const [docs] = ts.getJSDocCommentsAndTags(statement);
    const start = docs?.getStart(file) ?? statement.getStart(file);
    const named = ts.isVariableStatement(statement) ? statement.declarationList.declarations[0] : statement;
    const name = named && ts.getNameOfDeclaration(named as ts.Declaration)?.getText(file);
    return { name: name ?? '', text: text.slice(start, statement.end), start };
  });
}
