/** The programs that a page of the docs shows, by the names that it gives them. */

import { readProjectFile } from './schemas.js';

/** The programs of a page, by its path in the project. */
export function pagePrograms(page: string): ReadonlyMap<string, string> {
  return programsIn(readProjectFile(page));
}

/** A program stands behind its name: `<!-- file: server.ts -->`. Further blocks of the same name go on with it. */
export function programsIn(text: string): ReadonlyMap<string, string> {
  const programs = new Map<string, string>();
  for (const [, name = '', code = ''] of text.matchAll(/<!-- file: (\S+) -->\s*```ts\n(.*?)```/gs)) {
    const before = programs.get(name);
    programs.set(name, before === undefined ? code : `${before}\n${code}`);
  }
  return programs;
}
