/** The pipeline: from a schema file to generated files. Each step is a folder. */

import { emitProtocol } from './emit/emitProtocol.js';
import type { GeneratedFile } from './emit/file.js';
import { deriveJsonSchema as derive } from './emit/json-schema/deriveJsonSchema.js';
import { buildProtocol } from './model/buildProtocol.js';
import { checkProtocol } from './model/checkProtocol.js';
import type { Protocol } from './model/protocol.js';
import { ProblemList, SchemaProblems } from './problems.js';
import { loadSchema, loadSchemaFile, type SchemaSource } from './read/loadSchema.js';
import { readTypeScript } from './read/readTypeScript.js';

export type { GeneratedFile } from './emit/file.js';

/** One revision, compiled. */
export interface Compiled {
  readonly protocol: Protocol;
  /** Not yet formatted. */
  readonly files: readonly GeneratedFile[];
}

/**
 * Compiles one revision of a schema folder.
 *
 * @throws {SchemaProblems} naming everything that is wrong with the schema
 */
export async function compileRevision(revision: string, schemaDir: string): Promise<Compiled> {
  const protocol = compileSource(await loadSchema(revision, schemaDir));
  return { protocol, files: emitProtocol(protocol) };
}

/** Derives the JSON Schema of one schema file, as text. */
export async function deriveJsonSchema(path: string): Promise<string> {
  const source = await loadSchemaFile(path, '');
  const declarations = readTypeScript(source.text, source.file);
  const latest = declarations.find(({ name }) => name === 'LATEST_PROTOCOL_VERSION');
  const revision = latest?.kind === 'constant' ? String(latest.value) : '';
  const protocol = buildProtocol(declarations, revision, new ProblemList());
  return derive(protocol.source, protocol.dialect);
}

function compileSource({ text, file, revision }: SchemaSource): Protocol {
  const declarations = readTypeScript(text, file);
  const protocol = buildProtocol(declarations, revision, new ProblemList());
  checkProtocol(protocol, declarations, file);
  return protocol;
}

export { SchemaProblems };
