/** The programs of the page on resources compile, and print what it says. */

import { expect, test } from 'vitest';
import { pagePrograms } from '../support/pagePrograms.js';
import { readProjectFile } from '../support/schemas.js';
import { runProgram } from '../support/runCli.js';
import { runnable } from '../support/runnable.js';
import { typeErrors } from '../support/typeErrors.js';

const page = readProjectFile('docs/resources.md');

test('every program compiles', () => {
  const programs = [...page.matchAll(/```ts\n(.*?)```/gs)].map(
    ([, code = ''], index) => [`${index}.ts`, code] as const,
  );
  expect(programs).toHaveLength(4);
  expect(typeErrors(new Map(programs))).toEqual([]);
});

test('a client lists registered resources and those of a function, page by page', async () => {
  const [, printed = ''] = page.match(/It prints:\s*```\n(.*?)```/s) ?? [];
  expect(printed.split('\n')).toHaveLength(6);
  const folder = await runnable(pagePrograms('docs/resources.md'));
  expect(await runProgram(folder, process.execPath, ['client.js'])).toEqual({ code: 0, stdout: printed, stderr: '' });
});
