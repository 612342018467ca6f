import { readdir } from 'node:fs/promises';
import { applyChanges } from '../write/applyChanges.js';
import { readInside } from '../write/readInside.js';
import { failureReason, isAbsent } from '../write/writeError.js';
import { ScaffoldError } from './scaffoldError.js';

/** A file of a new project. */
export interface ProjectFile {
  /** Relative to the project, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array;
}

/** What was done, as paths relative to the project. */
export interface Scaffolded {
  readonly written: readonly string[];
  /** Those of the written files that stood there before, with other content. */
  readonly replaced: readonly string[];
}

/**
 * Makes sure that a project can be started in a folder: that it is empty, or not there yet.
 *
 * @throws {ScaffoldError} if it is not
 */
export async function refuseOccupied(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw new ScaffoldError(`Cannot use ${folder}: ${failureReason(error)}.`, { cause: error });
  });
  if (entries.length > 0) {
    throw new ScaffoldError(`${folder} is not empty. Choose another folder, or write into this one with --force.`);
  }
}

/** Writes all files of a project, or none. Whatever else is in the folder stays as it is. */
export async function scaffoldProject(folder: string, files: readonly ProjectFile[]): Promise<Scaffolded> {
  const changes: ProjectFile[] = [];
  const replaced: string[] = [];
  for (const file of files) {
    const earlier = await readInside(folder, file.path);
    if (earlier?.equals(Buffer.from(file.content))) continue;
    changes.push(file);
    if (earlier !== undefined) replaced.push(file.path);
  }
  await applyChanges(folder, changes);
  return { written: changes.map(({ path }) => path), replaced };
}
