/** The names that a schema file has besides its types: imports, and the constants that keys are computed from. */

import { Node, VariableDeclarationKind } from 'ts-morph';
import type { ImportDeclaration, SourceFile } from 'ts-morph';
import type { Declaration, Literal } from '../model/declarations.js';
import { enumValues, literalValue } from './literals.js';

/** Adds a problem at a node. */
export type Report = (node: Node, message: string, remedy: string) => void;

/** What a name in a file stands for. */
export interface FileNames {
  /** The declared name of an import by its name in the file: `import type { Error as RpcError }`. */
  readonly imports: ReadonlyMap<string, string>;
  /** The values of constants, and of enum members as `Enum.Member`. */
  readonly values: ReadonlyMap<string, Literal>;
}

/** @param known the declarations of other files, which imports may name */
export function readNames(source: SourceFile, known: readonly Declaration[], report: Report): FileNames {
  const declared = new Map(known.map((each) => [each.name, each]));
  const imports = new Map(source.getImportDeclarations().flatMap((node) => readImport(node, declared, report)));
  const values = new Map<string, Literal>();
  for (const declaration of known) {
    if (declaration.kind === 'constant') values.set(declaration.name, declaration.value);
  }
  for (const [local, name] of imports) {
    const declaration = declared.get(name);
    if (declaration?.kind === 'constant') values.set(local, declaration.value);
  }
  for (const statement of source.getStatements()) {
    if (Node.isEnumDeclaration(statement)) {
      for (const { member, value } of enumValues(statement)) {
        if (value !== undefined) values.set(`${statement.getName()}.${member.getName()}`, value);
      }
    }
    if (!Node.isVariableStatement(statement) || statement.getDeclarationKind() !== VariableDeclarationKind.Const)
      continue;
    for (const declaration of statement.getDeclarations()) {
      const initializer = declaration.getInitializer();
      const value = initializer && literalValue(initializer);
      if (value !== undefined) values.set(declaration.getName(), value);
    }
  }
  return { imports, values };
}

/** Returns the names of one import, by the names that they have in the file. */
function readImport(
  node: ImportDeclaration,
  declared: ReadonlyMap<string, Declaration>,
  report: Report,
): readonly (readonly [string, string])[] {
  const whole = node.getDefaultImport() ?? node.getNamespaceImport();
  if (whole) report(whole, 'Only named imports can be read', "Write `import type { Name } from '...'`.");
  return node.getNamedImports().map((specifier) => {
    const name = specifier.getName();
    if (!declared.has(name)) {
      const from = JSON.stringify(node.getModuleSpecifierValue());
      const remedy =
        declared.size === 0
          ? 'Declare it in this file. If the file is an extension, add it to a revision: --extension <this file>.'
          : 'No file given so far declares it. Name the file that does with an --extension before this one, or limit this one to ' +
            'the revisions that have it: --extension <revisions>=<file>.';
      report(specifier, `${name} is imported from ${from}, which is not at hand`, remedy);
    }
    return [specifier.getAliasNode()?.getText() ?? name, name] as const;
  });
}
