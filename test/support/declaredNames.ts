/** The names that packages declare, for tests of tables that map the names of one library to those of another. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/**
 * Returns all names in the declaration files of a folder: of exports, classes, functions, members, and parameters, and the values of string
 * literal types.
 */
export function declaredNames(folder: string): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (node: ts.Node): void => {
    const { name } = node as ts.NamedDeclaration;
    if (name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name))) names.add(name.text);
    if (ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)) names.add(node.literal.text);
    ts.forEachChild(node, visit);
  };
  for (const path of declarationFiles(folder)) {
    visit(ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022));
  }
  return names;
}

/** `.d.ts` and `.d.mts`. Those for CommonJS, `.d.cts`, declare the same. */
function declarationFiles(folder: string): readonly string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return files
    .filter((path) => /\.d\.m?ts$/.test(path) && !path.includes('node_modules'))
    .map((path) => join(folder, path));
}

/** Words of expressions that are not names of an API. */
const LANGUAGE = new Set([
  'new',
  'throw',
  'true',
  'false',
  'null',
  'undefined',
  'await',
  'for',
  'of',
  'const',
  'Map',
  'Uint8Array',
]);

/** Returns an expression without what no library declares: strings, names of packages, and zod. */
export function plainExpression(expression: string): string {
  return expression.replace(/'[^']*'|@[\w-]+\/[\w/-]+/g, '').replace(/\bz(?:\.\w+)+/g, '');
}

/** Returns the names in a plain expression: `server.tool(name, { input })` has four. */
export function namesIn(expression: string): readonly string[] {
  return [...expression.matchAll(/[A-Za-z_$][\w$]*/g)].map(([name]) => name).filter((name) => !LANGUAGE.has(name));
}
