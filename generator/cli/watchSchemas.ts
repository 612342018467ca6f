import { EventEmitter, once } from 'node:events';
import { watch, type FSWatcher } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { failureReason, isAbsent } from '../write/writeError.js';
import { UsageError } from './outcome.js';

// Milliseconds to wait after an event, because editors write a file in several steps.
const QUIET_MILLISECONDS = 50;

/**
 * Watches the schemas of revisions, from the call on, until the signal is aborted. Each step of the iteration returns the revisions whose
 * files may have changed since the previous step.
 *
 * Watches folders, not files: if an editor replaces a file, a watch of the file stays on the old one. For the same reason, the schema
 * folder itself is watched, in case the folder of a revision is replaced.
 *
 * @throws {UsageError} if a folder cannot be watched, or, while iterating, if the schema folder is removed
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
      if (entry === null || entry.endsWith('.ts')) bursts.add(revision);
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
      if (found?.isDirectory() !== true)
        throw new UsageError(`${schemaDir} was removed, so it can no longer be watched.`);
      if (revisions.length > 0) yield revisions;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/**
 * Watches the entries of a folder. Returns undefined if the folder does not exist.
 *
 * @param changed called with the name of an entry, or with null if the system does not report it
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
    // On some systems, removing a folder is an error of its watch.
    return watcher.on('error', () => {
      changed(null);
    });
  } catch (error) {
    if (isAbsent(error)) return undefined;
    throw new UsageError(`${folder} cannot be watched: ${failureReason(error)}.`);
  }
}

/** Collects events that come in bursts, and returns them when a burst is over. */
export class Bursts<Item> {
  readonly #quiet: number;
  readonly #items = new Set<Item>();
  readonly #events = new EventEmitter();
  #count = 0;

  /** @param quiet milliseconds without an event after which a burst is over */
  constructor(quiet: number) {
    this.#quiet = quiet;
  }

  /** Adds an event, with its items if they are known. */
  add(...items: readonly Item[]): void {
    for (const item of items) this.#items.add(item);
    this.#count++;
    this.#events.emit('event');
  }

  /**
   * Waits for the end of the next burst. Resolves with the items of its events.
   *
   * @throws the reason of the signal, if it is aborted
   */
  async next(signal: AbortSignal): Promise<Item[]> {
    if (this.#count === 0) await once(this.#events, 'event', { signal });
    let seen: number;
    do {
      seen = this.#count;
      await setTimeout(this.#quiet, undefined, { signal });
    } while (seen !== this.#count);
    const items = [...this.#items];
    this.#items.clear();
    this.#count = 0;
    return items;
  }
}
