import { readdir } from 'node:fs/promises';
import { isRevisionName } from '../model/revisionName.js';
import type { GeneratedFile } from '../targets/file.js';
import { findDifferences, findLeftovers, type Difference } from './findDifferences.js';
import { readInside } from './readInside.js';
import { isDigestLine, readSeal } from './seal.js';

/** The finding of `--check` about one file. */
export type Finding = StaleFile | { readonly kind: 'missing' | 'extra'; readonly path: string };

/** A file whose text differs, with the first line that does. */
export interface StaleFile {
  readonly kind: 'stale';
  readonly path: string;
  /** The line number, from 1. */
  readonly line: number;
  /** The line as it would be generated; `undefined` past the end. */
  readonly expected: string | undefined;
  /** The line as it is; `undefined` past the end. */
  readonly actual: string | undefined;
}

/**
 * Compares an output folder with what would be generated. Writes nothing.
 *
 * @param target the name of the target. Default: the targets in the banners of `files`
 */
export async function checkFiles(out: string, files: readonly GeneratedFile[], target?: string): Promise<Finding[]> {
  const differences = [...(await findDifferences(out, files)), ...(await findLeftovers(out, files, target))];
  return differences.map(toFinding);
}

function toFinding({ path, expected, actual }: Difference): Finding {
  if (actual === undefined) return { kind: 'missing', path };
  if (expected === undefined) return { kind: 'extra', path };
  return { kind: 'stale', path, ...firstDifference(expected.split('\n'), actual.split('\n')) };
}

// The digest differs whenever something else differs, so it is reported only if nothing else differs.
function firstDifference(expected: readonly string[], actual: readonly string[]): Omit<StaleFile, 'kind' | 'path'> {
  const lines = [...Array(Math.max(expected.length, actual.length)).keys()];
  const differs = (at: number): boolean => expected[at] !== actual[at];
  const other = lines.findIndex((at) => differs(at) && !isDigestLine(expected[at] ?? ''));
  const index = other >= 0 ? other : lines.findIndex(differs);
  return { line: index + 1, expected: expected[index], actual: actual[index] };
}

/**
 * Returns the folders of revisions that were generated into an output folder, sorted.
 *
 * @param index the file that each of them has
 */
export async function listGenerated(out: string, index: string): Promise<string[]> {
  const entries = await readdir(out, { withFileTypes: true }).catch(() => []);
  const folders = entries.flatMap((entry) => (entry.isDirectory() && isRevisionName(entry.name) ? [entry.name] : []));
  const indexes = await Promise.all(folders.map((folder) => readInside(out, `${folder}/${index}`)));
  return folders.filter((_, at) => readSeal(indexes[at]?.toString('utf8') ?? '') !== 'foreign').sort();
}
