/** The table of requirements is sound, and counts what tests really show. */

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { expect, test } from 'vitest';
import { loadedWith, modulesIn } from '../architecture/modules.js';
import { runFixture } from '../support/runFixture.js';
import { ROOT } from '../support/schemas.js';
import { REQUIREMENTS, type Requirement } from '../../conformance/src/requirements/index.js';
import { EVERY } from '../../conformance/src/requirements/requirement.js';

const ROWS = join(ROOT, 'conformance/src/requirements');

test('every row has an id of its own', () => {
  const ids = REQUIREMENTS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
});

test('every row of every page is in the table', () => {
  const pages = readdirSync(ROWS, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.ts'));
  const written = pages.flatMap((page) =>
    [...readFileSync(join(ROWS, page), 'utf8').matchAll(/^ {4}id: '(.+)',$/gm)].map(([, id]) => id),
  );
  expect(written.sort()).toEqual(REQUIREMENTS.map(({ id }) => id).sort());
});

test('every row says in one sentence what which revisions ask for, and under which heading', () => {
  const isSound = ({ text, revisions, section, open, decidedBy }: Requirement): boolean =>
    /^[A-Z].*[^.]\.$/.test(text) &&
    /^\S.*, \S/.test(section) &&
    revisions.length > 0 &&
    EVERY.filter((id) => revisions.includes(id)).join() === revisions.join() &&
    open !== '' &&
    (decidedBy === undefined || /^"[^"]+" \(\S.*, \S.*\)$/.test(decidedBy));
  expect(REQUIREMENTS.filter((row) => !isSound(row))).toEqual([]);
});

test('a requirement is covered by a test that passes and asserts something, and by no other', async () => {
  const { stdout, stderr } = await runFixture('covering', { LIST_REQUIREMENTS: '1' });
  const gaps = [...stdout.matchAll(/^gap +(\S+)/gm)].map(([, id]) => id);
  const closed = REQUIREMENTS.filter(({ open }) => open === undefined).map(({ id }) => id);
  expect(closed.filter((id) => !gaps.includes(id))).toEqual(['base-json-rpc', 'base-request-id-null']);
  const counts = `${REQUIREMENTS.length} rows, 2 covered, ${REQUIREMENTS.length - closed.length} open, ${closed.length - 2} gaps`;
  expect(stdout).toContain(`requirements: ${counts}\n`);
  expect(stderr).toContain('no-such-id is not in the table of requirements');
  expect(stderr).toContain('principles-consent is open in the table of requirements');
});

test('a row that is neither covered nor open fails a run in which every test passes, and is named', async () => {
  const whole = await runFixture('covering', { FIXTURE: 'complete.ts' });
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 0 gaps$/m) });
  expect(whole.stdout).not.toContain('No test covers');
  const incomplete = await runFixture('covering', { FIXTURE: 'complete.ts', LEFT_OUT: 'base-json-rpc' });
  expect(incomplete).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^No test covers base-json-rpc: name each/m),
  });
  expect(incomplete.stdout).toMatch(/1 passed[^]* 1 gaps$/m);
});

test('rows are drawn from all tests that load what covers them', async () => {
  const { coveringFiles } = (await import(join(ROOT, 'scripts/coveringFiles.mjs'))) as {
    coveringFiles: () => readonly string[];
  };
  const tests = modulesIn('test').filter(({ path }) => path.endsWith('.test.ts'));
  const covering = tests.filter(({ path }) => loadedWith(path).has('test/support/covers.ts'));
  expect(covering.map(({ path }) => path)).toContain('test/interop/official-client-v1.test.ts');
  const found = coveringFiles().map((path) => relative(ROOT, path).replaceAll(sep, '/'));
  expect(found.sort()).toEqual(covering.map(({ path }) => path).sort());
});

test('rows are drawn by a seed, each with the tests that cover it', async () => {
  const drawn = async (count: string, seed: string) => {
    const reporter = ['--reporter', join(ROOT, 'test/support/drawReporter.ts')];
    const { stdout } = await runFixture('covering', { DRAW: count, SEED: seed }, ...reporter);
    return [...stdout.matchAll(/^(\S+) {2}MUST .+\n {2}(covering\.ts: .+)$/gm)].map(
      ([, id, shown]) => `${id} ${shown}`,
    );
  };
  const both = ['base-json-rpc covering.ts: passes', 'base-request-id-null covering.ts: passes'];
  expect(await drawn('5', '1')).toEqual(both);
  const [one, again, other] = await Promise.all([drawn('1', '1'), drawn('1', '1'), drawn('1', '2')]);
  expect(again).toEqual(one);
  expect([...one, ...other].sort()).toEqual(both);
});
