/** Finds and loads schema files: `<schema folder>/<revision>/schema.ts`. */

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';

/** The text of one schema.ts, and where it came from. */
export interface SchemaSource {
  /** The revision, by its date; the name of the folder. */
  readonly revision: string;
  /** The file, as problems name it: relative to the working folder. */
  readonly file: string;
  readonly text: string;
  /** SHA-256 of the file's bytes, in hexadecimal. */
  readonly sha256: string;
}

/** The revisions that a schema folder holds, oldest first. */
export async function listRevisions(schemaDir: string): Promise<string[]> {
  const entries = await readdir(schemaDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  const found = await Promise.all(folders.map((folder) => isFile(join(schemaDir, folder, 'schema.ts'))));
  return folders.filter((_, index) => found[index]).sort();
}

/** Loads the schema of one revision from a schema folder. */
export async function loadSchema(revision: string, schemaDir: string): Promise<SchemaSource> {
  return loadSchemaFile(join(schemaDir, revision, 'schema.ts'), revision);
}

/** Loads one schema file, wherever it is. */
export async function loadSchemaFile(path: string, revision: string): Promise<SchemaSource> {
  const bytes = await readFile(path);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { revision, file: relative(process.cwd(), path) || path, text: bytes.toString('utf8'), sha256 };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
