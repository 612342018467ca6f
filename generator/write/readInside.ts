/** Reads files in a folder without leaving it. */

import { lstat, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failureReason, isAbsent, WriteError } from './writeError.js';

/**
 * Reads a file in `folder`. Returns undefined if it does not exist.
 *
 * @param path relative, with forward slashes
 * @throws {WriteError} if the path leaves the folder, goes through a symbolic link, or is not a file
 */
export async function readInside(folder: string, path: string): Promise<Buffer | undefined> {
  const segments = splitPath(path);
  for (let depth = 1; depth <= segments.length; depth++) {
    const place = join(folder, ...segments.slice(0, depth));
    const stats = await lstat(place).catch(absent);
    if (stats === undefined) return undefined;
    if (stats.isSymbolicLink()) throw new WriteError(`${place} is a symbolic link, which mcp-gen does not follow.`);
    const isLast = depth === segments.length;
    if (isLast ? !stats.isFile() : !stats.isDirectory()) {
      throw new WriteError(
        `${place} is not a ${isLast ? 'file' : 'folder'}. Move it away, or choose another output folder.`,
      );
    }
  }
  return readFile(join(folder, ...segments));
}

/** Returns the names of the files in a folder itself, sorted. Symbolic links are excluded. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }).catch(absent)) ?? [];
  return entries.flatMap((entry) => (entry.isFile() ? [entry.name] : [])).sort();
}

/** Returns the files below `folder/path`, as paths relative to `folder`, sorted. Symbolic links are excluded. */
export async function listInside(folder: string, path: string): Promise<string[]> {
  const entries = (await readdir(join(folder, path), { withFileTypes: true }).catch(absent)) ?? [];
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => `${path}/${name}`);
  for (const { name } of entries.filter((entry) => entry.isDirectory())) {
    files.push(...(await listInside(folder, `${path}/${name}`)));
  }
  return files.sort();
}

function splitPath(path: string): string[] {
  const segments = path.split('/');
  const mayLeave = segments.some((segment) => ['', '.', '..'].includes(segment) || /[\\:\0]/.test(segment));
  if (mayLeave) throw new WriteError(`${JSON.stringify(path)} is not a path inside the output folder.`);
  return segments;
}

function absent(error: unknown): undefined {
  if (isAbsent(error)) return undefined;
  const { path = '' } = error as NodeJS.ErrnoException;
  throw new WriteError(`Cannot read ${path}: ${failureReason(error)}.`, { cause: error });
}
