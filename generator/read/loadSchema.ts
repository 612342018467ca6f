/** Finds and loads schema files: `<schema folder>/<revision>/schema.ts`, with the modules that they import. */

import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isFile } from '../isFile.js';
import type { SchemaSource, SourceText } from './sources.js';

/** Returns the revisions that a schema folder holds, oldest first. */
export async function listRevisions(schemaDir: string): Promise<string[]> {
  const entries = await readdir(schemaDir, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return folders.filter((folder) => isFile(join(schemaDir, folder, 'schema.ts'))).sort();
}

/** Loads one schema file, and its modules: the files in its folder that it imports. */
export async function loadSchema(path: string): Promise<SchemaSource> {
  const source = await loadText(path);
  const { modulesOf } = await import('./modules.js');
  const modules = await modulesOf({ path, text: source.text }, async (each) =>
    isFile(each) ? (await loadText(each)).text : undefined,
  );
  if (modules.length === 0) return source;
  return { ...source, modules: modules.map(({ path: each, text }) => ({ file: nameOf(each), text })) };
}

async function loadText(path: string): Promise<SourceText> {
  return { file: nameOf(path), text: await readFile(path, 'utf8') };
}

function nameOf(path: string): string {
  const short = relative(process.cwd(), path);
  return short === '' ? path : short;
}
