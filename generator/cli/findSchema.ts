import { join } from 'node:path';
import { isFile } from '../isFile.js';
import { chooseRevisions } from './chooseRevisions.js';
import { UsageError } from './usageError.js';

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
