/** What the page on clients shows is what there is. */

import { expect, test } from 'vitest';
import { readProjectFile } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

const page = readProjectFile('docs/client.md');

test('every program compiles', () => {
  const programs = [...page.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = ''], index) => [`${index}.ts`, code] as const,
  );
  expect(programs.length).toBeGreaterThanOrEqual(2);
  expect(typeErrors(new Map(programs))).toEqual([]);
});

test('every method has its row', () => {
  const source = readProjectFile('sdk/src/client/client.ts');
  const methods = [...source.matchAll(/^ {2}(?:async )?(\w+)[(<]/gm)].map(([, name = '']) => name);
  const missing = methods.filter((name) => name !== 'constructor' && !page.includes(`${name}(`));
  expect(methods.length).toBeGreaterThan(10);
  expect(missing.filter((name) => !page.includes(`client.${name}`))).toEqual([]);
});
