import { stat } from 'node:fs/promises';
import { listRevisions } from '../read/loadSchema.js';
import { UsageError } from './usageError.js';

/**
 * The revisions to work on, oldest first: those named, or all that the schema folder holds.
 *
 * @throws {UsageError} if the folder holds none, or not one of those named
 */
export async function chooseRevisions(names: readonly string[], schemaDir: string): Promise<string[]> {
  const known = await listKnown(schemaDir);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new UsageError(`There is no revision ${unknown.join(', ')} in ${schemaDir}. It holds ${known.join(', ')}.`);
  }
  return names.length === 0 ? known : known.filter((id) => names.includes(id));
}

async function listKnown(schemaDir: string): Promise<string[]> {
  const found = await stat(schemaDir).catch(() => undefined);
  const known = found?.isDirectory() ? await listRevisions(schemaDir) : [];
  if (known.length === 0) {
    throw new UsageError(
      `${schemaDir} holds no schema: expected <revision>/schema.ts in it, for example 2025-03-26/schema.ts.`,
    );
  }
  return known;
}
