/** Reads generated source back, as the compiler does. */

import ts from 'typescript';

/** Parses TypeScript. @throws with the first syntax error */
export function parse(text: string): ts.SourceFile {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'generated.ts' });
  const [first] = diagnostics ?? [];
  if (first) throw new Error(`${ts.flattenDiagnosticMessageText(first.messageText, '\n')} in:\n${text}`);
  return ts.createSourceFile('generated.ts', text, ts.ScriptTarget.ES2022, true);
}

/** What the statements of a file are, in its order. */
export function statementKinds(file: ts.SourceFile): readonly string[] {
  return file.statements.map((statement) => {
    if (ts.isVariableStatement(statement)) return 'constant';
    if (ts.isInterfaceDeclaration(statement)) return 'interface';
    if (ts.isTypeAliasDeclaration(statement)) return 'type';
    if (ts.isFunctionDeclaration(statement)) return 'function';
    return ts.isImportDeclaration(statement) ? 'import' : 'other';
  });
}

/** All nodes of a kind, in the order of the file. */
export function findNodes<Node extends ts.Node>(root: ts.Node, is: (node: ts.Node) => node is Node): readonly Node[] {
  const found: Node[] = [];
  const visit = (node: ts.Node): void => {
    if (is(node)) found.push(node);
    ts.forEachChild(node, visit);
  };
  visit(root);
  return found;
}
