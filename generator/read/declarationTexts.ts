/** Splits the text of a schema into its statements. */

import { ts } from 'ts-morph';

/** The text of a statement, with what it declares. */
export interface DeclarationText {
  /** One name, unless it declares several constants. Imports and exports have none. */
  readonly names: readonly string[];
  /** With its doc comments. */
  readonly text: string;
  readonly start: number;
}

/** Returns the texts of the statements of a schema, in its order. */
export function declarationTexts(text: string): readonly DeclarationText[] {
  const file = ts.createSourceFile('schema.ts', text, ts.ScriptTarget.Latest, true);
  return file.statements.map((statement) => {
    const [docs] = ts.getJSDocCommentsAndTags(statement);
    const start = docs?.getStart(file) ?? statement.getStart(file);
    const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
    const names = declared.flatMap((each) => ts.getNameOfDeclaration(each as ts.Declaration)?.getText(file) ?? []);
    return { names, text: text.slice(start, statement.end), start };
  });
}
