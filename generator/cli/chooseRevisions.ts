import { stat } from 'node:fs/promises';
import { listRevisions } from '../read/loadSchema.js';
import { listGenerated } from '../write/listGenerated.js';
import { joinWords } from './joinWords.js';
import { UsageError } from './usageError.js';

/**
 * The revisions to work on, oldest first: those named, or all that the schema folder holds.
 *
 * @throws {UsageError} if the folder has no schemas, or not all of those named
 */
export async function chooseRevisions(names: readonly string[], schemaDir: string): Promise<string[]> {
  const known = await listKnown(schemaDir);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`Unknown revision ${unknown.join(', ')} in ${schemaDir}. Available: ${known.join(', ')}.`);
  }
  return names.length === 0 ? known : known.filter((id) => names.includes(id));
}

/**
 * The revisions to generate into a folder, oldest first: those chosen, and those that it holds already. Revisions that stand
 * beside each other share code, so what one of them needs depends on the others.
 *
 * @throws {UsageError} see {@link chooseRevisions}, and if the schema of a revision that the folder holds is missing
 */
export async function chooseGenerated(names: readonly string[], schemaDir: string, out: string): Promise<string[]> {
  const chosen = await chooseRevisions(names, schemaDir);
  const known = await listKnown(schemaDir);
  const present = await listGenerated(out);
  const orphans = present.filter((id) => !known.includes(id));
  if (orphans.length > 0) {
    const problem = `${out} also holds ${joinWords(orphans)}, which shares code with its neighbours, and ${schemaDir} has no schema of it.`;
    throw new UsageError(`${problem} Name a schema folder that has all of them, or another folder with --out.`);
  }
  return known.filter((id) => chosen.includes(id) || present.includes(id));
}

async function listKnown(schemaDir: string): Promise<string[]> {
  const found = await stat(schemaDir).catch(() => undefined);
  const known = found?.isDirectory() ? await listRevisions(schemaDir) : [];
  if (known.length === 0) {
    throw new UsageError(
      `${schemaDir} has no schemas: expected <revision>/schema.ts in it, for example 2025-03-26/schema.ts.`,
    );
  }
  return known;
}
