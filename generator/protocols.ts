/** Loads protocols of single schemas, for commands that generate nothing. */

import { basename, dirname, resolve } from 'node:path';
import { checkedProtocol } from './checkedProtocol.js';
import { deriveJsonSchema as derive } from './json-schema/deriveJsonSchema.js';
import { buildProtocol } from './model/buildProtocol.js';
import type { Schema } from './model/declarations.js';
import type { Completeness } from './model/openDecisions.js';
import type { Protocol } from './model/protocol.js';
import { isRevisionName } from './model/revisionName.js';
import { SchemaProblems, type Problem } from './problems.js';
import type { Extension } from './read/extension.js';
import { readRevision as readSchemaOf, readSchema } from './read/readSchema.js';
import { OWN_SCHEMAS, readTables } from './read/tables.js';

/** How a schema is read. */
export interface ReadOptions {
  /** Extensions to add to it, each after those that it imports from. Default: none. */
  readonly extensions?: readonly Extension[];
  /** How open decisions are handled. Default: `release`. */
  readonly completeness?: Completeness;
}

/**
 * Returns the protocol of one revision of a schema folder, checked.
 *
 * @throws {SchemaProblems} naming everything that is wrong with the schema
 */
export async function readRevision(
  revision: string,
  schemaDir: string,
  { extensions = [], completeness }: ReadOptions = {},
): Promise<Protocol> {
  const schema = await readSchemaOf(revision, schemaDir, extensions);
  return checkedProtocol(schema, await readTables(schemaDir, extensions), completeness);
}

/**
 * Returns the protocol of one schema file, checked.
 *
 * @throws {SchemaProblems} naming everything that is wrong with the schema, and if it does not state its revision
 */
export async function readSchemaFile(
  path: string,
  { extensions = [], completeness }: ReadOptions = {},
): Promise<Protocol> {
  const schema = await readSchema(path, extensions);
  if (!isRevisionName(schema.revision)) throw new SchemaProblems([mislabeled(schema)]);
  return checkedProtocol(schema, await readTables(schemaDirOf(path), extensions), completeness);
}

/**
 * Returns the protocol of one schema file. If the tables have no decisions for its revision, open decisions are guessed. Facts about
 * methods that it does not have are not errors.
 *
 * @param revision default: what the file states in `LATEST_PROTOCOL_VERSION`
 * @throws {SchemaProblems} naming everything that is wrong with the schema
 */
export async function loadProtocol(
  path: string,
  revision?: string,
  extensions: readonly Extension[] = [],
): Promise<Protocol> {
  const schema = await readSchema(path, extensions, revision);
  const tables = await readTables(schemaDirOf(path), extensions);
  const isRecorded = tables.revisions.some(({ id, open = [] }) => id === schema.revision && open.length === 0);
  return buildProtocol(
    schema.declarations,
    schema.revision,

    tables,
    isRecorded ? 'fragment' : 'draft',
  );
}

/** Derives the JSON Schema of one schema file, as text. */
export async function deriveJsonSchema(
  path: string,
  extensions: readonly Extension[] = [],
  revision?: string,
): Promise<string> {
  const schema = await readSchema(path, extensions, revision);
  const tables = await readTables(schemaDirOf(path), extensions);
  const { source, dialect } = buildProtocol(schema.declarations, schema.revision, tables, 'draft');
  return derive(source, dialect);
}

function mislabeled({ revision, file }: Schema): Problem {
  const message =
    revision === '' ? 'The file does not state its revision' : `Invalid revision name ${JSON.stringify(revision)}`;
  const remedy = `Declare \`export const LATEST_PROTOCOL_VERSION = '2027-01-01';\` with the name of the revision.`;
  return { file, line: 1, column: 1, message, remedy };
}

/** Returns the folder whose decisions apply to a schema file: its own schema folder, if it is in one. */
function schemaDirOf(path: string): string {
  return basename(path) === 'schema.ts' ? dirname(dirname(resolve(path))) : OWN_SCHEMAS;
}
