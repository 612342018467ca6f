import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failureReason, isAbsent } from '../write/writeError.js';
import { Bursts } from './bursts.js';
import { UsageError } from './usageError.js';

// Editors write a file in several steps.
const QUIET_MILLISECONDS = 50;

/**
 * Watches the schemas of some revisions, from the call on, until the signal is aborted: each step of the iteration gives
 * the revisions whose schema.ts may have changed since the last.
 *
 * Folders are watched, not files: an editor that replaces a file leaves the watch of the old one behind. For the same
 * reason the schema folder itself is watched, for the folders of revisions that are replaced.
 *
 * @throws {UsageError} if a folder cannot be watched, or, while iterating, if the schema folder goes away
 */
export function watchSchemas(
  schemaDir: string,
  revisions: readonly string[],
  signal: AbortSignal,
): AsyncIterable<readonly string[]> {
  const bursts = new Bursts<string>(QUIET_MILLISECONDS);
  const watchers = new Map<string, FSWatcher | undefined>();

  const watchRevision = (revision: string): void => {
    watchers.get(revision)?.close();
    const watcher = watchFolder(join(schemaDir, revision), signal, (entry) => {
      if (entry === 'schema.ts' || entry === null) bursts.add(revision);
    });
    watchers.set(revision, watcher);
  };

  revisions.forEach(watchRevision);
  watchFolder(schemaDir, signal, (entry) => {
    const replaced = revisions.filter((revision) => revision === entry || entry === null);
    replaced.forEach(watchRevision);
    bursts.add(...replaced);
  });
  return iterate(schemaDir, bursts, signal);
}

async function* iterate(
  schemaDir: string,
  bursts: Bursts<string>,
  signal: AbortSignal,
): AsyncGenerator<readonly string[]> {
  try {
    for (;;) {
      const revisions = await bursts.next(signal);
      const found = await stat(schemaDir).catch(() => undefined);
      if (!found?.isDirectory()) throw new UsageError(`${schemaDir} is gone: there is nothing left to watch.`);
      if (revisions.length > 0) yield revisions;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Watches the entries of a folder; nothing, if the folder is not there.
 *
 * @param changed is given the name of an entry, or null where the system does not say which
 */
function watchFolder(
  folder: string,
  signal: AbortSignal,
  changed: (entry: string | null) => void,
): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { signal }, (_, entry) => {
      changed(entry);
    });
    // On some systems a folder that goes away is an error of its watch.
    return watcher.on('error', () => {
      changed(null);
    });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new UsageError(`${folder} cannot be watched: ${failureReason(error)}.`);
  }
}
