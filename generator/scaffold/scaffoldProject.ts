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

/** The written files, as paths relative to the project. */
export interface Scaffolded {
  readonly written: readonly string[];
  /** The files that existed before with other content. */
  readonly replaced: readonly string[];
}

/**
 * Checks that a project can be written to a folder: that it is empty or does not exist.
 *
 * @throws {ScaffoldError} if it is not
 */
export async function checkEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw new ScaffoldError(`Cannot use ${folder}: ${failureReason(error)}.`, { cause: error });
  });
  if (entries.length > 0) {
    throw new ScaffoldError(`${folder} is not empty. Choose another folder, or use --force to write to this one.`);
  }
}

/** Writes all files of a project, or none. Other files in the folder are not changed. */
export async function scaffoldProject(folder: string, files: readonly ProjectFile[]): Promise<Scaffolded> {
  const changes: ProjectFile[] = [];
  const replaced: string[] = [];
  for (const file of files) {
    const earlier = await readInside(folder, file.path);
    if (earlier?.equals(Buffer.from(file.content)) === true) continue;
    changes.push(file);
    if (earlier !== undefined) replaced.push(file.path);
  }
  await applyChanges(folder, changes);
  return { written: changes.map(({ path }) => path), replaced };
}
