/** Loads data files of the site once each, beside the page. */

import type { Files } from './format.js';

const loaded = new Map<string, Promise<unknown>>();

/**
 * Loads a file.
 *
 * @param parts what follows the kind in the name of the file: revisions
 * @throws {Error} if the file cannot be loaded. The next call tries again
 */
export function load<Kind extends keyof Files>(kind: Kind, ...parts: readonly string[]): Promise<Files[Kind]> {
  const name = [kind, ...parts].join('-');
  const found = loaded.get(name) ?? fetchJson(name);
  loaded.set(name, found);
  found.catch(() => loaded.delete(name));
  return found as Promise<Files[Kind]>;
}

async function fetchJson(name: string): Promise<unknown> {
  const response = await fetch(new URL(`data/${name}.json`, document.baseURI));
  if (!response.ok) throw new Error(`data/${name}.json: HTTP ${response.status}`);
  return response.json();
}
