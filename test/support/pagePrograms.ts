/** The programs that a page of the docs shows, by the names that it gives them. */

import { readProjectFile } from './schemas.js';

/** A program stands behind its name: `<!-- file: server.ts -->`. */
export function pagePrograms(page: string): ReadonlyMap<string, string> {
  const blocks = readProjectFile(page).matchAll(/<!-- file: (\S+) -->\s*```ts\n(.*?)```/gs);
  return new Map([...blocks].map(([, name = '', code = '']) => [name, code]));
}
