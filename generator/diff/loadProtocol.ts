/** Reads the schema of one revision, or any schema file, and builds its protocol model. */

import { buildProtocol } from '../model/buildProtocol.js';
import type { Protocol } from '../model/protocol.js';
import { ProblemList } from '../problems.js';
import { loadSchema, loadSchemaFile, type SchemaSource } from '../read/loadSchema.js';
import { readTypeScript } from '../read/readTypeScript.js';

/**
 * The protocol of a revision of a schema folder.
 *
 * @throws {SchemaProblems} naming what is wrong with the schema
 */
export async function loadRevision(revision: string, schemaDir: string): Promise<Protocol> {
  return build(await loadSchema(revision, schemaDir));
}

/**
 * The protocol of a schema file, under the revision that the file states in `LATEST_PROTOCOL_VERSION`.
 *
 * @throws {SchemaProblems} naming what is wrong with the schema
 */
export async function loadFile(path: string): Promise<Protocol> {
  return build(await loadSchemaFile(path, ''));
}

function build({ text, file, revision }: SchemaSource): Protocol {
  const declarations = readTypeScript(text, file);
  const latest = declarations.find(({ name }) => name === 'LATEST_PROTOCOL_VERSION');
  const stated = latest?.kind === 'constant' ? String(latest.value) : '';
  return buildProtocol(declarations, revision || stated, new ProblemList());
}
