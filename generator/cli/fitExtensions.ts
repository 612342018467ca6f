import { join } from 'node:path';
import { isFile } from '../isFile.js';
import type { Extension } from '../read/extension.js';
import { checkNames } from '../model/checkNames.js';
import { ProblemList, SchemaProblems } from '../problems.js';
import { readSchema } from '../read/readSchema.js';
import { chooseRevisions } from './chooseRevisions.js';
import { UsageError } from './outcome.js';
import { joinWords } from './phrases.js';
import type { Terminal } from './terminal.js';

/** A schema file, and its revision. */
export interface FoundSchema {
  readonly path: string;
  /** Absent for a file, which states its revision itself. */
  readonly revision?: string;
}

/**
 * Returns the schema file for an argument: a revision of the schema folder, or a file that ends in `.ts`.
 *
 * @throws {UsageError} if the revision or the file does not exist
 */
export async function findSchema(input: string, schemaDir: string): Promise<FoundSchema> {
  if (!input.endsWith('.ts')) {
    await chooseRevisions([input], schemaDir);
    return { path: join(schemaDir, input, 'schema.ts'), revision: input };
  }
  if (!isFile(input)) throw new UsageError(`File not found: ${input}.`);
  return { path: input };
}

/**
 * Limits each extension without given revisions to the schemas that it is compatible with: all names in it are declared there, once. Prints
 * which schemas are read without it. An extension that is compatible with none is limited to the newest, whose problems are then reported.
 *
 * @param schemas oldest first
 */
export async function fitExtensions(
  extensions: readonly Extension[],
  schemas: readonly FoundSchema[],
  { note }: Terminal,
): Promise<readonly Extension[]> {
  if (schemas.length < 2) return extensions;
  const fitted: Extension[] = [];
  for (const extension of extensions) {
    if (extension.revisions !== undefined) {
      fitted.push(extension);
      continue;
    }
    const { file } = extension;
    const tried = await Promise.all(schemas.map((schema) => tryExtension(schema, [...fitted, extension])));
    const revisions = tried.filter(({ fits }) => fits).map(({ revision }) => revision);
    const others = tried.filter(({ fits }) => !fits).map(({ revision }) => revision);
    if (revisions.length > 0 && others.length > 0) {
      note(
        `${file} is not compatible with ${joinWords(others)}, read without it. To choose revisions: --extension <revision,...>=${file}`,
      );
    }
    fitted.push({ file, revisions: revisions.length > 0 ? revisions : others.slice(-1) });
  }
  return fitted;
}

/** Returns whether all names of extensions are declared in a schema. Senders are not checked: a later extension may declare them. */
async function tryExtension(
  { path, revision: stated }: FoundSchema,
  extensions: readonly Extension[],
): Promise<{ readonly revision: string; readonly fits: boolean }> {
  const revision = stated ?? (await readSchema(path, [])).revision;
  try {
    const { declarations } = await readSchema(path, extensions, revision);
    const problems = new ProblemList();
    checkNames(declarations, problems);
    problems.throwIfAny();
    return { revision, fits: true };
  } catch (error) {
    if (!(error instanceof SchemaProblems)) throw error;
    return { revision, fits: false };
  }
}
