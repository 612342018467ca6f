import { mkdir, mkdtemp, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failureReason, isAbsent, WriteError } from './writeError.js';

/** A file to write, or to remove if it has no content. */
export interface Change {
  /** Relative to the folder, with forward slashes. */
  readonly path: string;
  readonly content: string | Uint8Array | undefined;
}

type Undo = () => Promise<unknown>;

/**
 * Applies all changes in a folder, or none. Files are written to a temporary folder in it first and moved at the end. The previous files
 * are kept until the last move has succeeded. Folders that become empty are removed.
 *
 * @throws {WriteError} if the folder cannot be written; it is then unchanged
 */
export async function applyChanges(folder: string, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const undo: Undo[] = [];
  try {
    await makeFolder(folder, undo);
    const staging = await mkdtemp(join(folder, '.mcp-gen-'));
    undo.push(() => rm(staging, { recursive: true }));
    await stage(staging, changes);
    for (const [index, { path, content }] of changes.entries()) {
      const target = join(folder, path);
      await makeFolder(dirname(target), undo);
      await moveAway(target, join(staging, `${index}.old`), undo);
      if (content !== undefined) await moveIn(join(staging, `${index}.new`), target, undo);
    }
    const removed = changes.filter(({ content }) => content === undefined);
    for (const { path } of removed) await removeEmpty(folder, dirname(path), undo);
    await rm(staging, { recursive: true });
  } catch (cause) {
    await undoAll(folder, undo);
    throw new WriteError(`Cannot write to ${folder}: ${failureReason(cause)}. Nothing was changed.`, { cause });
  }
}

async function stage(staging: string, changes: readonly Change[]): Promise<void> {
  for (const [index, { content }] of changes.entries()) {
    if (content !== undefined) await writeFile(join(staging, `${index}.new`), content);
  }
}

/** Makes a folder and those above it. The option `recursive` of `mkdir` does not end where the system refuses new folders as absent: `/proc`. */
async function makeFolder(folder: string, undo: Undo[]): Promise<void> {
  const above = dirname(folder);
  if (above !== folder && !(await isFolder(above))) await makeFolder(above, undo);
  try {
    await mkdir(folder);
    undo.push(() => rm(folder, { recursive: true }));
  } catch (error) {
    if (!(await isFolder(folder))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function moveAway(target: string, kept: string, undo: Undo[]): Promise<void> {
  try {
    await rename(target, kept);
  } catch (error) {
    if (isAbsent(error)) return;
    throw error;
  }
  undo.push(() => rename(kept, target));
}

async function moveIn(staged: string, target: string, undo: Undo[]): Promise<void> {
  await rename(staged, target);
  undo.push(() => rm(target));
}

// The folder itself is kept, and so is everything above the first folder that is not empty.
async function removeEmpty(folder: string, path: string, undo: Undo[]): Promise<void> {
  for (let empty = path; empty !== '.'; empty = dirname(empty)) {
    const place = join(folder, empty);
    try {
      await rmdir(place);
    } catch (error) {
      if (isAbsent(error)) continue;
      if (isNotEmpty(error)) return;
      throw error;
    }
    undo.push(() => mkdir(place));
  }
}

function isNotEmpty(error: unknown): boolean {
  return ['ENOTEMPTY', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '');
}

// Stops at the first step that fails: the next steps would remove the folder with the files that could not be restored.
async function undoAll(folder: string, undo: readonly Undo[]): Promise<void> {
  try {
    for (const step of undo.toReversed()) await step();
  } catch (cause) {
    const message = `Cannot write to ${folder}, and the changes could not be undone: ${failureReason(cause)}. The previous files are in its folder .mcp-gen-*.`;
    throw new WriteError(message, { cause });
  }
}
