import { stat } from 'node:fs/promises';
import { listRevisions } from '../read/loadSchema.js';
import { listGenerated } from '../write/checkFiles.js';
import type { RevisionFolders } from '../targets/target.js';
import { joinWords } from './phrases.js';
import { UsageError } from './outcome.js';

/**
 * Returns the revisions to use, oldest first: the given ones, or all of the schema folder.
 *
 * @throws {UsageError} if the folder has no schemas, or not all of the given revisions
 */
export async function chooseRevisions(names: readonly string[], schemaDir: string): Promise<string[]> {
  const known = await listAvailable(schemaDir);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown revision ${unknown.join(', ')} in ${schemaDir}. Available: ${known.join(', ')}.`);
  }
  return names.length === 0 ? known : known.filter((id) => names.includes(id));
}

/**
 * Returns the revisions to generate into a folder, oldest first: the chosen ones, and those that it already contains. The revisions of a
 * folder share code, so the files of one depend on the others.
 *
 * @throws {UsageError} see {@link chooseRevisions}, and if the schema of a revision in the folder is missing
 */
export async function chooseGenerated(
  names: readonly string[],
  schemaDir: string,
  out: string,
  { folderOf, index }: RevisionFolders,
): Promise<string[]> {
  const chosen = await chooseRevisions(names, schemaDir);
  const known = await listAvailable(schemaDir);
  const present = await listGenerated(out, index);
  const orphans = present.filter((folder) => !known.some((id) => folderOf(id) === folder));
  if (orphans.length > 0) {
    const problem = `${out} also contains ${joinWords(orphans)}, which shares code with the other revisions, but ${schemaDir} has no schema for it.`;
    throw new UsageError(`${problem} Use a schema folder that has all of them, or another output folder with --out.`);
  }
  return known.filter((id) => chosen.includes(id) || present.includes(folderOf(id)));
}

async function listAvailable(schemaDir: string): Promise<string[]> {
  const found = await stat(schemaDir).catch(() => undefined);
  const known = found?.isDirectory() === true ? await listRevisions(schemaDir) : [];
  if (known.length === 0) {
    throw new UsageError(
      `${schemaDir} has no schemas: expected <revision>/schema.ts in it, for example 2025-03-26/schema.ts.`,
    );
  }
  return known;
}
