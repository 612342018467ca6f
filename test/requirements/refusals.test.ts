/** The list of messages that the specification asks to refuse is that of the table, and every row in it is shown by a test. */

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { REQUIREMENTS, type Requirement } from '../../conformance/src/requirements/index.js';

const FILE = new URL('refusals.md', import.meta.url);

const REFUSALS = REQUIREMENTS.filter(({ refuses }) => refuses === true);

function shown({ id, must, revisions, section, text, side, decidedBy }: Requirement): string {
  const range = revisions.length === 1 ? revisions[0] : `${revisions[0]} to ${revisions.at(-1)}`;
  const quoted = decidedBy === undefined ? '' : ` ${decidedBy}.`;
  return `- \`${id}\` (${side}, ${must ? 'MUST' : 'SHOULD'}, ${range}; ${section}): ${text}${quoted}\n`;
}

const LIST = `# Messages that are refused

Generated from the rows with \`refuses\` in this folder. Each names its page and heading.

${REFUSALS.map(shown).join('')}`;

test('the list of refusals is that of the table', () => {
  // In CI, a list that is written would always be right.
  if (process.env['UPDATE_GOLDEN'] && !process.env['CI']) writeFileSync(FILE, LIST);
  expect(readFileSync(FILE, 'utf8'), 'Run UPDATE_GOLDEN=1 npx vitest run test/requirements/refusals.test.ts').toBe(
    LIST,
  );
});

test('no refusal is open: a test shows each of them', () => {
  expect(REFUSALS.length).toBeGreaterThan(40);
  expect(REFUSALS.filter(({ open }) => open !== undefined)).toEqual([]);
});
