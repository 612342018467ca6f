/** Reads a schema file and the extensions that are added to it. */

import { basename, join } from 'node:path';
import type { Declaration, Schema } from '../model/declarations.js';
import type { Tables } from '../model/facts.js';
import { extend, LABEL } from '../model/extend.js';
import { COMMON, isRevisionName } from '../model/revisionName.js';
import { eachRevision, SchemaProblems } from '../problems.js';
import type { Extension } from './extension.js';
import { loadSchema } from './loadSchema.js';
import { readTables } from './tables.js';

/**
 * Reads revisions of a schema folder, with their tables.
 *
 * @throws {SchemaProblems} with every construct that is not in the grammar, or every invalid row
 */
export async function readSchemas(
  revisions: readonly string[],
  schemaDir: string,
  extensions: readonly Extension[] = [],
): Promise<{ readonly schemas: readonly Schema[]; readonly tables: Tables }> {
  const named = revisions.map((revision) => ({ revision }));
  const schemas = await eachRevision(named, ({ revision }) => readRevision(revision, schemaDir, extensions));
  return { schemas, tables: await readTables(schemaDir, extensions) };
}

/** Reads one revision of a schema folder. @throws {SchemaProblems} see {@link readSchema}, and if its name is invalid */
export async function readRevision(
  revision: string,
  schemaDir: string,
  extensions: readonly Extension[],
): Promise<Schema> {
  const file = join(schemaDir, revision, 'schema.ts');
  if (isRevisionName(revision)) return readSchema(file, extensions, revision);
  const message = `Invalid revision name ${JSON.stringify(revision)}`;
  const others = COMMON.map((folder) => `"${folder}"`).join(' or ');
  const remedy = `Rename the folder. Allowed: letters, digits, ".", "_", and "-", starting with a letter or digit, except ${others}.`;
  throw new SchemaProblems([{ file, line: 1, column: 1, message, remedy }]);
}

/**
 * Reads one schema file.
 *
 * @param extensions each after those that it imports from
 * @param stated the revision. Default: what the file states in `LATEST_PROTOCOL_VERSION`, if anything
 * @throws {SchemaProblems} naming every construct that is not in the grammar
 */
export async function readSchema(path: string, extensions: readonly Extension[], stated?: string): Promise<Schema> {
  const source = await loadSchema(path);
  // Loaded only here: loading ts-morph takes longer than the rest of a short command.
  const { readTypeScript } = await import('./readTypeScript.js');
  let declarations = readTypeScript(source.text, source.file, source);
  const names: string[] = [];
  const revision = stated ?? labelOf(declarations) ?? '';
  const added = extensions.filter(({ revisions }) => revisions?.includes(revision) ?? true);
  const earlier = [source];
  for (const extension of await Promise.all(added.map((each) => loadSchema(each.file)))) {
    const { text, file, modules } = extension;
    const own = readTypeScript(text, file, { ...(modules && { modules }), earlier });
    names.push(nameOf(file, own));
    declarations = extend(declarations, own);
    earlier.push(extension);
  }
  const { file } = source;
  return { revision, declarations, file, extensions: names };
}

function labelOf(declarations: readonly Declaration[]): string | undefined {
  const label = declarations.find(({ name }) => name === LABEL);
  return label?.kind === 'constant' ? String(label.value) : undefined;
}

/** A name must not end the comment that it is printed in. */
function nameOf(file: string, declarations: readonly Declaration[]): string {
  const [name, label] = [basename(file), labelOf(declarations)].map((text) => text?.replaceAll(/[^\w./-]/g, '_'));
  return label === undefined ? `${name}` : `${name} (${label})`;
}
