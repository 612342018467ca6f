/** The programs of the page on stores compile. */

import { expect, test } from 'vitest';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

test('the programs of docs/stores.md compile', () => {
  const page = readProjectFile('docs/stores.md');
  const programs = [...page.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = ''], index) => [`${index}.ts`, code] as const,
  );
  expect(programs.length).toBeGreaterThanOrEqual(4);
  expect(typeErrors(new Map(programs))).toEqual([]);
});
