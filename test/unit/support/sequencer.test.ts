/** In a fresh clone, tests that run programs start before unit tests, which fill what time is left. */

import { expect, test } from 'vitest';
import { countersFirst, programsFirst } from '../../support/sequencer.js';

test('unit tests come last, and the order stays apart from that', () => {
  const paths = ['test/unit/a', 'test/e2e/b', 'test/unit/c', 'test/packaging/d', 'test/docs/unit/e'];
  const sorted = programsFirst(paths.map((path) => ({ moduleId: `/project/${path}.test.ts` })));
  expect(sorted.map(({ moduleId }) => moduleId.slice('/project/test/'.length))).toEqual([
    'e2e/b.test.ts',
    'packaging/d.test.ts',
    'docs/unit/e.test.ts',
    'unit/a.test.ts',
    'unit/c.test.ts',
  ]);
});

test('files that count objects come first, and the order stays apart from that', () => {
  expect(countersFirst(['a', 'counts b', 'c', 'counts d'], (file) => file.startsWith('counts'))).toEqual([
    'counts b',
    'counts d',
    'a',
    'c',
  ]);
});
