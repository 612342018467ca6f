// The sources of the SDK, and where each name in them is declared.
import { dirname, join } from 'node:path/posix';
import ts from 'typescript';
import { importsOf, readSources } from '../byHand/sources.mjs';

const AUTHOR = '@mcp-gen/protocol/author';

/** Returns the parsed sources of the SDK and of the runtime, by path. */
export function modulesOf(root) {
  return readSources(root, ['sdk/src', 'runtime/src']);
}

/**
 * Returns a function that finds the declaration of a type in a module: the node with its file, or the name of a definition of the unified
 * types. Undefined if it is neither.
 */
export function declarationsOf(modules) {
  const tables = new Map([...modules].map(([file, source]) => [file, tableOf(file, source)]));
  return function find(name, file) {
    const { own, imported } = tables.get(file) ?? { own: new Map(), imported: new Map() };
    const node = own.get(name);
    if (node !== undefined) return { node, file };
    const from = imported.get(name);
    if (from === undefined)
      return tables
        .get(file)
        ?.all.map((other) => find(name, other))
        .find(Boolean);
    return from.path === AUTHOR ? { definition: from.name } : find(from.name, from.path);
  };
}

function tableOf(file, source) {
  const pathOf = (from) => (from.startsWith('.') ? join(dirname(file), from).replace(/\.js$/, '.ts') : from);
  const own = new Map();
  const imported = new Map(importsOf(source).map(({ local, name, from }) => [local, { name, path: pathOf(from) }]));
  const all = [];
  for (const statement of source.statements) {
    if (ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined) {
      const path = pathOf(statement.moduleSpecifier.text);
      if (statement.exportClause === undefined) all.push(path);
      for (const { name, propertyName } of statement.exportClause?.elements ?? []) {
        imported.set(name.text, { name: (propertyName ?? name).text, path });
      }
    } else if (isType(statement) && statement.name !== undefined) own.set(statement.name.text, statement);
  }
  return { own, imported, all };
}

function isType(node) {
  return ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node) || ts.isClassDeclaration(node);
}
