/** Sockets, servers, child processes, watchers, and open files. */

import { readdirSync, readlinkSync } from 'node:fs';
import type { Leftovers } from './leftovers.js';

/** What a test can start, of the names of `process.getActiveResourcesInfo()`; not what the platform starts and ends automatically. */
const KINDS: ReadonlySet<string> = new Set([
  'FSEventWrap',
  'FSReqPromise',
  'PipeServerWrap',
  'PipeWrap',
  'ProcessWrap',
  'StatWatcher',
  'TCPServerWrap',
  'TCPSocketWrap',
  'TLSWrap',
  'UDPWrap',
  'Worker',
]);

/** Where Linux lists the open files of the process. */
const OPEN_FILES = '/proc/self/fd';

/** What the platform warns of: files that garbage collection has closed, since nobody else did. */
const collected: string[] = [];
process.on('warning', ({ message }) => {
  if (message.startsWith('Closing file descriptor')) collected.push('a file that only garbage collection has closed');
});

/** Begins to watch: resources that are active now do not count, by their number for each kind. */
export function watchResources(): Leftovers {
  const [active, open] = [activeResources(), openFiles()];
  collected.length = 0;
  return () => [...added(active, activeResources()), ...added(open, openFiles()), ...collected];
}

function added(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): readonly string[] {
  return [...after].flatMap(([name, count]) => {
    const more = count - (before.get(name) ?? 0);
    return more > 0 ? [`${name} (${more} more than before)`] : [];
  });
}

function activeResources(): ReadonlyMap<string, number> {
  return counted(process.getActiveResourcesInfo().filter((kind) => KINDS.has(kind)));
}

/** Returns the open files by their paths, on Linux: neither sockets nor pipes. */
function openFiles(): ReadonlyMap<string, number> {
  if (process.platform !== 'linux') return new Map();
  const targets = readdirSync(OPEN_FILES).map((name) => {
    try {
      return readlinkSync(`${OPEN_FILES}/${name}`);
    } catch {
      // The folder itself was open while it was read.
      return '';
    }
  });
  return counted(
    targets
      .filter((target) => target.startsWith('/') && !target.startsWith('/dev/'))
      .map((path) => `open file ${path}`),
  );
}

function counted(names: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}
