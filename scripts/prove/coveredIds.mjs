// Finds the rows of the table of requirements that tests name, by their text: which tests cover a row, only a run can tell.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the ids of the rows that one of some texts names, in the order of the table. */
export function coveredIds(root, texts) {
  const folder = join(root, 'conformance/src/requirements');
  const files = readdirSync(folder, { recursive: true }).filter((path) => /(?<!\.test)\.ts$/.test(path));
  const rows = files.sort().flatMap((path) => idsIn(readFileSync(join(folder, path), 'utf8'), /\bid: '([\w-]+)'/g));
  const named = new Set(texts.flatMap((text) => idsIn(text, /'([\w-]+)'/g)));
  return rows.filter((id) => named.has(id));
}

function idsIn(text, pattern) {
  return [...text.matchAll(pattern)].map(([, id]) => id);
}
