/** Finds and loads schema files: `<schema folder>/<revision>/schema.ts`. */

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isFile } from '../isFile.js';

/** The text of one schema.ts, and its path. */
export interface SchemaSource {
  /** The file, as in problem messages: relative to the working folder. */
  readonly file: string;
  readonly text: string;
}

/** Returns the revisions that a schema folder holds, oldest first. */
export async function listRevisions(schemaDir: string): Promise<string[]> {
  const entries = await readdir(schemaDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return folders.filter((folder) => isFile(join(schemaDir, folder, 'schema.ts'))).sort();
}

/** Loads one schema file. */
export async function loadSchema(path: string): Promise<SchemaSource> {
  return { file: relative(process.cwd(), path) || path, text: await readFile(path, 'utf8') };
}
