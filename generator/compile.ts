/** The pipeline: from a schema file to generated files. Each step is a folder. */

import { basename, dirname, join, resolve } from 'node:path';
import { checkExports } from './emit/checkExports.js';
import type { GeneratedFile } from './emit/file.js';
import { COMMON } from './emit/folders.js';
import { deriveJsonSchema as derive } from './emit/json-schema/deriveJsonSchema.js';
import { buildProtocol } from './model/buildProtocol.js';
import { checkProtocol } from './model/checkProtocol.js';
import type { Tables } from './model/errata.js';
import type { Completeness } from './model/openDecisions.js';
import type { Protocol } from './model/protocol.js';
import { ProblemList, SchemaProblems, type Problem } from './problems.js';
import { readSchema, type Extension, type ReadSchema } from './read/readSchema.js';
import { OWN_SCHEMAS, readTables } from './read/tables.js';

export type { GeneratedFile } from './emit/file.js';
export type { Extension } from './read/readSchema.js';
export { COMMON } from './emit/folders.js';

/** How revisions are read. */
export interface ReadOptions {
  /** Extensions that are added to them, each after those that it imports from. Default: none. */
  readonly extensions?: readonly Extension[];
  /** How open decisions are handled. Default: `release`. */
  readonly completeness?: Completeness;
}

/** Revisions that stand beside each other, compiled. */
export interface Compiled {
  /** Oldest first. */
  readonly protocols: readonly Protocol[];
  /** Not yet formatted: those of each revision, and those that belong to several. */
  readonly files: readonly GeneratedFile[];
}

/**
 * Compiles revisions of a schema folder into one output folder.
 *
 * @param revisions oldest first
 * @throws {SchemaProblems} naming everything that is wrong with any of the schemas
 */
export async function compileRevisions(
  revisions: readonly string[],
  schemaDir: string,
  options: ReadOptions = {},
): Promise<Compiled> {
  const problems: Problem[] = [];
  const protocols: Protocol[] = [];
  for (const revision of revisions) {
    try {
      protocols.push(await readRevision(revision, schemaDir, options));
    } catch (error) {
      if (!(error instanceof SchemaProblems)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new SchemaProblems(problems);
  return { protocols, files: await emitFiles(protocols) };
}

/**
 * Emits all files of revisions that stand beside each other. They are not yet formatted.
 *
 * @param protocols oldest first
 * @throws {SchemaProblems} if a schema says what cannot be generated
 */
export async function emitFiles(protocols: readonly Protocol[]): Promise<readonly GeneratedFile[]> {
  // Loads Handlebars, which commands that only read a schema do not need.
  const { emitProtocols } = await import('./emit/emitProtocols.js');
  return emitProtocols(protocols);
}

/**
 * The protocol of one revision of a schema folder, checked.
 *
 * @throws {SchemaProblems} naming everything that is wrong with the schema
 */
export async function readRevision(
  revision: string,
  schemaDir: string,
  { extensions = [], completeness = 'release' }: ReadOptions = {},
): Promise<Protocol> {
  const path = join(schemaDir, revision, 'schema.ts');
  if (!isRevisionName(revision)) throw new SchemaProblems([misnamed(revision, path)]);
  const schema = await readSchema(path, extensions, revision);
  const tables = await readTables(schemaDir);
  const built = buildProtocol(schema.declarations, revision, new ProblemList(), tables, completeness);
  const protocol = { ...built, sources: sourcesOf(built, schema) };
  checkProtocol(protocol, schema.declarations, schema.file);
  checkExports(protocol);
  return protocol;
}

/**
 * The protocol of one schema file, which may be a draft: open decisions take a guess, and facts that do not fit it are not errors.
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
  const tables = await readTables(schemaDirOf(path));
  return buildProtocol(schema.declarations, schema.revision, new ProblemList(), tables, 'draft');
}

/**
 * The protocol of one schema file, checked.
 *
 * @throws {SchemaProblems} naming everything that is wrong with the schema, and if it does not state its revision
 */
export async function readSchemaFile(path: string, options: ReadOptions = {}): Promise<Protocol> {
  const schema = await readSchema(path, options.extensions ?? []);
  if (!isRevisionName(schema.revision)) throw new SchemaProblems([mislabeled(schema)]);
  return checked(schema, await readTables(schemaDirOf(path)), options);
}

/** Builds the protocol of a schema, and checks that nothing was lost. */
function checked(schema: ReadSchema, tables: Tables, { completeness = 'release' }: ReadOptions): Protocol {
  const { declarations, revision, file } = schema;
  const built = buildProtocol(declarations, revision, new ProblemList(), tables, completeness);
  const protocol = { ...built, sources: sourcesOf(built, schema) };
  checkProtocol(protocol, declarations, file);
  checkExports(protocol);
  return protocol;
}

/** Derives the JSON Schema of one schema file, as text. */
export async function deriveJsonSchema(path: string, extensions: readonly Extension[] = []): Promise<string> {
  const { source, dialect } = await loadProtocol(path, undefined, extensions);
  return derive(source, dialect);
}

/** The files of a revision, as the first line of generated files names them. */
function sourcesOf({ revision, openDecisions }: Protocol, { extensions }: ReadSchema): readonly string[] {
  const open = openDecisions.length;
  const draft = open === 0 ? '' : ` (draft: ${open} open decision${open === 1 ? '' : 's'})`;
  return [`${revision}/schema.ts${draft}`, ...extensions];
}

/** Whether a text can name a revision: it names a folder of the output and is part of its files. */
export function isRevisionName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]*$/.test(name) && !COMMON.includes(name);
}

function mislabeled({ revision, file }: ReadSchema): Problem {
  const message =
    revision === ''
      ? 'The file does not state its revision'
      : `A revision cannot be called ${JSON.stringify(revision)}`;
  const remedy = `Declare \`export const LATEST_PROTOCOL_VERSION = '2027-01-01';\` with the name of the revision.`;
  return { file, line: 1, column: 1, message, remedy };
}

function misnamed(name: string, path: string): Problem {
  const message = `A revision cannot be called ${JSON.stringify(name)}`;
  const others = COMMON.map((folder) => `"${folder}"`).join(' or ');
  const remedy = `Rename the folder: letters, digits, ".", "_" and "-", a letter or digit first, and not ${others}.`;
  return { file: path, line: 1, column: 1, message, remedy };
}

/** The folder whose decisions hold for a schema file: its own schema folder, if it lies in one. */
function schemaDirOf(path: string): string {
  return basename(path) === 'schema.ts' ? dirname(dirname(resolve(path))) : OWN_SCHEMAS;
}
