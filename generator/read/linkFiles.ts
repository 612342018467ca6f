/** Makes the names of earlier files available to an extension. */

import { ts } from 'ts-morph';

/** The module that exports the declarations of earlier files. No file has this path: its folder is a file. */
export const LINK_FILE = '/library.d.ts/links.ts';

interface File {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns the texts of files by their paths. The files of the extension import what they do not declare themselves. Statements are added only
 * at the end of texts, so that all places stay.
 *
 * @param own the files of the extension
 * @param others the files before it
 */
export function linkFiles(own: readonly File[], others: readonly File[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const owners = new Map<string, string>();
  for (const { path, text } of others) {
    const { declared, exported } = namesOf(text);
    for (const name of declared) if (!owners.has(name)) owners.set(name, path);
    texts.set(path, `${text}\nexport { ${declared.filter((name) => !exported.has(name)).join(', ')} };`);
  }
  texts.set(LINK_FILE, [...owners].map(([name, path]) => `export { ${name} } from '${path}';`).join('\n'));
  for (const { path, text } of own) {
    const { declared, imported } = namesOf(text);
    const taken = new Set([...declared, ...imported]);
    const names = [...owners.keys()].filter((name) => !taken.has(name));
    texts.set(path, `${text}\nimport { ${names.join(', ')} } from '${LINK_FILE}';`);
  }
  return texts;
}

/** The names of a file: those that it declares, those of them that it exports under the same name, and those that it imports. */
interface Names {
  readonly declared: readonly string[];
  readonly exported: ReadonlySet<string>;
  readonly imported: readonly string[];
}

function namesOf(text: string): Names {
  const { statements } = ts.createSourceFile('names.ts', text, ts.ScriptTarget.ESNext);
  const exported = statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return declaredNames(statement);
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    return clause && ts.isNamedExports(clause) ? clause.elements.map(({ name }) => name.text) : [];
  });
  return {
    declared: [...new Set(statements.flatMap(declaredNames))],
    exported: new Set(exported),
    imported: statements.flatMap(importedNames),
  };
}

function declaredNames(statement: ts.Statement): readonly string[] {
  if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement) || ts.isEnumDeclaration(statement)) {
    return [statement.name.text];
  }
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name }) => (ts.isIdentifier(name) ? [name.text] : []));
}

function importedNames(statement: ts.Statement): readonly string[] {
  const clause = ts.isImportDeclaration(statement) ? statement.importClause : undefined;
  const bindings = clause?.namedBindings;
  const named = !bindings
    ? []
    : ts.isNamespaceImport(bindings)
      ? [bindings.name]
      : bindings.elements.map(({ name }) => name);
  return [...(clause?.name ? [clause.name] : []), ...named].map(({ text }) => text);
}
