import ts from 'typescript';

/**
 * A module in which nodes are replaced, from the outside in.
 *
 * @param replace - What stands for a node: another node, `null` for nothing at all, `undefined` to look at its children.
 */
export function rewrite(text: string, replace: (node: ts.Node) => ts.Node | null | undefined): string {
  const source = ts.createSourceFile('types.ts', text, ts.ScriptTarget.ES2022);
  const { transformed } = ts.transform(source, [
    (context) => {
      const visit = (node: ts.Node): ts.Node | undefined => {
        const replacement = replace(node);
        if (replacement === null) return undefined;
        return replacement ?? ts.visitEachChild(node, visit, context);
      };
      return (root) => ts.visitEachChild(root, visit, context);
    },
  ]);
  return transformed.map((file) => ts.createPrinter().printFile(file)).join('');
}
