// What a release must not contain: drafts, which are negotiated under names of their own, by programs that have generated them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns what a copy of this repository has of revisions that are not released, for errors. */
export function unreleasedIn(root) {
  const records = JSON.parse(readFileSync(join(root, 'schema/revisions.json'), 'utf8'));
  const drafts = records.filter(({ status }) => status !== 'released').map(({ id }) => `schema/revisions.json: ${id}`);
  const folders = readdirSync(join(root, 'generated')).filter((name) => !['dist', 'node_modules'].includes(name));
  const served = folders.map((name) => `generated/${name}/served.ts`).filter((path) => existsSync(join(root, path)));
  return [...drafts, ...served];
}
