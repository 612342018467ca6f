/** In the two oldest revisions, every row of the table of requirements has a check, or a reason why it has none. */

import { expect, test } from 'vitest';
import { REQUIREMENTS, type Requirement } from '../../../conformance/src/requirements/index.js';
import { CLIENT_CHECKS } from '../../../conformance/src/checks/client/index.js';
import { SERVER_CHECKS } from '../../../conformance/src/checks/server/index.js';
import { citationsOf } from '../../../conformance/src/citation.js';
import { CHECKED_REVISIONS, type CheckedRevision } from '../../../conformance/src/revisions.js';
import { UNJUDGED } from './unjudged.js';

const OLDEST: readonly CheckedRevision[] = ['2024-11-05', '2025-03-26'];
const CHECKS = [...SERVER_CHECKS, ...CLIENT_CHECKS];

/** The rows of the oldest revisions that checks rest on there. */
const judged = new Set(
  CHECKS.flatMap(({ rows, revisions = OLDEST }) =>
    OLDEST.filter((revision) => revisions.includes(revision)).flatMap((revision) =>
      citationsOf(rows, revision).map(({ id }) => id),
    ),
  ),
);

/** Rows that are left to applications have their reason in the table itself. */
const rows = REQUIREMENTS.filter(
  ({ revisions, open }: Requirement) =>
    open === undefined && OLDEST.some((revision) => revisions.some((each) => each === revision)),
).map(({ id }) => id);

test('every row has a check or a reason', () => {
  expect(rows.filter((id) => !judged.has(id) && UNJUDGED[id] === undefined)).toEqual([]);
});

test('no row has both, and no reason is of another row', () => {
  const reasons = Object.keys(UNJUDGED);
  expect(reasons.filter((id) => judged.has(id as keyof typeof UNJUDGED))).toEqual([]);
  expect(reasons.filter((id) => !rows.includes(id as keyof typeof UNJUDGED))).toEqual([]);
});

test('every check has an id of its own, and rows with a place in the specification', () => {
  const ids = CHECKS.map(({ id }) => id);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  for (const { rows: cited } of CHECKS) {
    const citations = CHECKED_REVISIONS.flatMap((revision) => citationsOf(cited, revision));
    expect(new Set(citations.map(({ id }) => id))).toEqual(new Set(cited));
    for (const { url } of citations)
      expect(url).toMatch(/^https:\/\/modelcontextprotocol\.io\/specification\/\d{4}-\d\d-\d\d\/\S+$/);
  }
});
