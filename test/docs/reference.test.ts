/** The API reference can be made, and nothing public is without words. */

import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runProgram } from '../support/runCli.js';
import { modulesIn } from '../architecture/modules.js';
import { readProjectFile, ROOT } from '../support/schemas.js';
import { typeErrors } from '../support/typeErrors.js';

test('all that is exported has words, its links lead somewhere, and its types are exported, too', async () => {
  const script = join(ROOT, 'scripts/reference.mjs');
  expect(await runProgram(ROOT, process.execPath, [script, '--check'])).toEqual({ code: 0, stdout: '', stderr: '' });
}, 180_000);

/** The doc comments of the packages that are written by hand, with where they stand. */
const comments = ['runtime/src', 'sdk/src'].flatMap(modulesIn).flatMap(({ path }) =>
  [...readProjectFile(path).matchAll(/^ *\/\*\*\n(.*?)^ *\*\//gms)].map(([, lines = ''], index) => ({
    at: `${path.replace(/\.ts$/, '')}.${index}.`,
    text: lines.replaceAll(/^ *\* ?/gm, ''),
  })),
);

test('the examples compile, and all code is an example', () => {
  const examples = comments.flatMap(({ at, text }) =>
    [...text.matchAll(/@example\n```ts\n(.*?)```/gs)].map(
      ([, code = ''], index) => [`${at}${index}.ts`, code] as const,
    ),
  );
  expect(examples.length).toBeGreaterThan(20);
  expect(typeErrors(new Map(examples))).toEqual([]);
  const fences = comments.flatMap(({ text }) => text.match(/^```ts$/gm) ?? []);
  const tags = comments.flatMap(({ text }) => text.match(/^@example/gm) ?? []);
  const indented = comments.filter(({ text }) => /\n\n {4}/.test(text.replaceAll(/```ts\n.*?```/gs, '')));
  expect({ fences: fences.length, tags: tags.length }).toEqual({ fences: examples.length, tags: examples.length });
  expect(indented).toEqual([]);
});
