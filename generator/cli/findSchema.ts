import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { chooseRevisions } from './chooseRevisions.js';
import { UsageError } from './usageError.js';

/**
 * The schema file that an argument names: a revision of the schema folder, or a file that ends in `.ts`.
 *
 * @throws {UsageError} if there is no such revision or file
 */
export async function findSchema(input: string, schemaDir: string): Promise<string> {
  if (!input.endsWith('.ts')) {
    await chooseRevisions([input], schemaDir);
    return join(schemaDir, input, 'schema.ts');
  }
  const found = await stat(input).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`There is no file ${input}.`);
  return input;
}
