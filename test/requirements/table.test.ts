/** The table of requirements is sound, and counts what tests really show. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runFixture } from '../support/runFixture.js';
import { ROOT } from '../support/schemas.js';
import { REQUIREMENTS, type Requirement } from './index.js';
import { EVERY } from './requirement.js';

test('every row has an id of its own', () => {
  const ids = REQUIREMENTS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z]+(-[a-z0-9]+)+$/.test(id))).toEqual([]);
});

test('every row of every page is in the table', () => {
  const pages = readdirSync(new URL('.', import.meta.url)).filter((name) => name.endsWith('.ts'));
  const written = pages.flatMap((page) =>
    [...readFileSync(new URL(page, import.meta.url), 'utf8').matchAll(/^ {4}id: '(.+)',$/gm)].map(([, id]) => id),
  );
  expect(written.sort()).toEqual(REQUIREMENTS.map(({ id }) => id).sort());
});

test('every row says in one sentence what which revisions ask for, and under which heading', () => {
  const isSound = ({ text, revisions, section, open }: Requirement): boolean =>
    /^[A-Z].*[^.]\.$/.test(text) &&
    /^\S.*, \S/.test(section) &&
    revisions.length > 0 &&
    EVERY.filter((id) => revisions.includes(id)).join() === revisions.join() &&
    open !== '';
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
  expect(stderr).toContain('authorization-pkce is open in the table of requirements');
});

test('rows are drawn by a seed, each with the tests that cover it', async () => {
  const drawn = async (count: string, seed: string) => {
    const { stdout } = await runFixture(
      'covering',
      { DRAW: count, SEED: seed },
      '--reporter',
      join(ROOT, 'test/support/drawReporter.ts'),
    );
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
