/** Compares code that a page shows with the file that it is from. */

import { expect } from 'vitest';
import { readProjectFile } from './schemas.js';

/**
 * Expects that a file has the lines of an excerpt, one after another. A failure shows the first line that differs, at the place of
 * the file that has most of the lines.
 *
 * @param page where the excerpt is shown
 * @param path the file, from the root of the project
 */
export function expectExcerpt(page: string, excerpt: string, path: string): void {
  const wanted = excerpt.trimEnd().split('\n');
  const lines = readProjectFile(path).split('\n');
  const equalFrom = (start: number): number => {
    const differing = wanted.findIndex((line, index) => line !== lines[start + index]);
    return differing < 0 ? wanted.length : differing;
  };
  const starts = lines.map((_, start) => start);
  const best = starts.reduce((a, b) => (equalFrom(b) > equalFrom(a) ? b : a), 0);
  const equal = equalFrom(best);
  const difference =
    equal === wanted.length
      ? []
      : [`${page} shows  ${wanted[equal]}`, `${path}:${best + equal + 1}  ${lines[best + equal]}`];
  expect(difference, `${page} shows code that is not in ${path}: copy it from there`).toEqual([]);
}
