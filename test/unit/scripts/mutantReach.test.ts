/** Which test files judge a mutant, and which of them come first. */

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Reach } from '../../../scripts/mutants/reach.mjs';
import { mutantOf, sitesIn } from '../../../scripts/mutants/sites.mjs';
import { temporaryFolder } from '../../support/temporaryFolder.js';

const SOURCE = "export const rows = ['first-row', 'second-row'];\nexport const limit = options.limit ?? 3;\n";

/** The test files of a project, in the order in which they judge a mutant of an operator. */
async function orderOf(operator: string, changed: string, tests: { readonly [name: string]: string }) {
  const paths = Object.keys(tests).map((name) => `${name}.test.ts`);
  const files = paths.map((path, at) => [path, Object.values(tests)[at] ?? ''] as const);
  const root = await temporaryFolder({ 'table.ts': SOURCE, ...Object.fromEntries(files) });
  execFileSync('git', ['init', '-q'], { cwd: root });
  const project = { root, cache: join(root, 'cache'), isTest: (path: string) => path.endsWith('.test.ts') };
  const reach = new Reach(project, new Map([['table.ts', SOURCE]]), 60_000);
  for (const path of paths) reach.tests.set(path, { passed: true, ms: 100, hits: { 'table.ts': [-1] } });
  const site = sitesIn('table.ts', SOURCE).find(
    (each) => each.operator === operator && SOURCE.slice(each.start, each.end).includes(changed),
  );
  const mutant = site && mutantOf(site, site.options[0] ?? '', SOURCE);
  return reach.testsOf(mutant ?? expect.fail('no such mutant')).map(({ path }) => path.replace('.test.ts', ''));
}

test('those come first that name what is changed, or the source', async () => {
  const tests = { c: 'all rows', d: "row('second-row')", f: "row('first-row')" };
  expect(await orderOf('item', "'second-row'", tests)).toEqual(['d', 'c', 'f']);
  expect(await orderOf('item', "'first-row'", tests)).toEqual(['f', 'c', 'd']);
  expect(await orderOf('item', "'first-row'", { c: '', d: '', table: '' })).toEqual(['table', 'c', 'd']);
});

test('what many test files name says nothing of those', async () => {
  const names = 'cdfghijkm'.split('');
  const tests = Object.fromEntries(names.map((name) => [name, "'second-row'"]));
  expect(await orderOf('item', "'second-row'", { '0': '', ...tests })).toEqual(['0', ...names]);
});

test('the file of a kind judges its mutants first', async () => {
  expect(await orderOf('default', '3', { c: '', defaults: '', d: '' })).toEqual(['defaults', 'c', 'd']);
});
