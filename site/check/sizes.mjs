// How large the built site is.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/**
 * The maximum size of each part, in bytes, compressed. The search has all pages in two languages, and is loaded when it is opened. The largest
 * script of the explorer checks messages in every revision.
 */
const LIMITS = { page: 60_000, search: 330_000, explorerData: 30_000, explorerScript: 40_000 };

/** Returns the sizes of the site's parts, and what is larger than it may be. */
export function measureSizes(dist) {
  const files = readdirSync(dist, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dist.length + 1));
  const own = files.filter((path) => !path.startsWith('reference/'));
  const compressed = new Map(own.map((path) => [path, gzipSync(readFileSync(join(dist, path))).length]));
  const largest = (matches) => {
    const found = own.filter(matches).map((path) => ({ path, bytes: compressed.get(path) }));
    return found.reduce((largest, each) => (each.bytes > largest.bytes ? each : largest));
  };
  const parts = {
    page: largest((path) => path.endsWith('.html') && !path.startsWith('source/')),
    search: largest((path) => path === 'assets/search-index.js'),
    explorerData: largest((path) => path.startsWith('explorer/data/')),
    explorerScript: largest((path) => path.startsWith('explorer/') && path.endsWith('.js')),
  };
  const problems = Object.entries(LIMITS).flatMap(([part, limit]) =>
    parts[part].bytes > limit
      ? [`${parts[part].path} has ${parts[part].bytes} bytes compressed; at most ${limit}`]
      : [],
  );
  const total = files.reduce((sum, path) => sum + readFileSync(join(dist, path)).length, 0);
  const ownTotal = own.reduce((sum, path) => sum + readFileSync(join(dist, path)).length, 0);
  return { files: files.length, total, ownTotal, parts, problems };
}
