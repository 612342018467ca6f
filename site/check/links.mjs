// Checks every link of the built site: each leads to a file of the site, and to an element with that id where it has a fragment.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Links and resources of a page. */
const TARGETS = /<(?:a|link|script|img|source|iframe)\b[^>]*?\b(?:href|src)="([^"]*)"/g;

/**
 * Returns what is wrong, a line for each link, and how many links there are.
 *
 * @param dist the folder of the site
 * @param isChecked whether the links of a page are checked. Default: all are
 */
export function checkLinks(dist, isChecked = () => true) {
  const files = new Set(filesIn(dist));
  const ids = new Map();
  const problems = [];
  let links = 0;
  for (const path of files) {
    if (!path.endsWith('.html') || !isChecked(path)) continue;
    for (const [, target] of read(path).matchAll(TARGETS)) {
      links++;
      const problem = problemOf(path, target.replaceAll('&amp;', '&'));
      if (problem !== undefined) problems.push(`${path}: ${target} ${problem}`);
    }
  }
  return { links, problems: [...new Set(problems)] };

  function problemOf(path, target) {
    if (/^(https?:|mailto:)/.test(target)) return undefined;
    if (/^[a-z]+:/.test(target) || target.startsWith('/')) return 'is not relative';
    const [address, fragment] = target.split('#', 2);
    const file = address === '' ? path : decodeURIComponent(posix.normalize(posix.join(posix.dirname(path), address)));
    const found = file.endsWith('/') || file === '.' ? posix.join(file, 'index.html') : file;
    if (!files.has(found)) return 'does not exist';
    // What follows `#` in a link to the explorer is its state.
    if (fragment === undefined || fragment === '' || found === 'explorer/index.html' || !found.endsWith('.html'))
      return undefined;
    return idsOf(found).has(decodeURIComponent(fragment)) ? undefined : 'has no such heading';
  }

  function idsOf(path) {
    const known = ids.get(path) ?? new Set([...read(path).matchAll(/\bid="([^"]*)"/g)].map(([, id]) => id));
    ids.set(path, known);
    return known;
  }

  function read(path) {
    return readFileSync(join(dist, path), 'utf8');
  }
}

function filesIn(folder, below = '') {
  return readdirSync(join(folder, below), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(below, entry.name);
    return entry.isDirectory() ? filesIn(folder, path) : [path];
  });
}
