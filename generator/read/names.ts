/** Reads the names of a schema file that are not types: imports, and the constants that keys are computed from. */

import { Node, VariableDeclarationKind } from 'ts-morph';
import type { ImportDeclaration, SourceFile } from 'ts-morph';
import type { Declaration, Literal } from '../model/declarations.js';
import { enumValues, literalValue } from './literals.js';

/** Adds a problem at a node. */
export type Report = (node: Node, message: string, remedy: string) => void;

/** The meaning of the names in a file. */
export interface FileNames {
  /** The declared name of each import, by its name in the file: `import type { Error as RpcError }`. */
  readonly imports: ReadonlyMap<string, string>;
  /** The values of constants and enum members, the latter as `Enum.Member`. */
  readonly values: ReadonlyMap<string, Literal>;
}

/** @param known the declarations of other files, which may be imported */
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
  if (whole) report(whole, 'Only named imports are supported', "Write `import type { Name } from '...'`.");
  return node.getNamedImports().map((specifier) => {
    const name = specifier.getName();
    if (!declared.has(name)) {
      const from = JSON.stringify(node.getModuleSpecifierValue());
      const remedy =
        declared.size === 0
          ? 'Declare it in this file. If the file is an extension, add it to a revision: --extension <this file>.'
          : 'No earlier file declares it. Add the file that declares it with an earlier --extension, or limit this one to ' +
            'the revisions that have it: --extension <revisions>=<file>.';
      report(specifier, `${name} is imported from ${from}, which is not available`, remedy);
    }
    return [specifier.getAliasNode()?.getText() ?? name, name] as const;
  });
}
