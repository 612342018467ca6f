// Finds the conversions that only one revision needs: its module, and the declarations that no other revision's module reaches.
import { dirname, join } from 'node:path/posix';
import { declaredBy, identifiersIn, importsOf } from './sources.mjs';

const FOLDER = 'sdk/src/conversions/';

/**
 * Returns the declarations beside the modules of revisions, each with the revisions whose module reaches it. What no revision reaches
 * belongs to all of them.
 *
 * @returns the file, the statement, and the names that it declares
 */
export function reachedBy(sources, revisions) {
  const declarations = new Map();
  for (const [path, file] of sources) {
    if (!path.startsWith(FOLDER) || revisions.some((id) => path === moduleOf(id))) continue;
    for (const statement of file.statements) {
      for (const name of declaredBy(statement))
        declarations.set(`${path} ${name}`, { path, name, statement, by: new Set() });
    }
  }
  for (const id of revisions) {
    const file = sources.get(moduleOf(id));
    if (file === undefined) continue;
    const open = referencesIn(file, file, moduleOf(id));
    while (open.length > 0) {
      const found = declarations.get(open.pop());
      if (found === undefined || found.by.has(id)) continue;
      found.by.add(id);
      open.push(...referencesIn(found.statement, sources.get(found.path), found.path));
    }
  }
  return [...declarations.values()];
}

/** Returns the path of the module of a revision. */
export function moduleOf(revision) {
  return `${FOLDER}${revision}.ts`;
}

/** Returns the keys of the declarations that a node may refer to: those of its own module, and those that are imported. */
function referencesIn(node, file, path) {
  const imports = new Map(
    importsOf(file).map(({ local, name, from }) => [
      local,
      `${join(dirname(path), from).replace(/\.js$/, '.ts')} ${name}`,
    ]),
  );
  return [...identifiersIn(node)].map((name) => imports.get(name) ?? `${path} ${name}`);
}
