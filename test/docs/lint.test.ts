/** The page on linting has every rule as it is declared: `npm run lint-rules` writes the table. */

import { expect, test } from 'vitest';
import { RULES, ruleOf } from '../../generator/lint/lintRules.js';
import { readProjectFile } from '../support/schemas.js';

const page = readProjectFile('docs/lint.md');

/** The cells of the rows in the table of the rules. */
const rows = page
  .slice(page.indexOf('<!-- rules -->'), page.indexOf('<!-- end -->'))
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll(String.raw`\|`, '|')));

test('every rule has a row, and every row is as the rule is declared', () => {
  const declared = RULES.map((id) => {
    const { severity, what, reason, remedy, source } = ruleOf(id);
    return [
      '',
      `\`${id}\``,
      severity,
      what,
      source === undefined ? reason : `${reason} ([source](${source}))`,
      remedy,
      '',
    ];
  });
  expect(rows).toEqual(declared);
});

test('the numbers of corrections are written by the command', () => {
  const [, history = ''] = page.split('<!-- history -->');
  expect(history).toMatch(/\| releases, after their release +\| \d+ +\| \d+ +\|/);
  expect(history).toMatch(/\| the draft +\| \d+ +\| \d+ +\|/);
});
