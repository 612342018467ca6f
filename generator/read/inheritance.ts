/** Finds interfaces that TypeScript would take too long to check. */

import { ts } from 'ts-morph';

/** The maximum number of paths from an interface to its bases, directly and through others. TypeScript follows each of them. */
export const MAX_PATHS = 1_000;

/** Returns the names of interfaces that inherit along too many paths. Each is the first of those that extend each other. */
export function findTangled(files: readonly ts.SourceFile[]): readonly ts.Identifier[] {
  const bases = new Map<string, readonly string[]>();
  const statements = files.flatMap((file) => file.statements);
  for (const statement of statements) {
    const names = basesOf(statement);
    if (names) bases.set(names.name.text, [...(bases.get(names.name.text) ?? []), ...names.bases]);
  }
  const counts = new Map<string, number>();
  const count = (name: string): number => {
    const known = counts.get(name);
    if (known !== undefined) return known;
    // A cycle is an error of its own.
    counts.set(name, 0);
    const paths = (bases.get(name) ?? []).reduce((sum, base) => sum + 1 + count(base), 0);
    counts.set(name, paths);
    return paths;
  };
  return statements.flatMap((statement) => {
    const { name, bases: own = [] } = basesOf(statement) ?? {};
    const isFirst = name && count(name.text) > MAX_PATHS && own.every((base) => count(base) <= MAX_PATHS);
    return isFirst ? [name] : [];
  });
}

/** Returns the names that an interface extends, or that an alias combines. */
function basesOf(node: ts.Statement): { readonly name: ts.Identifier; readonly bases: readonly string[] } | undefined {
  if (ts.isTypeAliasDeclaration(node)) return { name: node.name, bases: namesIn(node.type) };
  if (!ts.isInterfaceDeclaration(node)) return undefined;
  const types = (node.heritageClauses ?? []).flatMap((clause) => clause.types);
  return { name: node.name, bases: types.flatMap((type) => namesIn(type)) };
}

function namesIn(type: ts.TypeNode): readonly string[] {
  if (ts.isParenthesizedTypeNode(type)) return namesIn(type.type);
  if (ts.isIntersectionTypeNode(type)) return type.types.flatMap(namesIn);
  const name = ts.isExpressionWithTypeArguments(type)
    ? type.expression
    : ts.isTypeReferenceNode(type)
      ? type.typeName
      : undefined;
  return name && ts.isIdentifier(name) ? [name.text] : [];
}
