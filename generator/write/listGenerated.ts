import { readdir } from 'node:fs/promises';
import { isRevisionName } from '../model/revisionName.js';
import { readInside } from './readInside.js';
import { readSeal } from './seal.js';

/** Returns the revisions that were generated into an output folder, sorted, by the names of their folders. */
export async function listGenerated(out: string): Promise<string[]> {
  const entries = await readdir(out, { withFileTypes: true }).catch(() => []);
  const folders = entries.flatMap((entry) => (entry.isDirectory() && isRevisionName(entry.name) ? [entry.name] : []));
  const indexes = await Promise.all(folders.map((folder) => readInside(out, `${folder}/index.ts`)));
  return folders.filter((_, at) => readSeal(indexes[at]?.toString('utf8') ?? '') !== 'foreign').sort();
}
