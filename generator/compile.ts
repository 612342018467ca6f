/** The pipeline: from a schema file to generated files. Each step is a folder. */

import { basename, dirname, join, resolve } from 'node:path';
import { makePlan } from './analyze/plan.js';
import type { GeneratedFile } from './emit/file.js';
import { COMMON } from './emit/folders.js';
import { deriveJsonSchema as derive } from './emit/json-schema/deriveJsonSchema.js';
import { buildProtocol } from './model/buildProtocol.js';
import { checkProtocol } from './model/checkProtocol.js';
import type { Completeness } from './model/openDecisions.js';
import type { Protocol } from './model/protocol.js';
import { ProblemList, SchemaProblems, type Problem } from './problems.js';
import { readSchema, type Extension, type ReadSchema } from './read/readSchema.js';
import { OWN_SCHEMAS, readTables } from './read/tables.js';
import type { TargetName } from './targets/names.js';
import type { Target } from './targets/target.js';

export type { GeneratedFile } from './emit/file.js';
export type { Extension } from './read/readSchema.js';
export { COMMON } from './emit/folders.js';
export { TARGETS, type TargetName } from './targets/names.js';

/** How revisions are read. */
export interface ReadOptions {
  /** Extensions that are added to them, each after those that it imports from. Default: none. */
  readonly extensions?: readonly Extension[];
  /** How open decisions are handled. Default: `release`. */
  readonly completeness?: Completeness;
}

export interface CompileOptions extends ReadOptions {
  /** What is generated. Default: `typescript`. */
  readonly target?: TargetName;
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
  { target = 'typescript', ...options }: CompileOptions = {},
): Promise<Compiled> {
  const { checkNames, emit } = await loadTarget(target);
  const protocols = await each(revisions, async (revision) => {
    const protocol = await readRevision(revision, schemaDir, options);
    checkNames(protocol);
    return protocol;
  });
  return { protocols, files: emit(makePlan(protocols)) };
}

/**
 * Emits all files of revisions that stand beside each other. They are not yet formatted.
 *
 * @param protocols oldest first
 * @throws {SchemaProblems} if a schema says what cannot be generated
 */
export async function emitFiles(
  protocols: readonly Protocol[],
  target: TargetName = 'typescript',
): Promise<readonly GeneratedFile[]> {
  const { checkNames, emit } = await loadTarget(target);
  await each(protocols, checkNames);
  return emit(makePlan(protocols));
}

/** Loads Handlebars, which commands that only read a schema do not need. */
async function loadTarget(name: TargetName): Promise<Target> {
  const { targets } = await import('./targets/index.js');
  return targets[name];
}

/** Does something with each item. @throws {SchemaProblems} with the problems of all of them */
async function each<Item, Made>(items: readonly Item[], make: (item: Item) => Made | Promise<Made>): Promise<Made[]> {
  const problems: Problem[] = [];
  const made: Made[] = [];
  for (const item of items) {
    try {
      made.push(await make(item));
    } catch (error) {
      if (!(error instanceof SchemaProblems)) throw error;
      problems.push(...error.problems);
    }
  }
  if (problems.length > 0) throw new SchemaProblems(problems);
  return made;
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

/** A revision names a folder of the output and stands in its files: letters, digits and what joins them. */
function isRevisionName(name: string): boolean {
  return /^[A-Za-z0-9][\w.-]*$/.test(name) && !COMMON.includes(name);
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
