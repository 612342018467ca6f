/** Reads generated source back, as the compiler does. */

import ts from 'typescript';

/** Parses TypeScript. @throws with the first syntax error */
export function parse(text: string): ts.SourceFile {
  const { diagnostics } = ts.transpileModule(text, { reportDiagnostics: true, fileName: 'generated.ts' });
  const [first] = diagnostics ?? [];
  if (first) throw new Error(`${ts.flattenDiagnosticMessageText(first.messageText, '\n')} in:\n${text}`);
  return ts.createSourceFile('generated.ts', text, ts.ScriptTarget.ES2022, true);
}

/** The kinds of the statements in a file: `InterfaceDeclaration`. */
export function statementKinds(file: ts.SourceFile): readonly string[] {
  return file.statements.map(({ kind }) => ts.SyntaxKind[kind]);
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
