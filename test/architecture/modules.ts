/** The project's own modules, and what each of them imports, read from the source. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { PACKAGES } from '../../scripts/packages.mjs';
import { ROOT } from '../support/schemas.js';

export interface Import {
  /** As it is written: `./code.js`, `node:fs`, `@mcp-gen/runtime/codegen/v1`. */
  readonly specifier: string;
  /** For a relative one, the file it means, from the project's root. */
  readonly file?: string;
  /** Gone once the types are. */
  readonly typeOnly: boolean;
  /** Loaded when it is called for: `import()`. */
  readonly dynamic: boolean;
}

export interface Module {
  /** From the project's root: `generator/print/code.ts`. */
  readonly path: string;
  readonly imports: readonly Import[];
  /** The names that the code mentions, properties aside. */
  readonly identifiers: ReadonlySet<string>;
}

const FOLDERS = ['generator', ...PACKAGES, 'test', 'examples', 'site'];
const OTHERS = new Set(['dist', 'node_modules', 'alone', 'constructs', 'fixtures']);

/** Every TypeScript file of the project, by path. */
export const modules: ReadonlyMap<string, Module> = new Map(
  FOLDERS.flatMap((folder) => sourceFiles(folder)).map((path) => [path, readModule(path)]),
);

/** The modules under one folder. */
export function modulesIn(folder: string): readonly Module[] {
  return [...modules.values()].filter(({ path }) => path.startsWith(`${folder}/`));
}

/** The modules that are loaded with one, itself among them. Imports of types alone load nothing. */
export function loadedWith(path: string): ReadonlyMap<string, Module> {
  return reachedFrom(path, ({ typeOnly }) => !typeOnly);
}

/** Returns the modules that are loaded before one runs, itself among them: those that only `import()` reaches are left out. */
export function startedWith(path: string): ReadonlyMap<string, Module> {
  return reachedFrom(path, ({ typeOnly, dynamic }) => !typeOnly && !dynamic);
}

function reachedFrom(
  path: string,
  follows: (each: Import) => boolean,
  found = new Map<string, Module>(),
): ReadonlyMap<string, Module> {
  const module = modules.get(path);
  if (!module) throw new Error(`No module ${path}`);
  if (found.has(path)) return found;
  found.set(path, module);
  for (const each of module.imports) {
    if (each.file?.endsWith('.ts') && follows(each)) reachedFrom(each.file, follows, found);
  }
  return found;
}

/** The package that a specifier names: `@mcp-gen/runtime` for `@mcp-gen/runtime/stdio`. */
export function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** Whether a specifier names a package, rather than a file or a part of Node. */
export function isPackage(specifier: string): boolean {
  return !specifier.startsWith('.') && !specifier.startsWith('node:');
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return OTHERS.has(entry.name) ? [] : sourceFiles(path);
    return path.endsWith('.ts') ? [path] : [];
  });
}

function readModule(path: string): Module {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.ES2022, true);
  const imports: Import[] = [];
  const identifiers = new Set<string>();
  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) imports.push(resolveImport(path, found));
    if (ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node)) {
      identifiers.add(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { path, imports, identifiers };
}

/** `import`, `export ... from`, `import()` as a call and as a type. */
function importOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node))
    return specifierOf(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) return specifierOf(node.moduleSpecifier, node.isTypeOnly);
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) return specifierOf(node.argument.literal, true);
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
    return specifierOf(node.arguments[0], false, true);
  return undefined;
}

function specifierOf(node: ts.Node | undefined, typeOnly: boolean, dynamic = false): Import | undefined {
  return node && ts.isStringLiteralLike(node) ? { specifier: node.text, typeOnly, dynamic } : undefined;
}

function resolveImport(path: string, found: Import): Import {
  if (!found.specifier.startsWith('.')) return found;
  const file = posix.join(posix.dirname(path), found.specifier).replace(/\.js$/, '.ts');
  return { ...found, file };
}
