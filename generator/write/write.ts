/** The last step: formats generated files, and writes them or compares them with an output folder. */

import { groupBy } from '../collections.js';
import type { GeneratedFile } from '../targets/file.js';
import { TargetError } from '../targets/target.js';
import { checkFiles, type Finding } from './checkFiles.js';
import { formatFiles } from './formatFiles.js';
import { readTextFile } from './findDifferences.js';
import { writeFiles, type WriteResult } from './writeFiles.js';

/** An output folder, and what to do there. */
export interface Destination {
  /** The output folder, with one folder per revision. */
  readonly folder: string;
  /** Whether to only compare the files with those in the folder. Default: false. */
  readonly check?: boolean | undefined;
  /** Whether to replace files that somebody wrote or edited. Default: false. */
  readonly force?: boolean | undefined;
}

/** The result of writing generated files. */
export interface Output {
  /** The formatted files, exactly as on disk. */
  readonly files: readonly GeneratedFile[];
  /** What was written. Absent if writing was not requested. */
  readonly written?: WriteResult;
  /** How the folder differs from the files. Absent if comparing was not requested. */
  readonly findings?: readonly Finding[];
}

/** @throws if two files have one path, or paths that are one on some file systems */
function checkPaths(files: readonly GeneratedFile[], target: string): void {
  const paths = files.map(({ path }) => path);
  for (const [first, second] of groupBy(paths, (path) => path.toLowerCase()).values()) {
    if (second === undefined) continue;
    throw new TargetError(target, `it returns two files of one path: ${[...new Set([first, second])].join(' and ')}`);
  }
}

/**
 * @param target the name of the target: files of other targets in the folder stay
 * @param destination default: none; the files are formatted and returned
 * @throws {TargetError} if two files have one path
 * @throws {WriteError} if an existing file must not be replaced, or the folder cannot be written
 */
export async function write(
  generated: readonly GeneratedFile[],
  target: string,
  destination?: Destination,
): Promise<Output> {
  checkPaths(generated, target);
  if (destination === undefined) return { files: await formatFiles(generated) };
  return deliver(await formatFiles(generated, (path) => readTextFile(destination.folder, path)), target, destination);
}

/**
 * Writes formatted files, or compares them with an output folder.
 *
 * @throws {WriteError} if an existing file must not be replaced, or the folder cannot be written
 */
export async function deliver(
  files: readonly GeneratedFile[],
  target: string,
  { folder, check, force = false }: Destination,
): Promise<Output> {
  if (check === true) return { files, findings: await checkFiles(folder, files, target) };
  return { files, written: await writeFiles(folder, files, { force, prune: true, target }) };
}
