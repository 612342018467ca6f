import type { FSWatcher } from 'node:fs';
import { after, type Stop } from '@mcp-gen/runtime';
import { builtin } from '../builtin.js';

/** Milliseconds without a further event before a change is reported. */
const DELAY = 100;

/**
 * Watches whether files and folders appear, disappear, or become readable, but not their contents. Does not keep the process alive.
 *
 * @param paths absolute paths, which need not exist yet
 * @param onChange called when something may have changed; debounced
 * @returns a function that stops watching
 */
export function watchPaths(paths: readonly string[], onChange: () => void): () => void {
  const steps = stepsTo(paths);
  let watchers: FSWatcher[] = [];
  let stopTimer: Stop | undefined;

  const stop = (): void => {
    stopTimer?.();
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  // A folder that was created again has a new identity, so all are watched again. The check afterwards finds what changed meanwhile.
  const start = (): void => {
    stop();
    watchers = [...steps].flatMap(([folder, names]) => watchFolder(folder, names, later));
  };
  const later = (): void => {
    stopTimer?.();
    stopTimer = after(DELAY, () => {
      start();
      onChange();
    });
  };
  start();
  return stop;
}

/** Returns the parent folders of each path, with the names in them that lead there. */
function stepsTo(paths: readonly string[]): Map<string, Set<string>> {
  const rules = builtin('node:path');
  const steps = new Map<string, Set<string>>();
  for (const path of paths) {
    for (let at = path, folder = rules.dirname(at); folder !== at; at = folder, folder = rules.dirname(at)) {
      const names = steps.get(folder) ?? new Set();
      steps.set(folder, names.add(rules.basename(at)));
    }
  }
  return steps;
}

function watchFolder(folder: string, names: ReadonlySet<string>, onEvent: () => void): FSWatcher[] {
  const { existsSync, watch } = builtin('node:fs');
  if (!existsSync(folder)) return [];
  try {
    const watcher = watch(folder, { persistent: false }, (_, name) => {
      // Some systems do not report names.
      if (name === null || names.has(name)) onEvent();
    });
    return [watcher.on('error', onEvent)];
  } catch {
    // A folder that cannot be watched is left out, and tried again on the next change.
    return [];
  }
}
