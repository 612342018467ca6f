/** What the table of docs/cli.md says of this program, and of others if they are installed (`npm run talk` does so). */

import { existsSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { jobs, mistakes } from '../../bench/talk/jobs.mjs';
import { outcome, runIn } from '../../bench/talk/outcome.mjs';
import { makeFolder, programs } from '../../bench/talk/programs.mjs';
import { ROOT } from '../support/schemas.js';

const BENCH = join(ROOT, 'bench/talk');
const areOthersInstalled = existsSync(join(BENCH, 'node_modules/mcporter'));
const { folder, config } = makeFolder(areOthersInstalled ? BENCH : ROOT);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The servers that this repository does not install. */
const APART = areOthersInstalled ? [] : ['eslint', 'git'];
const all = [...jobs(folder), ...mistakes()];
const tried = all.filter(({ talk }) => !APART.some((server) => talk[1] === server));

const rows = readFileSync(join(ROOT, 'docs/cli.md'), 'utf8')
  .replace(/^.*<!-- compared -->/s, '')
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
const names = rows[0]?.slice(1) ?? [];

test('the table has a row for each job', () => {
  const end = rows.findIndex(([name]) => name === 'one call of echo');
  expect(rows.slice(2, end).map(([name]) => name)).toEqual(all.map(({ name }) => name));
});

describe.each(Object.entries(programs(config)).filter(([name]) => areOthersInstalled || name === 'mcp-talk'))(
  '%s',
  (name, { of }) => {
    test.each(tried)('$name', async (job) => {
      const said = rows.find(([row]) => row === job.name)?.[1 + names.indexOf(name)];
      expect(await outcome(runIn(folder), job, of(job))).toBe(said);
    });
  },
);
