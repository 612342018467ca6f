import { existsSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';

/** Milliseconds without a further event before a change is told. */
const DELAY = 100;

/**
 * Watches whether files and folders come, go, or may be read, but not what is in them. Keeps no process alive.
 *
 * @param paths absolute paths, whether or not there is something yet
 * @param onChange called when something may have changed, once for many events
 * @returns what ends it
 */
export function watchPaths(paths: readonly string[], onChange: () => void): () => void {
  const steps = stepsTo(paths);
  let watchers: FSWatcher[] = [];
  let timer: NodeJS.Timeout | undefined;

  const stop = (): void => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  // A folder that was created again is another one to the system, so all are watched again; what happened meanwhile is seen by the check.
  const start = (): void => {
    stop();
    watchers = [...steps].flatMap(([folder, names]) => watchFolder(folder, names, later));
  };
  const later = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      start();
      onChange();
    }, DELAY).unref();
  };
  start();
  return stop;
}

/** The folders on the way to each path, and the names in them that lead there. */
function stepsTo(paths: readonly string[]): Map<string, Set<string>> {
  const steps = new Map<string, Set<string>>();
  for (const path of paths) {
    for (let at = path, folder = dirname(at); folder !== at; at = folder, folder = dirname(at)) {
      const names = steps.get(folder) ?? new Set();
      steps.set(folder, names.add(basename(at)));
    }
  }
  return steps;
}

function watchFolder(folder: string, names: ReadonlySet<string>, onEvent: () => void): FSWatcher[] {
  if (!existsSync(folder)) return [];
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      // Some systems tell no names.
      if (name === null || names.has(name)) onEvent();
    });
    return [watcher.on('error', onEvent)];
  } catch {
    // What may not be watched is left out: it is asked for again whenever something else changes.
    return [];
  }
}
