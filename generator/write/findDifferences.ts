import { COMMON } from '../model/revisionName.js';
import type { GeneratedFile } from '../targets/file.js';
import { filesIn, listInside, readInside } from './readInside.js';
import { targetOf } from './seal.js';

/** A file that differs from what would be generated. */
export interface Difference {
  /** Relative to the output folder, with forward slashes. */
  readonly path: string;
  /** The content that would be generated; `undefined` for a file that is no longer generated. */
  readonly expected: string | undefined;
  /** The content in the folder; `undefined` for a missing file. */
  readonly actual: string | undefined;
}

/**
 * Compares generated files with those in the output folder.
 *
 * @throws {WriteError} see {@link readInside}
 */
export async function findDifferences(out: string, files: readonly GeneratedFile[]): Promise<Difference[]> {
  const differences: Difference[] = [];
  for (const { path, text: expected } of files) {
    const actual = await readTextFile(out, path);
    if (actual !== expected) differences.push({ path, expected, actual });
  }
  return differences;
}

/**
 * Finds the files that are no longer generated: those with a banner of the same target, at the root of the output folder, in the folders of
 * `files`, and in the folders that several revisions share. Other files are ignored.
 *
 * @param target the name of the target. Default: the targets in the banners of `files`
 */
export async function findLeftovers(
  out: string,
  files: readonly GeneratedFile[],
  target?: string,
): Promise<Difference[]> {
  const paths = new Set(files.map(({ path }) => path));
  const folders = new Set([...files.flatMap(({ path }) => path.split('/').slice(0, -1).slice(0, 1)), ...COMMON]);
  const targets = new Set(target === undefined ? files.map(({ text }) => targetOf(text)) : [target]);
  const leftovers: Difference[] = [];
  const found = await Promise.all([...folders].map((folder) => listInside(out, folder)));
  for (const path of [...(await filesIn(out)), ...found.flat()]) {
    const actual = paths.has(path) ? undefined : await readTextFile(out, path);
    const origin = actual === undefined ? undefined : targetOf(actual);
    if (origin !== undefined && targets.has(origin)) leftovers.push({ path, expected: undefined, actual });
  }
  return leftovers;
}

/** Returns the text of a file in a folder. Ignores line endings, which a checkout may have changed. */
export async function readTextFile(out: string, path: string): Promise<string | undefined> {
  return (await readInside(out, path))?.toString('utf8').replaceAll('\r\n', '\n');
}
