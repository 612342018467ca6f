// Reads hand-written TypeScript: the declarations of a module, what each of them refers to, and the names of the registry that it uses.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import ts from 'typescript';
import { HANDWRITTEN } from '../packages.mjs';

/** The folders whose sources are written by hand. */
const FOLDERS = ['generator', ...HANDWRITTEN];

/** The modules of the registry whose exports begin and end with revisions. */
export const REGISTRY_MODULES = ['methods', 'errors', 'headers', 'metaKeys', 'features'];

/** Returns the parsed sources of folders, by path. Copies of the generated registry are left out. */
export function readSources(root, folders = FOLDERS) {
  const paths = folders.flatMap((folder) => filesIn(root, folder)).filter((path) => !isCopy(root, path));
  return new Map(paths.map((path) => [path, parse(path, readFileSync(join(root, path), 'utf8'))]));
}

function filesIn(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    return entry.isDirectory() ? filesIn(root, path) : entry.name.endsWith('.ts') ? [path] : [];
  });
}

function isCopy(root, path) {
  return /\/registry\/[^/]+$/.test(path) && existsSync(join(root, 'generated/registry', basename(path)));
}

export function parse(path, text) {
  return ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
}

/** Returns the first line of a node, from 1. */
export function lineOf(node) {
  const file = node.getSourceFile();
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

/** Returns the first line of a node with its doc comment, and the number of lines. */
export function linesOf(node) {
  const file = node.getSourceFile();
  const start = file.getLineAndCharacterOfPosition(node.getStart(file, true)).line;
  return { line: start + 1, lines: file.getLineAndCharacterOfPosition(node.getEnd()).line - start + 1 };
}

/** Returns the imports of a module: the local name, the specifier, and the imported name, `*` for a namespace. */
export function importsOf(file) {
  return file.statements.filter(ts.isImportDeclaration).flatMap(({ importClause, moduleSpecifier }) => {
    const [bindings, from] = [importClause?.namedBindings, moduleSpecifier.text];
    if (bindings === undefined) return [];
    if (ts.isNamespaceImport(bindings)) return [{ local: bindings.name.text, name: '*', from }];
    return bindings.elements.map(({ name, propertyName }) => ({
      local: name.text,
      name: (propertyName ?? name).text,
      from,
    }));
  });
}

/** Calls a function with each node below a node. */
export function eachNode(node, visit) {
  ts.forEachChild(node, (child) => {
    visit(child);
    eachNode(child, visit);
  });
}

/** Returns the names that a top-level statement declares. */
export function declaredBy(statement) {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.map(({ name }) => name.getText());
  return statement.name === undefined ? [] : [statement.name.text];
}

/** Returns the texts of all identifiers below a node, without the names of properties after a dot. */
export function identifiersIn(node) {
  const found = new Set();
  eachNode(node, (each) => {
    if (ts.isIdentifier(each) && !(ts.isPropertyAccessExpression(each.parent) && each.parent.name === each))
      found.add(each.text);
  });
  return found;
}

/**
 * Returns the uses of exports of the registry: `Method.toolsCall`, or the name itself if it is imported alone.
 *
 * @returns the module of the registry, the export, and the node of each use
 */
export function registryUses(file) {
  const imported = importsOf(file).flatMap(({ local, name, from }) => {
    const [, module] = /(?:^|\/)registry\/(\w+)(?:\.js)?$/.exec(from) ?? [];
    return REGISTRY_MODULES.includes(module) ? [[local, { module, name }]] : [];
  });
  const modules = new Map(imported);
  const uses = [];
  eachNode(file, (node) => {
    if (!ts.isIdentifier(node) || isInImport(node)) return;
    const found = modules.get(node.text);
    if (found === undefined) return;
    const { parent } = node;
    if (found.name !== '*') {
      if (!isPropertyName(node)) uses.push({ ...found, node });
    } else if (ts.isPropertyAccessExpression(parent) && parent.expression === node) {
      uses.push({ module: found.module, name: parent.name.text, node });
    }
  });
  return uses;
}

/** Returns the string literals of a module, with keys of objects, and without the specifiers of imports. */
export function literalsIn(file) {
  const found = [];
  eachNode(file, (node) => {
    if (ts.isStringLiteralLike(node) && !isInImport(node)) found.push(node);
  });
  return found;
}

function isInImport(node) {
  for (let each = node.parent; each !== undefined; each = each.parent) {
    if (ts.isImportDeclaration(each) || ts.isExportDeclaration(each)) return true;
  }
  return false;
}

/** Returns whether an identifier only names a property: `{ tasks: 1 }`, `options.tasks`. */
function isPropertyName(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  return !ts.isShorthandPropertyAssignment(parent) && !ts.isVariableDeclaration(parent) && parent.name === node;
}
