/** The workflows that run each night, above all the one that makes the pages about what is coming. */

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { STAGES } from '../../../scripts/history/judge.mjs';
import { readProjectFile, ROOT } from '../../support/schemas.js';

const WORKFLOWS = readdirSync(join(ROOT, '.github/workflows'));

const workflow = readProjectFile('.github/workflows/watch-spec.yml');

test.each(WORKFLOWS)('%s may only read, and runs actions by their commits', (name) => {
  const workflow = readProjectFile(`.github/workflows/${name}`);
  expect(/^permissions:\n((?: {2}.*\n)+)/m.exec(workflow)?.[1]).toBe('  contents: read\n');
  expect(workflow).toContain('persist-credentials: false');
  const actions = [...workflow.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
  expect(actions).not.toEqual([]);
  expect(actions.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(action ?? ''))).toEqual([]);
});

test('it passes options that the command has, and stages that there are', () => {
  const usage = readProjectFile('scripts/watchSpec/cli.mjs');
  const [, command = ''] = /npm run watch-spec -- (.*\n.*)/.exec(workflow) ?? [];
  const options = [...command.matchAll(/--([\w-]+)/g)].map(([, option]) => option);
  expect(options).toEqual(['from', 'proposals', 'stage', 'out']);
  expect(options.filter((option) => !usage.includes(`  --${option} `))).toEqual([]);
  const stages = [...workflow.matchAll(/default: (\w+)|\|\| '(\w+)'/g)].map(([, input, other]) => input ?? other);
  expect(stages).toHaveLength(2);
  expect(stages.filter((stage) => !STAGES.some((each) => each === stage))).toEqual([]);
});

test('nothing of its inputs is part of a script', () => {
  const scripts = [...workflow.matchAll(/^ +(?:- )?run: (.*(?:\n {10}.*)*)/gm)].map(([, script]) => script);
  expect(scripts.length).toBeGreaterThan(3);
  expect(scripts.filter((script) => script?.includes('${{'))).toEqual([]);
});
